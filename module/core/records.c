// SPDX-License-Identifier: GPL-2.0
/*
 * Text of the records that every collection has: header, query, error, end.
 * Pure.
 */
#include "records.h"

/**
 * pagesnap_text_header() - the line that begins a stream
 * @t: empty line
 * @h: record
 */
void pagesnap_text_header(struct pagesnap_text *t, const struct pagesnap_header *h)
{
	pagesnap_text_key(t, "# pagesnap abi=", h->abi_major);
	pagesnap_text_key(t, ".", h->abi_minor);
	pagesnap_text_key_str(t, " file=", h->file);
	pagesnap_text_key(t, " page_size=", 1ULL << h->page_shift);
	pagesnap_text_key_escaped(t, " kernel=", h->kernel, strnlen(h->kernel, sizeof(h->kernel)));
	pagesnap_text_key_escaped(t, " boot=", h->boot, strnlen(h->boot, sizeof(h->boot)));
	pagesnap_text_key(t, " time=", h->time_ns);
	pagesnap_text_key(t, " session=", h->session);
	if (h->set_pid) {
		pagesnap_text_key_escaped(t, " set_by=", h->set_comm,
					  strnlen(h->set_comm, sizeof(h->set_comm)));
		pagesnap_text_key(t, "[", h->set_pid);
		pagesnap_text_key(t, "] age=", h->age_ms / 1000);
		pagesnap_text_char(t, 's');
	}
}

static void text_tag(struct pagesnap_text *t, const char *tag)
{
	if (*tag)
		pagesnap_text_key_str(t, " tag=", tag);
}

/**
 * pagesnap_group_name() - word for a PAGESNAP_GROUP_*
 * @group: number
 *
 * Return: word.
 */
const char *pagesnap_group_name(u32 group)
{
	static const char * const names[] = {
		[PAGESNAP_GROUP_RUN] = "run", [PAGESNAP_GROUP_PAGE] = "page",
		[PAGESNAP_GROUP_OBJECT] = "object", [PAGESNAP_GROUP_TOTAL] = "total",
	};

	return group < ARRAY_SIZE(names) ? names[group] : "?";
}

/**
 * pagesnap_text_query() - the line that begins an answer
 * @t: empty line
 * @r: record
 * @query: r->text_len bytes of query
 */
void pagesnap_text_query(struct pagesnap_text *t, const struct pagesnap_query_rec *r,
			 const char *query)
{
	pagesnap_text_key(t, "query q=", r->q);
	pagesnap_text_key(t, " line=", r->line);
	text_tag(t, r->tag);
	pagesnap_text_key_str(t, " group=", pagesnap_group_name(r->group));
	pagesnap_text_key_hex(t, " mask=", r->mask);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key_escaped(t, " query=", query, r->text_len);
}

static const char *errno_name(u32 err)
{
	switch (err) {
	case E2BIG: return "E2BIG";
	case EACCES: return "EACCES";
	case EAGAIN: return "EAGAIN";
	case EFAULT: return "EFAULT";
	case EINTR: return "EINTR";
	case EINVAL: return "EINVAL";
	case EIO: return "EIO";
	case EISDIR: return "EISDIR";
	case ELOOP: return "ELOOP";
	case ENAMETOOLONG: return "ENAMETOOLONG";
	case ENODEV: return "ENODEV";
	case ENOENT: return "ENOENT";
	case ENOMEM: return "ENOMEM";
	case ENOTDIR: return "ENOTDIR";
	case ENXIO: return "ENXIO";
	case EOPNOTSUPP: return "EOPNOTSUPP";
	case EPERM: return "EPERM";
	case ERANGE: return "ERANGE";
	case ESRCH: return "ESRCH";
	case ESTALE: return "ESTALE";
	default: return NULL;
	}
}

/**
 * pagesnap_text_error() - the line of a query that could not be answered
 * @t: empty line
 * @r: record
 * @msg: r->msg_len bytes of message
 * @query: r->text_len bytes of query
 */
void pagesnap_text_error(struct pagesnap_text *t, const struct pagesnap_error *r, const char *msg,
			 const char *query)
{
	const char *name = errno_name(r->err);

	pagesnap_text_key(t, "error q=", r->q);
	pagesnap_text_key(t, " line=", r->line);
	text_tag(t, r->tag);
	if (name)
		pagesnap_text_key_str(t, " errno=", name);
	else
		pagesnap_text_key(t, " errno=", r->err);
	pagesnap_text_key(t, " col=", r->col);
	pagesnap_text_key_escaped(t, " msg=", msg, r->msg_len);
	pagesnap_text_key_escaped(t, " query=", query, r->text_len);
}

/**
 * pagesnap_why_name() - word for a PAGESNAP_WHY_*
 * @why: number
 *
 * Return: word.
 */
const char *pagesnap_why_name(u32 why)
{
	static const char * const names[PAGESNAP_WHYS] = {
		[PAGESNAP_WHY_NONE] = "none", [PAGESNAP_WHY_EVICTED] = "evicted",
		[PAGESNAP_WHY_OFFLINE] = "offline", [PAGESNAP_WHY_ABSENT] = "absent",
		[PAGESNAP_WHY_MIGRATION] = "migration", [PAGESNAP_WHY_HWPOISON] = "hwpoison",
		[PAGESNAP_WHY_MARKER] = "marker", [PAGESNAP_WHY_DEVICE] = "device",
		[PAGESNAP_WHY_PFNMAP] = "pfnmap", [PAGESNAP_WHY_FREEING] = "freeing",
		[PAGESNAP_WHY_NEW] = "new", [PAGESNAP_WHY_DAX] = "dax",
		[PAGESNAP_WHY_TORN] = "torn",
	};

	return why < PAGESNAP_WHYS ? names[why] : "?";
}

static void text_skipped(struct pagesnap_text *t, const struct pagesnap_end *r)
{
	const char *lead = " why=";
	u64 sum = 0;
	u32 i;

	for (i = 0; i < PAGESNAP_WHYS; i++)
		sum += r->skipped[i];
	pagesnap_text_key(t, " skipped=", sum);
	for (i = 0; i < PAGESNAP_WHYS; i++) {
		if (!r->skipped[i])
			continue;
		pagesnap_text_key_str(t, lead, pagesnap_why_name(i));
		pagesnap_text_key(t, ":", r->skipped[i]);
		lead = ",";
	}
}

/**
 * pagesnap_status_name() - word for a PAGESNAP_END_*
 * @status: number
 *
 * Return: word.
 */
const char *pagesnap_status_name(u32 status)
{
	static const char * const names[] = {
		[PAGESNAP_END_COMPLETE] = "complete", [PAGESNAP_END_PARTIAL] = "partial",
		[PAGESNAP_END_ERROR] = "error",
	};

	return status < ARRAY_SIZE(names) ? names[status] : "?";
}

/**
 * pagesnap_cut_name() - word for a PAGESNAP_CUT_*
 * @cut: number
 *
 * Return: word.
 */
const char *pagesnap_cut_name(u32 cut)
{
	static const char * const names[] = {
		[PAGESNAP_CUT_NONE] = "none", [PAGESNAP_CUT_LIMIT] = "limit",
		[PAGESNAP_CUT_CURSOR] = "cursor-lost", [PAGESNAP_CUT_UNMOUNTED] = "unmounted",
		[PAGESNAP_CUT_EXITED] = "exited",
	};

	return cut < ARRAY_SIZE(names) ? names[cut] : "?";
}

/**
 * pagesnap_text_end() - the line that ends an answer
 * @t: empty line
 * @r: record
 */
void pagesnap_text_end(struct pagesnap_text *t, const struct pagesnap_end *r)
{
	pagesnap_text_key(t, "end   q=", r->q);
	text_tag(t, r->tag);
	pagesnap_text_key_str(t, " status=", pagesnap_status_name(r->status));
	pagesnap_text_key(t, " objects=", r->objects);
	pagesnap_text_key(t, " records=", r->records);
	pagesnap_text_key(t, " pages=", r->pages);
	pagesnap_text_key(t, " gone=", r->gone);
	pagesnap_text_key(t, " swap=", r->swap);
	pagesnap_text_key(t, " special=", r->special);
	pagesnap_text_key(t, " holes=", r->holes);
	text_skipped(t, r);
	if (r->cut)
		pagesnap_text_key_str(t, " truncated=", pagesnap_cut_name(r->cut));
	pagesnap_text_key(t, " rescans=", r->rescans);
	pagesnap_text_key(t, " us=", r->us);
}

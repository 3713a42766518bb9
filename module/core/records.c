// SPDX-License-Identifier: GPL-2.0
/*
 * Text of the records that every collection has: header, query, error, end.
 * Pure.
 *
 * Programs print records of other modules, newer ones or damaged ones, with
 * the same functions: a number that has no word here is "?", never more.
 */
#include "../../include/uapi/linux/pagesnap/memory.h"
#include "records.h"

/**
 * pagesnap_feature_name() - word for a bit of PAGESNAP_FEAT_*
 * @bit: its number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_feature_name(u32 bit)
{
	static const struct {
		u64 feature;
		const char *word;
	} words[] = {
		{ PAGESNAP_FEAT_CGROUP, "cgroup" }, { PAGESNAP_FEAT_NODES, "nodes" },
		{ PAGESNAP_FEAT_SWAP, "swap" }, { PAGESNAP_FEAT_THP, "thp" },
		{ PAGESNAP_FEAT_HUGETLB, "hugetlb" }, { PAGESNAP_FEAT_ASK, "ask" },
		{ PAGESNAP_FEAT_TARGETS, "targets" }, { PAGESNAP_FEAT_BRIEF, "brief" },
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(words); i++)
		if (bit < 64 && words[i].feature == 1ULL << bit)
			return words[i].word;
	return "?";
}

static void text_features(struct pagesnap_text *t, u64 features)
{
	const char *lead = " features=", *word;
	u64 rest = 0;
	u32 bit;

	if (!features)
		pagesnap_text_str(t, " features=-");
	for (bit = 0; bit < 64; bit++) {
		if (!(features >> bit & 1))
			continue;
		word = pagesnap_feature_name(bit);
		if (*word == '?') {
			rest |= 1ULL << bit;
			continue;
		}
		pagesnap_text_key_str(t, lead, word);
		lead = ",";
	}
	if (rest)
		pagesnap_text_key_hex(t, lead, rest);
}

/**
 * pagesnap_status_name() - word for a PAGESNAP_END_*
 * @status: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_status_name(u32 status)
{
	static const char * const names[] = {
		[PAGESNAP_END_COMPLETE] = "complete", [PAGESNAP_END_PARTIAL] = "partial",
		[PAGESNAP_END_ERROR] = "error",
	};

	return PAGESNAP_WORD(names, status);
}

/**
 * pagesnap_cut_name() - word for a PAGESNAP_CUT_*
 * @cut: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_cut_name(u32 cut)
{
	static const char * const names[] = {
		[PAGESNAP_CUT_NONE] = "none", [PAGESNAP_CUT_LIMIT] = "limit",
		[PAGESNAP_CUT_CURSOR] = "cursor-lost", [PAGESNAP_CUT_UNMOUNTED] = "unmounted",
		[PAGESNAP_CUT_EXITED] = "exited", [PAGESNAP_CUT_LOCKED] = "locked",
		[PAGESNAP_CUT_EXECED] = "execed",
	};

	return PAGESNAP_WORD(names, cut);
}

/**
 * pagesnap_text_type() - what every line but the header begins with
 * @t: line
 * @type: word for its record's type; short ones are padded to five columns
 * @q: query
 */
void pagesnap_text_type(struct pagesnap_text *t, const char *type, u32 q)
{
	u32 end = t->len + 5;

	pagesnap_text_str(t, type);
	while (t->len < end && !t->full)
		pagesnap_text_char(t, ' ');
	pagesnap_text_key(t, " q=", q);
}

/**
 * pagesnap_text_header() - the line that begins a stream
 * @t: empty line
 * @h: record
 */
void pagesnap_text_header(struct pagesnap_text *t, const struct pagesnap_header *h)
{
	pagesnap_text_key(t, "# pagesnap abi=", h->abi_major);
	pagesnap_text_key(t, ".", h->abi_minor);
	if (*h->collection)
		pagesnap_text_key_word(t, " collection=", h->collection, sizeof(h->collection));
	pagesnap_text_key_word(t, " file=", h->file, sizeof(h->file));
	pagesnap_text_key(t, " page_size=",
			  h->page_shift < 64 ? 1ULL << h->page_shift : PAGESNAP_UNKNOWN);
	pagesnap_text_key_escaped(t, " kernel=", h->kernel, strnlen(h->kernel, sizeof(h->kernel)));
	pagesnap_text_key_escaped(t, " boot=", h->boot, strnlen(h->boot, sizeof(h->boot)));
	pagesnap_text_key(t, " time=", h->time_ns);
	pagesnap_text_key(t, " session=", h->session);
	text_features(t, h->features);
	if (h->set_pid) {
		pagesnap_text_key_escaped(t, " set_by=", h->set_comm,
					  strnlen(h->set_comm, sizeof(h->set_comm)));
		pagesnap_text_key(t, "[", h->set_pid);
		pagesnap_text_key(t, "] age=", h->age_ms / 1000);
		pagesnap_text_char(t, 's');
	}
}

static void text_tag(struct pagesnap_text *t, const char tag[PAGESNAP_TAG_MAX + 1])
{
	if (*tag)
		pagesnap_text_key_word(t, " tag=", tag, PAGESNAP_TAG_MAX + 1);
}

/**
 * pagesnap_text_query() - the line that begins an answer
 * @t: empty line
 * @r: record
 * @query: r->text_len bytes of query
 * @words: of its collection
 */
void pagesnap_text_query(struct pagesnap_text *t, const struct pagesnap_query_rec *r,
			 const char *query, const struct pagesnap_words *words)
{
	pagesnap_text_type(t, "query", r->q);
	pagesnap_text_key(t, " line=", r->line);
	text_tag(t, r->tag);
	if (words->group) {
		pagesnap_text_key_str(t, " group=", words->group(r->group));
		pagesnap_text_key_hex(t, " mask=", r->mask);
	}
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key_escaped(t, " query=", query, r->text_len);
}

/**
 * pagesnap_text_note() - a line for people
 * @t: empty line
 * @r: record
 * @text: r->text_len bytes of text, printed as names are but for its blanks
 */
void pagesnap_text_note(struct pagesnap_text *t, const struct pagesnap_note *r, const char *text)
{
	const char *end = text + r->text_len, *blank;

	pagesnap_text_key(t, "# q=", r->q);
	pagesnap_text_str(t, " note: ");
	while ((blank = memchr(text, ' ', end - text))) {
		pagesnap_text_escaped(t, text, blank - text);
		pagesnap_text_char(t, ' ');
		text = blank + 1;
	}
	pagesnap_text_escaped(t, text, end - text);
}

/**
 * pagesnap_text_lost() - a line that says what is missing
 * @t: empty line
 * @r: record
 */
void pagesnap_text_lost(struct pagesnap_text *t, const struct pagesnap_lost *r)
{
	pagesnap_text_type(t, "lost", r->q);
	pagesnap_text_key(t, " cpu=", r->cpu);
	pagesnap_text_key(t, " events=", r->events);
	pagesnap_text_key(t, " time=", r->time_ns);
}

static const char *errno_name(u32 err)
{
	switch (err) {
	case E2BIG: return "E2BIG";
	case EACCES: return "EACCES";
	case EAGAIN: return "EAGAIN";
	case EBUSY: return "EBUSY";
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
 * pagesnap_text_task() - the line of a process
 * @t: empty line
 * @r: record
 */
void pagesnap_text_task(struct pagesnap_text *t, const struct pagesnap_task *r)
{
	pagesnap_text_type(t, "task", r->q);
	pagesnap_text_key(t, " pid=", r->pid);
	pagesnap_text_key_escaped(t, " comm=", r->comm, strnlen(r->comm, sizeof(r->comm)));
	pagesnap_text_key(t, " vmas=", r->vmas);
}

/**
 * pagesnap_text_dev() - a device, as MAJOR:MINOR
 * @t: line
 * @key: what stands before it
 * @major: PAGESNAP_NONE32: there is none, "-"
 * @minor: not looked at then
 */
void pagesnap_text_dev(struct pagesnap_text *t, const char *key, u32 major, u32 minor)
{
	if (major == PAGESNAP_NONE32) {
		pagesnap_text_key_str(t, key, "-");
		return;
	}
	pagesnap_text_key(t, key, major);
	pagesnap_text_key(t, ":", minor);
}

/**
 * pagesnap_text_prot() - what may be done with a mapping, as in /proc/PID/maps
 * @t: line
 * @key: what stands before it
 * @prot: bits 0 to 3: read, write, execute, shared
 */
void pagesnap_text_prot(struct pagesnap_text *t, const char *key, u32 prot)
{
	const char letters[4] = {
		prot & 1 ? 'r' : '-', prot & 2 ? 'w' : '-',
		prot & 4 ? 'x' : '-', prot & 8 ? 's' : 'p',
	};

	pagesnap_text_str(t, key);
	pagesnap_text_bytes(t, letters, sizeof(letters));
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

	pagesnap_text_type(t, "error", r->q);
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

/* What has no name here was counted by a newer module. */
static void text_counters(struct pagesnap_text *t, const struct pagesnap_end *r,
			  const struct pagesnap_words *words)
{
	u32 i;

	for (i = 0; i < PAGESNAP_COUNTERS_MAX; i++) {
		if (words->counters[i]) {
			pagesnap_text_key_str(t, " ", words->counters[i]);
			pagesnap_text_key(t, "=", r->counters[i]);
		} else if (r->counters[i]) {
			pagesnap_text_key(t, " counter", i);
			pagesnap_text_key(t, "=", r->counters[i]);
		}
	}
}

static void text_skipped(struct pagesnap_text *t, const struct pagesnap_end *r,
			 const struct pagesnap_words *words)
{
	const char *lead = " why=";
	u64 sum = 0;
	u32 i;

	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		sum += r->skipped[i];
	pagesnap_text_key(t, " skipped=", sum);
	for (i = 0; i < PAGESNAP_WHYS_MAX; i++) {
		if (!r->skipped[i])
			continue;
		pagesnap_text_key_str(t, lead, words->why ? words->why(i) : "?");
		pagesnap_text_key(t, ":", r->skipped[i]);
		lead = ",";
	}
}

/**
 * pagesnap_text_end() - the line that ends an answer
 * @t: empty line
 * @r: record
 * @words: of its collection
 */
void pagesnap_text_end(struct pagesnap_text *t, const struct pagesnap_end *r,
		       const struct pagesnap_words *words)
{
	pagesnap_text_type(t, "end", r->q);
	text_tag(t, r->tag);
	pagesnap_text_key_str(t, " status=", pagesnap_status_name(r->status));
	pagesnap_text_key(t, " objects=", r->objects);
	pagesnap_text_key(t, " records=", r->records);
	text_counters(t, r, words);
	text_skipped(t, r, words);
	if (r->cut)
		pagesnap_text_key_str(t, " truncated=", pagesnap_cut_name(r->cut));
	pagesnap_text_key(t, " rescans=", r->rescans);
	if (r->rescanned)
		pagesnap_text_key(t, " rescanned=", r->rescanned);
	pagesnap_text_key(t, " us=", r->us);
}

/**
 * pagesnap_state_name() - word for a PAGESNAP_STATE_*
 * @state: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_state_name(u32 state)
{
	static const char * const names[] = {
		[PAGESNAP_STATE_LIVE] = "live", [PAGESNAP_STATE_DELETED] = "deleted",
		[PAGESNAP_STATE_NONAME] = "noname", [PAGESNAP_STATE_OUTSIDE] = "outside",
		[PAGESNAP_STATE_META] = "meta", [PAGESNAP_STATE_OFFLIST] = "offlist",
		[PAGESNAP_STATE_CACHE] = "cache",
	};

	return PAGESNAP_WORD(names, state);
}

/**
 * pagesnap_kind_name() - word for a PAGESNAP_KIND_*
 * @kind: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_kind_name(u32 kind)
{
	static const char * const names[PAGESNAP_KINDS] = {
		[PAGESNAP_KIND_UNKNOWN] = "unknown", [PAGESNAP_KIND_FILE] = "file",
		[PAGESNAP_KIND_SHMEM] = "shmem", [PAGESNAP_KIND_ANON] = "anon",
		[PAGESNAP_KIND_KSM] = "ksm", [PAGESNAP_KIND_SWAPCACHE] = "swapcache",
		[PAGESNAP_KIND_HUGETLB] = "hugetlb", [PAGESNAP_KIND_SLAB] = "slab",
		[PAGESNAP_KIND_PGTABLE] = "pgtable", [PAGESNAP_KIND_BUDDY] = "buddy",
		[PAGESNAP_KIND_RESERVED] = "reserved", [PAGESNAP_KIND_ZERO] = "zero",
		[PAGESNAP_KIND_OFFLINE] = "offline", [PAGESNAP_KIND_HWPOISON] = "hwpoison",
		[PAGESNAP_KIND_KERNEL] = "kernel",
	};

	return PAGESNAP_WORD(names, kind);
}

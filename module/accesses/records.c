// SPDX-License-Identifier: GPL-2.0
/*
 * Text of this collection's records.  Pure.
 */
#include "records.h"

/**
 * pagesnap_accesses_kind() - word for a PAGESNAP_KIND_* that this collection has
 * @kind: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_accesses_kind(u32 kind)
{
	static const char * const names[] = {
		[PAGESNAP_KIND_FILE] = "file", [PAGESNAP_KIND_SHMEM] = "shmem",
		[PAGESNAP_KIND_ANON] = "anon", [PAGESNAP_KIND_KSM] = "ksm",
		[PAGESNAP_KIND_ZERO] = "zero", [PAGESNAP_KIND_KERNEL] = "kernel",
	};

	return PAGESNAP_WORD(names, kind);
}

/**
 * pagesnap_accesses_why() - word for a PAGESNAP_ACCESSES_WHY_*
 * @why: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_accesses_why(u32 why)
{
	static const char * const names[] = {
		[PAGESNAP_ACCESSES_WHY_PFNMAP] = "pfnmap",
		[PAGESNAP_ACCESSES_WHY_MIXEDMAP] = "mixedmap",
		[PAGESNAP_ACCESSES_WHY_HUGETLB] = "hugetlb",
		[PAGESNAP_ACCESSES_WHY_SPECIAL] = "special",
		[PAGESNAP_ACCESSES_WHY_PUD] = "pud",
		[PAGESNAP_ACCESSES_WHY_SELF] = "self",
		[PAGESNAP_ACCESSES_WHY_SHARED] = "shared",
		[PAGESNAP_ACCESSES_WHY_BUSY] = "busy",
		[PAGESNAP_ACCESSES_WHY_ENDING] = "ending",
		[PAGESNAP_ACCESSES_WHY_LIMIT] = "limit",
		[PAGESNAP_ACCESSES_WHY_LOCKED] = "locked",
		[PAGESNAP_ACCESSES_WHY_STRANDED] = "stranded",
	};

	return PAGESNAP_WORD(names, why);
}

/**
 * pagesnap_accesses_what() - word for a PAGESNAP_PROCESS_*
 * @what: number
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_accesses_what(u32 what)
{
	static const char * const names[] = {
		[PAGESNAP_PROCESS_COMES] = "comes", [PAGESNAP_PROCESS_EXITED] = "exited",
		[PAGESNAP_PROCESS_EXECED] = "execed", [PAGESNAP_PROCESS_LEFT] = "left",
		[PAGESNAP_PROCESS_LOCKED] = "locked", [PAGESNAP_PROCESS_SELF] = "self",
		[PAGESNAP_PROCESS_SHARED] = "shared", [PAGESNAP_PROCESS_BUSY] = "busy",
		[PAGESNAP_PROCESS_ENDING] = "ending", [PAGESNAP_PROCESS_LIMIT] = "limit",
	};

	return PAGESNAP_WORD(names, what);
}

const struct pagesnap_words pagesnap_accesses_words = {
	.why = pagesnap_accesses_why,
	.counters = {
		[PAGESNAP_ACCESSES_COUNT_SAMPLES] = "samples",
		[PAGESNAP_ACCESSES_COUNT_MISSED] = "missed",
		[PAGESNAP_ACCESSES_COUNT_ENTRIES] = "entries",
		[PAGESNAP_ACCESSES_COUNT_LOST] = "lost",
		[PAGESNAP_ACCESSES_COUNT_FLUSHES] = "flushes",
	},
};

/* The last numbers of 32 bits stand for the same as those of 64. */
static u64 wide(u32 v)
{
	if (v == PAGESNAP_NONE32)
		return PAGESNAP_NONE;
	return v == PAGESNAP_UNKNOWN32 ? PAGESNAP_UNKNOWN : v;
}

static void text_mixed(struct pagesnap_text *t, const char *key, u32 v, u32 mixed)
{
	if (v == mixed)
		pagesnap_text_key_str(t, key, "mixed");
	else
		pagesnap_text_key(t, key, wide(v));
}

static void text_sample(struct pagesnap_text *t, const struct pagesnap_accesses_sample *r)
{
	pagesnap_text_type(t, "sample", r->q);
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " late=", r->late_ns);
	pagesnap_text_key(t, " took=", r->took_ns);
	pagesnap_text_key(t, " missed=", r->missed);
	pagesnap_text_key(t, " processes=", r->processes);
	pagesnap_text_key(t, " entries=", r->entries);
	pagesnap_text_key(t, " pages=", r->pages);
	pagesnap_text_key(t, " accessed=", r->accessed);
	pagesnap_text_key(t, " dirtied=", r->dirtied);
	pagesnap_text_key(t, " lost=", r->lost);
	pagesnap_text_key(t, " lacking=", r->lacking);
	pagesnap_text_key(t, " passed=", r->passed);
}

/* Whose accesses they are, where these are not those of processes. */
static void text_map(struct pagesnap_text *t, const struct pagesnap_rec *r)
{
	if (r->flags & PAGESNAP_RF_KERNEL)
		pagesnap_text_key_str(t, " map=", "direct");
}

static const char *kind_word(u32 kind)
{
	if (kind == PAGESNAP_MIXED16)
		return "mixed";
	return kind == PAGESNAP_NONE16 ? "-" : pagesnap_accesses_kind(kind);
}

static void text_heat(struct pagesnap_text *t, const struct pagesnap_accesses_heat *r)
{
	pagesnap_text_type(t, "heat", r->q);
	if (r->rec.flags & PAGESNAP_RF_INDEX)
		pagesnap_text_key(t, " index=", r->index);
	else
		pagesnap_text_key_hex(t, r->rec.flags & PAGESNAP_RF_PFN ? " pfn=" : " vpn=",
				      r->index);
	pagesnap_text_key(t, " nr=", r->nr);
	pagesnap_text_key(t, " accessed=", wide(r->accessed));
	pagesnap_text_key(t, " of=", wide(r->of));
	pagesnap_text_key(t, " dirtied=", wide(r->dirtied));
	pagesnap_text_key(t, " age=", wide(r->age));
	if (r->rec.flags & PAGESNAP_RF_AT_LEAST)
		pagesnap_text_char(t, '+');
	if (r->order == PAGESNAP_UNKNOWN16)
		pagesnap_text_key(t, " order=", PAGESNAP_UNKNOWN);
	else
		text_mixed(t, " order=", r->order, PAGESNAP_MIXED16);
	text_mixed(t, " node=", r->node, PAGESNAP_MIXED32);
	pagesnap_text_key_str(t, " kind=", kind_word(r->kind));
	text_map(t, &r->rec);
}

static void text_span(struct pagesnap_text *t, const struct pagesnap_accesses_span *r)
{
	bool hex = !(r->rec.flags & PAGESNAP_RF_INDEX);

	pagesnap_text_type(t, "span", r->q);
	if (hex)
		pagesnap_text_key_hex(t, " start=", r->start);
	else
		pagesnap_text_key(t, " start=", r->start);
	if (hex && r->end != PAGESNAP_NONE)
		pagesnap_text_key_hex(t, " end=", r->end);
	else
		pagesnap_text_key(t, " end=", r->end);
	text_map(t, &r->rec);
}

/**
 * pagesnap_accesses_text_file() - the line of a file
 * @t: empty line
 * @r: file
 * @name: its name
 */
void pagesnap_accesses_text_file(struct pagesnap_text *t, const struct pagesnap_accesses_file *r,
				 const char *name)
{
	pagesnap_text_type(t, "file", r->q);
	pagesnap_text_key(t, " dev=", r->dev_major);
	pagesnap_text_key(t, ":", r->dev_minor);
	pagesnap_text_key(t, " ino=", r->ino);
	pagesnap_text_key(t, " gen=", r->gen);
	pagesnap_text_key_str(t, " state=", pagesnap_state_name(r->state));
	if (r->subvol)
		pagesnap_text_key(t, " subvol=", r->subvol);
	pagesnap_text_key_escaped(t, " name=", name, r->name_len);
}

static void text_wss(struct pagesnap_text *t, const struct pagesnap_accesses_wss *r)
{
	u32 i;

	pagesnap_text_type(t, "wss", r->q);
	pagesnap_text_key(t, " pid=", wide(r->pid));
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key(t, " of=", r->of);
	pagesnap_text_key(t, " pages=", r->pages);
	pagesnap_text_key(t, " never=", r->never);
	for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS && r->accessed[i] != PAGESNAP_UNKNOWN; i++) {
		pagesnap_text_key(t, i ? "," : " accessed=", 1ULL << i);
		pagesnap_text_key(t, ":", r->accessed[i]);
	}
	text_map(t, &r->rec);
}

static void text_process(struct pagesnap_text *t, const struct pagesnap_accesses_process *r)
{
	pagesnap_text_type(t, "process", r->q);
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key_str(t, " what=", pagesnap_accesses_what(r->what));
	pagesnap_text_key(t, " pid=", r->pid);
	pagesnap_text_key_escaped(t, " comm=", r->comm, strnlen(r->comm, sizeof(r->comm)));
}

/**
 * pagesnap_accesses_text() - the line of a record
 * @t: empty line
 * @r: task, or a record of this collection that has no name behind it
 */
void pagesnap_accesses_text(struct pagesnap_text *t, const struct pagesnap_rec *r)
{
	switch (r->type) {
	case PAGESNAP_REC_TASK:
		pagesnap_text_task(t, (const void *)r);
		break;
	case PAGESNAP_REC_SAMPLE:
		text_sample(t, (const void *)r);
		break;
	case PAGESNAP_REC_HEAT:
		text_heat(t, (const void *)r);
		break;
	case PAGESNAP_REC_HEAT_SPAN:
		text_span(t, (const void *)r);
		break;
	case PAGESNAP_REC_WSS:
		text_wss(t, (const void *)r);
		break;
	case PAGESNAP_REC_PROCESS:
		text_process(t, (const void *)r);
		break;
	}
}

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: processes of a stream
 *
 * Mappings come in the order of their addresses.  One that lies below the end of what has come
 * was answered before: somebody has looked again, and the first look counts.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/sums.h"
#include "processes.h"

/**
 * struct process - a process
 * @pid: its PID
 * @comm: its name
 * @end: of the last mapping, in pages
 * @mappings: how many came
 * @sums: of them
 * @pss: bytes
 */
struct process {
	uint32_t pid;
	char comm[17];
	uint64_t end;
	uint64_t mappings;
	struct pagesnap_sums sums;
	__u64 pss;
};

static struct process *place(struct processes *p, uint64_t nr)
{
	size_t cap = p->cap ? 2 * p->cap : 64;
	struct process *all;

	if (nr < p->cap)
		return p->all + nr;
	all = reallocarray(p->all, cap, sizeof(*all));
	if (!all)
		return NULL;
	p->all = all;
	p->cap = cap;
	return all + nr;
}

static int take_task(struct processes *p, const struct pagesnap_task *task)
{
	const uint32_t pid = task->pid;
	bool fresh;
	int64_t nr = index_find(&p->pids, &pid, sizeof(pid), &fresh);

	p->last = nr < 0 ? NULL : place(p, nr);
	if (!p->last)
		return -ENOMEM;
	if (!fresh)
		return 0;
	memset(p->last, 0, sizeof(*p->last));
	p->last->pid = pid;
	memcpy(p->last->comm, task->comm, sizeof(task->comm));
	return 0;
}

static void take_mapping(struct processes *p, const struct pagesnap_record *r, uint64_t pss)
{
	const struct pagesnap_sums *sums = pagesnap_record_sums(r);
	const struct pagesnap_vma *vma = &r->u->vma;

	p->skips = vma->start < p->last->end;
	if (p->skips)
		return;
	p->last->end = vma->end;
	p->last->mappings++;
	if (sums) {
		sums_add(&p->last->sums, sums);
		sums_count(&p->last->pss, pss);
	} else {
		/* runs don't tell who else maps them */
		p->last->pss = PAGESNAP_UNKNOWN;
	}
}

static void take_run(struct processes *p, const struct pagesnap_run *run)
{
	struct pagesnap_sums *sums = &p->last->sums;

	sums_count(&sums->pages, run->nr);
	sums_count(&sums->dirty, run->flags >> KPF_DIRTY & 1 ? run->nr : 0);
}

/**
 * processes_take() - take a record
 * @p: processes
 * @r: record
 * @pss: of a mapping, bytes
 *
 * Return: 0 or -ENOMEM.
 */
int processes_take(struct processes *p, const struct pagesnap_record *r, uint64_t pss)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_TASK:
		return take_task(p, &r->u->task);
	case PAGESNAP_REC_END:
	case PAGESNAP_REC_SB:
		p->last = NULL;
		return 0;
	case PAGESNAP_REC_VMA:
		if (p->last)
			take_mapping(p, r, pss);
		return 0;
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		if (p->last && !p->skips)
			take_run(p, &r->u->run);
		return 0;
	case PAGESNAP_REC_SWAP:
		if (p->last && !p->skips)
			sums_count(&p->last->sums.swapped, r->u->gap.nr);
		return 0;
	default:
		return 0;
	}
}

static void put(const struct process *p, uint32_t stream, unsigned int page_shift, struct list *to)
{
	const __u64 pages[] = { p->sums.pages, p->sums.dirty, p->sums.swapped };
	size_t i;

	list_array(to);
	list_number(to, stream);
	list_number(to, p->pid);
	list_text(to, p->comm, strlen(p->comm));
	for (i = 0; i < sizeof(pages) / sizeof(*pages); i++)
		list_number(to, pages[i] >= PAGESNAP_NONE ? pages[i] : pages[i] << page_shift);
	list_number(to, p->pss);
	list_number(to, p->mappings);
	list_array_end(to);
}

/**
 * processes_end() - no more come in this stream
 * @p: processes
 * @stream: number of the stream
 * @page_shift: log2 of its page size
 * @to: gets the rows
 */
void processes_end(struct processes *p, uint32_t stream, unsigned int page_shift, struct list *to)
{
	uint32_t i;

	for (i = 0; i < p->pids.nr; i++)
		put(p->all + i, stream, page_shift, to);
	index_free(&p->pids);
	p->last = NULL;
}

/**
 * processes_free() - forget all
 * @p: processes
 */
void processes_free(struct processes *p)
{
	index_free(&p->pids);
	free(p->all);
	*p = (struct processes){ .all = NULL };
}

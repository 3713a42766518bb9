// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/faults: references to pages, what becomes of processes, sweeps and
 * windows, which are all rows by themselves, and their columns.
 */
#include <inttypes.h>

#include "../../module/faults/records.h"
#include "column_get.h"
#include "column_table.h"
#include "faults_asked.h"
#include "faults_row.h"
#include "kind.h"
#include "line_row.h"

static uint32_t type_of(const struct row *row)
{
	return row->item ? row->item->u->rec.type : 0;
}

static const struct pagesnap_faults_fault *fault_of(const struct row *row)
{
	return type_of(row) == PAGESNAP_REC_FAULT ? &row->item->u->fault : NULL;
}

static const struct pagesnap_faults_event *event_of(const struct row *row)
{
	return type_of(row) >= PAGESNAP_REC_FORK && type_of(row) <= PAGESNAP_REC_EXIT ?
	       &row->item->u->event : NULL;
}

static const struct pagesnap_faults_traced *traced_of(const struct row *row)
{
	return type_of(row) == PAGESNAP_REC_TRACED ? &row->item->u->traced : NULL;
}

static const struct pagesnap_faults_sweep *sweep_of(const struct row *row)
{
	return type_of(row) == PAGESNAP_REC_SWEEP ? &row->item->u->sweep : NULL;
}

static const struct pagesnap_faults_window *window_of(const struct row *row)
{
	return type_of(row) == PAGESNAP_REC_WINDOW ? &row->item->u->window : NULL;
}

static const struct pagesnap_lost *lost_of(const struct row *row)
{
	return type_of(row) == PAGESNAP_REC_LOST ? &row->item->u->lost : NULL;
}

/* Of several ---------------------------------------------------------------- */

static void get_pid(struct row *row, struct value *v)
{
	if (fault_of(row) && faults_row(row)->where)
		set_number(v, faults_row(row)->where->pid);
	else if (event_of(row))
		set_number(v, event_of(row)->pid);
	else if (traced_of(row))
		set_number(v, traced_of(row)->pid);
	else if (window_of(row))
		set_number(v, window_of(row)->pid);
}

static void get_command(struct row *row, struct value *v)
{
	if (event_of(row))
		set_string(v, event_of(row)->comm, sizeof(event_of(row)->comm));
	else if (traced_of(row))
		set_string(v, traced_of(row)->comm, sizeof(traced_of(row)->comm));
}

static void get_time(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_number(v, fault_of(row)->time_ns);
	else if (event_of(row))
		set_number(v, event_of(row)->time_ns);
	else if (sweep_of(row))
		set_number(v, sweep_of(row)->time_ns);
	else if (window_of(row))
		set_number(v, window_of(row)->time_ns);
	else if (lost_of(row))
		set_number(v, lost_of(row)->time_ns);
}

static void get_cpu(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_number(v, fault_of(row)->page & ((1U << PAGESNAP_FAULT_CPU_BITS) - 1));
	else if (lost_of(row))
		set_number(v, lost_of(row)->cpu);
}

static void get_sweep(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->n);
	else if (traced_of(row))
		set_number(v, traced_of(row)->n);
}

/* Of a fault ---------------------------------------------------------------- */

static void get_tid(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_number(v, fault_of(row)->tid);
}

static void get_vpn(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_hex(v, fault_of(row)->page >> PAGESNAP_FAULT_CPU_BITS);
}

static void get_addr(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_hex(v, fault_of(row)->page >> PAGESNAP_FAULT_CPU_BITS << row->page_shift);
}

static void get_access(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_word(v, pagesnap_faults_access(fault_of(row)->rec.flags));
}

static void get_by(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_word(v, fault_of(row)->rec.flags & PAGESNAP_RF_BY_KERNEL ? "kernel" : "user");
}

static void get_was(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_word(v, pagesnap_faults_was(pagesnap_faults_was_of(fault_of(row)->rec.flags)));
}

static void get_huge(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_number(v, !!(fault_of(row)->rec.flags & PAGESNAP_RF_HUGE));
}

static void get_healed(struct row *row, struct value *v)
{
	if (fault_of(row))
		set_number(v, !!(fault_of(row)->rec.flags & PAGESNAP_RF_HEALED));
}

static void get_vtime(struct row *row, struct value *v)
{
	if (faults_row(row)->where)
		set_number(v, faults_row(row)->where->vtime);
}

/* Where it is --------------------------------------------------------------- */

static const struct pagesnap_faults_map *map_of(struct row *row)
{
	const struct faults_where *where = faults_row(row)->where;

	return where ? where->map : NULL;
}

/* Of a fault in a page of a file, else NULL. */
static const struct faults_where *in_file(struct row *row)
{
	const struct faults_where *where = faults_row(row)->where;

	return where && where->map && where->map->ino != PAGESNAP_NONE ? where : NULL;
}

static void get_kind(struct row *row, struct value *v)
{
	const struct pagesnap_faults_map *map = map_of(row);

	if (map)
		set_word(v, pagesnap_faults_map(map->kind));
}

static void get_prot(struct row *row, struct value *v)
{
	const struct pagesnap_faults_map *map = map_of(row);
	char *letters = map ? row_scratch(row, 8) : NULL;
	struct pagesnap_text t = { .buf = letters, .cap = 8 };

	if (!letters)
		return;
	pagesnap_text_prot(&t, "", map->prot);
	v->type = VALUE_WORD;
	v->text = letters;
	v->len = t.len;
}

static void get_dev(struct row *row, struct value *v)
{
	const struct faults_where *where = in_file(row);

	if (where)
		set_dev(row, v, where->map->dev_major, where->map->dev_minor);
}

static void get_ino(struct row *row, struct value *v)
{
	const struct faults_where *where = in_file(row);

	if (where)
		set_number(v, where->map->ino);
}

static void get_page(struct row *row, struct value *v)
{
	const struct faults_where *where = in_file(row);

	if (where)
		set_number(v, where->file_page);
}

static void get_offset(struct row *row, struct value *v)
{
	const struct faults_where *where = in_file(row);

	if (where)
		set_number(v, where->file_page << row->page_shift);
}

static void get_name(struct row *row, struct value *v)
{
	const struct faults_where *where = faults_row(row)->where;

	if (where && where->map && where->map->name_len)
		set_name(v, where->name, where->map->name_len);
}

/* Of processes, sweeps and windows ------------------------------------------ */

static void get_parent(struct row *row, struct value *v)
{
	if (event_of(row))
		set_number32(v, event_of(row)->parent);
}

static void get_what(struct row *row, struct value *v)
{
	if (traced_of(row))
		set_word(v, pagesnap_faults_traced(traced_of(row)->what));
}

static void get_late(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->late_ns);
}

static void get_took(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->took_ns);
}

static void get_missed(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->missed);
}

static void get_guarded(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->guarded);
}

static void get_still(struct row *row, struct value *v)
{
	if (sweep_of(row))
		set_number(v, sweep_of(row)->still);
}

static void get_window(struct row *row, struct value *v)
{
	if (window_of(row))
		set_number(v, window_of(row)->window);
}

static void get_lost(struct row *row, struct value *v)
{
	if (lost_of(row))
		set_number(v, lost_of(row)->events);
}

static const struct column of_faults[] = {
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "TID", N, R, { }, get_tid, NULL, "thread", ANY },
	{ "AT", N, R, { }, get_time, NULL, "CLOCK_MONOTONIC, ns", ANY },
	{ "CPU", N, R, { }, get_cpu, NULL, "CPU", ANY },
	{ "VPN", N, R, { }, get_vpn, NULL, "virtual page number", ANY },
	{ "ADDR", N, R, { }, get_addr, NULL, "virtual address of the page", ANY },
	{ "ACCESS", S, 0, { }, get_access, NULL, "read, write or fetch", ANY },
	{ "BY", S, 0, { }, get_by, NULL, "user, or kernel: in a system call", ANY },
	{ "WAS", S, 0, { }, get_was, NULL, "what was in the page table", ANY },
	{ "HUGE", N, R, { }, get_huge, NULL, "1: the page is in a huge one", ANY },
	{ "HEALED", N, R, { }, get_healed, NULL, "1: the kernel restored the entry", ANY },
	{ "KIND", S, 0, { }, get_kind, NULL, "anon, file, shmem, heap, stack or other", ANY },
	{ "PROT", S, 0, { }, get_prot, NULL, "protection of the mapping", ANY },
	{ "DEV", S, R, { }, get_dev, NULL, "device of the file", ANY },
	{ "INO", N, R, { }, get_ino, NULL, "inode of the file", ANY },
	{ "PAGE", N, R, { }, get_page, NULL, "page of the file", ANY },
	{ "OFFSET", N, R, { }, get_offset, NULL, "the same in bytes", ANY },
	{ "VTIME", N, R, { }, get_vtime, NULL, "number of the reference in its process", ANY },
	{ "PARENT", N, R, { }, get_parent, NULL, "of a fork, who forked", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", ANY },
	{ "WHAT", S, 0, { }, get_what, NULL, "what becomes of the process", ANY },
	{ "SWEEP", N, R, { }, get_sweep, NULL, "number of the sweep", ANY },
	{ "LATE", N, R, { }, get_late, NULL, "how long after its time, ns", ANY },
	{ "TOOK", N, R, { }, get_took, NULL, "how long it took, ns", ANY },
	{ "MISSED", N, R, { }, get_missed, NULL, "sweeps before it that were missed", ANY },
	{ "GUARDED", N, R, { }, get_guarded, NULL, "entries that were made to fault", ANY },
	{ "STILL", N, R, { }, get_still, NULL, "those that had not faulted since the last", ANY },
	{ "WINDOW", N, R, { }, get_window, NULL, "pages of the window from now on", ANY },
	{ "LOST", N, R, { }, get_lost, NULL, "events that nobody read in time", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "file, or [heap] and the like", ANY },
};

static COLUMN_TABLE(faults_columns, &kind_faults, of_faults);

static int take(struct row *row, const struct pagesnap_record *r)
{
	faults_row(row)->where = NULL;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FAULT:
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
	case PAGESNAP_REC_TRACED:
	case PAGESNAP_REC_SWEEP:
	case PAGESNAP_REC_WINDOW:
	case PAGESNAP_REC_LOST:
		row->item = r;
		return ROW_PRINT;
	default:
		return ROW_SKIP;
	}
}

/* Of faults that weren't asked for nothing is said. */
static enum skipped_unit skipped(unsigned int why)
{
	switch (why) {
	case PAGESNAP_FAULTS_WHY_LOCKED:
	case PAGESNAP_FAULTS_WHY_MISSED:
		return SKIPPED_SWEEPS;
	case PAGESNAP_FAULTS_WHY_BY_KERNEL:
	case PAGESNAP_FAULTS_WHY_OUTSIDE:
		return SKIPPED_UNITS;
	default:
		return why < PAGESNAP_FAULTS_WHY_SELF ? SKIPPED_PAGES : SKIPPED_PROCESSES;
	}
}

static void lack(const struct pagesnap_end *end, char *buf, size_t size)
{
	uint64_t lost = end->counters[PAGESNAP_FAULTS_COUNT_LOST];

	*buf = '\0';
	if (lost)
		snprintf(buf, size, "%" PRIu64 " event%s %s not read in time", lost,
			 lost == 1 ? "" : "s", lost == 1 ? "was" : "were");
}

static const struct kind_index indices[] = {
	{
		.which = PAGESNAP_FAULTS_TASK, .word = "trace", .subject = PAGESNAP_SUBJECT_TASK,
		.expected = "PID, uid:N or cgroup:PATH expected", .merge = KIND_MERGE_NONE,
	},
};

static const struct column_table *const tables[] = {
	&stream_row_columns, &faults_columns, &stream_header_columns, NULL,
};

#define COLUMNS "RECORD,PID,TID,TIME,CPU,ADDR,ACCESS,BY,WAS,KIND,PROT,DEV,INO,PAGE,VTIME,NAME"

const struct kind kind_faults = {
	.name = "faults",
	.of = &pagesnap_collection_faults,
	.grammar = &faults_grammar,
	.indices = indices,
	.nr_indices = sizeof(indices) / sizeof(indices[0]),
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.objects = "references",
	.sort_column = "VTIME",
	.row_size = sizeof(struct faults_row),
	.item_first = PAGESNAP_REC_FAULT,
	.item_last = PAGESNAP_REC_WINDOW,
	.take = take,
	.skipped = skipped,
	.lack = lack,
	.amount = line_row_references,
	.amounts = "references",
};

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options that several commands take, for the lists of these.  What only one takes stands
 * beside that.
 */
#ifndef SHARED_H
#define SHARED_H

#include "options.h"

/* options-select.c: which pages */
extern const struct option_entry option_range, option_bytes_range, option_flags, option_bits,
	option_node, option_cgroup, option_min_order, option_max_order, option_min_pages,
	option_limit, option_with_slab;

/* options-output.c: how they are shown */
extern const struct option_entry option_state, option_recently_evicted, option_group,
	option_summary, option_raw_flags, option_mask, option_no_names, option_output,
	option_output_all, option_list_columns, option_top, option_sort, option_json, option_jsonl,
	option_csv, option_raw, option_text, option_noheadings, option_bytes, option_notruncate,
	option_color;

/* options-run.c: how it is run */
extern const struct option_entry option_tag, option_trace, option_jobs, option_unordered,
	option_max_cpu, option_mnt_ns, option_print_query, option_save, option_print, option_read,
	option_at, option_help, option_version;

/* options-plot.c: a picture of them */
extern const struct option_entry option_plot, option_plot_kind, option_plot_size,
	option_plot_pid;

/* Those that go together. */
#define OPTIONS_PLOT &option_plot, &option_plot_kind, &option_plot_size, &option_plot_pid
#define OPTIONS_FLAGS &option_flags, &option_bits, &option_node
#define OPTIONS_ORDER &option_min_order, &option_max_order
#define OPTIONS_COLUMNS &option_output, &option_output_all, &option_list_columns
#define OPTIONS_SORT &option_top, &option_sort
#define OPTIONS_FORMAT &option_json, &option_jsonl, &option_csv, &option_raw
#define OPTIONS_LOOK &option_noheadings, &option_bytes, &option_notruncate, &option_color
#define OPTIONS_RUN &option_jobs, &option_unordered, &option_max_cpu, &option_mnt_ns, \
	&option_print_query, &option_save, &option_print, &option_read, &option_at
#define OPTIONS_ABOUT &option_help, &option_version

#endif /* SHARED_H */

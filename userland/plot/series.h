/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The samples of one query: when they were taken, what they found, and what they lack.  Pure.
 */
#ifndef PLOT_SERIES_H
#define PLOT_SERIES_H

#include "lib/pagesnap.h"

/* Samples that are kept; with more, the older half of them goes. */
#define PLOT_SAMPLES_MAX (1 << 20)

/**
 * struct plot_sample - a sample
 * @n: its number; those that were missed have numbers, too
 * @at: when it began, seconds behind the first look
 * @late: seconds since it should have begun
 * @pages: that were mapped
 * @accessed: of these, those accessed since the sample before
 * @lacks: pages were lost, or a process was not in it
 */
struct plot_sample {
	uint64_t n;
	double at;
	double late;
	uint64_t pages;
	uint64_t accessed;
	bool lacks;
};

/**
 * struct plot_series - samples of a query; all zero is none
 * @every: seconds from one to the next
 * @aggregate: samples of a round, 0: none was asked
 * @flush: TLBs were flushed
 * @began_ns: CLOCK_REALTIME of the first look
 * @list: those that are kept, ascending; @nr of them
 * @nr: see there
 * @room: samples that there is memory for
 * @dropped: samples before them
 * @missed: samples whose time had passed
 * @late: samples that began more than half an interval late
 * @lost: pages that were not remembered
 * @lacking: times that a process was not in a sample
 * @ended: an end came
 * @end: that
 */
struct plot_series {
	double every;
	uint32_t aggregate;
	bool flush;
	uint64_t began_ns;
	struct plot_sample *list;
	size_t nr;
	size_t room;
	uint64_t dropped;
	uint64_t missed;
	uint64_t late;
	uint64_t lost;
	uint64_t lacking;
	bool ended;
	struct pagesnap_end end;
};

/**
 * struct plot_span - a span of time, seconds behind the first look
 * @from: it begins
 * @to: it ends
 */
struct plot_span {
	double from;
	double to;
};

/* A query begins: what it asks.  Without aggregate its samples say nothing. */
void plot_series_begin(struct plot_series *s, const struct pagesnap_record *query);
/* A sample behind those that are there.  0 or -ENOMEM. */
int plot_series_add(struct plot_series *s, const struct pagesnap_accesses_sample *sample);
/* Did it begin more than half an interval late? */
bool plot_series_is_late(const struct plot_series *s, const struct plot_sample *sample);
/* When accesses were made that round @number, from 0, tells of.  False if that is not known. */
bool plot_series_round(const struct plot_series *s, uint64_t number, struct plot_span *span);
/* When they were made that sample @nth of the list tells of. */
struct plot_span plot_series_sample(const struct plot_series *s, size_t nth);
/* From the first to the last of all that are kept. */
struct plot_span plot_series_all(const struct plot_series *s);
void plot_series_free(struct plot_series *s);

#endif /* PLOT_SERIES_H */

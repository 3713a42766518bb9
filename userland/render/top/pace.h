/* SPDX-License-Identifier: GPL-2.0 */
/*
 * When to look again, so that looking takes no more of a processor than it may.
 */
#ifndef RENDER_TOP_PACE_H
#define RENDER_TOP_PACE_H

#include <stdint.h>

/**
 * struct top_pace - when to look
 * @wanted_ns: from one look to the next, if that may be
 * @percent: of one processor that may be taken, on average from one look to the next
 * @begun_ns: when the last look began
 * @spent_ns: time of a processor that was taken up to then
 */
struct top_pace {
	uint64_t wanted_ns;
	uint64_t percent;
	uint64_t begun_ns;
	uint64_t spent_ns;
};

/* A look begins at @now_ns; @spent_ns of a processor were taken in all up to now. */
void top_pace_begin(struct top_pace *p, uint64_t now_ns, uint64_t spent_ns);
/* From the beginning of the last look to the next one, if no more than @spent_ns is taken. */
uint64_t top_pace_every(const struct top_pace *p, uint64_t spent_ns);
/* What is taken of it until then or, if that is later, until now, in tenths of a percent. */
uint64_t top_pace_cost(const struct top_pace *p, uint64_t now_ns, uint64_t spent_ns);

#endif /* RENDER_TOP_PACE_H */

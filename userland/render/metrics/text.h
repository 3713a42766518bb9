/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers as Prometheus reads them: in its text format, or as OpenMetrics.
 */
#ifndef RENDER_METRICS_TEXT_H
#define RENDER_METRICS_TEXT_H

#include <stdint.h>

#include "kinds/value.h"

/**
 * struct metrics - a text that grows
 * @text: it
 * @open: it is OpenMetrics
 */
struct metrics {
	struct value_buf text;
	bool open;
};

/*
 * Begins a family of gauges: all their samples follow.  @unit is what @name ends with, "" for
 * none; @help is one line without backslashes.
 */
void metrics_family(struct metrics *m, const char *name, const char *unit, const char *help);
/* A sample; @labels as "{key="value"}", or "".  PAGESNAP_UNKNOWN is NaN. */
void metrics_sample(struct metrics *m, const char *name, const char *labels, uint64_t value);
/* The same of a time, which is in seconds then. */
void metrics_time(struct metrics *m, const char *name, const char *labels, uint64_t ns);
/* Nothing comes behind it. */
void metrics_end(struct metrics *m);

#endif /* RENDER_METRICS_TEXT_H */

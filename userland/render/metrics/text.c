// SPDX-License-Identifier: GPL-2.0
/*
 * Numbers as Prometheus reads them.  Pure.
 *
 * All of them are gauges: of these both formats have the same lines, but for those that
 * OpenMetrics alone has.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "text.h"

#define NS_PER_SECOND 1000000000ULL
#define NS_PER_US 1000ULL

static void put(struct metrics *m, const char *text)
{
	value_buf_put(&m->text, text, strlen(text));
}

static void put_comment(struct metrics *m, const char *what, const char *name, const char *text)
{
	put(m, "# ");
	put(m, what);
	put(m, " ");
	put(m, name);
	put(m, " ");
	put(m, text);
	put(m, "\n");
}

/**
 * metrics_family() - begin a family of gauges
 * @m: text
 * @name: of the family
 * @unit: of its numbers, "" for none
 * @help: what they are
 */
void metrics_family(struct metrics *m, const char *name, const char *unit, const char *help)
{
	put_comment(m, "HELP", name, help);
	put_comment(m, "TYPE", name, "gauge");
	if (m->open && *unit)
		put_comment(m, "UNIT", name, unit);
}

static void put_sample(struct metrics *m, const char *name, const char *labels, const char *value)
{
	put(m, name);
	put(m, labels);
	put(m, " ");
	put(m, value);
	put(m, "\n");
}

/**
 * metrics_sample() - append a number
 * @m: text
 * @name: of its family
 * @labels: its labels, in braces, or ""
 * @value: number, or PAGESNAP_UNKNOWN
 */
void metrics_sample(struct metrics *m, const char *name, const char *labels, uint64_t value)
{
	char number[32];

	snprintf(number, sizeof(number), "%" PRIu64, value);
	put_sample(m, name, labels, value == PAGESNAP_UNKNOWN ? "NaN" : number);
}

/**
 * metrics_time() - append a time
 * @m: text
 * @name: of its family
 * @labels: its labels, in braces, or ""
 * @ns: nanoseconds
 */
void metrics_time(struct metrics *m, const char *name, const char *labels, uint64_t ns)
{
	char number[48];

	snprintf(number, sizeof(number), "%" PRIu64 ".%06" PRIu64, (uint64_t)(ns / NS_PER_SECOND),
		 (uint64_t)(ns % NS_PER_SECOND / NS_PER_US));
	put_sample(m, name, labels, number);
}

/**
 * metrics_end() - say that it is whole
 * @m: text
 */
void metrics_end(struct metrics *m)
{
	if (m->open)
		put(m, "# EOF\n");
}

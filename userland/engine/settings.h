/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the engine has to know of a command line.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>

#include "lib/pagesnap.h"
#include "render/out.h"

/**
 * struct settings - how a run asks, and what becomes of its answers
 * @out: how rows look
 * @ask: what was asked of every subject
 * @jobs: sessions at a time
 * @begun: each answer calls it as it begins, in the thread that asks; NULL: nobody waits for that,
 *	as always where threads make rows
 * @begun_ctx: for it
 * @max_cpu: percent of one processor to take at the most, 0 for any
 * @unordered: answers are printed in any order
 * @saved: answers are saved
 * @read_name: what messages call a stream that is read, NULL for the name of its file
 * @silent: they are not printed
 * @has_top: --top was given
 */
struct settings {
	struct out_options *out;
	struct pagesnap_params *ask;
	unsigned int jobs;
	void (*begun)(void *ctx);
	void *begun_ctx;
	unsigned int max_cpu;
	const char *read_name;
	bool unordered;
	bool saved;
	bool silent;
	bool has_top;
};

#endif /* SETTINGS_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* Inputs: new ones, and others made from those that were good for something. */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include "input.h"
#include "rng.h"

void input_generate(struct rng *r, struct input *in);
/* @in from @from, and maybe some of @other. */
void input_mutate(struct rng *r, struct input *in, const struct input *from,
		  const struct input *other);

#endif /* FUZZ_MUTATE_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* What options mean together. */
#ifndef SETTLE_H
#define SETTLE_H

#include "options.h"

/*
 * All options are read, and there are @operands behind them or not.  0, or after a message
 * -EINVAL for wrong usage, another negative errno if something that was named isn't there.
 */
int options_settle(struct options *options, const struct command *command, bool operands);

#endif /* SETTLE_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the subcommands
 *
 * Help, completion and messages about options list all of them, but this room knows none: who
 * has the table says so before anything else is called.
 */
#include "command.h"

const struct command *const *commands;

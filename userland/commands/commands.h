/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All subcommands that there are.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "cli/command.h"

extern const struct command command_pfn, command_file, command_fs, command_task, command_batch,
	command_du, command_who, command_audit, command_cgroup, command_doctor, command_wss,
	command_heat, command_memory, command_trace, command_slab, command_top, command_diff,
	command_export, command_map, command_fleet, command_record, command_replay,
	command_report;

#endif /* COMMANDS_H */

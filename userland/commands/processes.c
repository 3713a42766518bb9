// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: operands that name processes
 */
#include <errno.h>
#include <limits.h>

#include "base/say.h"
#include "cli/specs.h"
#include "cli/target.h"
#include "processes.h"

/**
 * processes_is() - is an operand a process or several, as far as can be seen?
 * @operand: it
 *
 * Return: false if it is something else.
 */
bool processes_is(const char *operand)
{
	const char *why;
	uint64_t pid;

	return target_is(operand) || (!spec_number(operand, &pid, &why) && pid && pid <= INT_MAX);
}

/**
 * processes_check() - are operands processes, as far as can be seen?
 * @command: name of the subcommand
 * @argc: operands
 * @argv: them
 *
 * Return: 0, or -EINVAL after a message.
 */
int processes_check(const char *command, int argc, char **argv)
{
	int i;

	if (!argc) {
		say_error("%s takes at least one PID, uid:USER or cgroup:PATH", command);
		return -EINVAL;
	}
	for (i = 0; i < argc; i++) {
		if (processes_is(argv[i]))
			continue;
		say_error("%s: PID, uid:USER or cgroup:PATH expected", say_safe(argv[i]));
		return -EINVAL;
	}
	return 0;
}

/**
 * processes_fill() - processes as the subject of a query
 * @ask: the query
 * @subject: operand
 * @why: why it can't be asked
 *
 * Return: 0 or a positive errno.
 */
int processes_fill(struct pagesnap_params *ask, const char *subject, const char **why)
{
	char *target = NULL;
	uint64_t pid;
	int err;

	if (target_is(subject)) {
		err = target_find(subject, &target, why);
		ask->target = target;
		return err;
	}
	if (spec_number(subject, &pid, why))
		return EINVAL;
	ask->pid = pid;
	return 0;
}

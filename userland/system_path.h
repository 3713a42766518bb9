/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the files of the system are; tests have their own.
 */
#ifndef SYSTEM_PATH_H
#define SYSTEM_PATH_H

#include <stdlib.h>

/* What the environment's @variable says, or where it is as a rule. */
static inline const char *system_path(const char *variable, const char *usual)
{
	const char *path = getenv(variable);

	return path ? path : usual;
}

#endif /* SYSTEM_PATH_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: paths of the system, also while the root is somebody else's
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "system_path.h"

/* Set before there is a second thread. */
static bool from_folder;

/**
 * system_path_of() - a path of the system, to be opened
 * @path: from the system's root
 *
 * Return: @path, or without the slash if the system's root is the working folder.
 */
const char *system_path_of(const char *path)
{
	return from_folder && *path == '/' ? path + strspn(path, "/") : path;
}

/**
 * system_path() - where a file of the system is, to be opened
 * @variable: of the environment, by which tests name their own
 * @usual: where it is as a rule
 *
 * Return: path.
 */
const char *system_path(const char *variable, const char *usual)
{
	const char *path = getenv(variable);

	return system_path_of(path ? path : usual);
}

/**
 * system_path_from_folder() - the system's root is the working folder
 */
void system_path_from_folder(void)
{
	from_folder = true;
}

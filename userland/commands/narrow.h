/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Of a moment that was recorded, what was named: whole filesystems, or files and what is below
 * folders.
 */
#ifndef COMMANDS_NARROW_H
#define COMMANDS_NARROW_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/command.h"

/**
 * struct narrow_path - a path that was named
 * @path: as it was named, without slashes at its end; "" is the root
 * @real: where it leads to here, NULL if that is the same, or nowhere
 * @type: in place of a path: of all filesystems of this type
 * @found: there is something of it
 * @led: that was found by @real
 * @mount: of FILESYSTEMS, bytes of the path that the filesystem is mounted on; -1 if none was found
 * @major: of its device
 * @minor: likewise
 */
struct narrow_path {
	char *path;
	char *real;
	const char *type;
	bool found;
	bool led;
	long mount;
	unsigned int major;
	unsigned int minor;
};

/**
 * struct narrow - what is wanted of a moment
 * @by: what paths name
 * @list: these
 * @nr: how many
 */
struct narrow {
	enum command_narrows by;
	struct narrow_path *list;
	size_t nr;
};

/*
 * 0, or a negative errno after a message, -EINVAL for a path that can't be looked for;
 * narrow_free() is owed.
 */
int narrow_open(struct narrow *n, enum command_narrows by, char *const *paths, size_t nr);
/*
 * A descriptor that reads, from its beginning, what is wanted of the saved stream that @fd reads;
 * or a negative errno after a message, in which @name is the moment.
 */
int narrow_stream(struct narrow *n, int fd, const char *name);
/* Of path @nth, the one that the moment has. */
const char *narrow_path_of(const struct narrow *n, size_t nth);
void narrow_free(struct narrow *n);

#endif /* COMMANDS_NARROW_H */

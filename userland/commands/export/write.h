/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file that is whole whoever reads it.
 */
#ifndef COMMANDS_EXPORT_WRITE_H
#define COMMANDS_EXPORT_WRITE_H

#include <stddef.h>

/* Replaces @path by @text.  0, or a negative errno after a message. */
int export_write(const char *path, const char *text, size_t len);

#endif /* COMMANDS_EXPORT_WRITE_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A socket that clients come to.
 */
#ifndef COMMANDS_EXPORT_LISTEN_H
#define COMMANDS_EXPORT_LISTEN_H

#include <stddef.h>

#include "base/serving.h"

#define EXPORT_LISTEN_MAX (1 + SERVING_MORE_MAX)

/**
 * struct export_listening - sockets that clients come to
 * @fds: them
 * @nr: how many
 */
struct export_listening {
	int fds[EXPORT_LISTEN_MAX];
	size_t nr;
};

/*
 * Listens at "ADDRESS:PORT", "[ADDRESS]:PORT", "PORT" of 127.0.0.1, or "unix:/PATH"; if ADDRESS is
 * a name, at all that it has.  0; -EINVAL after a message if that is none of them, or another
 * negative errno after one.
 */
int export_listen(const char *where, struct export_listening *to);
/* Closes them, and removes what is left of a unix socket. */
void export_listen_end(const char *where, struct export_listening *l);

#endif /* COMMANDS_EXPORT_LISTEN_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A socket that clients come to.
 */
#ifndef COMMANDS_EXPORT_LISTEN_H
#define COMMANDS_EXPORT_LISTEN_H

/*
 * Listens at "ADDRESS:PORT", "[ADDRESS]:PORT", "PORT" of 127.0.0.1, or "unix:/PATH".  A
 * descriptor; -EINVAL after a message if that is none of them, or another negative errno after
 * one.
 */
int export_listen(const char *where);
/* Removes what is left of it, of a unix socket. */
void export_listen_end(const char *where);

#endif /* COMMANDS_EXPORT_LISTEN_H */

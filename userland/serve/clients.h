/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Who is connected, and since when: nobody holds a place for long.
 */
#ifndef SERVE_CLIENTS_H
#define SERVE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct client - a connection
 * @next: came before it
 * @fd: its socket
 * @since_ns: when it came, or its answer did
 * @waits: for an answer of ours
 * @cut: it was told to go
 */
struct client {
	struct client *next;
	int fd;
	uint64_t since_ns;
	bool waits;
	bool cut;
};

/**
 * struct clients - all of them
 * @first: the newest
 * @nr: how many
 */
struct clients {
	struct client *first;
	size_t nr;
};

/* One comes; if there are @most then, the oldest of those that have asked for nothing yet goes. */
struct client *clients_add(struct clients *c, int fd, uint64_t now_ns, size_t most);
void clients_remove(struct clients *c, struct client *client);
/* Cuts those that have had more than @ns for what they do. */
void clients_cut_slow(struct clients *c, uint64_t now_ns, uint64_t ns);

#endif /* SERVE_CLIENTS_H */

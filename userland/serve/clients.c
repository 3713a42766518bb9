// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: slow clients
 *
 * libmicrohttpd ends connections on which nothing happens.  Who sends or reads a byte now and
 * then is not idle, and many such would take all places.  So each has a time for all of it, and
 * when there is no place left the oldest that has not asked yet goes for who comes.
 */
#include <stdlib.h>
#include <sys/socket.h>

#include "clients.h"

/* Its library sees that it is closed, and lets it go. */
static void cut(struct client *client)
{
	if (!client->cut)
		shutdown(client->fd, SHUT_RDWR);
	client->cut = true;
}

/* The list has the oldest last. */
static void cut_oldest(struct clients *c)
{
	struct client *client, *oldest = NULL;

	for (client = c->first; client; client = client->next)
		if (!client->waits && !client->cut)
			oldest = client;
	if (oldest)
		cut(oldest);
}

/**
 * clients_add() - one comes
 * @c: all
 * @fd: its socket
 * @now_ns: now
 * @most: places
 *
 * Return: it, NULL if there is no memory.
 */
struct client *clients_add(struct clients *c, int fd, uint64_t now_ns, size_t most)
{
	struct client *client = calloc(1, sizeof(*client));

	if (!client)
		return NULL;
	if (c->nr + 1 >= most)
		cut_oldest(c);
	*client = (struct client){ .next = c->first, .fd = fd, .since_ns = now_ns };
	c->first = client;
	c->nr++;
	return client;
}

/**
 * clients_remove() - one has gone
 * @c: all
 * @client: it
 */
void clients_remove(struct clients *c, struct client *client)
{
	struct client **at;

	for (at = &c->first; *at != client; at = &(*at)->next)
		;
	*at = client->next;
	c->nr--;
	free(client);
}

/**
 * clients_cut_slow() - cut those that take too long
 * @c: all
 * @now_ns: now
 * @ns: time that each has
 */
void clients_cut_slow(struct clients *c, uint64_t now_ns, uint64_t ns)
{
	struct client *client;

	for (client = c->first; client; client = client->next)
		if (!client->waits && now_ns - client->since_ns > ns)
			cut(client);
}

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_ROOM_H
#define PAGESNAP_EVENTS_ROOM_H

#include <linux/types.h>

/* Things of an answer that are remembered at a time, at the most: threads, maps and names. */
#define KNOWN_MAX 65536

/* How many things an answer remembers. */
struct known_room {
	u32 nr;
};

/* Return: there is room for one more; known_give() is owed then, or the end of the answer. */
static inline bool known_take(struct known_room *room)
{
	return room->nr < KNOWN_MAX && ++room->nr;
}

static inline void known_give(struct known_room *room)
{
	room->nr--;
}

#endif /* PAGESNAP_EVENTS_ROOM_H */

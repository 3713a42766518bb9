/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_ROOM_H
#define PAGESNAP_EVENTS_ROOM_H

#include <linux/types.h>

/**
 * struct known_room - how many things of a kind an answer remembers
 * @nr: how many
 * @max: at the most
 *
 * Each kind has its own: who makes threads takes nothing from what is known of mappings.
 */
struct known_room {
	u32 nr;
	u32 max;
};

/* Return: there is room for one more; known_give() is owed then, or the end of the answer. */
static inline bool known_take(struct known_room *room)
{
	return room->nr < room->max && ++room->nr;
}

static inline void known_give(struct known_room *room)
{
	room->nr--;
}

#endif /* PAGESNAP_EVENTS_ROOM_H */

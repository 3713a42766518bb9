/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_SPACES_H
#define PAGESNAP_EVENTS_SPACES_H

#include <linux/xarray.h>

#include "room.h"
#include "uapi.h"

void spaces_know(struct xarray *spaces, struct known_room *room,
		 const struct pagesnap_faults_map *r);
const struct pagesnap_faults_map *spaces_find(struct xarray *spaces, u32 pid, u64 vpn);
void spaces_forget(struct xarray *spaces, struct known_room *room, u32 pid);
void spaces_end(struct xarray *spaces, struct known_room *room);

#endif /* PAGESNAP_EVENTS_SPACES_H */

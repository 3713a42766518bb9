/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_WSS_H
#define PAGESNAP_ACCESSES_WSS_H

#include "../core/pure.h"
#include "uapi.h"

void pagesnap_wss_add(struct pagesnap_accesses_wss *r, const struct pagesnap_accesses_heat *heat);
void pagesnap_wss_end(struct pagesnap_accesses_wss *r);

#endif /* PAGESNAP_ACCESSES_WSS_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* Records of all collections: each of them may become an event. */
#ifndef PAGESNAP_EVENTS_UAPI_H
#define PAGESNAP_EVENTS_UAPI_H

#include "../../include/uapi/linux/pagesnap/accesses.h"
#include "../../include/uapi/linux/pagesnap/faults.h"
#include "../../include/uapi/linux/pagesnap/pages.h"
#include "../../include/uapi/linux/pagesnap/slab.h"

#endif /* PAGESNAP_EVENTS_UAPI_H */

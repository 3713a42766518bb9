/* SPDX-License-Identifier: GPL-2.0 */
/* The records of this collection, for the module and for user space alike. */
#ifndef PAGESNAP_SLAB_UAPI_H
#define PAGESNAP_SLAB_UAPI_H

#include "../../include/uapi/linux/pagesnap/slab.h"

#endif /* PAGESNAP_SLAB_UAPI_H */

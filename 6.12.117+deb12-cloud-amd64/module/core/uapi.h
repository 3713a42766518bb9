/* SPDX-License-Identifier: GPL-2.0 */
/* The contract with user space, as the kernel's own files include it. */
#ifndef PAGESNAP_CORE_UAPI_H
#define PAGESNAP_CORE_UAPI_H

#include "../../include/uapi/linux/pagesnap.h"

#endif /* PAGESNAP_CORE_UAPI_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* The collection's part of the contract with user space, as the kernel's own files include it. */
#ifndef PAGESNAP_PAGES_UAPI_H
#define PAGESNAP_PAGES_UAPI_H

#include "../../include/uapi/linux/pagesnap/pages.h"

#endif /* PAGESNAP_PAGES_UAPI_H */

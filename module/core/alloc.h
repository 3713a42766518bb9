/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_ALLOC_H
#define PAGESNAP_CORE_ALLOC_H

#include <linux/gfp.h>

/*
 * For what an answer remembers, charged to its reader.  Rather lose some of it than have somebody
 * killed: who is looked at chooses how much there is.
 */
#define PAGESNAP_FEW_TRIES (GFP_KERNEL_ACCOUNT | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

#endif /* PAGESNAP_CORE_ALLOC_H */

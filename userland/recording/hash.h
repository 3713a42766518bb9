/* SPDX-License-Identifier: GPL-2.0 */
/*
 * XXH3, of its header alone: so the program needs no further library where it runs.
 */
#ifndef RECORDING_HASH_H
#define RECORDING_HASH_H

#define XXH_INLINE_ALL
#include <xxhash.h>

#endif /* RECORDING_HASH_H */

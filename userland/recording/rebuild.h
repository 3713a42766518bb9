/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A moment of a recording as a saved stream.
 */
#ifndef RECORDING_REBUILD_H
#define RECORDING_REBUILD_H

#include "moments.h"

/*
 * Writes moment @nth, or of it the answers of those index files of pages whose bits are in @files,
 * to memory, and returns a descriptor that reads it from its beginning.  -ENODATA: there are none;
 * -EPROTO: it, or one that it builds on, is damaged, and *@bad is the place of that; others after a
 * message, -EFBIG if it would take too much memory.
 */
int rebuild_moment(const struct folder *f, const struct moments *m, size_t nth, unsigned int files,
		   size_t *bad);

#endif /* RECORDING_REBUILD_H */

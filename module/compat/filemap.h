/* SPDX-License-Identifier: GPL-2.0 */
/* Where the page cache is read and written, for probes. */
#ifndef PAGESNAP_COMPAT_FILEMAP_H
#define PAGESNAP_COMPAT_FILEMAP_H

#include <linux/fs.h>
#include <linux/pagemap.h>
#include <linux/pipe_fs_i.h>
#include <linux/uio.h>

#include "probed.h"

/* __filemap_get_folio() is inline since it got a memory policy (v6.19), and calls this one. */
#ifdef HAVE_FILEMAP_GET_FOLIO_MPOL
#define COMPAT_FILEMAP_GET_FOLIO "__filemap_get_folio_mpol"
#else
#define COMPAT_FILEMAP_GET_FOLIO "__filemap_get_folio"
#endif

/* Since v6.5 a splice reads the page cache itself; before, by way of read_iter(). */
#ifdef HAVE_COPY_SPLICE_READ
#define COMPAT_SPLICES 1
#else
#define COMPAT_SPLICES 0
#endif

/* Pages that a pipe has room for: each takes one buffer of it. */
static inline u64 compat_pipe_room(const struct pipe_inode_info *pipe)
{
	u32 used = READ_ONCE(pipe->head) - READ_ONCE(pipe->tail);
	u32 most = READ_ONCE(pipe->max_usage);

	return used < most ? most - used : 0;
}

/* Pages that fit what is read to: a pipe was one of the kinds, before v6.5. */
static inline u64 compat_iter_room(const struct iov_iter *to)
{
#ifdef HAVE_ITER_PIPE
	if (iov_iter_is_pipe(to))
		return compat_pipe_room(to->pipe);
#endif
	return U64_MAX;
}

/* Pages that somebody certainly writes who asks for a folio: large ones are asked for (v6.6). */
static inline u64 compat_pages_of_fgf(unsigned int flags)
{
#ifdef HAVE_FGF_ORDER
	return 1ULL << FGF_GET_ORDER(flags);
#else
	return 1;
#endif
}

#endif /* PAGESNAP_COMPAT_FILEMAP_H */

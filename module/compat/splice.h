/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_SPLICE_H
#define PAGESNAP_COMPAT_SPLICE_H

#include <linux/fs.h>
#include <linux/splice.h>

#include "probed.h"

/* generic_file_splice_read() gave way to copy_splice_read() (in v6.5). */
#ifdef HAVE_COPY_SPLICE_READ
#define compat_splice_read copy_splice_read
#else
#define compat_splice_read generic_file_splice_read
#endif

#endif /* PAGESNAP_COMPAT_SPLICE_H */

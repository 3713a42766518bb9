/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_PROBES_H
#define PAGESNAP_SLAB_PROBES_H

#include <linux/types.h>

struct pagesnap_diag;

/* What is not seen, as bits of pagesnap_probes_lacking(). */
#define PAGESNAP_LACKS_ALLOC_BULK	0x1
#define PAGESNAP_LACKS_FREE_BULK	0x2
#define PAGESNAP_LACKS_DEFERRED		0x4
#define PAGESNAP_LACKS_NOLOCK		0x8
#define PAGESNAP_LACKS_DESTROY		0x10
/* The same, of caches; not those of probes. */
#define PAGESNAP_LACKS_NAMES		0x20
#define PAGESNAP_LACKS_SIZES		0x40

int pagesnap_probes_get(struct pagesnap_diag *d);
void pagesnap_probes_put(void);
u32 pagesnap_probes_lacking(void);
u64 pagesnap_probes_dropped(void);

/* named.c */
int pagesnap_named_set(void);
void pagesnap_named_remove(void);
u32 pagesnap_named_lacking(void);
u64 pagesnap_named_dropped(void);

#endif /* PAGESNAP_SLAB_PROBES_H */

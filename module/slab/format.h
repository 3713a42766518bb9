/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_FORMAT_H
#define PAGESNAP_SLAB_FORMAT_H

#include "../core/format.h"

extern const struct pagesnap_format pagesnap_slab_format;

#endif /* PAGESNAP_SLAB_FORMAT_H */

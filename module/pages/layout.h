/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_LAYOUT_H
#define PAGESNAP_PAGES_LAYOUT_H

#include "../core/format.h"
#include "uapi.h"

extern const struct pagesnap_layout pagesnap_layouts[];

#endif /* PAGESNAP_PAGES_LAYOUT_H */

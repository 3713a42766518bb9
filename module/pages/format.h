/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FORMAT_H
#define PAGESNAP_PAGES_FORMAT_H

#include "../core/format.h"

extern const struct pagesnap_format pagesnap_pages_format;

#endif /* PAGESNAP_PAGES_FORMAT_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_PAGES_H
#define PAGESNAP_PAGES_PAGES_H

#include "../core/registry.h"

extern struct pagesnap_collection pagesnap_pages;

#endif /* PAGESNAP_PAGES_PAGES_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_PAGES_H
#define PAGESNAP_PAGES_PAGES_H

#include "../core/index.h"

extern const struct pagesnap_collection pagesnap_pages;

int pagesnap_pages_setup(void);
void pagesnap_pages_teardown(void);

#endif /* PAGESNAP_PAGES_PAGES_H */

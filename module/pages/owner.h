/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_OWNER_H
#define PAGESNAP_PAGES_OWNER_H

#include "frame.h"

bool pagesnap_owner_read(const struct pagesnap_frame *f, struct pagesnap_run *run);

#endif /* PAGESNAP_PAGES_OWNER_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_CONTROL_H
#define PAGESNAP_CORE_CONTROL_H

#include "index.h"

int pagesnap_control_setup(const struct pagesnap_collection *c);
void pagesnap_control_teardown(void);

#endif /* PAGESNAP_CORE_CONTROL_H */

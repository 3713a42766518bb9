/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_CONTROL_H
#define PAGESNAP_CORE_CONTROL_H

#include "registry.h"

struct pagesnap_control;

struct pagesnap_control *pagesnap_control_create(const struct pagesnap_collection *c);
void pagesnap_control_destroy(struct pagesnap_control *control);

#endif /* PAGESNAP_CORE_CONTROL_H */

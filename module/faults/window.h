/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_WINDOW_H
#define PAGESNAP_FAULTS_WINDOW_H

#include "guard.h"

void pagesnap_window_pass(struct pagesnap_guard *g, u64 vpn, u64 place, bool locked);
void pagesnap_window_catch_up(void);
bool pagesnap_window_has(const struct pagesnap_guard *g, u64 vpn);

#endif /* PAGESNAP_FAULTS_WINDOW_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_WINDOW_H
#define PAGESNAP_FAULTS_WINDOW_H

#include "guard.h"

void pagesnap_window_pass(struct pagesnap_guard *g, u64 vpn, u64 place, bool locked,
			  bool restored);
void pagesnap_window_catch_up(void);
void pagesnap_window_mark(const struct pagesnap_guard *g, u64 first, u32 nr, unsigned long *pages);

#endif /* PAGESNAP_FAULTS_WINDOW_H */

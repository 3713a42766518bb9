/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_PROBES_H
#define PAGESNAP_ACCESSES_PROBES_H

#include "../core/query.h"

int pagesnap_probes_get(struct pagesnap_diag *d);
void pagesnap_probes_put(void);
u64 pagesnap_probes_missed(void);
bool pagesnap_probes_work(void);

#endif /* PAGESNAP_ACCESSES_PROBES_H */

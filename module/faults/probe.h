/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_PROBE_H
#define PAGESNAP_FAULTS_PROBE_H

struct pagesnap_diag;

int pagesnap_probes_get(struct pagesnap_diag *d);
void pagesnap_probes_put(void);

#endif /* PAGESNAP_FAULTS_PROBE_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_WORK_H
#define PAGESNAP_FAULTS_WORK_H

#include <linux/types.h>

struct pagesnap_tracer;

void pagesnap_work_queue(const struct pagesnap_tracer *t, bool awake);
u32 pagesnap_works_pending(pid_t *tid);
void pagesnap_works_wait(const struct pagesnap_tracer *t);
void pagesnap_works_end(void);

#endif /* PAGESNAP_FAULTS_WORK_H */

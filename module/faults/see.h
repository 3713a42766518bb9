/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_SEE_H
#define PAGESNAP_FAULTS_SEE_H

#include "../compat/faults.h"

void pagesnap_see_fault(void *data, unsigned long addr, struct pt_regs *regs,
			unsigned long error);
void pagesnap_see_fork(struct task_struct *parent, struct task_struct *child);
void pagesnap_see_exec(struct task_struct *task);
void pagesnap_see_exit(struct task_struct *task);

#endif /* PAGESNAP_FAULTS_SEE_H */

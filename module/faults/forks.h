/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_FORKS_H
#define PAGESNAP_FAULTS_FORKS_H

#include "guard.h"

bool pagesnap_forks(const struct pagesnap_guard *g, bool far);

#endif /* PAGESNAP_FAULTS_FORKS_H */

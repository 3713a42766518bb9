/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_WALK_H
#define PAGESNAP_FAULTS_WALK_H

#include "../core/index.h"

#define PAGESNAP_FAULTS_INDEXES 1

extern const struct pagesnap_index_ops *const pagesnap_faults_indexes[PAGESNAP_FAULTS_INDEXES];

#endif /* PAGESNAP_FAULTS_WALK_H */

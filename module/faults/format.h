/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_FORMAT_H
#define PAGESNAP_FAULTS_FORMAT_H

#include "../core/format.h"

extern const struct pagesnap_format pagesnap_faults_format;

#endif /* PAGESNAP_FAULTS_FORMAT_H */

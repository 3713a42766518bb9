/* SPDX-License-Identifier: GPL-2.0 */
/* The records of this collection, for the module and for user space alike. */
#ifndef PAGESNAP_FAULTS_UAPI_H
#define PAGESNAP_FAULTS_UAPI_H

#include "../../include/uapi/linux/pagesnap/faults.h"

#endif /* PAGESNAP_FAULTS_UAPI_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_FORMAT_H
#define PAGESNAP_ACCESSES_FORMAT_H

#include "../core/format.h"

extern const struct pagesnap_format pagesnap_accesses_format;

#endif /* PAGESNAP_ACCESSES_FORMAT_H */

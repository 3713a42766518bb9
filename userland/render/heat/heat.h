/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Heat of processes as time goes on, made of answers about pages and accesses, from outside.
 */
#ifndef RENDER_HEAT_HEAT_H
#define RENDER_HEAT_HEAT_H

#include "render/out.h"

extern const struct out_digest out_digest_heat;

#endif /* RENDER_HEAT_HEAT_H */

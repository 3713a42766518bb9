/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Working sets, made of answers about accesses and about pages, from outside.
 */
#ifndef RENDER_WSS_WSS_H
#define RENDER_WSS_WSS_H

#include "render/out.h"

extern const struct out_digest out_digest_wss;

#endif /* RENDER_WSS_WSS_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* A trace of references, from outside. */
#ifndef RENDER_TRACE_TRACE_H
#define RENDER_TRACE_TRACE_H

#include "render/out.h"

extern const struct out_digest out_digest_trace;

#endif /* RENDER_TRACE_TRACE_H */

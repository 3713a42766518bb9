// SPDX-License-Identifier: GPL-2.0
/*
 * The table of what is made of answers besides rows.  A kind whose answers are summed up,
 * or shown in another way, is one more line.
 */
#include "digests.h"
#include "render/heat/heat.h"
#include "render/map/map.h"
#include "render/pages/pages.h"
#include "render/slab/slab.h"
#include "render/trace/trace.h"
#include "render/trace/tables.h"
#include "render/wss/wss.h"

const struct out_digest *const digests[] = {
	&out_digest_pages,
	&out_digest_wss,
	&out_digest_heat,
	&out_digest_trace,
	&out_digest_tallies,
	&out_digest_mrc,
	&out_digest_simulate,
	&out_digest_hotspots,
	&out_digest_live,
	&out_digest_map,
	NULL,
};

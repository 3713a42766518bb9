// SPDX-License-Identifier: GPL-2.0
/*
 * The table of kinds.  One more collection is one more line.
 */
#include "kind.h"

const struct kind *const kinds[] = {
	&kind_pages,
	&kind_accesses,
	&kind_faults,
	&kind_slab,
	&kind_memory,
	&kind_top,
	&kind_diff,
	&kind_fleet,
	&kind_recorded,
	&kind_audit,
	&kind_doctor,
	&kind_wss,
	&kind_heat,
	&kind_mrc,
	&kind_simulate,
	&kind_tallies,
	&kind_hotspots,
	&kind_live,
	&kind_map,
	NULL,
};

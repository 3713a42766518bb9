// SPDX-License-Identifier: GPL-2.0
/*
 * The order in which things are looked at.
 */
#include "doctor.h"

/**
 * doctor_run() - look at everything
 * @d: examination; root, proc, sysfs, release, runs, machine, take and ctx are set
 *
 * What only a running kernel can say is left out for another one.
 *
 * Return: 0, or what @d->take returned.
 */
int doctor_run(struct doctor *d)
{
	doctor_kernel(d);
	doctor_headers(d);
	doctor_file(d);
	if (d->runs) {
		doctor_secure_boot(d);
		doctor_lockdown(d);
	}
	doctor_signature(d);
	if (d->runs) {
		doctor_loaded(d);
		doctor_tracefs(d);
		doctor_process(d);
		doctor_stream(d);
		doctor_collections(d);
		doctor_unknown(d);
	}
	return d->err;
}

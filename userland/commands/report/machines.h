/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Machines that streams are of, by boot: the same file may be in several streams of one.
 */
#ifndef COMMANDS_REPORT_MACHINES_H
#define COMMANDS_REPORT_MACHINES_H

#include <stddef.h>
#include <stdint.h>

#include "render/pages/seen.h"

/**
 * struct machine - a machine, from one boot to the next
 * @next: another one
 * @nr: its number
 * @boot: boot id
 * @seen: its files that were met
 */
struct machine {
	struct machine *next;
	uint32_t nr;
	char boot[41];
	struct seen seen;
};

/**
 * struct machines - all; all zero at first
 * @list: them
 * @nr: how many
 */
struct machines {
	struct machine *list;
	uint32_t nr;
};

/* That of boot id @boot; one whose boot is unknown is another each time.  NULL: no memory. */
struct machine *machines_find(struct machines *m, const char *boot);
void machines_free(struct machines *m);

#endif /* COMMANDS_REPORT_MACHINES_H */

// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machines.h"

/**
 * machines_find() - the machine of a boot
 * @m: machines so far; gets this one
 * @boot: boot id, "?" or "" if it is unknown
 *
 * Return: machine, NULL if there is no memory.
 */
struct machine *machines_find(struct machines *m, const char *boot)
{
	struct machine *machine;

	for (machine = m->list; machine; machine = machine->next)
		if (*boot && *boot != '?' && !strcmp(machine->boot, boot))
			return machine;
	machine = calloc(1, sizeof(*machine));
	if (!machine)
		return NULL;
	snprintf(machine->boot, sizeof(machine->boot), "%s", boot);
	machine->nr = m->nr++;
	machine->next = m->list;
	m->list = machine;
	return machine;
}

/**
 * machines_free() - forget all
 * @m: machines
 */
void machines_free(struct machines *m)
{
	struct machine *machine;

	while ((machine = m->list)) {
		m->list = machine->next;
		seen_free(&machine->seen);
		free(machine);
	}
}

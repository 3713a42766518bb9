// SPDX-License-Identifier: GPL-2.0
/*
 * What has modules of its own, which nobody needs who doesn't ask for it.
 */
#include <stdio.h>
#include <string.h>

#include "doctor.h"
#include "lib/collection.h"
#include "lib/internal.h"

/* The first line of the file "format", which is there for who may ask, and asks nothing. */
#define ABI "abi: "

/* The version of a collection's records, "" if it can't be read. */
static void read_abi(const struct collection *c, char *abi, size_t size)
{
	char dir[4096], text[64];

	*abi = '\0';
	if (pagesnap_find_dir(NULL, c->folder, dir, sizeof(dir)) < 0 ||
	    doctor_read(text, sizeof(text), dir, "format") < 0 ||
	    strncmp(text, ABI, strlen(ABI)) != 0)
		return;
	text[strcspn(text, "\n")] = '\0';
	snprintf(abi, size, "%s", text + strlen(ABI));
}

static void check_abi(struct doctor *d, const struct collection *c)
{
	char abi[64], next[DOCTOR_TEXT];
	unsigned int major;

	read_abi(c, abi, sizeof(abi));
	/* NOLINTNEXTLINE(cert-err34-c): a number that doesn't fit is another one */
	if (sscanf(abi, "%u", &major) != 1) {
		doctor_say(d, c->name, DOCTOR_UNKNOWN, "",
			   "%s runs, but its records can't be asked", c->module);
		return;
	}
	snprintf(next, sizeof(next), "rmmod %s && modprobe %s", c->module, c->module);
	if (major != PAGESNAP_ABI_MAJOR)
		doctor_say(d, c->name, DOCTOR_FAILS, next, "client %u.%u, %s %s",
			   PAGESNAP_ABI_MAJOR, PAGESNAP_ABI_MINOR, c->module, abi);
	else
		doctor_say(d, c->name, DOCTOR_OK, "", "client %u.%u, %s %s",
			   PAGESNAP_ABI_MAJOR, PAGESNAP_ABI_MINOR, c->module, abi);
}

/*
 * Why a module would refuse to be loaded here, as far as that can be seen: it says so in the
 * kernel's log only.  NULL: nothing is against it.
 */
static const char *refusal(const struct doctor *d, const struct collection *c)
{
	char text[DOCTOR_TEXT];

	/* that changes none */
	if (c == &pagesnap_collection_slab)
		return NULL;
	doctor_read(text, sizeof(text), d->sysfs, "hypervisor/guest_type");
	if (!strcmp(text, "PV"))
		return "a Xen PV guest can't change page tables";
	if (c != &pagesnap_collection_faults)
		return NULL;
	/* without sysctls nobody can tell */
	if (doctor_read(text, sizeof(text), d->proc, "sys/kernel/ostype") >= 0 &&
	    doctor_read(text, sizeof(text), d->proc, "sys/kernel/numa_balancing") < 0)
		return "this kernel has no CONFIG_NUMA_BALANCING";
	doctor_read(text, sizeof(text), d->proc, "version");
	return strstr(text, " PREEMPT_RT ") ? "this kernel has PREEMPT_RT" : NULL;
}

static void check_collection(struct doctor *d, const struct collection *c)
{
	char state[32], next[DOCTOR_TEXT];
	const char *why;

	snprintf(next, sizeof(next), "modprobe %s", c->module);
	why = refusal(d, c);
	if (doctor_is_live(d, c->module, state, sizeof(state)))
		check_abi(d, c);
	else if (why)
		doctor_say(d, c->name, DOCTOR_NOTE, "", "%s can't be loaded: %s", c->module, why);
	else
		doctor_say(d, c->name, DOCTOR_NOTE, next, "%s is not loaded%s%s", c->module,
			   *state ? ": " : "", state);
}

/* No collection, but what makes trace events of all. */
static void check_events(struct doctor *d)
{
	static const char check[] = "events", module[] = "pagesnap_events";
	char state[32], stays[DOCTOR_TEXT];

	doctor_read(stays, sizeof(stays), d->sysfs, "module/%s/parameters/stays", module);
	if (doctor_is_live(d, module, state, sizeof(state)))
		doctor_say(d, check, DOCTOR_OK, "", "%s runs%s", module, *stays == 'Y' ?
			   ", and with it pagesnap stays loaded until the next boot" : "");
	else
		doctor_say(d, check, DOCTOR_NOTE, "modprobe pagesnap_events", "%s is not loaded%s%s",
			   module, *state ? ": " : "", state);
}

/**
 * doctor_collections() - what can be asked besides pages, and of what are there trace events?
 * @d: examination
 *
 * Loading one is a decision of whoever wants to ask it: what it changes while it looks stands
 * in the documents.  So that it isn't loaded is no failure.
 */
void doctor_collections(struct doctor *d)
{
	const struct collection *const *c;

	for (c = pagesnap_collections; *c; c++)
		if (strcmp((*c)->module, pagesnap_collection_pages.module) != 0)
			check_collection(d, *c);
	check_events(d);
}

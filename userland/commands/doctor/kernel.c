// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel, and what it demands of modules.
 */
#include <stdio.h>
#include <string.h>

#include "doctor.h"

/* The oldest one that pagesnap is tested on. */
#define OLDEST_MAJOR 6
#define OLDEST_MINOR 1

/* Of the UEFI variable: its GUID is that of the UEFI specification. */
#define SECURE_BOOT "firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c"

/* "cloud-amd64" of "6.1.0-56-cloud-amd64": what stands behind the numbers. */
static const char *flavour(const char *release)
{
	const char *dash = strchr(release, '-');

	while (dash && dash[1] >= '0' && dash[1] <= '9')
		dash = strchr(dash + 1, '-');
	return dash ? dash + 1 : "";
}

/**
 * doctor_kernel() - is it one that pagesnap is made for?
 * @d: examination
 */
void doctor_kernel(struct doctor *d)
{
	unsigned int major = 0, minor = 0;
	const char *kind = flavour(d->release);
	char words[128] = "";

	if (*kind)
		snprintf(words, sizeof(words), ", flavour %s", kind);
	/* NOLINTNEXTLINE(cert-err34-c): a number that doesn't fit is none of a kernel */
	if (sscanf(d->release, "%u.%u", &major, &minor) != 2)
		doctor_say(d, "kernel", DOCTOR_UNKNOWN, "", "%s%s", d->release, words);
	else if (strcmp(d->machine, "x86_64") != 0)
		doctor_say(d, "kernel", DOCTOR_FAILS, "", "%s is for %s: pagesnap is for x86-64",
			   d->release, d->machine);
	else if (major < OLDEST_MAJOR || (major == OLDEST_MAJOR && minor < OLDEST_MINOR))
		doctor_say(d, "kernel", DOCTOR_NOTE, "", "%s%s: older than %u.%u, not tested",
			   d->release, words, OLDEST_MAJOR, OLDEST_MINOR);
	else
		doctor_say(d, "kernel", DOCTOR_OK, "", "%s%s", d->release, words);
}

/* Distributions call the package differently. */
static void headers_command(const struct doctor *d, char *buf, size_t size)
{
	const char *installer = doctor_installer(d);

	*buf = '\0';
	if (!installer)
		return;
	if (!strncmp(installer, "apt", 3))
		snprintf(buf, size, "%s linux-headers-%s", installer, d->release);
	else if (!strncmp(installer, "dnf", 3))
		snprintf(buf, size, "%s kernel-devel-%s", installer, d->release);
	else
		snprintf(buf, size, "%s kernel-devel", installer);
}

/**
 * doctor_headers() - can the module be built for this kernel?
 * @d: examination
 *
 * Who has the module needs them no more, until it is to be built again.
 */
void doctor_headers(struct doctor *d)
{
	char next[DOCTOR_TEXT];

	d->has_headers = doctor_has(d, "lib/modules/%s/build/Makefile", d->release);
	if (d->has_headers) {
		doctor_say(d, "headers", DOCTOR_OK, "", "/lib/modules/%s/build", d->release);
		return;
	}
	headers_command(d, next, sizeof(next));
	doctor_say(d, "headers", DOCTOR_NOTE, next, "none: the module can't be built for %s here",
		   d->release);
}

/**
 * doctor_secure_boot() - did the firmware check the kernel?
 * @d: examination
 */
void doctor_secure_boot(struct doctor *d)
{
	char variable[16];

	/* four bytes of attributes, then the value */
	if (doctor_read(variable, sizeof(variable), d->sysfs, SECURE_BOOT) >= 5)
		doctor_say(d, "secure boot", DOCTOR_OK, "", variable[4] ? "on" : "off");
	else
		doctor_say(d, "secure boot", DOCTOR_OK, "", "off: started without UEFI");
}

/* The word in brackets of /sys/kernel/security/lockdown. */
static void lockdown_mode(const struct doctor *d, char *mode, size_t size)
{
	char text[128], *open, *close = NULL;

	doctor_read(text, sizeof(text), d->sysfs, "kernel/security/lockdown");
	open = strchr(text, '[');
	if (open)
		close = strchr(open, ']');
	if (close)
		*close = '\0';
	snprintf(mode, size, "%s", close ? open + 1 : "none");
}

/**
 * doctor_lockdown() - does lockdown keep tracefs shut?
 * @d: examination
 */
void doctor_lockdown(struct doctor *d)
{
	char mode[64];

	lockdown_mode(d, mode, sizeof(mode));
	if (!strcmp(mode, "confidentiality"))
		doctor_say(d, "lockdown", DOCTOR_FAILS, "boot with lockdown=integrity",
			   "confidentiality: nobody may read tracefs");
	else
		doctor_say(d, "lockdown", DOCTOR_OK, "", "%s", mode);
}

/**
 * doctor_is_strict() - does the kernel take signed modules only?
 * @d: examination
 *
 * Lockdown in any mode asks for signatures (kernel/module/signing.c).
 *
 * Return: whether it does; false of one that doesn't run.
 */
bool doctor_is_strict(const struct doctor *d)
{
	char text[64];

	if (!d->runs)
		return false;
	lockdown_mode(d, text, sizeof(text));
	if (strcmp(text, "none") != 0)
		return true;
	doctor_read(text, sizeof(text), d->sysfs, "module/module/parameters/sig_enforce");
	return *text == 'Y';
}

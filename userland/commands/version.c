// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: --version
 */
#include <errno.h>
#include <stdio.h>

#include "base/system_path.h"
#include "commands/doctor/doctor.h"
#include "lib/pagesnap.h"
#include "version.h"

/* Only who may ask the module sees its ABI; everybody sees its version. */
static void module_version(void)
{
	struct pagesnap_header header = { .abi_major = 0 };
	struct pagesnap_session *s = NULL;
	char version[64];
	int err;

	if (doctor_read(version, sizeof(version), system_path("PAGESNAP_SYSFS", "/sys"),
			"module/pagesnap/version") < 0) {
		printf("module: not loaded\n");
		return;
	}
	err = doctor_header(&s, &header);
	if (!err)
		printf("module: %s (ABI %u.%u)\n", version, header.abi_major, header.abi_minor);
	else if (err == -EPROTONOSUPPORT)
		printf("module: %s (%s)\n", version, pagesnap_message(s));
	else
		printf("module: %s (ABI is reported to root only)\n", version);
	pagesnap_close(s);
}

/**
 * version_print() - print the versions of this program, its records, and the module
 */
void version_print(void)
{
	printf("pagesnap %s (ABI %d.%d)\n", pagesnap_version(), PAGESNAP_ABI_MAJOR,
	       PAGESNAP_ABI_MINOR);
	module_version();
}

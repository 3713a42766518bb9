// SPDX-License-Identifier: GPL-2.0
/*
 * The boot id that headers carry.  drivers/char/random.c keeps it to itself
 * and shows it in /proc only, so it is read from there once, at load.
 */
#include <linux/fs.h>
#include <linux/string.h>

#include "boot_id.h"

static char boot_id[40] = "?";

/**
 * pagesnap_boot_id_read() - read the boot id
 *
 * Context: process context, at load.  Without /proc the id stays "?".
 */
void pagesnap_boot_id_read(void)
{
	struct file *file = filp_open("/proc/sys/kernel/random/boot_id", O_RDONLY, 0);
	char buf[37] = "";
	loff_t pos = 0;

	if (IS_ERR(file))
		return;
	if (kernel_read(file, buf, sizeof(buf) - 1, &pos) == sizeof(buf) - 1)
		strscpy(boot_id, buf, sizeof(boot_id));
	filp_close(file, NULL);
}

/**
 * pagesnap_boot_id() - the boot id
 *
 * Return: a UUID as text, or "?".
 */
const char *pagesnap_boot_id(void)
{
	return boot_id;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap: object collections in the tracing directory.
 *
 * Load and unload, nothing else.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>
#include <linux/security.h>

#include "core/boot_id.h"
#include "core/control.h"
#include "core/drop.h"
#include "core/lease.h"
#include "pages/pages.h"

static struct pagesnap_control *control;

static int __init pagesnap_init(void)
{
	int err;

	err = security_locked_down(LOCKDOWN_TRACEFS);
	if (err) {
		pr_err("kernel lockdown (confidentiality) forbids tracefs\n");
		return err;
	}
	pagesnap_boot_id_read();
	err = pagesnap_drop_setup();
	if (err)
		return err;
	err = pagesnap_lease_setup();
	if (err)
		goto err_drop;
	err = pagesnap_pages_setup();
	if (err)
		goto err_lease;
	control = pagesnap_control_create(&pagesnap_pages);
	if (IS_ERR(control)) {
		err = PTR_ERR(control);
		goto err_pages;
	}
	return 0;

err_pages:
	pagesnap_pages_teardown();
err_lease:
	pagesnap_lease_teardown();
err_drop:
	pagesnap_drop_teardown();
	return err;
}

static void __exit pagesnap_exit(void)
{
	pagesnap_control_destroy(control);
	pagesnap_pages_teardown();
	pagesnap_lease_teardown();
	pagesnap_drop_teardown();
}

module_init(pagesnap_init);
module_exit(pagesnap_exit);

MODULE_DESCRIPTION("Page-frame snapshots as object collections in tracefs");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap: object collections in the tracing directory.
 *
 * The table of the collections that come with this module, load and unload,
 * nothing else.
 */
#include <linux/module.h>

#include "core/boot_id.h"
#include "core/registry.h"
#include "core/ring.h"
#include "fs/drop.h"
#include "fs/lease.h"
#include "mm/caches.h"
#include "pages/pages.h"

static struct pagesnap_collection *const collections[] = {
	&pagesnap_pages,
};

static u32 nr_registered;

static void unregister_all(void)
{
	while (nr_registered)
		pagesnap_unregister(collections[--nr_registered]);
}

/*
 * If one fails behind another, whose files may be open by then, the module
 * stays with those that it has.
 */
static int register_all(void)
{
	int err;

	for (; nr_registered < ARRAY_SIZE(collections); nr_registered++) {
		err = pagesnap_register(collections[nr_registered]);
		if (err)
			return nr_registered ? 0 : err;
	}
	return 0;
}

static int __init pagesnap_init(void)
{
	int err;

	pagesnap_boot_id_read();
	err = pagesnap_caches_calibrate();
	if (err)
		return err;
	err = pagesnap_drop_setup();
	if (err)
		return err;
	err = pagesnap_lease_setup();
	if (err)
		goto err_drop;
	err = pagesnap_ring_setup();
	if (err)
		goto err_lease;
	err = register_all();
	if (err)
		goto err_ring;
	return 0;

err_ring:
	pagesnap_ring_teardown();
err_lease:
	pagesnap_lease_teardown();
err_drop:
	pagesnap_drop_teardown();
	return err;
}

static void __exit pagesnap_exit(void)
{
	unregister_all();
	pagesnap_ring_teardown();
	pagesnap_lease_teardown();
	pagesnap_drop_teardown();
}

module_init(pagesnap_init);
module_exit(pagesnap_exit);

MODULE_DESCRIPTION("Page-frame snapshots as object collections in tracefs");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

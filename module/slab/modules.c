// SPDX-License-Identifier: GPL-2.0
/*
 * Modules that go, or whose beginning is over, leave their addresses to others: what stands for a
 * place there keeps its number and name, and whoever allocates there from now on gets others.
 */
#include <linux/module.h>
#include <linux/notifier.h>

#include "modules.h"
#include "watch.h"

static int on_change(struct notifier_block *block, unsigned long state, void *data)
{
	if (state == MODULE_STATE_GOING)
		pagesnap_watches_forget(data, true);
	else if (state == MODULE_STATE_LIVE)
		pagesnap_watches_forget(data, false);
	return NOTIFY_OK;
}

static struct notifier_block block = { .notifier_call = on_change };

/**
 * pagesnap_slab_modules_setup() - hear of modules that go
 *
 * Context: may sleep.
 * Return: 0 or a negative errno.
 */
int pagesnap_slab_modules_setup(void)
{
	return register_module_notifier(&block);
}

/**
 * pagesnap_slab_modules_teardown() - undo pagesnap_slab_modules_setup()
 *
 * Context: may sleep.
 */
void pagesnap_slab_modules_teardown(void)
{
	unregister_module_notifier(&block);
}

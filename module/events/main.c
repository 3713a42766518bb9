// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: when this module may go
 *
 * An event that is enabled, also by a trigger or in an instance, holds the module: the kernel warns
 * where a module goes whose tracepoint has a probe.  An answer that makes events holds it (core).
 * Last, on kernels before 6.11 who has opened events/pagesnap/EVENT/format may read there when the
 * module is gone, which is an oops.  Nobody tells us of such a descriptor.  It can exist from the
 * moment when the module is loaded, so that there it stays from then on.  Only a load that fails
 * for lack of memory still takes away what was there for a moment.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "../compat/trace.h"
#include "hold.h"
#include "known.h"
#include "tell.h"

/**
 * pagesnap_events_hold() - an event is enabled
 *
 * Return: 0, or -ENODEV if the module is about to go.
 */
int pagesnap_events_hold(void)
{
	return try_module_get(THIS_MODULE) ? 0 : -ENODEV;
}

/**
 * pagesnap_events_drop() - nobody has it enabled any more
 */
void pagesnap_events_drop(void)
{
	module_put(THIS_MODULE);
}

static const struct pagesnap_tracing_ops events = {
	.number = PAGESNAP_TRACING_ABI,
	.traced = sizeof(struct pagesnap_traced),
	.owner = THIS_MODULE,
	.tell = pagesnap_events_tell,
	.end = known_end,
};

static int ignore(const char *value, const struct kernel_param *param)
{
	return 0;
}

static const struct kernel_param_ops told = {
	.flags = KERNEL_PARAM_OPS_FL_NOARG,
	.set = ignore,
	.get = param_get_bool,
};

/*
 * For who wants to unload it, or pagesnap, which it needs (pagesnap doctor).  Parameters are read
 * when events are there already: one that is refused would let the module go.
 */
static bool stays;
module_param_cb(stays, &told, &stays, 0444);
MODULE_PARM_DESC(stays, "whether it stays until the next boot; not to be set");

static int __init events_init(void)
{
	int err = pagesnap_tracing_register(&events);

	if (COMPAT_FORMAT_OUTLIVES_MODULE)
		return err;
	stays = true;
	/* What fails goes, too: it stays, and does nothing. */
	__module_get(THIS_MODULE);
	pr_info("stays until the next boot: this kernel can't do without the format files of events that are open\n");
	return 0;
}

static void __exit events_exit(void)
{
	pagesnap_tracing_unregister(&events);
}

module_init(events_init);
module_exit(events_exit);

MODULE_DESCRIPTION("Records of pagesnap as trace events");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/slab, in a module of its own: it probes what the whole machine does.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "../core/registry.h"
#include "../mm/abi.h"
#include "../mm/caches.h"
#include "format.h"
#include "modules.h"
#include "quick.h"
#include "records.h"
#include "sums.h"
#include "ticks.h"
#include "walk.h"
#include "watch.h"

static void show_format(struct pagesnap_emit *e)
{
	pagesnap_emit_format(e, &pagesnap_slab_format);
}

static void show_stats(struct pagesnap_emit *e)
{
	struct pagesnap_text *t = pagesnap_emit_line(e);

	pagesnap_text_str(t, "slab");
	pagesnap_text_key(t, " watches=", pagesnap_watches_count());
	pagesnap_text_key(t, " names=", pagesnap_caches_have_names());
	pagesnap_text_key(t, " sizes=", pagesnap_caches_have_sizes());
	pagesnap_emit_commit(e);
}

static struct pagesnap_collection slab = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.parent = "mm",
	.name = "slab",
	.indexes = pagesnap_slab_indexes,
	.nr_indexes = PAGESNAP_SLAB_INDEXES,
	.words = &pagesnap_slab_words,
	.show_format = show_format,
	.show_stats = show_stats,
};

static int __init slab_init(void)
{
	static const struct pagesnap_mm_abi mm = PAGESNAP_MM_ABI;
	int err;

	if (!pagesnap_mm_fits(&mm)) {
		pr_err("built with other headers than pagesnap.ko: build both from one source\n");
		return -ENOEXEC;
	}
	pagesnap_ticks_setup();
	pagesnap_sums_setup();
	pagesnap_quick_setup();
	err = pagesnap_slab_modules_setup();
	if (err)
		return err;
	err = pagesnap_register(&slab);
	if (err)
		pagesnap_slab_modules_teardown();
	return err;
}

static void __exit slab_exit(void)
{
	pagesnap_unregister(&slab);
	pagesnap_slab_modules_teardown();
}

module_init(slab_init);
module_exit(slab_exit);

MODULE_DESCRIPTION("Who allocates the kernel's memory, as an object collection in tracefs");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

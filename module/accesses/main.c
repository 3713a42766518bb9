// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/accesses, in a module of its own: it changes what it looks at.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "../compat/flush.h"
#include "../core/registry.h"
#include "../mm/abi.h"
#include "format.h"
#include "records.h"
#include "walk.h"

static void show_format(struct pagesnap_emit *e)
{
	pagesnap_emit_format(e, &pagesnap_accesses_format);
}

static struct pagesnap_collection accesses = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.parent = "mm",
	.name = "accesses",
	.indexes = pagesnap_accesses_indexes,
	.nr_indexes = PAGESNAP_ACCESSES_INDEXES,
	.words = &pagesnap_accesses_words,
	.features = (IS_ENABLED(CONFIG_NUMA) ? PAGESNAP_FEAT_NODES : 0) |
		    (IS_ENABLED(CONFIG_TRANSPARENT_HUGEPAGE) ? PAGESNAP_FEAT_THP : 0),
	.show_format = show_format,
};

static int __init accesses_init(void)
{
	static const struct pagesnap_mm_abi mm = PAGESNAP_MM_ABI;

	if (!pagesnap_mm_fits(&mm)) {
		pr_err("built with other headers than pagesnap.ko: build both from one source\n");
		return -ENOEXEC;
	}
	if (compat_is_xen_pv()) {
		pr_err("a Xen PV guest can't change accessed bits\n");
		return -EOPNOTSUPP;
	}
	return pagesnap_register(&accesses);
}

static void __exit accesses_exit(void)
{
	pagesnap_unregister(&accesses);
}

module_init(accesses_init);
module_exit(accesses_exit);

MODULE_DESCRIPTION("Accessed pages as an object collection in tracefs");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

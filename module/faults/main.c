// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/faults, in a module of its own: it changes what it looks at.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "../compat/flush.h"
#include "../compat/protnone.h"
#include "../core/registry.h"
#include "../mm/abi.h"
#include "format.h"
#include "guard.h"
#include "records.h"
#include "walk.h"
#include "work.h"

static void show_format(struct pagesnap_emit *e)
{
	pagesnap_emit_format(e, &pagesnap_faults_format);
}

static void show_stats(struct pagesnap_emit *e)
{
	struct pagesnap_text *t = pagesnap_emit_line(e);
	pid_t tid = 0;
	u32 works = pagesnap_works_pending(&tid);

	pagesnap_text_str(t, "guards");
	pagesnap_text_key(t, " memories=", pagesnap_guards_count());
	pagesnap_text_key(t, " works=", works);
	if (works)
		pagesnap_text_key(t, " tid=", tid);
	pagesnap_emit_commit(e);
}

static struct pagesnap_collection faults = {
	.abi = PAGESNAP_ABI,
	.owner = THIS_MODULE,
	.parent = "mm",
	.name = "faults",
	.indexes = pagesnap_faults_indexes,
	.nr_indexes = PAGESNAP_FAULTS_INDEXES,
	.words = &pagesnap_faults_words,
	.features = IS_ENABLED(CONFIG_TRANSPARENT_HUGEPAGE) ? PAGESNAP_FEAT_THP : 0,
	.show_format = show_format,
	.show_stats = show_stats,
};

/* What an entry that we leave would be for ever, if the kernel didn't know how to restore it. */
static int why_not(void)
{
	if (compat_is_xen_pv()) {
		pr_err("a Xen PV guest can't change entries of page tables\n");
		return -EOPNOTSUPP;
	}
	if (!COMPAT_CAN_GUARD) {
		pr_err("this kernel has no CONFIG_NUMA_BALANCING, which restores what is left\n");
		return -EOPNOTSUPP;
	}
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) {
		pr_err("locks of a PREEMPT_RT kernel can't be tried at a page fault\n");
		return -EOPNOTSUPP;
	}
	if (!compat_can_flush()) {
		pr_err("TLBs can't be flushed here\n");
		return -EOPNOTSUPP;
	}
	return 0;
}

static int __init faults_init(void)
{
	static const struct pagesnap_mm_abi mm = PAGESNAP_MM_ABI;
	int err;

	if (!pagesnap_mm_fits(&mm)) {
		pr_err("built with other headers than pagesnap.ko: build both from one source\n");
		return -ENOEXEC;
	}
	err = why_not();
	return err ?: pagesnap_register(&faults);
}

static void __exit faults_exit(void)
{
	pagesnap_unregister(&faults);
	pagesnap_works_end();
}

module_init(faults_init);
module_exit(faults_exit);

MODULE_DESCRIPTION("References to pages, in order, as an object collection in tracefs");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1");

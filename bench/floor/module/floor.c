// SPDX-License-Identifier: GPL-2.0
/*
 * What a walk over all frames costs that only reads them: reading
 * /proc/pagesnap-floor reads the flags, the reference count and the mapping of
 * each page, adds up what can't be left out by the compiler, and says how many
 * there were.  Nothing that wants to know of each frame can cost less.
 */
#include <linux/memory_hotplug.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/pfn.h>
#include <linux/proc_fs.h>
#include <linux/sched.h>
#include <linux/seq_file.h>

/* Frames of a subsection are all there, or none is (include/linux/mmzone.h). */
#define STEP 512ul

static u64 walk(u64 *pages)
{
	unsigned long pfn, end = 0, i;
	struct page *page;
	u64 sum = 0;
	int node;

	for_each_online_node(node)
		end = max(end, node_end_pfn(node));
	for (pfn = 0; pfn < end; pfn += STEP) {
		cond_resched();
		page = pfn_to_online_page(pfn);
		if (!page)
			continue;
		/* flags are the first word, whatever their type */
		for (i = 0; i < STEP; i++)
			sum += READ_ONCE(*(unsigned long *)(page + i)) +
			       page_ref_count(page + i) + (unsigned long)READ_ONCE(page[i].mapping);
		*pages += STEP;
	}
	return sum;
}

static int show(struct seq_file *m, void *v)
{
	u64 pages = 0, sum = walk(&pages);

	/* the sum itself would be made of addresses */
	seq_printf(m, "%llu pages %c\n", pages, sum ? '+' : '0');
	return 0;
}

static int __init floor_init(void)
{
	return proc_create_single("pagesnap-floor", 0400, NULL, show) ? 0 : -ENOMEM;
}

static void __exit floor_exit(void)
{
	remove_proc_entry("pagesnap-floor", NULL);
}

module_init(floor_init);
module_exit(floor_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("the least that a walk over all frames costs");

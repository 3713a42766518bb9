// SPDX-License-Identifier: GPL-2.0
/*
 * Blocks of 2 MiB, of the first node, that nobody else uses, for the test of kernel=1.  Those with an even number are
 * mapped by one entry of the direct map each, the others by 512.  By its parameters in sysfs:
 * - "blocks" tells "FRAME LEVEL" of each, by what the kernel's own walk finds;
 * - "touch" takes "BLOCK PAGE", which is read once through the direct map;
 * - "split" takes "BLOCK", whose entry becomes 512;
 * - "churn" takes a number of blocks, which are made, split and freed.
 */
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/set_memory.h>

#define BLOCKS 4
/* Blocks that are passed over. */
#define OTHERS 32
#define ORDER (PMD_SHIFT - PAGE_SHIFT)

static unsigned long blocks[BLOCKS];

/* Another type of memory, and back: that makes entries as small as what changes. */
static int change(unsigned long at, int pages)
{
	return set_memory_uc(at, pages) ?: set_memory_wb(at, pages);
}

static int parse_block(const char *text, unsigned int *block, unsigned int *page)
{
	int n = sscanf(text, "%u %u", block, page);

	return n > 0 && *block < BLOCKS && *page < PTRS_PER_PTE ? n : -EINVAL;
}

static int get_blocks(char *to, const struct kernel_param *param)
{
	unsigned int i, level;
	int len = 0;

	for (i = 0; i < BLOCKS; i++) {
		if (!lookup_address(blocks[i], &level))
			return -EFAULT;
		len += sysfs_emit_at(to, len, "%#lx %u\n", page_to_pfn(virt_to_page(blocks[i])),
				     level);
	}
	return len;
}

static int set_touch(const char *text, const struct kernel_param *param)
{
	unsigned int block, page = 0;

	if (parse_block(text, &block, &page) != 2)
		return -EINVAL;
	READ_ONCE(*(char *)(blocks[block] + page * PAGE_SIZE));
	return 0;
}

static int set_split(const char *text, const struct kernel_param *param)
{
	unsigned int block, page = 0;

	if (parse_block(text, &block, &page) < 0)
		return -EINVAL;
	return change(blocks[block], 1);
}

static int set_churn(const char *text, const struct kernel_param *param)
{
	unsigned int i, nr;
	unsigned long at;
	int err = kstrtouint(text, 0, &nr);

	for (i = 0; i < nr && !err; i++) {
		at = __get_free_pages(GFP_KERNEL, ORDER);
		if (!at)
			return -ENOMEM;
		err = change(at + PAGE_SIZE * (i % PTRS_PER_PTE), 1);
		free_pages(at, ORDER);
	}
	return err;
}

static const struct kernel_param_ops blocks_ops = { .get = get_blocks };
static const struct kernel_param_ops touch_ops = { .set = set_touch };
static const struct kernel_param_ops split_ops = { .set = set_split };
static const struct kernel_param_ops churn_ops = { .set = set_churn };

module_param_cb(blocks, &blocks_ops, NULL, 0400);
module_param_cb(touch, &touch_ops, NULL, 0200);
module_param_cb(split, &split_ops, NULL, 0200);
module_param_cb(churn, &churn_ops, NULL, 0200);

static void free_blocks(void)
{
	unsigned int i;

	for (i = 0; i < BLOCKS; i++)
		free_pages(blocks[i], ORDER);
}

static unsigned long alloc_block(void)
{
	struct page *page = alloc_pages_node(0, GFP_KERNEL | __GFP_THISNODE | __GFP_ZERO, ORDER);

	return page ? (unsigned long)page_address(page) : 0;
}

static bool is_one_entry(unsigned long at)
{
	unsigned int level;

	return lookup_address(at, &level) && level == PG_LEVEL_2M;
}

/* Others may have split what the kernel maps a block by: those are kept until one is found that is whole. */
static unsigned long find_whole(void)
{
	unsigned long others[OTHERS], at = alloc_block();
	unsigned int nr = 0;

	while (at && nr < OTHERS && !is_one_entry(at)) {
		others[nr++] = at;
		at = alloc_block();
	}
	while (nr)
		free_pages(others[--nr], ORDER);
	return at;
}

static int __init direct_init(void)
{
	unsigned int i;
	int err = 0;

	for (i = 0; i < BLOCKS && !err; i++) {
		blocks[i] = find_whole();
		err = blocks[i] ? change(blocks[i], i % 2 ? 1 : PTRS_PER_PTE) : -ENOMEM;
	}
	if (err)
		free_blocks();
	return err;
}

static void __exit direct_exit(void)
{
	free_blocks();
}

module_init(direct_init);
module_exit(direct_exit);

MODULE_DESCRIPTION("Memory of the kernel's own, for the tests of pagesnap");
MODULE_AUTHOR("the pagesnap authors");
MODULE_LICENSE("GPL");

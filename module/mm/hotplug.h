/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_HOTPLUG_H
#define PAGESNAP_MM_HOTPLUG_H

#include <linux/memory_hotplug.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/pgtable.h>

/**
 * struct pagesnap_online - memory that is known to have struct pages
 * @first: first frame of its subsection
 * @nr: frames there; 0 if none is known
 */
struct pagesnap_online {
	u64 first;
	u64 nr;
};

int pagesnap_hotplug_setup(void);
void pagesnap_hotplug_teardown(void);
int pagesnap_hotplug_enter(void);
void pagesnap_hotplug_leave(int token);
struct page *pagesnap_online_enter(u64 pfn, int *token);
void pagesnap_online_leave(int token);
struct page *pagesnap_online_find(struct pagesnap_online *o, u64 pfn);

/**
 * pagesnap_online_page() - the struct page of a frame
 * @o: what is known; zero at the beginning of a hotplug reader
 * @pfn: frame
 *
 * Context: one hotplug reader for all calls with @o.
 * Return: the page, NULL if it has none or isn't online.
 */
static inline struct page *pagesnap_online_page(struct pagesnap_online *o, u64 pfn)
{
	if (pfn - o->first < o->nr)
		return pfn_to_page(pfn);
	return pagesnap_online_find(o, pfn);
}

/* The frame after those known to have a struct page; 0 if none is known. */
static inline u64 pagesnap_online_end(const struct pagesnap_online *o)
{
	return o->nr ? o->first + o->nr : 0;
}

/* The frame behind the last one of a node. */
static inline u64 pagesnap_node_end(int nid)
{
	/* What is added behind it meanwhile is not walked. */
	return data_race(pgdat_end_pfn(NODE_DATA(nid)));
}

/* The frame behind the last one of all nodes. */
static inline u64 pagesnap_frames_end(void)
{
	u64 end = 0;
	int nid;

	for_each_online_node(nid)
		end = max(end, pagesnap_node_end(nid));
	return end;
}

#endif /* PAGESNAP_MM_HOTPLUG_H */

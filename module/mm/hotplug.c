// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: memory hotplug
 *
 * pfn_to_online_page() leaves a window: the section may go offline, and its
 * struct pages away, between the test and their use.  The kernel's own lock,
 * get_online_mems(), is not exported; its notifier is.  Sections are marked
 * offline before MEM_OFFLINE is sent, so a reader that begins afterwards does
 * not find them, and one that began before is waited for.
 */
#include <linux/memory.h>
#include <linux/notifier.h>
#include <linux/srcu.h>

#include "hotplug.h"

static struct srcu_struct readers;

static int on_change(struct notifier_block *nb, unsigned long action, void *arg)
{
	if (action == MEM_OFFLINE)
		synchronize_srcu(&readers);
	return NOTIFY_OK;
}

static struct notifier_block notifier = { .notifier_call = on_change };

/**
 * pagesnap_hotplug_setup() - watch for memory that goes away, at module load
 *
 * Return: 0 or a negative errno.
 */
int pagesnap_hotplug_setup(void)
{
	int err = init_srcu_struct(&readers);

	if (err)
		return err;
	err = register_memory_notifier(&notifier);
	if (err)
		cleanup_srcu_struct(&readers);
	return err;
}

/**
 * pagesnap_hotplug_teardown() - end of module
 */
void pagesnap_hotplug_teardown(void)
{
	unregister_memory_notifier(&notifier);
	cleanup_srcu_struct(&readers);
}

/**
 * pagesnap_hotplug_enter() - struct pages found from now on stay
 *
 * Context: may be held while sleeping, but briefly: memory that goes offline
 * waits.
 * Return: token for pagesnap_hotplug_leave().
 */
int pagesnap_hotplug_enter(void)
	__acquires(&readers)
{
	return srcu_read_lock(&readers);
}

/**
 * pagesnap_hotplug_leave() - struct pages may go away again
 * @token: of pagesnap_hotplug_enter()
 */
void pagesnap_hotplug_leave(int token)
	__releases(&readers)
{
	srcu_read_unlock(&readers, token);
}

/**
 * pagesnap_online_enter() - the struct page of one frame, to look whose it is
 * @pfn: frame
 * @token: gets what pagesnap_online_leave() takes
 *
 * Context: may sleep, no locks; RCU and a hotplug reader until pagesnap_online_leave().
 * Return: the page, NULL if it has none or isn't online.
 */
struct page *pagesnap_online_enter(u64 pfn, int *token)
	__acquires(RCU)
	__acquires(&readers)
{
	*token = pagesnap_hotplug_enter();
	rcu_read_lock();
	return pfn_to_online_page(pfn);
}

/**
 * pagesnap_online_leave() - the page may go
 * @token: of pagesnap_online_enter(), whether or not it found one
 */
void pagesnap_online_leave(int token)
	__releases(RCU)
	__releases(&readers)
{
	rcu_read_unlock();
	pagesnap_hotplug_leave(token);
}

/**
 * pagesnap_online_find() - as pagesnap_online_page(), of another subsection
 * @o: what is known
 * @pfn: frame
 *
 * Memory goes offline by the section, which waits for hotplug readers.  Devices
 * have theirs by the subsection and wait for nobody: in a section with such,
 * each frame is asked for.
 *
 * Return: the page, or NULL.
 */
struct page *pagesnap_online_find(struct pagesnap_online *o, u64 pfn)
{
	struct page *page = pfn_to_online_page(pfn);

	/* Not of a section that is online: another bit of the word may change. */
	o->nr = page && data_race(!online_device_section(__pfn_to_section(pfn))) ?
		PAGES_PER_SUBSECTION : 0;
	o->first = round_down(pfn, PAGES_PER_SUBSECTION);
	return page;
}

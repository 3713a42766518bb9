// SPDX-License-Identifier: GPL-2.0
/*
 * A planted leak, for the tests of objects/mm/slab, and for whoever wants to find one by hand
 * (docs/slab.md, "Find a leak").  Writing a number to the parameter "requests" handles so many:
 * each has an object that is freed at its end, but for one in a hundred, which is cancelled and
 * whose object is forgotten.
 *
 * Each request also puts an object in a table that remembers the last thousand.  As much of them
 * is alive at any time, and none for long: that is no leak.
 *
 * What was forgotten is freed when the module goes.
 */
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#define CANCELLED_EACH	100
#define REMEMBERED	1000
#define BYTES_REMEMBERED 300

struct request {
	struct list_head forgotten;
	char name[168];
};

static LIST_HEAD(forgotten);
static void *remembered[REMEMBERED];
static unsigned int nth;
static DEFINE_MUTEX(requests_mutex);

/* What is called last would be jumped to, and have the caller for its site. */
static __always_inline void *here(void *object)
{
	barrier();
	return object;
}

static noinline struct request *pagesnap_leak_begin(void)
{
	return here(kzalloc(sizeof(struct request), GFP_KERNEL));
}

static noinline void pagesnap_leak_end(struct request *request)
{
	kfree(request);
}

static noinline void *pagesnap_leak_remember(void)
{
	return here(kmalloc(BYTES_REMEMBERED, GFP_KERNEL));
}

static int handle_one(void)
{
	void **old = &remembered[nth % REMEMBERED];
	struct request *request = pagesnap_leak_begin();

	if (!request)
		return -ENOMEM;
	kfree(*old);
	*old = pagesnap_leak_remember();
	if (++nth % CANCELLED_EACH)
		pagesnap_leak_end(request);
	else
		list_add(&request->forgotten, &forgotten);
	return 0;
}

static int set_requests(const char *text, const struct kernel_param *param)
{
	unsigned int nr, i;
	int err = kstrtouint(text, 0, &nr);

	if (err)
		return err;
	mutex_lock(&requests_mutex);
	for (i = 0; i < nr && !err; i++) {
		err = handle_one();
		cond_resched();
	}
	mutex_unlock(&requests_mutex);
	return err;
}

static const struct kernel_param_ops requests_ops = { .set = set_requests };

module_param_cb(requests, &requests_ops, NULL, 0200);

static int __init leak_init(void)
{
	return 0;
}

static void __exit leak_exit(void)
{
	struct request *request, *next;
	unsigned int i;

	list_for_each_entry_safe(request, next, &forgotten, forgotten)
		kfree(request);
	for (i = 0; i < REMEMBERED; i++)
		kfree(remembered[i]);
}

module_init(leak_init);
module_exit(leak_exit);

MODULE_DESCRIPTION("A leak for pagesnap's tests");
MODULE_LICENSE("GPL");

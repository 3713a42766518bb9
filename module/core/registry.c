// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: collections
 *
 * A collection is a folder below objects/ whose files answer queries.  Those
 * of pagesnap.ko and those of other modules come and go by the same two calls.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/err.h>
#include <linux/security.h>
#include <linux/string.h>

#include "control.h"
#include "registry.h"

static int check_abi(const struct pagesnap_collection *c)
{
	static const struct pagesnap_abi ours = PAGESNAP_ABI;

	if (!memcmp(&c->abi, &ours, sizeof(ours)))
		return 0;
	pr_err("%s was built with other headers (ABI %u) than this module (ABI %u): build both from one source\n",
	       module_name(c->owner), c->abi.number, ours.number);
	return -ENOEXEC;
}

/**
 * struct need - a pointer without which a structure is of no use
 * @name: what the message calls it
 * @offset: where it is
 */
struct need {
	const char *name;
	size_t offset;
};

#define NEED(type, member) { #member, offsetof(struct type, member) }

static const struct need of_collection[] = {
	NEED(pagesnap_collection, owner),
	NEED(pagesnap_collection, parent),
	NEED(pagesnap_collection, name),
	NEED(pagesnap_collection, indexes),
	NEED(pagesnap_collection, words),
	NEED(pagesnap_collection, show_format),
	{ }
};

static const struct need of_index[] = {
	NEED(pagesnap_index_ops, name),
	NEED(pagesnap_index_ops, usage),
	NEED(pagesnap_index_ops, check),
	NEED(pagesnap_index_ops, try),
	NEED(pagesnap_index_ops, alloc),
	NEED(pagesnap_index_ops, free),
	NEED(pagesnap_index_ops, begin),
	NEED(pagesnap_index_ops, step),
	NEED(pagesnap_index_ops, pause),
	NEED(pagesnap_index_ops, finish),
	{ }
};

/* Return: the first of @needs that @s lacks, NULL if it has all of them. */
static const char *lacks(const void *s, const struct need *needs)
{
	for (; needs->name; needs++)
		if (!*(void *const *)((const char *)s + needs->offset))
			return needs->name;
	return NULL;
}

/*
 * What is missing would only show when somebody opens a file or reads an answer: as an oops.
 * Of those that are optional core asks each time.
 */
static int check_needs(const struct pagesnap_collection *c)
{
	const char *missing = lacks(c, of_collection);
	u32 i;

	if (missing) {
		pr_err("a collection of %s has no %s\n", module_name(c->owner), missing);
		return -EINVAL;
	}
	if (!c->nr_indexes || c->nr_indexes > PAGESNAP_COLLECTION_INDEXES_MAX) {
		pr_err("%s/%s has %u index files: 1 to %u can be\n", c->parent, c->name,
		       c->nr_indexes, PAGESNAP_COLLECTION_INDEXES_MAX);
		return -EINVAL;
	}
	for (i = 0; i < c->nr_indexes; i++) {
		missing = c->indexes[i] ? lacks(c->indexes[i], of_index) : "operations";
		if (!missing)
			continue;
		pr_err("index file %u of %s/%s has no %s\n", i, c->parent, c->name, missing);
		return -EINVAL;
	}
	return 0;
}

static int check_lockdown(void)
{
	int err = security_locked_down(LOCKDOWN_TRACEFS);

	if (err)
		pr_err("kernel lockdown (confidentiality) forbids tracefs\n");
	return err;
}

static int begin(struct pagesnap_collection *c)
{
	struct pagesnap_control *control;
	int err;

	if (c->setup) {
		err = c->setup();
		if (err)
			return err;
	}
	control = pagesnap_control_create(c);
	if (IS_ERR(control)) {
		if (c->teardown)
			c->teardown();
		return PTR_ERR(control);
	}
	c->control = control;
	return 0;
}

/**
 * pagesnap_register() - make a collection's files
 * @c: collection; it stays until pagesnap_unregister()
 *
 * The last thing that a module's init does which can fail: when this returns 0,
 * its files may be open already, and the kernel waits for nobody who is in a
 * module whose init fails.
 *
 * Context: process context, may sleep.
 * Return: 0 or a negative errno, with nothing left behind and the reason in
 * the kernel log: -ENOEXEC if the collection was compiled with other headers, -EINVAL if
 * something is missing in it, -EBUSY if something has its name.  Not -EEXIST: that a module
 * returns it would mean that the module is loaded, and newer kernels make it -EBUSY themselves.
 */
int pagesnap_register(struct pagesnap_collection *c)
{
	int err = check_abi(c) ?: check_needs(c) ?: check_lockdown();

	if (err)
		return err;
	/* Its state is in use: set up once more, and torn down again, it would break. */
	if (WARN_ON(c->control))
		return -EBUSY;
	err = begin(c);
	if (err)
		pr_err("can't register %s/%s (error %d)\n", c->parent, c->name, err);
	return err == -EEXIST ? -EBUSY : err;
}

/**
 * pagesnap_unregister() - remove a collection's files
 * @c: collection that was registered
 *
 * For module exit only: that no session is left follows from the references
 * that open files have to the module.
 *
 * Context: process context, may sleep.
 */
void pagesnap_unregister(struct pagesnap_collection *c)
{
	if (WARN_ON(!c->control))
		return;
	pagesnap_control_destroy(c->control);
	c->control = NULL;
	if (c->teardown)
		c->teardown();
}

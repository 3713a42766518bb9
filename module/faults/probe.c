// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: tracepoints of page faults and processes
 *
 * They are found by name, as they aren't exported, and probed while there is an answer.
 *
 * Why unloading is safe: each answer that has the probes gives them back before it ends, and the
 * module stays as long as there is one.  The last one waits until no probe runs any more.
 */
#include <linux/mutex.h>
#include <linux/string.h>

#include "../core/query.h"
#include "probe.h"
#include "see.h"

/* The signatures are those of compat/faults.h, where the compiler compares them. */
static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	pagesnap_see_fork(parent, child);
}

static void on_exec(void *data, struct task_struct *task, pid_t old_pid,
		    struct linux_binprm *bprm)
{
	pagesnap_see_exec(task);
}

COMPAT_ON_EXIT(on_exit)
{
	pagesnap_see_exit(task);
}

static const compat_on_fault fault_probe = pagesnap_see_fault;
static const compat_on_fork fork_probe = on_fork;
static const compat_on_exec exec_probe = on_exec;
static const compat_on_exit exit_probe = on_exit;

/**
 * struct place - a tracepoint that is probed
 * @name: its name
 * @probe: address of what is called there
 * @missing: what is said if it isn't there
 * @point: the tracepoint
 */
struct place {
	const char *name;
	const void *probe;
	const char *missing;
	struct tracepoint *point;
};

static struct place places[] = {
	{ "page_fault_user", &fault_probe, "no tracepoint page_fault_user" },
	{ "page_fault_kernel", &fault_probe, "no tracepoint page_fault_kernel" },
	{ "sched_process_fork", &fork_probe, "no tracepoint sched_process_fork" },
	{ "sched_process_exec", &exec_probe, "no tracepoint sched_process_exec" },
	{ "sched_process_exit", &exit_probe, "no tracepoint sched_process_exit" },
};

static DEFINE_MUTEX(lock);
static u32 users;

static void *function_of(const struct place *place)
{
	return *(void *const *)place->probe;
}

static void find(struct tracepoint *point, void *unused)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!strcmp(point->name, places[i].name))
			places[i].point = point;
}

/* Remove the first @nr, and wait for them.  Context: the lock. */
static void remove(u32 nr)
{
	while (nr--)
		tracepoint_probe_unregister(places[nr].point, function_of(&places[nr]), NULL);
	tracepoint_synchronize_unregister();
}

/* Context: the lock. */
static int set(struct pagesnap_diag *d)
{
	u32 i;
	int err;

	for_each_kernel_tracepoint(find, NULL);
	for (i = 0; i < ARRAY_SIZE(places); i++)
		if (!places[i].point)
			return pagesnap_diag(d, -EOPNOTSUPP, 0, places[i].missing);
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		err = tracepoint_probe_register(places[i].point, function_of(&places[i]), NULL);
		if (err) {
			remove(i);
			return pagesnap_diag(d, err, 0, "can't probe page faults");
		}
	}
	return 0;
}

/**
 * pagesnap_probes_get() - see page faults from now on
 * @d: filled if it can't be
 *
 * Context: may sleep.
 * Return: 0 or the negative errno in @d; on success the caller owes pagesnap_probes_put().
 */
int pagesnap_probes_get(struct pagesnap_diag *d)
{
	int err = 0;

	mutex_lock(&lock);
	if (!users)
		err = set(d);
	if (!err)
		users++;
	mutex_unlock(&lock);
	return err;
}

/**
 * pagesnap_probes_put() - they aren't needed any more
 *
 * When this returns, no probe uses what was taken out of the tables before.
 *
 * Context: may sleep.
 */
void pagesnap_probes_put(void)
{
	mutex_lock(&lock);
	if (!--users)
		remove(ARRAY_SIZE(places));
	mutex_unlock(&lock);
	synchronize_rcu();
}

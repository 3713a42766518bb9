// SPDX-License-Identifier: GPL-2.0
/*
 * Makes one mistake of each kind that the debug kernels are there to find, when
 * its name is written to /dev/planted.  A kernel that doesn't report one would
 * find none of that kind in pagesnap either.
 */
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/list.h>
#include <linux/miscdevice.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/timer.h>
#include <linux/vmalloc.h>

/* The compiler must neither see the mistake nor leave its result out. */
static volatile long sink;

static void use_after_free(void)
{
	long *p = kmalloc(64, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(p);
	kfree(p);
	OPTIMIZER_HIDE_VAR(p);
	if (p)
		sink = READ_ONCE(*p);
}

static void out_of_bounds(void)
{
	char *p = kmalloc(60, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(p);
	if (p)
		sink = READ_ONCE(p[60]);
	kfree(p);
}

/* A call, which the compiler of the module must make one that checks. */
static void copy_beyond(void)
{
	char *from = kmalloc(60, GFP_KERNEL), *to = kzalloc(128, GFP_KERNEL);
	size_t len = 64;

	OPTIMIZER_HIDE_VAR(len);
	if (from && to)
		memcpy(to, from, len);
	if (to)
		sink = READ_ONCE(*to);
	kfree(from);
	kfree(to);
}

static void vmalloc_bounds(void)
{
	char *p = vmalloc(100);

	OPTIMIZER_HIDE_VAR(p);
	if (p)
		sink = READ_ONCE(p[104]);
	vfree(p);
}

static void double_free(void)
{
	long *p = kmalloc(64, GFP_KERNEL), *q = p;

	OPTIMIZER_HIDE_VAR(q);
	kfree(p);
	kfree(q);
}

static void lock_order(void)
{
	static DEFINE_MUTEX(a);
	static DEFINE_MUTEX(b);

	mutex_lock(&a);
	mutex_lock(&b);
	mutex_unlock(&b);
	mutex_unlock(&a);
	mutex_lock(&b);
	mutex_lock(&a);
	mutex_unlock(&a);
	mutex_unlock(&b);
}

static void rcu_without_lock(void)
{
	static long __rcu *pointer;
	const long *p = rcu_dereference(pointer);

	if (p)
		sink = *p;
}

/* It could sleep: one that does takes the kernel's count of locks with it. */
static void atomic_sleep(void)
{
	static DEFINE_SPINLOCK(lock);
	static DEFINE_MUTEX(mutex);

	spin_lock(&lock);
	mutex_lock(&mutex);
	mutex_unlock(&mutex);
	spin_unlock(&lock);
}

static void expired(struct timer_list *timer)
{
}

static void free_active_timer(void)
{
	struct timer_list *timer = kmalloc(sizeof(*timer), GFP_KERNEL);

	if (!timer)
		return;
	timer_setup(timer, expired, 0);
	mod_timer(timer, jiffies + 3600 * HZ);
	kfree(timer);
}

static void leak(void)
{
	int i;

	for (i = 0; i < 10; i++)
		sink = !kmalloc(100, GFP_KERNEL);
}

static void list_twice(void)
{
	struct list_head head, entry;

	INIT_LIST_HEAD(&head);
	list_add(&entry, &head);
	list_del(&entry);
	list_del(&entry);
}

static void refcount_underflow(void)
{
	refcount_t count = REFCOUNT_INIT(0);

	refcount_dec(&count);
}

static void shift_too_far(void)
{
	int by = 40;

	OPTIMIZER_HIDE_VAR(by);
	sink = 1 << by;
}

static void beyond_array(void)
{
	static long array[4];
	int i = 4;

	OPTIMIZER_HIDE_VAR(i);
	sink = array[i];
}

/* KASAN doesn't see it: only who gets the page next can. */
static noinline __no_sanitize_address void write_freed(char *p)
{
	barrier();
	*(volatile char *)(p + 8) = 1;
}

static void page_poison(void)
{
	struct page *page = alloc_page(GFP_KERNEL);
	struct page *pages[64];
	int i;

	if (!page)
		return;
	__free_page(page);
	write_freed(page_address(page));
	for (i = 0; i < 64; i++)
		pages[i] = alloc_page(GFP_KERNEL);
	while (i--)
		if (pages[i])
			__free_page(pages[i]);
}

static void soft_lockup(void)
{
	unsigned long end = jiffies + 8 * HZ;

	preempt_disable();
	while (time_before(jiffies, end))
		cpu_relax();
	preempt_enable();
}

static int hang(void *unused)
{
	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule_timeout(10 * HZ);
	return 0;
}

static void hung_task(void)
{
	kthread_run(hang, NULL, "planted");
	ssleep(11);
}

static long raced;

static int racer(void *unused)
{
	while (!kthread_should_stop()) {
		raced++;
		cond_resched();
	}
	return 0;
}

static void race_on_data(void)
{
	struct task_struct *task[2];
	int i;

	for (i = 0; i < 2; i++)
		task[i] = kthread_run(racer, NULL, "planted%d", i);
	ssleep(3);
	while (i--)
		if (!IS_ERR(task[i]))
			kthread_stop(task[i]);
}

static void flags_of_tail(void)
{
	struct page *page = alloc_pages(GFP_KERNEL | __GFP_COMP, 1);

	if (page)
		sink = folio_test_lru((struct folio *)(page + 1));
}

static struct page *mapped;

/* It was mapped as a file's page and is unmapped as anonymous. */
static void mapped_as_other(void)
{
	if (mapped)
		mapped->mapping = (void *)((unsigned long)mapped->mapping | 1);
}

static const struct {
	const char *name;
	void (*make)(void);
} mistakes[] = {
#define MISTAKE(name) { #name, name }
	MISTAKE(use_after_free), MISTAKE(out_of_bounds), MISTAKE(copy_beyond),
	MISTAKE(vmalloc_bounds),
	MISTAKE(double_free), MISTAKE(lock_order), MISTAKE(rcu_without_lock),
	MISTAKE(atomic_sleep), MISTAKE(free_active_timer), MISTAKE(leak),
	MISTAKE(list_twice), MISTAKE(refcount_underflow), MISTAKE(shift_too_far),
	MISTAKE(beyond_array), MISTAKE(page_poison), MISTAKE(soft_lockup),
	MISTAKE(hung_task), MISTAKE(race_on_data), MISTAKE(flags_of_tail),
	MISTAKE(mapped_as_other),
};

static ssize_t planted_write(struct file *file, const char __user *ubuf, size_t size, loff_t *pos)
{
	char name[32] = "";
	unsigned int i;

	if (size >= sizeof(name) || copy_from_user(name, ubuf, size))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(mistakes); i++) {
		if (strcmp(strim(name), mistakes[i].name))
			continue;
		mistakes[i].make();
		return size;
	}
	return -EINVAL;
}

static int planted_mmap(struct file *file, struct vm_area_struct *vma)
{
	if (!mapped)
		mapped = alloc_page(GFP_KERNEL | __GFP_ZERO);
	return mapped ? vm_insert_page(vma, vma->vm_start, mapped) : -ENOMEM;
}

static const struct file_operations planted_fops = {
	.owner	= THIS_MODULE,
	.write	= planted_write,
	.mmap	= planted_mmap,
};

static struct miscdevice planted = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "planted",
	.fops	= &planted_fops,
};

module_misc_device(planted);

MODULE_DESCRIPTION("Mistakes on purpose, for the tests of debug kernels");
MODULE_LICENSE("GPL");

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what the reader knows: threads, and VMAs as they were when a fault was seen
 *
 * A record of a fault is short: what is the same for many is told once, before the first of
 * them, and again when it has changed.  Others choose how many threads and VMAs there are: above a
 * bound all is forgotten, and told anew.
 *
 * A VMA gets its name when the record is written, if the process still has it; a file has the
 * name that it had for another process, or else none.
 *
 * What pins what: the guard of a process holds mm_count, and only the reader frees guards that it
 * knows.  VMAs and their files are kept by mmap_lock, as long as they are named.
 */
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "../mm/mm_lock.h"
#include "../mm/task.h"
#include "../mm/vma.h"
#include "../targets/mapping.h"
#include "guard.h"
#include "memory.h"
#include "tell.h"
#include "told.h"

#define THREADS_MAX	65536
#define MAPS_MAX	262144
#define NAMES_MAX	1024
/**
 * struct told_maps - VMAs of a process that were told of
 * @nr: how many
 * @room: places
 * @maps: by address; none overlaps another
 */
struct told_maps {
	u32 nr;
	u32 room;
	struct pagesnap_seen_vma *maps;
};

/**
 * struct told_name - name of a file
 * @node: in the table
 * @ino: inode
 * @dev: its device
 * @gen: its generation
 * @state: PAGESNAP_STATE_*
 * @len: bytes of @name
 * @name: name
 */
struct told_name {
	struct hlist_node node;
	u64 ino;
	u32 dev;
	u32 gen;
	u32 state;
	u32 len;
	char name[];
};

/**
 * pagesnap_told_init() - nothing was told yet
 * @t: told
 * @q: number of the query
 * @tracer: of the answer
 *
 * Return: 0 or -ENOMEM.
 */
int pagesnap_told_init(struct pagesnap_told *t, u32 q, const struct pagesnap_tracer *tracer)
{
	memset(t, 0, sizeof(*t));
	t->q = q;
	t->tracer = tracer;
	xa_init_flags(&t->threads, XA_FLAGS_ACCOUNT);
	xa_init_flags(&t->maps, XA_FLAGS_ACCOUNT);
	hash_init(t->names);
	t->buf = kmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	return t->buf ? 0 : -ENOMEM;
}

static void free_maps(struct pagesnap_told *t, struct told_maps *m)
{
	t->map.end = 0;
	if (!m)
		return;
	t->nr_maps -= m->nr;
	kvfree(m->maps);
	kfree(m);
}

static void forget_maps(struct pagesnap_told *t)
{
	struct told_maps *m;
	unsigned long pid;

	xa_for_each(&t->maps, pid, m) {
		free_maps(t, m);
	}
	xa_destroy(&t->maps);
}

static void forget_names(struct pagesnap_told *t)
{
	struct hlist_node *next;
	struct told_name *n;
	u32 bucket;

	hash_for_each_safe(t->names, bucket, next, n, node) {
		hash_del(&n->node);
		kfree(n);
	}
	t->nr_names = 0;
}

/**
 * pagesnap_told_destroy() - free all; harmless when repeated
 * @t: told
 */
void pagesnap_told_destroy(struct pagesnap_told *t)
{
	if (!t->buf)
		return;
	forget_maps(t);
	forget_names(t);
	xa_destroy(&t->threads);
	kfree(t->buf);
	t->buf = NULL;
}

/**
 * pagesnap_told_forget_thread() - a thread has another name, or its number is another one's
 * @t: told
 * @tid: thread
 */
void pagesnap_told_forget_thread(struct pagesnap_told *t, u32 tid)
{
	if (xa_erase(&t->threads, tid))
		t->nr_threads--;
	if (t->tid == tid)
		t->tid = 0;
}

/**
 * pagesnap_told_forget() - a process has other memory, or is gone
 * @t: told
 * @pid: process
 *
 * Its first thread has another name then, or its number is that of another one's.
 */
void pagesnap_told_forget(struct pagesnap_told *t, u32 pid)
{
	free_maps(t, xa_erase(&t->maps, pid));
	pagesnap_told_forget_thread(t, pid);
}

static void read_comm(u32 tid, char *comm)
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_pid_ns(tid, &init_pid_ns), PIDTYPE_PID);
	if (task)
		get_task_comm(*(char (*)[TASK_COMM_LEN])comm, task);
	rcu_read_unlock();
}

static void tell_thread(struct pagesnap_told *t, struct pagesnap_emit *e)
{
	struct pagesnap_faults_thread r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_THREAD },
		.q = t->q,
		.tid = t->tid,
		.pid = t->pid,
	};

	read_comm(t->tid, r.comm);
	pagesnap_faults_tell(e, &r.rec);
}

/**
 * pagesnap_told_thread() - tell whose a thread is, unless that was told
 * @t: told
 * @e: emitter
 * @tid: thread
 * @pid: its process
 */
void pagesnap_told_thread(struct pagesnap_told *t, struct pagesnap_emit *e, u32 tid, u32 pid)
{
	if (t->tid == tid && t->pid == pid)
		return;
	t->tid = tid;
	t->pid = pid;
	if (xa_load(&t->threads, tid) == xa_mk_value(pid))
		return;
	if (t->nr_threads++ >= THREADS_MAX) {
		xa_destroy(&t->threads);
		t->nr_threads = 1;
	}
	xa_store(&t->threads, tid, xa_mk_value(pid), PAGESNAP_FEW_TRIES);
	tell_thread(t, e);
}

/* The first that ends behind @vpn. */
static u32 find(const struct told_maps *m, u64 vpn)
{
	u32 low = 0, high = m->nr, mid;

	while (low < high) {
		mid = (low + high) / 2;
		if (m->maps[mid].end <= vpn)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct told_maps *maps_of(struct pagesnap_told *t, u32 pid)
{
	struct told_maps *m = xa_load(&t->maps, pid);

	if (m)
		return m;
	m = kzalloc(sizeof(*m), PAGESNAP_FEW_TRIES);
	if (!m || !xa_err(xa_store(&t->maps, pid, m, PAGESNAP_FEW_TRIES)))
		return m;
	kfree(m);
	return NULL;
}

static bool make_room(struct told_maps *m)
{
	u32 room = m->room ? 2 * m->room : 16;
	struct pagesnap_seen_vma *maps;

	if (m->nr < m->room)
		return true;
	maps = kvmalloc_array(room, sizeof(*maps), PAGESNAP_FEW_TRIES);
	if (!maps)
		return false;
	if (m->nr)
		memcpy(maps, m->maps, m->nr * sizeof(*maps));
	kvfree(m->maps);
	m->maps = maps;
	m->room = room;
	return true;
}

/* In place of those that it overlaps. */
static void remember(struct pagesnap_told *t, struct told_maps *m,
		     const struct pagesnap_seen_vma *vma)
{
	u32 first = find(m, vma->start), end = first, nr;

	while (end < m->nr && m->maps[end].start < vma->end)
		end++;
	if (end == first && !make_room(m))
		return;
	nr = m->nr - end;
	memmove(&m->maps[first + 1], &m->maps[end], nr * sizeof(*m->maps));
	m->maps[first] = *vma;
	t->nr_maps += first + 1 + nr - m->nr;
	m->nr = first + 1 + nr;
}

static u32 hash_of(const struct pagesnap_seen_vma *vma)
{
	return vma->ino ^ vma->dev ^ vma->gen;
}

static struct told_name *find_name(struct pagesnap_told *t, const struct pagesnap_seen_vma *vma)
{
	struct told_name *n;

	hash_for_each_possible(t->names, n, node, hash_of(vma))
		if (n->ino == vma->ino && n->dev == vma->dev && n->gen == vma->gen)
			return n;
	return NULL;
}

static void remember_name(struct pagesnap_told *t, const struct pagesnap_seen_vma *vma,
			  const char *name, u32 len, u32 state)
{
	struct told_name *n;

	if (find_name(t, vma))
		return;
	if (t->nr_names == NAMES_MAX)
		forget_names(t);
	n = kmalloc(struct_size(n, name, len), PAGESNAP_FEW_TRIES);
	if (!n)
		return;
	n->ino = vma->ino;
	n->dev = vma->dev;
	n->gen = vma->gen;
	n->state = state;
	n->len = len;
	memcpy(n->name, name, len);
	hash_add(t->names, &n->node, hash_of(vma));
	t->nr_names++;
}

static bool are_equal(const struct pagesnap_seen_vma *a, const struct pagesnap_seen_vma *b)
{
	return a->start == b->start && a->end == b->end && a->pgoff == b->pgoff &&
	       a->ino == b->ino && a->dev == b->dev && a->gen == b->gen && a->prot == b->prot &&
	       a->kind == b->kind && a->has_file == b->has_file;
}

/* A stack grows all the time. */
static bool is_same(const struct pagesnap_seen_vma *a, const struct pagesnap_seen_vma *b)
{
	if (a->kind == PAGESNAP_MAP_STACK)
		return b->kind == a->kind && a->end == b->end;
	return are_equal(a, b);
}

/* Context: mmap_lock. */
static const char *name_now(struct pagesnap_told *t, struct mm_struct *mm,
			    const struct pagesnap_seen_vma *vma, struct pagesnap_faults_map *r)
{
	struct pagesnap_seen_vma now;
	struct vm_area_struct *v;
	const char *name;

	if (!atomic_read(&mm->mm_users))
		return NULL;
	v = find_vma(mm, (vma->end - 1) << PAGE_SHIFT);
	if (!v)
		return NULL;
	pagesnap_vma_see(&now, v);
	if (!is_same(vma, &now))
		return NULL;
	r->name_len = pagesnap_vma_name(v, t->buf, PATH_MAX);
	if (r->name_len)
		return t->buf;
	name = pagesnap_mapping_name(v, t->buf, &r->name_len, &r->state);
	remember_name(t, vma, name, r->name_len, r->state);
	return name;
}

static const char *name_by_process(struct pagesnap_told *t, const struct pagesnap_seen_vma *vma,
				   struct pagesnap_faults_map *r)
{
	struct pagesnap_guard *g;
	const char *name;
	u64 began;

	rcu_read_lock();
	g = pagesnap_guard_of_pid(r->pid);
	if (g && g->tracer != t->tracer)
		g = NULL;
	rcu_read_unlock();
	if (!g || pagesnap_mm_lock(g->mm, &t->patience))
		return NULL;
	began = pagesnap_mm_began(t->patience);
	name = name_now(t, g->mm, vma, r);
	pagesnap_mm_unlock(g->mm, &t->patience, began);
	return name;
}

/* The process hasn't it any more. */
static const char *name_without(struct pagesnap_told *t, const struct pagesnap_seen_vma *vma,
				struct pagesnap_faults_map *r)
{
	static const char * const words[PAGESNAP_MAPS] = {
		[PAGESNAP_MAP_ANON] = "[anon]", [PAGESNAP_MAP_HEAP] = "[heap]",
		[PAGESNAP_MAP_STACK] = "[stack]",
	};
	const char *word = words[vma->kind];
	struct told_name *n = vma->has_file ? find_name(t, vma) : NULL;

	if (n) {
		r->state = n->state;
		r->name_len = n->len;
		return n->name;
	}
	if (!word)
		r->state = PAGESNAP_STATE_NONAME;
	r->name_len = word ? strlen(word) : 0;
	return word ?: "";
}

static void tell_map(struct pagesnap_told *t, struct pagesnap_emit *e, u32 pid,
		     const struct pagesnap_seen_vma *vma)
{
	struct pagesnap_faults_map r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_FAULT_MAP },
		.q = t->q,
		.pid = pid,
		.start = vma->start,
		.end = vma->end,
		.pgoff = vma->has_file ? vma->pgoff : PAGESNAP_NONE,
		.ino = vma->has_file ? vma->ino : PAGESNAP_NONE,
		.dev_major = vma->has_file ? MAJOR(vma->dev) : PAGESNAP_NONE32,
		.dev_minor = vma->has_file ? MINOR(vma->dev) : PAGESNAP_NONE32,
		.gen = vma->gen,
		.prot = vma->prot,
		.kind = vma->kind,
	};
	const char *name = name_by_process(t, vma, &r) ?: name_without(t, vma, &r);
	struct pagesnap_bytes_ref part = { .bytes = name, .len = r.name_len };

	if (pagesnap_emit_record(e, &r.rec, &part, 1))
		return;
	pagesnap_faults_text_map(pagesnap_emit_line(e), &r, name);
	pagesnap_emit_commit(e);
}

/* Was it told of, and does that hold still?  If not, it is to be told of now. */
static bool knows_map(struct pagesnap_told *t, u32 pid, const struct pagesnap_seen_vma *vma)
{
	struct told_maps *m = maps_of(t, pid);
	u32 at = m ? find(m, vma->start) : 0;

	if (m && at < m->nr && are_equal(&m->maps[at], vma))
		return true;
	if (m && t->nr_maps >= MAPS_MAX) {
		forget_maps(t);
		m = maps_of(t, pid);
	}
	if (m)
		remember(t, m, vma);
	return false;
}

/**
 * pagesnap_told_map() - tell of the VMA of a fault, unless that was told
 * @t: told
 * @e: emitter
 * @pid: process
 * @vma: VMA
 *
 * Context: may sleep, and wait for mmap_lock for a second.
 */
void pagesnap_told_map(struct pagesnap_told *t, struct pagesnap_emit *e, u32 pid,
		       const struct pagesnap_seen_vma *vma)
{
	bool known;

	if (t->map_pid == pid && are_equal(&t->map, vma))
		return;
	known = knows_map(t, pid, vma);
	t->map_pid = pid;
	t->map = *vma;
	if (!known)
		tell_map(t, e, pid, vma);
}

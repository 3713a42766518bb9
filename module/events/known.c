// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what records behind it need of a record
 *
 * A stream says once what is the same for many records: a file before its pages, a VMA before
 * faults in it, the name of a call site before its sums.  Events are filtered and joined one by
 * one, so each has what it needs.  How many threads, maps and names of an answer are remembered is
 * bounded; above that fields are unknown, never wrong.
 */
#include <linux/kernel-page-flags.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/xarray.h>

#include "../core/alloc.h"
#include "known.h"
#include "spaces.h"

/* As many as the collection tells of before it tells all anew (faults/told.c). */
#define THREADS_MAX	65536
#define MAPS_MAX	262144
#define NAMES_MAX	65536
/* Threads that find no room until those that have ended are looked for once more. */
#define REFUSED		4096

/**
 * struct known - what an answer has said so far
 * @file: whose pages come next; @ino PAGESNAP_NONE if nobody's
 * @start: page of @file, or of the VMA, that has index 0 of it, or pgoff
 * @pid: process whose record came last, NO_PID if none did
 * @shared: it is a VMA's whose mapping is
 * @threads_room: for @threads
 * @maps_room: for @spaces, and what is in them
 * @names_room: for @sites and @caches
 * @refused: threads that found no room
 * @threads: process of each thread
 * @spaces: what is mapped in each process
 * @sites: names of call sites
 * @caches: names of caches
 *
 * Context: all of it is the session's reader's, under its read_lock.
 */
struct known {
	struct known_owner file;
	u64 start;
	s64 pid;
	bool shared;
	struct known_room threads_room;
	struct known_room maps_room;
	struct known_room names_room;
	u32 refused;
	struct xarray threads;
	struct xarray spaces;
	struct xarray sites;
	struct xarray caches;
};

static const struct known_owner nobody = {
	.dev_major = PAGESNAP_NONE32, .dev_minor = PAGESNAP_NONE32, .ino = PAGESNAP_NONE,
	.gen = PAGESNAP_NONE32, .state = PAGESNAP_NONE32, .index = PAGESNAP_NONE,
};

#define UNKNOWN_OWNER {								\
	.dev_major = PAGESNAP_UNKNOWN32, .dev_minor = PAGESNAP_UNKNOWN32,	\
	.ino = PAGESNAP_UNKNOWN, .gen = PAGESNAP_UNKNOWN32,			\
	.state = PAGESNAP_UNKNOWN32, .index = PAGESNAP_UNKNOWN,			\
}

static const struct known_owner unknown = UNKNOWN_OWNER;

/* As fields of events have it. */
#define NO_PID (-2)

/* Of an answer that there was no memory for: all is unknown. */
static struct known nothing = {
	.file = UNKNOWN_OWNER,
	.pid = -1,
	.threads = XARRAY_INIT(nothing.threads, 0),
	.spaces = XARRAY_INIT(nothing.spaces, 0),
	.sites = XARRAY_INIT(nothing.sites, 0),
	.caches = XARRAY_INIT(nothing.caches, 0),
};

/* Return: NULL if nothing can be remembered. */
static struct known *known_of(struct pagesnap_traced *t)
{
	struct known *k = t->state;

	if (k)
		return k == &nothing ? NULL : k;
	k = kzalloc(sizeof(*k), PAGESNAP_FEW_TRIES);
	t->state = k ?: &nothing;
	if (!k)
		return NULL;
	k->file = unknown;
	k->pid = NO_PID;
	k->threads_room.max = THREADS_MAX;
	k->maps_room.max = MAPS_MAX;
	k->names_room.max = NAMES_MAX;
	xa_init(&k->threads);
	xa_init(&k->spaces);
	xa_init(&k->sites);
	xa_init(&k->caches);
	return k;
}

/* Processes --------------------------------------------------------------------- */

static void know_task(struct known *k, const struct pagesnap_task *r)
{
	k->pid = r->pid;
	k->file = nobody;
}

/**
 * known_pid() - which process do the pages belong to that come next?
 * @t: answer
 *
 * Return: PID, -2 if the answer names no process.
 */
s64 known_pid(const struct pagesnap_traced *t)
{
	const struct known *k = t->state;

	return k ? k->pid : NO_PID;
}

/* Pages ------------------------------------------------------------------------- */

static void know_file(struct known *k, const struct pagesnap_file *r)
{
	k->file = (struct known_owner){ r->dev_major, r->dev_minor, r->ino, r->gen, r->state };
	k->start = 0;
}

/* The query names the file whose pages they are, and its inode is in no record. */
static void know_span(struct known *k, const struct pagesnap_accesses_span *r)
{
	k->pid = NO_PID;
	k->file = r->rec.flags & PAGESNAP_RF_INDEX ? unknown : nobody;
}

static void know_heat_file(struct known *k, const struct pagesnap_accesses_file *r)
{
	k->pid = NO_PID;
	k->file = (struct known_owner){ r->dev_major, r->dev_minor, r->ino, r->gen, r->state };
}

static void know_vma(struct known *k, const struct pagesnap_vma *r)
{
	k->file = (struct known_owner){ r->dev_major, r->dev_minor, r->ino, r->gen, r->state };
	k->start = r->start - r->pgoff;
	k->shared = r->prot & 8;
}

static bool is_of_file(u8 kind)
{
	return kind == PAGESNAP_KIND_FILE || kind == PAGESNAP_KIND_SHMEM ||
	       kind == PAGESNAP_KIND_HUGETLB;
}

static bool may_be_of_file(u8 kind)
{
	return is_of_file(kind) || kind == PAGESNAP_KIND_HWPOISON || kind == PAGESNAP_KIND_UNKNOWN;
}

/*
 * In the mapping of a file: a private one may have copies.  Their kind tells, but not of huge
 * pages, and of these a flag does, unless mask= has left it out.
 */
static struct known_owner owner_of_mapped(const struct known *k, const struct pagesnap_run *r,
					  struct known_owner file)
{
	if (k->shared)
		return file;
	if (r->flags & BIT_ULL(KPF_ANON) || !may_be_of_file(r->kind))
		return nobody;
	return r->kind == PAGESNAP_KIND_FILE || r->kind == PAGESNAP_KIND_SHMEM ? file : unknown;
}

/* No file that is known: who asks for names is told of slab caches, too. */
static struct known_owner owner_of_frame(const struct pagesnap_run *r)
{
	struct known_owner o = may_be_of_file(r->kind) ? unknown : nobody;

	if (r->rec.flags & PAGESNAP_RF_CACHE && r->rec.flags & PAGESNAP_RF_NAME)
		o.state = r->name_state;
	return o;
}

/* The page of the file whose record came last; unknown, or nobody's, if none did. */
static struct known_owner owner_by_index(const struct known *k, u64 index)
{
	struct known_owner o;

	if (!k || k->file.ino == PAGESNAP_UNKNOWN)
		return unknown;
	if (k->file.ino == PAGESNAP_NONE)
		return nobody;
	o = k->file;
	o.index = index - k->start;
	return o;
}

/**
 * known_owner_of_run() - whose pages are these?
 * @t: answer
 * @r: run, or page
 *
 * Return: the file that its record names, or that a record before it has named.  Pages that a
 * process has copied from a file are nobody's.
 */
struct known_owner known_owner_of_run(const struct pagesnap_traced *t,
				      const struct pagesnap_run *r)
{
	const struct known *k = t->state;
	struct known_owner o;

	if (r->rec.flags & PAGESNAP_RF_OWNER)
		return (struct known_owner){ r->owner_major, r->owner_minor, r->owner_ino,
					     r->owner_gen, r->rec.flags & PAGESNAP_RF_NAME ?
					     r->name_state : PAGESNAP_UNKNOWN32, r->owner_index };
	if (r->unit == PAGESNAP_UNIT_PFN)
		return owner_of_frame(r);
	o = owner_by_index(k, r->index);
	if (o.ino >= PAGESNAP_NONE || r->unit == PAGESNAP_UNIT_INDEX)
		return o;
	return owner_of_mapped(k, r, o);
}

/**
 * known_owner_of_gap() - where is a page lacking?
 * @t: answer
 * @r: gap
 *
 * Return: likewise.  A swap entry in a private mapping is of a copy, which is nobody's.
 */
struct known_owner known_owner_of_gap(const struct pagesnap_traced *t,
				      const struct pagesnap_gap *r)
{
	const struct known *k = t->state;
	struct known_owner o;

	if (r->unit == PAGESNAP_UNIT_PFN)
		return nobody;
	o = owner_by_index(k, r->index);
	if (o.ino >= PAGESNAP_NONE || r->unit == PAGESNAP_UNIT_INDEX || k->shared)
		return o;
	return r->rec.type == PAGESNAP_REC_SWAP ? nobody : unknown;
}

/**
 * known_owner_of_heat() - which file's pages are these?
 * @t: answer
 *
 * Return: it, without a page; unknown is that of a query for one file.
 */
struct known_owner known_owner_of_heat(const struct pagesnap_traced *t)
{
	const struct known *k = t->state;

	return k ? k->file : unknown;
}

/* Faults ------------------------------------------------------------------------ */

static bool is_there(pid_t tid)
{
	bool there;

	rcu_read_lock();
	there = pid_task(find_pid_ns(tid, &init_pid_ns), PIDTYPE_PID);
	rcu_read_unlock();
	return there;
}

static void forget_thread(struct known *k, u32 tid)
{
	if (xa_erase(&k->threads, tid))
		known_give(&k->threads_room);
}

/* No record says that a thread has ended, unless its process has. */
static void forget_ended(struct known *k)
{
	unsigned long tid;
	void *pid;

	xa_for_each(&k->threads, tid, pid) {
		if (!is_there(tid))
			forget_thread(k, tid);
		cond_resched();
	}
}

static bool take_thread(struct known *k)
{
	if (known_take(&k->threads_room))
		return true;
	if (k->refused++ % REFUSED)
		return false;
	forget_ended(k);
	return known_take(&k->threads_room);
}

/* A thread that is told of again may be another one. */
static void know_thread(struct known *k, const struct pagesnap_faults_thread *r)
{
	void *pid = xa_mk_value(r->pid);

	if (xa_load(&k->threads, r->tid))
		xa_store(&k->threads, r->tid, pid, PAGESNAP_FEW_TRIES);
	else if (take_thread(k) &&
		 xa_err(xa_store(&k->threads, r->tid, pid, PAGESNAP_FEW_TRIES)))
		known_give(&k->threads_room);
}

static void forget_process(struct known *k, u32 pid)
{
	spaces_forget(&k->spaces, &k->maps_room, pid);
	forget_thread(k, pid);
}

static void know_exit(struct known *k, const struct pagesnap_faults_event *r)
{
	if (r->rec.type == PAGESNAP_REC_EXIT)
		forget_process(k, r->pid);
	else	/* it has other memory now */
		spaces_forget(&k->spaces, &k->maps_room, r->pid);
}

/* A process that has gone untold has no exit. */
static void know_traced(struct known *k, const struct pagesnap_faults_traced *r)
{
	if (r->what == PAGESNAP_TRACED_GONE)
		forget_process(k, r->pid);
}

/**
 * known_owner_of_fault() - whose page was referenced, and by which process?
 * @t: answer
 * @r: fault
 * @pid: gets the process, or -1
 *
 * Return: the file, as the last map of that process with this page says; of one that isn't shared
 * the process may have a copy.
 */
struct known_owner known_owner_of_fault(const struct pagesnap_traced *t,
					const struct pagesnap_faults_fault *r, s64 *pid)
{
	const u64 vpn = r->page >> PAGESNAP_FAULT_CPU_BITS;
	struct known *k = t->state;
	const void *process = k ? xa_load(&k->threads, r->tid) : NULL;
	const struct pagesnap_faults_map *map;

	*pid = -1;
	if (!process)
		return unknown;
	*pid = xa_to_value(process);
	map = r->rec.flags & PAGESNAP_RF_NO_MAP ? NULL : spaces_find(&k->spaces, *pid, vpn);
	if (!map)
		return unknown;
	if (map->ino == PAGESNAP_NONE)
		return nobody;
	return (struct known_owner){ map->dev_major, map->dev_minor, map->ino, map->gen,
				     map->state, map->pgoff + (vpn - map->start), map->prot & 8 };
}

/* Slab -------------------------------------------------------------------------- */

static void know_name(struct known *k, struct xarray *names, const struct pagesnap_slab_site *r,
		      const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	char *name;

	if (!nr_parts || r->name_len > parts->len || xa_load(names, r->id) ||
	    !known_take(&k->names_room))
		return;
	name = kstrndup(parts->bytes, r->name_len, PAGESNAP_FEW_TRIES);
	if (name && !xa_err(xa_store(names, r->id, name, PAGESNAP_FEW_TRIES)))
		return;
	kfree(name);
	known_give(&k->names_room);
}

/**
 * known_name() - what is a call site, or a cache, called?
 * @t: answer
 * @r: its sum
 *
 * Return: name; "?" if it isn't known.
 */
const char *known_name(const struct pagesnap_traced *t, const struct pagesnap_slab_sum *r)
{
	struct known *k = t->state;
	const char *name = NULL;

	if (k)
		name = xa_load(r->rec.type == PAGESNAP_REC_SITE_SUM ? &k->sites : &k->caches,
			       r->id);
	return name ?: "?";
}

/* All --------------------------------------------------------------------------- */

/**
 * known_record() - remember what records behind this one need
 * @t: answer
 * @rec: record
 * @parts: bytes that belong to it
 * @nr_parts: how many
 *
 * Context: process context, may sleep.
 */
void known_record(struct pagesnap_traced *t, const struct pagesnap_rec *rec,
		  const struct pagesnap_bytes_ref *parts, u32 nr_parts)
{
	struct known *k = known_of(t);
	const void *r = rec;

	if (!k)
		return;
	switch (rec->type) {
	case PAGESNAP_REC_TASK:
		return know_task(k, r);
	case PAGESNAP_REC_FILE:
		return know_file(k, r);
	case PAGESNAP_REC_VMA:
		return know_vma(k, r);
	case PAGESNAP_REC_HEAT_SPAN:
		return know_span(k, r);
	case PAGESNAP_REC_HEAT_FILE:
		return know_heat_file(k, r);
	case PAGESNAP_REC_THREAD:
		return know_thread(k, r);
	case PAGESNAP_REC_FAULT_MAP:
		return spaces_know(&k->spaces, &k->maps_room, r);
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		return know_exit(k, r);
	case PAGESNAP_REC_TRACED:
		return know_traced(k, r);
	case PAGESNAP_REC_SITE:
		return know_name(k, &k->sites, r, parts, nr_parts);
	case PAGESNAP_REC_CACHE:
		return know_name(k, &k->caches, r, parts, nr_parts);
	}
}

static void forget_names(struct xarray *names)
{
	unsigned long id;
	char *name;

	xa_for_each(names, id, name) {
		kfree(name);
		cond_resched();
	}
	xa_destroy(names);
}

/**
 * known_end() - forget all of an answer
 * @t: answer
 *
 * Context: process context, may sleep.
 */
void known_end(struct pagesnap_traced *t)
{
	struct known *k = t->state;

	t->state = NULL;
	if (!k || k == &nothing)
		return;
	spaces_end(&k->spaces, &k->maps_room);
	forget_names(&k->sites);
	forget_names(&k->caches);
	xa_destroy(&k->threads);
	kfree(k);
}

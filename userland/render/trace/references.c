// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "references.h"
#include "spaces.h"

/**
 * struct trace_process - a process that is alive
 * @pid: it
 * @number: of its address space
 * @vtime: references so far
 * @space: its maps
 */
struct trace_process {
	uint32_t pid;
	uint64_t number;
	uint64_t vtime;
	struct trace_space space;
};

static struct trace_process *find(const struct references *r, uint32_t pid)
{
	struct trace_key key = { .page = pid };
	const struct trace_entry *e = trace_table_find(&r->processes, &key);

	return e ? r->list[e->value] : NULL;
}

static int make_room(struct references *r)
{
	size_t room = r->room ? 2 * r->room : 16;
	struct trace_process **list;

	if (r->processes.nr < r->room)
		return 0;
	list = reallocarray(r->list, room, sizeof(struct trace_process *));
	if (!list)
		return -ENOMEM;
	r->list = list;
	r->room = room;
	return 0;
}

static struct trace_process *get(struct references *r, uint32_t pid)
{
	struct trace_process *p = find(r, pid);
	struct trace_key key = { .page = pid };
	size_t at = r->processes.nr;

	if (p || make_room(r))
		return p;
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	if (trace_table_set(&r->processes, &key, at)) {
		free(p);
		return NULL;
	}
	p->pid = pid;
	p->number = ++r->spaces;
	r->list[at] = p;
	return p;
}

/* Threads of a process; a table's entries move when one is taken out, so it starts over. */
static void forget_threads(struct references *r, uint32_t pid)
{
	for (size_t i = 0; i < r->pids.room;) {
		struct trace_key key = r->pids.entries[i].key;

		if (r->pids.entries[i].value == pid)
			trace_table_remove(&r->pids, &key);
		else
			i++;
	}
}

static void forget(struct references *r, uint32_t pid)
{
	struct trace_key key = { .page = pid };
	const struct trace_entry *e = trace_table_find(&r->processes, &key);
	struct trace_process *p;
	size_t at;

	if (!e)
		return;
	at = e->value;
	p = r->list[at];
	trace_table_remove(&r->processes, &key);
	forget_threads(r, pid);
	if (at < r->processes.nr) {
		r->list[at] = r->list[r->processes.nr];
		key.page = r->list[at]->pid;
		trace_table_find(&r->processes, &key)->value = at;
	}
	r->last = NULL;
	trace_space_free(&p->space);
	free(p);
}

/*
 * A device and a generation have a number, which is the owner of the inode.  Both kinds of keys
 * are in one table, and so the numbers of no two are alike; devices have the highest bit set.
 */
static int number_file(struct references *r, struct trace_map *map)
{
	struct trace_key device = {
		(uint64_t)1 << 63 | (uint64_t)map->dev_major << 32 | map->dev_minor, map->gen };
	struct trace_key key = { .page = map->ino };
	const struct trace_entry *e;

	if (map->ino == PAGESNAP_NONE)
		return 0;
	e = trace_table_find(&r->files, &device);
	key.owner = e ? e->value : r->files.nr + 1;
	if (!e && trace_table_set(&r->files, &device, key.owner))
		return -ENOMEM;
	e = trace_table_find(&r->files, &key);
	map->file = e ? e->value : r->files.nr + 1;
	return e ? 0 : trace_table_set(&r->files, &key, map->file);
}

/* Names a file that had gone before it could be named: not every nameless mapping is anonymous. */
static size_t name_nameless(const struct pagesnap_faults_map *from, char *buf, size_t size)
{
	if (from->name_len || from->ino == PAGESNAP_NONE)
		return 0;
	return snprintf(buf, size, "[inode %u:%u %" PRIu64 "]", from->dev_major, from->dev_minor,
			(uint64_t)from->ino);
}

static struct trace_map *new_map(struct references *r, const struct pagesnap_faults_map *from,
				 const char *name)
{
	char label[64];
	const size_t label_len = name_nameless(from, label, sizeof(label));
	const size_t len = label_len ?: from->name_len;
	struct trace_map *map = calloc(1, sizeof(*map) + len + 1);

	if (!map)
		return NULL;
	map->number = ++r->maps;
	map->start = from->start;
	map->end = from->end;
	map->pgoff = from->pgoff;
	map->ino = from->ino;
	map->dev_major = from->dev_major;
	map->dev_minor = from->dev_minor;
	map->gen = from->gen;
	map->prot = from->prot;
	map->kind = from->kind;
	map->state = from->state;
	map->users = 1;
	map->name_len = len;
	memcpy(map->name, label_len ? label : name, len);
	if (number_file(r, map)) {
		free(map);
		return NULL;
	}
	return map;
}

int references_map(struct references *r, const struct pagesnap_faults_map *map, const char *name)
{
	struct trace_process *p = get(r, map->pid);
	struct trace_map *made;
	int err;

	if (!p)
		return -ENOMEM;
	if (map->start >= map->end)
		return 0;
	made = new_map(r, map, name);
	if (!made)
		return -ENOMEM;
	err = trace_space_put(&p->space, made);
	trace_map_put(made);
	return err;
}

int references_thread(struct references *r, const struct pagesnap_faults_thread *thread)
{
	struct trace_key key = { .page = thread->tid };

	r->last = NULL;
	return trace_table_set(&r->pids, &key, thread->pid);
}

static int fork_of(struct references *r, const struct pagesnap_faults_event *event)
{
	const struct trace_process *parent;
	struct trace_process *child;

	forget(r, event->pid);
	child = get(r, event->pid);
	parent = find(r, event->parent);
	if (!child)
		return -ENOMEM;
	return parent ? trace_space_copy(&child->space, &parent->space) : 0;
}

int references_event(struct references *r, const struct pagesnap_faults_event *event)
{
	struct trace_process *p;

	if (event->rec.type == PAGESNAP_REC_FORK)
		return fork_of(r, event);
	if (event->rec.type == PAGESNAP_REC_EXIT) {
		forget(r, event->pid);
		return 0;
	}
	p = find(r, event->pid);
	if (event->rec.type == PAGESNAP_REC_EXEC && p) {
		trace_space_free(&p->space);
		p->number = ++r->spaces;
	}
	return 0;
}

void references_traced(struct references *r, const struct pagesnap_faults_traced *traced)
{
	if (traced->what == PAGESNAP_TRACED_GONE || traced->what == PAGESNAP_TRACED_LEFT)
		forget(r, traced->pid);
}

static struct trace_process *of_thread(struct references *r, uint32_t tid)
{
	struct trace_key key = { .page = tid };
	const struct trace_entry *e;

	if (r->last && r->tid == tid)
		return r->last;
	e = trace_table_find(&r->pids, &key);
	r->last = get(r, e ? (uint32_t)e->value : tid);
	r->tid = tid;
	return r->last;
}

int references_fault(struct references *r, const struct pagesnap_faults_fault *fault,
		     struct trace_reference *ref)
{
	struct trace_process *p = of_thread(r, fault->tid);

	if (!p)
		return -ENOMEM;
	*ref = (struct trace_reference){
		.time_ns = fault->time_ns,
		.vpn = fault->page >> PAGESNAP_FAULT_CPU_BITS,
		.vtime = ++p->vtime,
		.space = p->number,
		.pid = p->pid,
		.tid = fault->tid,
		.cpu = fault->page & ((1U << PAGESNAP_FAULT_CPU_BITS) - 1),
		.flags = fault->rec.flags,
	};
	if (!(fault->rec.flags & PAGESNAP_RF_NO_MAP))
		ref->map = trace_space_find(&p->space, ref->vpn);
	if (ref->map && ref->map->file)
		ref->file_page = ref->map->pgoff + (ref->vpn - ref->map->start);
	return 0;
}

int references_record(struct references *r, const struct pagesnap_record *record)
{
	const union pagesnap_any *u = record->u;

	switch (u->rec.type) {
	case PAGESNAP_REC_FAULT_MAP:
		return references_map(r, &u->map, record->bytes);
	case PAGESNAP_REC_THREAD:
		return references_thread(r, &u->thread);
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		return references_event(r, &u->event);
	case PAGESNAP_REC_TRACED:
		references_traced(r, &u->traced);
		return 0;
	default:
		return 0;
	}
}

void references_free(struct references *r)
{
	for (size_t i = 0; i < r->processes.nr; i++) {
		trace_space_free(&r->list[i]->space);
		free(r->list[i]);
	}
	free(r->list);
	trace_table_free(&r->processes);
	trace_table_free(&r->pids);
	trace_table_free(&r->files);
	*r = (struct references){ 0 };
}

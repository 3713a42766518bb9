// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a trace of any length in bounded memory
 *
 * References are counted in cells when they come (scatter.c), and no reference is kept.  With
 * more cells than CELLS_MAX, those of the process that has most become coarser; so what is kept
 * is finer than a picture can show, unless it is very large.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "trace_run.h"

/* With their tables, 192 MiB. */
#define CELLS_MAX (2 << 20)
/* That are drawn, or might be. */
#define PROCESSES_MAX 16384
#define UNKNOWN "(mapping unknown)"
#define NAMELESS "[anon]"

/* Processes ---------------------------------------------------------------------------- */

static struct trace_key key_of(uint32_t pid)
{
	return (struct trace_key){ 0, pid };
}

static struct trace_seen *find(const struct trace_run *run, uint32_t pid)
{
	const struct trace_key key = key_of(pid);
	const struct trace_entry *entry = trace_table_find(&run->by_pid, &key);

	return entry ? run->seen[entry->value] : NULL;
}

static int add_area(struct trace_seen *p, const char *name, size_t len)
{
	struct trace_area *areas = p->areas;

	/* a power of two is full */
	if (!(p->nr_areas & (p->nr_areas - 1))) {
		areas = reallocarray(areas, p->nr_areas ? 2 * p->nr_areas : 1, sizeof(*areas));
		if (!areas)
			return -ENOMEM;
		p->areas = areas;
	}
	areas += p->nr_areas;
	areas->name = malloc(len + 1);
	if (!areas->name)
		return -ENOMEM;
	memcpy(areas->name, name, len);
	areas->name[len] = '\0';
	areas->len = len;
	p->nr_areas++;
	return 0;
}

static void free_seen(struct trace_seen *p)
{
	size_t i;

	for (i = 0; i < p->nr_areas; i++)
		free(p->areas[i].name);
	free(p->areas);
	free(p->marks);
	scatter_free(&p->cells);
	free(p);
}

static struct trace_seen *make(struct trace_run *run, uint32_t pid)
{
	struct trace_seen *p = calloc(1, sizeof(*p)), **seen = run->seen;

	if (!p)
		return NULL;
	p->pid = pid;
	p->serial = run->nr + 1;
	if (add_area(p, UNKNOWN, strlen(UNKNOWN))) {
		free_seen(p);
		return NULL;
	}
	/* a power of two is full */
	if (!(run->nr & (run->nr - 1))) {
		seen = reallocarray(seen, run->nr ? 2 * run->nr : 1, sizeof(struct trace_seen *));
		if (!seen) {
			free_seen(p);
			return NULL;
		}
		run->seen = seen;
	}
	seen[run->nr++] = p;
	return p;
}

/* The process that has the PID now; NULL, and 0 in @err, if no more are kept. */
static struct trace_seen *get(struct trace_run *run, uint32_t pid, int *err)
{
	const struct trace_key key = key_of(pid);
	struct trace_seen *p = find(run, pid);

	*err = 0;
	if (p && !p->exited)
		return p;
	if (run->nr == PROCESSES_MAX)
		return NULL;
	p = make(run, pid);
	*err = p ? trace_table_set(&run->by_pid, &key, run->nr - 1) : -ENOMEM;
	return *err ? NULL : p;
}

/**
 * trace_seen_sum() - how many references were made?
 * @p: by that process
 *
 * Return: how many.
 */
uint64_t trace_seen_sum(const struct trace_seen *p)
{
	return p->counts[SCATTER_READ] + p->counts[SCATTER_WRITE] + p->counts[SCATTER_FETCH];
}

/* Mappings ------------------------------------------------------------------------------ */

/* Of a path the last part; there is no room for more. */
static const char *short_name(const struct trace_map *map, size_t *len)
{
	const char *slash = memrchr(map->name, '/', map->name_len);

	*len = map->name_len;
	if (!*len) {
		*len = strlen(NAMELESS);
		return NAMELESS;
	}
	if (*map->name != '/' || !slash || slash + 1 == map->name + *len)
		return map->name;
	*len -= slash + 1 - map->name;
	return slash + 1;
}

static int find_area(struct trace_seen *p, const struct trace_map *map, uint64_t *area)
{
	size_t len, i;
	const char *name = short_name(map, &len);

	for (i = 1; i < p->nr_areas; i++)
		if (p->areas[i].len == len && !memcmp(p->areas[i].name, name, len))
			break;
	*area = i;
	return i < p->nr_areas ? 0 : add_area(p, name, len);
}

/* Sets the last area of the process to that of the mapping. */
static int look_up_area(struct trace_run *run, struct trace_seen *p, const struct trace_map *map)
{
	const struct trace_key key = { p->serial, map ? map->number : 0 };
	const struct trace_entry *entry;
	uint64_t area = 0;
	int err = 0;

	if (map && map->number == p->last_map)
		return 0;
	p->last_map = key.page;
	p->last_area = 0;
	if (!map)
		return 0;
	entry = trace_table_find(&run->by_map, &key);
	if (entry)
		area = entry->value;
	else
		err = find_area(p, map, &area) ?: trace_table_set(&run->by_map, &key, area);
	if (!err)
		p->last_area = area;
	return err;
}

/* References ---------------------------------------------------------------------------- */

static void note_time(struct trace_run *run, uint64_t time_ns)
{
	if (!run->last_ns)
		run->first_ns = time_ns;
	if (time_ns > run->last_ns)
		run->last_ns = time_ns;
}

/* How far it is: what comes next is there. */
static uint64_t x_of(const struct trace_run *run, const struct trace_seen *p, uint64_t time_ns)
{
	if (!run->by_time)
		return trace_seen_sum(p);
	return time_ns > run->first_ns ? time_ns - run->first_ns : 0;
}

static enum scatter_kind kind_of(uint32_t flags)
{
	return flags & PAGESNAP_RF_WRITE ? SCATTER_WRITE :
	       flags & PAGESNAP_RF_FETCH ? SCATTER_FETCH : SCATTER_READ;
}

static int coarsen(struct trace_run *run)
{
	struct trace_seen *most = run->seen[0];
	size_t i, before;
	int err;

	for (i = 1; i < run->nr; i++)
		if (run->seen[i]->cells.nr > most->cells.nr)
			most = run->seen[i];
	before = most->cells.nr;
	err = scatter_coarsen(&most->cells);
	run->nr_cells -= before - most->cells.nr;
	return err;
}

static int add_reference(struct trace_run *run, struct trace_seen *p,
			 const struct trace_reference *ref)
{
	const enum scatter_kind kind = kind_of(ref->flags);
	const size_t before = p->cells.nr;
	int err = look_up_area(run, p, ref->map);

	err = err ?: scatter_add(&p->cells, ref->vpn, x_of(run, p, ref->time_ns), kind,
				 p->last_area);
	if (err)
		return err;
	p->counts[kind]++;
	/* columns may have become wider */
	run->nr_cells += p->cells.nr - before;
	while (!err && run->nr_cells > CELLS_MAX)
		err = coarsen(run);
	return err;
}

static int take_fault(struct trace_run *run, const struct pagesnap_faults_fault *fault)
{
	struct trace_reference ref;
	struct trace_seen *p;
	int err = references_fault(&run->references, fault, &ref) ?:
		  trace_sight_fault(&run->sight, &ref);

	if (err)
		return err;
	note_time(run, ref.time_ns);
	run->huge |= ref.flags & PAGESNAP_RF_HUGE;
	p = get(run, ref.pid, &err);
	if (!p) {
		run->left_out++;
		return err;
	}
	if (run->pid && run->pid != ref.pid) {
		p->counts[kind_of(ref.flags)]++;
		return 0;
	}
	return add_reference(run, p, &ref);
}

/* Marks --------------------------------------------------------------------------------- */

static int mark(const struct trace_run *run, struct trace_seen *p, uint64_t time_ns,
		unsigned int what)
{
	struct trace_mark *marks = p->marks;
	const uint64_t x = x_of(run, p, time_ns);

	if (run->by_time && scatter_reach(&p->cells, x))
		return -ENOMEM;
	/* in one column nobody sees more */
	if (marks && p->nr_marks &&
	    marks[p->nr_marks - 1].x >> p->cells.x_shift == x >> p->cells.x_shift) {
		marks[p->nr_marks - 1].what |= what;
		return 0;
	}
	/* a power of two is full */
	if (!marks || !(p->nr_marks & (p->nr_marks - 1))) {
		marks = reallocarray(marks, p->nr_marks ? 2 * p->nr_marks : 1, sizeof(*marks));
		if (!marks)
			return -ENOMEM;
		p->marks = marks;
	}
	marks[p->nr_marks++] = (struct trace_mark){ x, what };
	return 0;
}

static int take_lost(struct trace_run *run, const struct pagesnap_lost *lost)
{
	size_t i;
	int err = 0;

	run->lost += lost->events;
	for (i = 0; i < run->nr && !err; i++)
		if (!run->seen[i]->exited)
			err = mark(run, run->seen[i], lost->time_ns, TRACE_MARK_LOST);
	return err;
}

static void set_comm(struct trace_seen *p, const char *comm)
{
	if (p && *comm)
		memcpy(p->comm, comm, sizeof(p->comm));
}

static int take_event(struct trace_run *run, const struct pagesnap_faults_event *event)
{
	int err = references_event(&run->references, event);
	const bool forks = event->rec.type == PAGESNAP_REC_FORK;
	struct trace_seen *p;

	if (err)
		return err;
	note_time(run, event->time_ns);
	p = get(run, forks ? event->parent : event->pid, &err);
	if (!p)
		return err;
	err = mark(run, p, event->time_ns, forks ? TRACE_MARK_FORK :
		   event->rec.type == PAGESNAP_REC_EXEC ? TRACE_MARK_EXEC : TRACE_MARK_EXIT);
	if (event->rec.type == PAGESNAP_REC_EXIT)
		p->exited = true;
	else if (!err && forks)
		p = get(run, event->pid, &err);
	set_comm(p, event->comm);
	return err;
}

static int take_thread(struct trace_run *run, const struct pagesnap_faults_thread *thread)
{
	int err = references_thread(&run->references, thread);
	struct trace_seen *p = err ? NULL : get(run, thread->pid, &err);

	run->threads++;
	if (p && !*p->comm)
		set_comm(p, thread->comm);
	return err;
}

static int take_traced(struct trace_run *run, const struct pagesnap_faults_traced *traced)
{
	struct trace_seen *p;
	int err;

	references_traced(&run->references, traced);
	if (traced->what >= PAGESNAP_TRACED_SELF)
		return 0;
	p = get(run, traced->pid, &err);
	set_comm(p, traced->comm);
	if (p && traced->what == PAGESNAP_TRACED_GONE)
		p->exited = true;
	return err;
}

/* Records ------------------------------------------------------------------------------- */

static void take_header(struct trace_run *run, const struct pagesnap_header *header)
{
	if (!run->began_ns)
		run->began_ns = header->time_ns;
	run->page_shift = header->page_shift;
	memcpy(run->kernel, header->kernel, sizeof(run->kernel));
}

static void take_query(struct trace_run *run, const struct pagesnap_record *r)
{
	size_t len;
	const char *text = pagesnap_record_query(r, &len);

	if (len >= sizeof(run->asked))
		len = sizeof(run->asked) - 1;
	memcpy(run->asked, text, len);
	run->asked[len] = '\0';
}

static void take_sweep(struct trace_run *run, const struct pagesnap_faults_sweep *sweep)
{
	note_time(run, sweep->time_ns);
	run->sweeps++;
	run->missed += sweep->missed;
}

static int take(void *ctx, const struct pagesnap_record *r)
{
	struct trace_run *run = ctx;
	size_t len;

	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		take_header(run, &r->u->header);
	if (r->collection != PAGESNAP_COLLECTION_FAULTS)
		return 0;
	trace_sight_record(&run->sight, r);
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		take_query(run, r);
		return 0;
	case PAGESNAP_REC_FAULT:
		return take_fault(run, &r->u->fault);
	case PAGESNAP_REC_FAULT_MAP:
		return references_map(&run->references, &r->u->map,
				      pagesnap_record_name(r, &len));
	case PAGESNAP_REC_THREAD:
		return take_thread(run, &r->u->thread);
	case PAGESNAP_REC_FORK:
	case PAGESNAP_REC_EXEC:
	case PAGESNAP_REC_EXIT:
		return take_event(run, &r->u->event);
	case PAGESNAP_REC_TRACED:
		return take_traced(run, &r->u->traced);
	case PAGESNAP_REC_SWEEP:
		take_sweep(run, &r->u->sweep);
		return 0;
	case PAGESNAP_REC_LOST:
		return take_lost(run, &r->u->lost);
	case PAGESNAP_REC_END:
		run->ended = true;
		run->end = r->u->end;
		return 0;
	default:
		return 0;
	}
}

/**
 * trace_run_read() - read a trace
 * @run: gets what it tells; how it is to be drawn is set, all else is zero
 * @fd: its stream
 *
 * What a damaged stream has told before counts.
 *
 * Return: 0 or -ENOMEM; trace_run_free() is owed in any case.
 */
int trace_run_read(struct trace_run *run, int fd)
{
	return plot_stream_read(&run->stream, fd, take, run);
}

/**
 * trace_run_option() - what did the query say?
 * @run: trace
 * @option: its word, with "="
 * @buf: gets the value, "" if it said nothing
 * @size: bytes of @buf
 *
 * Return: @buf.
 */
const char *trace_run_option(const struct trace_run *run, const char *option, char *buf,
			     size_t size)
{
	const char *at = run->asked;
	bool quoted = false;
	size_t len = 0;

	/* a path may have blanks, and words behind these */
	for (; *at; at++) {
		if (*at == '"' && (at == run->asked || at[-1] != '\\'))
			quoted = !quoted;
		if (!quoted && *at == ' ' && !strncmp(at + 1, option, strlen(option)))
			break;
	}
	if (*at) {
		at += 1 + strlen(option);
		len = strcspn(at, " ");
	}
	if (len >= size)
		len = size - 1;
	memcpy(buf, at, len);
	buf[len] = '\0';
	return buf;
}

/**
 * trace_run_free() - forget a trace
 * @run: it
 */
void trace_run_free(struct trace_run *run)
{
	size_t i;

	for (i = 0; i < run->nr; i++)
		free_seen(run->seen[i]);
	free(run->seen);
	trace_table_free(&run->by_pid);
	trace_table_free(&run->by_map);
	references_free(&run->references);
	trace_sight_free(&run->sight);
}

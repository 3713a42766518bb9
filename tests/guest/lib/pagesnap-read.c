// SPDX-License-Identifier: GPL-2.0
/*
 * Text answers of the index files, line by line or as a whole.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "ktap.h"
#include "pagesnap-read.h"

#define BUFFER		(512 * 1024)
#define QUERY_MAX	(64 * 1024)

static const char *const flag_names[64] = {
	"locked", "error", "referenced", "uptodate", "dirty", "lru", "active", "slab",
	"writeback", "reclaim", "buddy", "mmap", "anonymous", "swapcache", "swapbacked",
	"compound_head", "compound_tail", "huge", "unevictable", "hwpoison", "nopage", "ksm",
	"thp", "offline", "zero_page", "idle_page", "pgtable",
	[32] = "reserved", "mlocked", "owner_2", "private", "private_2", "owner_private", "arch",
	"uncached", "softdirty", "arch_2",
};

/* Lines and words -------------------------------------------------------- */

void ps_cut(char *line, struct ps_rec *rec)
{
	char *word = line, *rest, *equals;

	rec->nr = 0;
	rec->type = line;
	for (; word; word = rest) {
		rest = strchr(word, ' ');
		if (rest)
			*rest++ = '\0';
		equals = strchr(word, '=');
		if (!equals)
			continue;
		if (rec->nr == PS_PAIRS)
			ktap_die("a line has more than %d keys", PS_PAIRS);
		*equals = '\0';
		rec->pair[rec->nr].key = word;
		rec->pair[rec->nr++].value = equals + 1;
	}
}

const char *ps_str(const struct ps_rec *rec, const char *key)
{
	unsigned int i;

	for (i = 0; i < rec->nr; i++)
		if (!strcmp(rec->pair[i].key, key))
			return rec->pair[i].value;
	return "";
}

static uint64_t number(const char *s)
{
	if (!*s || !strcmp(s, "-"))
		return PS_NONE;
	return *s == '?' ? PS_UNKNOWN : strtoull(s, NULL, 0);
}

uint64_t ps_num(const struct ps_rec *rec, const char *key)
{
	return number(ps_str(rec, key));
}

bool ps_is(const struct ps_rec *rec, const char *type)
{
	return !strcmp(rec->type, type);
}

static uint64_t flag_bit(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < 64; i++)
		if (flag_names[i] && strlen(flag_names[i]) == len &&
		    !memcmp(flag_names[i], name, len))
			return PS_BIT(i);
	ktap_die("flags= has the unknown name \"%.*s\"", (int)len, name);
}

static uint64_t flags_of(const char *names)
{
	uint64_t flags = 0;
	size_t len;

	if (!strcmp(names, "-"))
		return 0;
	for (;; names += len + 1) {
		len = strcspn(names, ",");
		flags |= flag_bit(names, len);
		if (!names[len])
			return flags;
	}
}

/* Hundreds of thousands of lines share a few hundred combinations. */
uint64_t ps_flags(const char *names)
{
	static struct {
		char names[120];
		uint64_t flags;
	} cache[512];
	unsigned int hash = 5381;
	const char *c;

	for (c = names; *c; c++)
		hash = hash * 33 + (unsigned char)*c;
	hash %= 512;
	if (c - names >= (long)sizeof(cache[0].names))
		return flags_of(names);
	if (!cache[hash].names[0] || strcmp(cache[hash].names, names)) {
		cache[hash].flags = flags_of(names);
		strcpy(cache[hash].names, names);
	}
	return cache[hash].flags;
}

/* Records ---------------------------------------------------------------- */

static void range(const char *s, uint64_t to[2])
{
	const char *dash = strchr(s, '-');

	to[0] = number(s);
	to[1] = dash && dash != s ? number(dash + 1) : to[0];
}

static void cgroup(const char *s, struct ps_item *item)
{
	const char *mark = strchr(s, '!');

	item->cgroup = number(s);
	item->cgroup_online = mark ? number(mark + 1) : item->cgroup;
}

static void read_pair(struct ps_item *item, const char *key, const char *value)
{
	if (!strcmp(key, "index")) {
		/* On a frame's line, which begins with pfn=, it is the owner's. */
		item->index = number(value);
		if (item->at == PS_NONE)
			item->at = item->index;
	} else if (!strcmp(key, "vpn")) {
		item->at = number(value);
	} else if (!strcmp(key, "pfn")) {
		item->pfn = number(value);
		if (item->at == PS_NONE)
			item->at = item->pfn;
	} else if (!strcmp(key, "nr")) {
		item->nr = number(value);
	} else if (!strcmp(key, "frames")) {
		item->frames = number(value);
	} else if (!strcmp(key, "order")) {
		item->order = number(value);
	} else if (!strcmp(key, "map_order")) {
		item->map_order = number(value);
	} else if (!strcmp(key, "ref")) {
		range(value, item->ref);
	} else if (!strcmp(key, "map")) {
		range(value, item->map);
	} else if (!strcmp(key, "node")) {
		item->node = number(value);
	} else if (!strcmp(key, "cgroup")) {
		cgroup(value, item);
	} else if (!strcmp(key, "flags")) {
		item->flags = ps_flags(value);
	} else if (!strcmp(key, "ino")) {
		item->ino = number(value);
	} else if (!strcmp(key, "type")) {
		item->swp_type = number(value);
	} else if (!strcmp(key, "offset")) {
		item->swp_offset = number(value);
	} else if (!strcmp(key, "dev")) {
		snprintf(item->dev, sizeof(item->dev), "%s", value);
	} else if (!strcmp(key, "zone")) {
		snprintf(item->zone, sizeof(item->zone), "%s", value);
	} else if (!strcmp(key, "kind")) {
		snprintf(item->kind, sizeof(item->kind), "%s", value);
	} else if (!strcmp(key, "why")) {
		snprintf(item->why, sizeof(item->why), "%s", value);
	}
}

/* Return: false if the line is not about pages. */
bool ps_item_read(const struct ps_rec *rec, struct ps_item *item)
{
	static const char *const types[] = { "page", "run", "gone", "swap", "hole", "special" };
	unsigned int i;

	for (i = 0; i < 6 && strcmp(rec->type, types[i]); i++)
		;
	if (i == 6)
		return false;
	memset(item, 0, sizeof(*item));
	item->what = i;
	item->at = PS_NONE;
	item->nr = 1;
	item->ino = PS_NONE;
	item->index = PS_NONE;
	item->pfn = PS_NONE;
	for (i = 0; i < rec->nr; i++)
		read_pair(item, rec->pair[i].key, rec->pair[i].value);
	return true;
}

/* Streams ---------------------------------------------------------------- */

int ps_open(const char *index)
{
	const char *dir = getenv("PAGESNAP_DIR");
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir ? dir : "/sys/kernel/tracing/objects/mm/pages",
		 index);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		ktap_die("%s can't be opened", path);
	return fd;
}

/* Hand on the whole lines of @buf. Return: bytes that are left, at its start. */
static size_t take_lines(char *buf, size_t len, ps_fn *fn, void *ctx)
{
	char *line = buf, *end;
	struct ps_rec rec;

	while ((end = memchr(line, '\n', len - (line - buf)))) {
		*end = '\0';
		if (*line != '#') {
			ps_cut(line, &rec);
			fn(ctx, &rec);
		}
		line = end + 1;
	}
	len -= line - buf;
	memmove(buf, line, len);
	return len;
}

static void stream(int fd, ps_fn *fn, void *ctx, const char *query)
{
	/* Static: a walk of all frames should not meet memory that comes and goes. */
	static char buf[BUFFER];
	size_t have = 0;
	ssize_t got;

	if (write(fd, query, strlen(query)) != (ssize_t)strlen(query))
		ktap_die("write() does not take \"%s\"", query);
	while ((got = read(fd, buf + have, sizeof(buf) - have)) > 0) {
		have = take_lines(buf, have + got, fn, ctx);
		if (have == sizeof(buf))
			ktap_die("a line is longer than %zu bytes", have);
	}
	if (got < 0)
		ktap_die("read() of the answer to \"%s\"", query);
	if (have)
		ktap_die("the last line has no end");
}

static void format_query(char *query, const char *format, va_list args)
{
	if (vsnprintf(query, QUERY_MAX - 1, format, args) >= QUERY_MAX - 1)
		ktap_die("query is too long for the test");
	strcat(query, "\n");
}

void ps_on(int fd, ps_fn *fn, void *ctx, const char *format, ...)
{
	static char query[QUERY_MAX];
	va_list args;

	va_start(args, format);
	format_query(query, format, args);
	va_end(args);
	stream(fd, fn, ctx, query);
}

void ps_stream(const char *index, ps_fn *fn, void *ctx, const char *format, ...)
{
	static char query[QUERY_MAX];
	int fd = ps_open(index);
	va_list args;

	va_start(args, format);
	format_query(query, format, args);
	va_end(args);
	stream(fd, fn, ctx, query);
	close(fd);
}

/* Answers ---------------------------------------------------------------- */

static void *grow(void *array, size_t nr, size_t size)
{
	/* At powers of two. */
	if (nr & (nr - 1))
		return array;
	array = realloc(array, (nr ? 2 * nr : 1) * size);
	if (!array)
		ktap_die("no memory for %zu records", nr);
	return array;
}

/* The pairs point into the line, so the line is copied with its zero bytes. */
static void keep(struct ps_object *o, const struct ps_rec *rec)
{
	char *last = rec->nr ? rec->pair[rec->nr - 1].value : rec->type;
	size_t len = last + strlen(last) + 1 - rec->type;
	unsigned int i;

	o->line = malloc(len);
	if (!o->line)
		ktap_die("no memory");
	memcpy(o->line, rec->type, len);
	o->rec = *rec;
	o->rec.type = o->line;
	for (i = 0; i < rec->nr; i++) {
		o->rec.pair[i].key = o->line + (rec->pair[i].key - rec->type);
		o->rec.pair[i].value = o->line + (rec->pair[i].value - rec->type);
	}
}

void ps_collect(void *ctx, struct ps_rec *rec)
{
	struct ps_answer *a = ctx;
	struct ps_item item;

	if (ps_item_read(rec, &item)) {
		item.object = a->nr_objects - 1;
		a->items = grow(a->items, a->nr, sizeof(*a->items));
		a->items[a->nr++] = item;
	} else if (ps_is(rec, "end")) {
		keep(&a->end, rec);
	} else if (ps_is(rec, "error")) {
		keep(&a->error, rec);
	} else if (!ps_is(rec, "query")) {
		a->objects = grow(a->objects, a->nr_objects, sizeof(*a->objects));
		keep(&a->objects[a->nr_objects++], rec);
	}
}

struct ps_answer *ps_ask(const char *index, const char *format, ...)
{
	static char query[QUERY_MAX];
	struct ps_answer *a = calloc(1, sizeof(*a));
	int fd = ps_open(index);
	va_list args;

	if (!a)
		ktap_die("no memory");
	va_start(args, format);
	format_query(query, format, args);
	va_end(args);
	stream(fd, ps_collect, a, query);
	close(fd);
	return a;
}

void ps_free(struct ps_answer *a)
{
	size_t i;

	for (i = 0; i < a->nr_objects; i++)
		free(a->objects[i].line);
	free(a->objects);
	free(a->items);
	free(a->end.line);
	free(a->error.line);
	free(a);
}

bool ps_complete(const struct ps_answer *a)
{
	if (a->error.rec.type)
		ktap_note("error: %s %s", ps_str(&a->error.rec, "errno"),
			  ps_str(&a->error.rec, "msg"));
	if (!a->end.rec.type)
		return false;
	if (strcmp(ps_str(&a->end.rec, "status"), "complete"))
		ktap_note("status %s, why %s, truncated %s", ps_str(&a->end.rec, "status"),
			  ps_str(&a->end.rec, "why"), ps_str(&a->end.rec, "truncated"));
	return !strcmp(ps_str(&a->end.rec, "status"), "complete");
}

size_t ps_number(const struct ps_answer *a, const char *type, size_t nth)
{
	size_t i;

	for (i = 0; i < a->nr_objects; i++)
		if (ps_is(&a->objects[i].rec, type) && !nth--)
			return i;
	return SIZE_MAX;
}

const struct ps_rec *ps_object(const struct ps_answer *a, const char *type, size_t nth)
{
	size_t i = ps_number(a, type, nth);

	return i == SIZE_MAX ? NULL : &a->objects[i].rec;
}

size_t ps_count_objects(const struct ps_answer *a, const char *type)
{
	size_t n = 0;

	while (ps_object(a, type, n))
		n++;
	return n;
}

bool ps_has_task(const struct ps_answer *a, pid_t pid)
{
	const struct ps_rec *task;
	size_t n;

	for (n = 0; (task = ps_object(a, "task", n)); n++)
		if (ps_num(task, "pid") == (uint64_t)pid)
			return true;
	return false;
}

const struct ps_item *ps_find(const struct ps_answer *a, size_t object, uint64_t at)
{
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (a->items[i].object == object && at - a->items[i].at < a->items[i].nr)
			return &a->items[i];
	return NULL;
}

/* Sums ------------------------------------------------------------------- */

static void sum_pages(struct ps_sums *s, const struct ps_item *i)
{
	s->pages += i->nr;
	s->dirty += i->flags & PS_DIRTY ? i->nr : 0;
	s->writeback += i->flags & PS_WRITEBACK ? i->nr : 0;
	s->mapped += i->map[0] ? i->nr : 0;
	s->active += i->flags & PS_ACTIVE ? i->nr : 0;
	s->referenced += i->flags & PS_REFERENCED ? i->nr : 0;
	s->unevictable += i->flags & PS_UNEVICTABLE ? i->nr : 0;
	if (i->order < PS_ORDERS)
		s->orders[i->order] += i->nr;
}

/* With group=run, "mapped" counts only runs all of whose pages are mapped. */
struct ps_sums ps_sum_items(const struct ps_answer *a, size_t object)
{
	struct ps_sums s = { 0 };
	size_t i;

	for (i = 0; i < a->nr; i++) {
		const struct ps_item *item = &a->items[i];

		if (object != SIZE_MAX && item->object != object)
			continue;
		if (item->what == PS_PAGE || item->what == PS_RUN)
			sum_pages(&s, item);
		else if (item->what == PS_GONE)
			s.evicted += item->nr;
		else if (item->what == PS_SWAP)
			s.swapped += item->nr;
		else if (item->what == PS_SPECIAL)
			s.special += item->nr;
		else if (item->what == PS_HOLE)
			s.holes += item->nr;
	}
	return s;
}

struct ps_sums ps_sum_rec(const struct ps_rec *rec)
{
	const char *p = ps_str(rec, "orders");
	struct ps_sums s = {
		.pages = ps_num(rec, *ps_str(rec, "cached") ? "cached" : "pages"),
		.dirty = ps_num(rec, "dirty"),
		.writeback = ps_num(rec, "writeback"),
		.mapped = ps_num(rec, "mapped"),
		.active = ps_num(rec, "active"),
		.referenced = ps_num(rec, "referenced"),
		.unevictable = ps_num(rec, "unevictable"),
		.evicted = ps_num(rec, "evicted"),
		.swapped = ps_num(rec, "swapped"),
		.special = ps_num(rec, "special"),
		.holes = ps_num(rec, "holes"),
	};
	char *end;

	while (*p && *p != '-') {
		unsigned long order = strtoul(p, &end, 10);

		if (*end != ':' || order >= PS_ORDERS)
			ktap_die("orders=%s", ps_str(rec, "orders"));
		s.orders[order] = strtoull(end + 1, &end, 10);
		p = end + (*end == ',');
	}
	return s;
}

/* Names ------------------------------------------------------------------ */

const char *ps_unescape(const char *printed)
{
	static char name[8192];
	size_t n = 0;

	while (*printed && n + 1 < sizeof(name)) {
		if (*printed == '\\') {
			name[n++] = (printed[1] - '0') << 6 | (printed[2] - '0') << 3 |
				    (printed[3] - '0');
			printed += 4;
		} else {
			name[n++] = *printed++;
		}
	}
	name[n] = '\0';
	return name;
}

const char *ps_quote(const char *path)
{
	static char word[4 * 4096 + 3];
	size_t n = 0;

	word[n++] = '"';
	for (; *path && n + 6 < sizeof(word); path++) {
		unsigned char c = *path;

		if (c > 0x20 && c < 0x7f && c != '"' && c != '\\')
			word[n++] = c;
		else
			n += sprintf(word + n, "\\%03o", c);
	}
	word[n++] = '"';
	word[n] = '\0';
	return word;
}

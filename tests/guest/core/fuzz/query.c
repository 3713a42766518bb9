// SPDX-License-Identifier: GPL-2.0
/*
 * The language of docs/query.md as a grammar that words are drawn from.  Most
 * lines are right, and small in what they ask: an input that walks for long
 * takes the time of a thousand others.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <linux/pagesnap.h>

#include "query.h"

struct text {
	char *buf;
	size_t len;
	size_t cap;
};

static void put(struct text *t, const char *s, size_t len)
{
	if (len > t->cap - t->len)
		len = t->cap - t->len;
	memcpy(t->buf + t->len, s, len);
	t->len += len;
}

__attribute__((format(printf, 2, 3)))
static void say(struct text *t, const char *format, ...)
{
	char word[256];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(word, sizeof(word), format, args);
	va_end(args);
	put(t, word, n < (int)sizeof(word) ? n : (int)sizeof(word) - 1);
}

/* Words ------------------------------------------------------------------- */

static const char *const flags[] = {
	"locked", "error", "referenced", "uptodate", "dirty", "lru", "active", "slab",
	"writeback", "reclaim", "buddy", "mmap", "anonymous", "swapcache", "swapbacked",
	"compound_head", "compound_tail", "huge", "unevictable", "hwpoison", "nopage", "ksm",
	"thp", "offline", "zero_page", "idle_page", "pgtable", "reserved", "mlocked", "owner_2",
	"private", "private_2", "owner_private", "arch", "uncached", "softdirty", "arch_2",
};

static const char *const paths[] = {
	FUZZ_MNT "/a", FUZZ_MNT "/a", FUZZ_MNT "/b", FUZZ_MNT "/b", FUZZ_MNT "/d/e",
	"\"" FUZZ_MNT "/with blank\"", "\"" FUZZ_MNT "/with\\040blank\"", FUZZ_MNT "/with blank",
	"\"" FUZZ_MNT "/\\303\\274\"", FUZZ_MNT "/\303\274", "\"" FUZZ_MNT "/q\\\"b\\\\\"",
	FUZZ_MNT "/sparse", FUZZ_MNT "/link", FUZZ_MNT "/loop", FUZZ_MNT "/fifo", FUZZ_MNT "/gone",
	FUZZ_MNT "/a/b", FUZZ_MNT, FUZZ_MNT "/d", "/", "/proc/self/exe", "/dev/null", "/proc/1/maps",
	"/sys/kernel/tracing/objects/mm/pages/format", "/bin/sh", "/./type:x", "/..//mnt/./fuzz", "/dev/shm",
	"/proc/self/fd/3", "/sys/fs/cgroup", "type:tmpfs", "type:", "relative", "\"\"", "\"/\\000\"",
	"\"/\\9\"", "\"/open", "\"/a\"0",
};

static const uint64_t edges[] = {
	0, 1, 2, 3, 19, 20, 31, 63, 64, 255, 511, 512, 4095, 4096, 65535, 65536, 1 << 20,
	0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 1ull << 51, 1ull << 52, 1ull << 63,
	~0ull >> 1, ~0ull - 1, ~0ull,
};

static uint64_t number(struct rng *r)
{
	switch (rng_below(r, 8)) {
	case 0:
		return RNG_PICK(r, edges);
	case 1:
		return rng_next(r) >> rng_below(r, 64);
	default:
		return rng_below(r, 40);
	}
}

static void say_number(struct rng *r, struct text *t, uint64_t n)
{
	if (rng_one_in(r, 3))
		say(t, rng_one_in(r, 9) ? "0X%llX" : "0x%llx", (unsigned long long)n);
	else
		say(t, "%llu", (unsigned long long)n);
}

/* Where something is likely to be found. */
static uint64_t start_of(struct rng *r, int file)
{
	if (rng_one_in(r, 10))
		return number(r);
	switch (file) {
	case 0:
		/* frames of the first gigabyte */
		return rng_below(r, 1 << 18);
	case 3:
		/* a static program, its stack, or the first page tables of either */
		return rng_one_in(r, 4) ? 0x7fffff000 - rng_below(r, 1 << 20) :
		       0x400 + rng_below(r, 512);
	default:
		return rng_below(r, 80);
	}
}

static void say_range(struct rng *r, struct text *t, int file)
{
	uint64_t start = start_of(r, file), count = rng_below(r, 64);

	switch (rng_below(r, 24)) {
	case 0:
		/* to the end, which is far away for frames */
		say_number(r, t, file || rng_one_in(r, 8) ? start : (1 << 18) - rng_below(r, 999));
		say(t, "-");
		break;
	case 1:
		say_number(r, t, number(r));
		say(t, " ");
		say_number(r, t, number(r));
		break;
	case 2:
		say_number(r, t, number(r));
		say(t, "+");
		say_number(r, t, number(r));
		break;
	case 3 ... 6:
		say_number(r, t, start);
		break;
	case 7 ... 14:
		say_number(r, t, start);
		say(t, "+");
		say_number(r, t, count);
		break;
	default:
		say_number(r, t, start);
		say(t, " ");
		say_number(r, t, start + count);
	}
}

static void say_flag(struct rng *r, struct text *t)
{
	const char *name = RNG_PICK(r, flags);
	size_t len = strlen(name);

	/* a beginning of it, which others may have as well */
	if (rng_one_in(r, 3))
		len = 1 + rng_below(r, len);
	put(t, name, len);
}

static void say_flags(struct rng *r, struct text *t, bool minus)
{
	unsigned int n = 1 + rng_below(r, rng_one_in(r, 10) ? 20 : 3);

	while (n--) {
		if (minus && rng_one_in(r, 3))
			say(t, "-");
		say_flag(r, t);
		if (n)
			say(t, ",");
	}
}

/* Options ------------------------------------------------------------------ */

static void say_mask(struct rng *r, struct text *t)
{
	say(t, "mask=");
	if (rng_one_in(r, 3))
		say_number(r, t, rng_one_in(r, 2) ? 0 : rng_next(r));
	else
		say_flags(r, t, rng_one_in(r, 4));
}

static void say_tag(struct rng *r, struct text *t)
{
	unsigned int n = rng_below(r, rng_one_in(r, 4) ? 40 : 9);

	say(t, "tag=");
	while (n--)
		say(t, "%c", rng_one_in(r, 40) ? (int)rng_below(r, 256) : 33 + (int)rng_below(r, 90));
}

static void say_cgroup(struct rng *r, struct text *t)
{
	say(t, "cgroup=");
	say_number(r, t, rng_one_in(r, 3) ? number(r) : 1 + rng_below(r, 4));
	if (rng_one_in(r, 2))
		say(t, "/");
}

static void say_addr(struct rng *r, struct text *t)
{
	uint64_t from = start_of(r, 3) << 12;

	say(t, "addr=%s%llx-%llx", rng_one_in(r, 2) ? "0x" : "", (unsigned long long)from,
	    (unsigned long long)(from + (rng_below(r, 64) << rng_below(r, 13))));
}

static void say_keyed(struct rng *r, struct text *t, const char *key)
{
	say(t, "%s=", key);
	say_number(r, t, rng_one_in(r, 3) ? number(r) : rng_below(r, 4));
}

static void say_unknown(struct rng *r, struct text *t)
{
	static const char *const odd[] = {
		"=", "x=", "=1", "flags=", "flags=-", "any=-lru", "group", "limit=0", "names=2",
		"dev=8:1", "dev=", "min-order=20", "flags=dirty,-dirty", "compound_head", "\"a\"=1",
		"group=run=page", "format=", "node=99999", "mask=dirty,-lru", "tag=", "+", "-", "1+",
	};

	say(t, "%s", RNG_PICK(r, odd));
}

static void say_option(struct rng *r, struct text *t, int file)
{
	static const char *const groups[] = { "run", "page", "object", "total" };
	static const char *const places[] = { "reader", "trace", "both", "trac" };

	switch (rng_below(r, 21)) {
	case 0 ... 3:
		say(t, "group=%s", RNG_PICK(r, groups));
		break;
	case 4:
		say(t, "flags=");
		say_flags(r, t, true);
		break;
	case 5:
		say(t, "any=");
		say_flags(r, t, false);
		break;
	case 6:
		say_mask(r, t);
		break;
	case 7:
		say_tag(r, t);
		break;
	case 8:
		say_cgroup(r, t);
		break;
	case 9:
		say_keyed(r, t, "limit");
		break;
	case 10:
		say_keyed(r, t, rng_one_in(r, 2) ? "min-order" : "max-order");
		break;
	case 11:
		say_keyed(r, t, "min-pages");
		break;
	case 12:
		say_keyed(r, t, "node");
		break;
	case 13:
		say_keyed(r, t, "names");
		break;
	case 14 ... 15:
		say(t, "format=%s", rng_one_in(r, 3) ? "text" : "binary");
		break;
	case 16:
		if (file == 3)
			say_addr(r, t);
		else
			say(t, "dev=%u:%u", rng_below(r, 300), rng_below(r, 300));
		break;
	case 17:
		say(t, "part=%u/%u", rng_below(r, 4), rng_below(r, 4));
		break;
	case 18:
		say(t, "group=object ");
		say_keyed(r, t, "changed");
		break;
	case 19:
		say(t, "to=%s", RNG_PICK(r, places));
		break;
	default:
		say_unknown(r, t);
	}
}

/* Lines -------------------------------------------------------------------- */

static void say_pid(struct rng *r, struct text *t)
{
	switch (rng_below(r, 10)) {
	case 0:
		say_number(r, t, number(r));
		break;
	case 1:
		say(t, "%u", 1 + rng_below(r, 3));
		break;
	case 2:
		say(t, "%u", rng_below(r, 2000));
		break;
	default:
		say(t, SELF);
	}
}

static void say_subject(struct rng *r, struct text *t, int file)
{
	if (file == 1 || file == 2)
		say(t, "%s", rng_one_in(r, 2) ? paths[rng_below(r, 8)] : RNG_PICK(r, paths));
	else if (file == 3)
		say_pid(r, t);
}

static void say_blank(struct rng *r, struct text *t)
{
	static const char *const blanks[] = { " ", " ", " ", " ", " ", "  ", "\t", "\r", " \t " };

	say(t, "%s", RNG_PICK(r, blanks));
}

static void say_line(struct rng *r, struct text *t, int file)
{
	unsigned int n;

	if (rng_one_in(r, 30)) {
		say(t, rng_one_in(r, 2) ? "# %u" : "  ", rng_below(r, 9));
		return;
	}
	say_subject(r, t, file);
	/* without one all memory is walked; superblocks have none */
	if (file == 2 ? rng_one_in(r, 20) : !rng_one_in(r, file ? 5 : 200)) {
		say_blank(r, t);
		say_range(r, t, file);
	}
	n = rng_below(r, 4);
	while (n--) {
		say_blank(r, t);
		say_option(r, t, file);
	}
}

static const char zeros[8];

/* A structure with @nr bytes, mostly whole. */
static void say_ask(struct rng *r, struct text *t, unsigned int type, const struct text *bytes,
		    int file)
{
	struct pagesnap_ask ask = {
		.magic = PAGESNAP_ASK_MAGIC, .type = type, .nr = bytes->len,
		.len = sizeof(ask) + (bytes->len + 7) / 8 * 8,
	};
	char *to = (char *)&ask;

	if (type == PAGESNAP_ASK_QUERY && rng_one_in(r, 3)) {
		ask.flags = PAGESNAP_ASK_RANGE;
		ask.start = number(r);
		ask.end = rng_one_in(r, 3) ? number(r) : ~0ULL;
	}
	if (type == PAGESNAP_ASK_QUERY && file == 3)
		ask.pid = rng_one_in(r, 4) ? number(r) : 1;
	if (rng_one_in(r, 20))
		to[rng_below(r, sizeof(ask))] ^= 1 << rng_below(r, 8);
	if (t->cap - t->len < sizeof(ask) + bytes->len + 8)
		return;
	memcpy(t->buf + t->len, &ask, sizeof(ask));
	memcpy(t->buf + t->len + sizeof(ask), bytes->buf, bytes->len);
	t->len += sizeof(ask) + bytes->len;
	memcpy(t->buf + t->len, zeros, -bytes->len & 7);
	t->len += -bytes->len & 7;
}

static void say_asks(struct rng *r, struct text *t, int file)
{
	unsigned int n = 1 + rng_below(r, 4);
	char buf[256];

	while (n--) {
		struct text bytes = { buf, 0, sizeof(buf) };
		bool options = rng_one_in(r, 3);

		if (options)
			say_option(r, &bytes, file);
		else if (file == 1 || file == 2)
			say_subject(r, &bytes, file);
		if (bytes.len && !options && *buf == '"') {
			bytes.buf++;
			bytes.len -= 2;
		}
		say_ask(r, t, options ? PAGESNAP_ASK_OPTIONS : PAGESNAP_ASK_QUERY, &bytes, file);
	}
}

size_t query_lines(struct rng *r, int file, char *buf, size_t cap)
{
	struct text t = { buf, 0, cap };
	unsigned int lines = rng_one_in(r, 6) ? 2 + rng_below(r, 6) : 1;

	/* now and then a line of another file */
	if (rng_one_in(r, 40))
		file = rng_below(r, 4);
	if (rng_one_in(r, 8)) {
		say_asks(r, &t, file);
		return t.len;
	}
	while (lines-- && t.len < cap) {
		say_line(r, &t, file);
		if (lines || !rng_one_in(r, 12))
			say(&t, "\n");
	}
	return t.len;
}

/* Mutations ---------------------------------------------------------------- */

static size_t insert(char *buf, size_t len, size_t cap, size_t at, const char *s, size_t n)
{
	if (n > cap - len)
		n = cap - len;
	memmove(buf + at + n, buf + at, len - at);
	memcpy(buf + at, s, n);
	return len + n;
}

static size_t insert_word(struct rng *r, int file, char *buf, size_t len, size_t cap)
{
	char word[256];
	struct text t = { word, 0, sizeof(word) };
	size_t at = rng_below(r, len + 1);

	/* behind a word, so that it counts as one */
	while (at < len && buf[at] != ' ' && buf[at] != '\n')
		at++;
	say(&t, " ");
	if (rng_one_in(r, 4))
		say_range(r, &t, file);
	else
		say_option(r, &t, file);
	return insert(buf, len, cap, at, word, t.len);
}

static size_t remove_some(struct rng *r, char *buf, size_t len)
{
	size_t at = rng_below(r, len), n = 1 + rng_below(r, rng_one_in(r, 4) ? len : 8);

	if (n > len - at)
		n = len - at;
	memmove(buf + at, buf + at + n, len - at - n);
	return len - n;
}

/* Another number in the place of one that is there. */
static size_t change_number(struct rng *r, char *buf, size_t len, size_t cap)
{
	size_t at = rng_below(r, len), n = 0;
	char word[32];
	struct text t = { word, 0, sizeof(word) };

	while (at < len && (buf[at] < '0' || buf[at] > '9'))
		at++;
	while (at + n < len && buf[at + n] >= '0' && buf[at + n] <= '9')
		n++;
	if (!n)
		return len;
	memmove(buf + at, buf + at + n, len - at - n);
	say_number(r, &t, number(r));
	return insert(buf, len - n, cap, at, word, t.len);
}

static size_t repeat(struct rng *r, char *buf, size_t len, size_t cap)
{
	char copy[256];
	size_t at = rng_below(r, len), n = 1 + rng_below(r, sizeof(copy));

	if (n > len - at)
		n = len - at;
	memcpy(copy, buf + at, n);
	return insert(buf, len, cap, at, copy, n);
}

size_t query_mutate(struct rng *r, int file, char *buf, size_t len, size_t cap)
{
	static const char odd[] = "\"\\\n\0\t =,-+/#\r\177\200\377:";
	char c;

	if (!len)
		return query_lines(r, file, buf, cap);
	switch (rng_below(r, 9)) {
	case 0:
		buf[rng_below(r, len)] ^= 1 << rng_below(r, 8);
		return len;
	case 1:
		c = odd[rng_below(r, sizeof(odd) - 1)];
		return insert(buf, len, cap, rng_below(r, len + 1), &c, 1);
	case 2:
		return remove_some(r, buf, len);
	case 3 ... 4:
		return change_number(r, buf, len, cap);
	case 5:
		return repeat(r, buf, len, cap);
	case 6:
		return query_lines(r, file, buf, cap);
	default:
		return insert_word(r, file, buf, len, cap);
	}
}

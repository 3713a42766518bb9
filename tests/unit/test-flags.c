// SPDX-License-Identifier: GPL-2.0
/* Names of page flags, those of page-types, and lists of them. */
#include "unit.h"

/* As tools/mm/page-types.c has them. */
static const char * const names[64] = {
	[0] = "locked", [1] = "error", [2] = "referenced", [3] = "uptodate", [4] = "dirty",
	[5] = "lru", [6] = "active", [7] = "slab", [8] = "writeback", [9] = "reclaim",
	[10] = "buddy", [11] = "mmap", [12] = "anonymous", [13] = "swapcache",
	[14] = "swapbacked", [15] = "compound_head", [16] = "compound_tail", [17] = "huge",
	[18] = "unevictable", [19] = "hwpoison", [20] = "nopage", [21] = "ksm", [22] = "thp",
	[23] = "offline", [24] = "zero_page", [25] = "idle_page", [26] = "pgtable",
	[32] = "reserved", [33] = "mlocked", [34] = "owner_2", [35] = "private",
	[36] = "private_2", [37] = "owner_private", [38] = "arch", [39] = "uncached",
	[40] = "softdirty", [41] = "arch_2",
};

static int parse(const char *s, u32 len, u64 *set, u64 *clear, struct pagesnap_diag *d)
{
	char *copy = exact(s, len);
	int err;

	memset(d, 0, sizeof(*d));
	err = pagesnap_flags_parse(copy, len, set, clear, d);
	free(copy);
	if (err != d->err || d->col > len || !!err != !!d->msg)
		ktap_ok(false, "the fault is consistent: %s", shown(s, len));
	return err;
}

static void test_names(void)
{
	struct pagesnap_diag d;
	u64 set, clear;
	u32 bit;

	for (bit = 0; bit < 64; bit++) {
		struct pagesnap_text t = { .cap = 64, .buf = malloc(64) };

		if (names[bit]) {
			u32 len = strlen(names[bit]);
			bool good = !parse(names[bit], len, &set, &clear, &d) &&
				    set == 1ULL << bit && !clear;

			pagesnap_text_flags(&t, 1ULL << bit);
			ktap_ok(good && t.len == len && !memcmp(t.buf, names[bit], len),
				"bit %u is %s", bit, names[bit]);
		} else {
			pagesnap_text_flags(&t, 1ULL << bit);
			ktap_ok(t.len > 2 && !memcmp(t.buf, "0x", 2) &&
				strtoull(t.buf, NULL, 16) == 1ULL << bit,
				"bit %u has no name: a number", bit);
		}
		free(t.buf);
	}
}

/* Bit that @len bytes of @s stand for: the exact one, the only one, or none. */
static int model(const char *s, u32 len, u32 *found)
{
	int bit, only = -1;

	*found = 0;
	for (bit = 0; bit < 64; bit++) {
		if (!names[bit] || strlen(names[bit]) < len || memcmp(names[bit], s, len))
			continue;
		if (strlen(names[bit]) == len)
			return bit;
		(*found)++;
		only = bit;
	}
	return *found == 1 ? only : -1;
}

static bool prefix_good(const char *s, u32 len)
{
	struct pagesnap_diag d;
	u64 set, clear;
	u32 found;
	int bit = model(s, len, &found), err = parse(s, len, &set, &clear, &d);

	if (bit >= 0)
		return !err && set == 1ULL << bit && !clear;
	if (err != -EINVAL || d.col)
		return false;
	return !found == !!strstr(d.msg, "no flag") && !found == !strstr(d.msg, "several");
}

static void test_prefixes(void)
{
	bool good = true, longer = true;
	char name[40];
	u32 bit, len;

	for (bit = 0; bit < 64; bit++) {
		if (!names[bit])
			continue;
		for (len = 1; len <= strlen(names[bit]); len++) {
			if (prefix_good(names[bit], len))
				continue;
			ktap_note("%.*s", (int)len, names[bit]);
			good = false;
		}
		snprintf(name, sizeof(name), "%sx", names[bit]);
		longer = longer && prefix_good(name, strlen(name));
	}
	ktap_ok(good, "every beginning of every name: unique, ambiguous or exact");
	ktap_ok(longer, "a name with more behind it is none");
}

#define B(bit) (1ULL << (bit))

static const struct list_case {
	const char *text;
	u64 set;
	u64 clear;
	int err;
	u32 col;
} lists[] = {
	{ "dirty", B(4), 0, 0, 0 },
	{ "dirty,-mmap", B(4), B(11), 0, 0 },
	{ "-mmap,-dirty", 0, B(4) | B(11), 0, 0 },
	{ "dirty,dirty", B(4), 0, 0, 0 },
	{ "dirty,-dirty", B(4), B(4), 0, 0 },
	{ "lo,d,-mm", B(0) | B(4), B(11), 0, 0 },
	{ "private,arch", B(35) | B(38), 0, 0, 0 },
	{ "private_,arch_", B(36) | B(41), 0, 0, 0 },
	{ "", 0, 0, -EINVAL, 0 },
	{ ",", 0, 0, -EINVAL, 0 },
	{ "-", 0, 0, -EINVAL, 1 },
	{ "dirty,", 0, 0, -EINVAL, 6 },
	{ ",dirty", 0, 0, -EINVAL, 0 },
	{ "dirty,,lru", 0, 0, -EINVAL, 6 },
	{ "dirty,-", 0, 0, -EINVAL, 7 },
	{ "--dirty", 0, 0, -EINVAL, 1 },
	{ "Dirty", 0, 0, -EINVAL, 0 },
	{ "dirty,l", 0, 0, -EINVAL, 6 },
	{ "dirty,-l", 0, 0, -EINVAL, 7 },
	{ "dirty,-compound", 0, 0, -EINVAL, 7 },
	{ "lru,+dirty", 0, 0, -EINVAL, 4 },
	{ "lru dirty", 0, 0, -EINVAL, 0 },
	{ "0x10", 0, 0, -EINVAL, 0 },
	{ "dirty,\xc3\xa9", 0, 0, -EINVAL, 6 },
};

static void test_lists(void)
{
	const struct list_case *c;
	struct pagesnap_diag d;
	u64 set, clear;

	for (c = lists; c < lists + ARRAY_SIZE(lists); c++) {
		int err = parse(c->text, strlen(c->text), &set, &clear, &d);
		bool good = err == c->err &&
			    (err ? d.col == c->col : set == c->set && clear == c->clear);

		if (!ktap_ok(good, "list: \"%s\"", shown(c->text, strlen(c->text))))
			ktap_note("%d at %u, set %#llx clear %#llx", err, d.col, (long long)set,
				  (long long)clear);
	}
}

static bool text_is(u64 flags, const char *want)
{
	struct pagesnap_text t = { .cap = strlen(want), .buf = malloc(strlen(want)) };
	bool good;

	pagesnap_text_flags(&t, flags);
	good = !t.full && t.len == t.cap && !memcmp(t.buf, want, t.len);
	free(t.buf);
	return good;
}

static void test_text(void)
{
	ktap_ok(text_is(0, "-"), "text: none");
	ktap_ok(text_is(B(4) | B(0) | B(41), "locked,dirty,arch_2"), "text: ascending");
	ktap_ok(text_is(B(4) | B(31), "dirty,0x80000000"), "text: a bit without a name");
	ktap_ok(text_is(B(31) | B(63), "0x8000000080000000"), "text: two of them, one number");
	ktap_ok(text_is(B(27) | B(32), "reserved,0x8000000"), "text: the number comes last");
}

static void test_round_trip(void)
{
	struct pagesnap_diag d;
	u64 all = 0, flags, set, clear;
	bool good = true;
	char buf[512];
	u32 i;

	for (i = 0; i < 64; i++)
		all |= names[i] ? B(i) : 0;
	for (i = 0; i < 5000; i++) {
		struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

		flags = (((u64)pick(U32_MAX) << 32) | pick(U32_MAX)) & all;
		pagesnap_text_flags(&t, flags);
		if (!flags)
			continue;
		good = good && !parse(buf, t.len, &set, &clear, &d) && set == flags && !clear;
	}
	ktap_ok(good, "round trip: printed lists are read back");
}

int main(void)
{
	test_names();
	test_prefixes();
	test_lists();
	test_text();
	test_round_trip();
	return ktap_end();
}

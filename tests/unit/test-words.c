// SPDX-License-Identifier: GPL-2.0
/* The words that the library has for numbers, and flags in both directions. */
#include <sys/stat.h>

#include "unit.h"
#include "lib/collection.h"
#include "lib/internal.h"

typedef const char *word_fn(uint32_t number);

/* A word for each number below @nr, all different, and "?" for the others. */
static void test_table(word_fn *word, u32 first, u32 nr, const char *sample, u32 at, const char *name)
{
	bool good = true;
	u32 i, j;

	for (i = first; i < nr; i++) {
		good = good && word(i) && *word(i) && strcmp(word(i), "?");
		for (j = first; j < i; j++)
			good = good && strcmp(word(i), word(j));
	}
	ktap_ok(good, "every %s has a word of its own", name);
	ktap_ok(!strcmp(word(at), sample), "%s %u is %s", name, at, sample);
	ktap_ok(!strcmp(word(nr), "?") && !strcmp(word(0xffff), "?") && !strcmp(word(U32_MAX), "?"),
		"no other %s has one", name);
}

static void test_tables(void)
{
	test_table(pagesnap_kind_word, 0, PAGESNAP_KINDS, "pgtable", PAGESNAP_KIND_PGTABLE, "kind");
	test_table(pagesnap_state_word, 0, 7, "deleted", PAGESNAP_STATE_DELETED, "state");
	test_table(pagesnap_reason_word, 0, PAGESNAP_WHYS, "dax", PAGESNAP_WHY_DAX, "reason");
	test_table(pagesnap_status_word, 0, 3, "partial", PAGESNAP_END_PARTIAL, "status");
	test_table(pagesnap_cut_word, 0, 7, "limit", PAGESNAP_CUT_LIMIT, "cut");
	test_table(pagesnap_group_word, 0, 4, "object", PAGESNAP_GROUP_OBJECT, "group");
	test_table(pagesnap_record_word, 1, PAGESNAP_REC_BYTES + 1, "vma", PAGESNAP_REC_VMA, "record");
	test_table(pagesnap_unit_word, 0, 3, "vpn", PAGESNAP_UNIT_VPN, "unit");
	test_table(pagesnap_feature_word, 0, 8, "thp", 3, "feature");
	ktap_ok(!strcmp(pagesnap_mode_word(S_IFBLK | 0600), "blk"), "a block device is blk");
	ktap_ok(!strcmp(pagesnap_mode_word(0), "?"), "no other mode has a word");
}

static void test_indexes(void)
{
	int i;

	for (i = 0; i < PAGESNAP_INDEXES; i++)
		ktap_equal(pagesnap_index_find(pagesnap_index_name(i)), i, "%s is found by its name",
			   pagesnap_index_name(i));
	ktap_ok(!strcmp(pagesnap_index_name(PAGESNAP_TASK), "task_index"), "the index of tasks");
	ktap_equal(pagesnap_index_find("pfn"), -ENOENT, "pfn is no name of an index");
	ktap_equal(pagesnap_index_find(""), -ENOENT, "the empty name is no name of an index");
	ktap_ok(!strcmp(pagesnap_index_name(pagesnap_nr_indexes()), "?"), "no other index has a name");
	ktap_equal(pagesnap_index_find_in("accesses", "task_index"), PAGESNAP_ACCESSES_TASK,
		   "task_index of accesses is another one");
	ktap_equal(pagesnap_index_find_in("accesses", "pfn_index"), PAGESNAP_ACCESSES_PFN,
		   "pfn_index of accesses is another one, too");
	ktap_equal(pagesnap_index_find_in("accesses", "filename_index"), PAGESNAP_ACCESSES_FILE,
		   "filename_index of accesses is another one, too");
	ktap_equal(pagesnap_index_find_in("faults", "task_index"), PAGESNAP_FAULTS_TASK,
		   "task_index of faults is another one");
	ktap_equal(pagesnap_index_find_in("slab", "object_index"), PAGESNAP_SLAB_OBJECT,
		   "object_index of slab is the last of its four");
	ktap_equal(pagesnap_index_find_in("pages", "sb_index"), PAGESNAP_SB, "sb_index of pages");
	ktap_equal(pagesnap_index_find_in("", "sb_index"), PAGESNAP_SB,
		   "of headers that name no collection, too");
	ktap_equal(pagesnap_index_find_in("numbers", "sb_index"), -ENOENT,
		   "sb_index of a collection that is not known");
	ktap_ok(!strcmp(pagesnap_version(), PAGESNAP_LIBRARY_VERSION), "the version is the header's");
}

static void test_flags(void)
{
	uint64_t set, clear, all = 0;
	char text[1024], small[16];
	u32 bit;

	for (bit = 0; bit < 64; bit++)
		all |= (u64)!!pagesnap_flag_name(bit) << bit;
	ktap_ok(!pagesnap_flag_name(64) && !pagesnap_flag_name(~0U), "there are 64 flags at most");
	ktap_ok(all & 1ULL << PAGESNAP_KPF_ARCH_2 && all & 1ULL << KPF_PGTABLE, "flags have names");
	ktap_ok(pagesnap_flags_text(all, text, sizeof(text)) > 0 &&
		!pagesnap_flags_read(text, &set, &clear, NULL, NULL) && set == all && !clear,
		"all names are read back");
	ktap_ok(pagesnap_flags_text(0, text, sizeof(text)) == 1 && !strcmp(text, "-"), "no flag is -");
	ktap_equal(pagesnap_flags_text(1 << KPF_DIRTY | 1 << KPF_LRU, small, 10), 9,
		   "dirty,lru fits 10 bytes");
	ktap_ok(!strcmp(small, "dirty,lru"), "dirty,lru in 10 bytes is whole");
	ktap_equal(pagesnap_flags_text(1 << KPF_DIRTY | 1 << KPF_LRU, small, 9), -ERANGE,
		   "dirty,lru does not fit 9 bytes");
	ktap_equal(pagesnap_flags_text(0, NULL, 0), -ERANGE, "nothing fits no bytes");
}

static void bad_flags(const char *text, size_t want, const char *part)
{
	uint64_t set, clear;
	const char *message = NULL;
	char *copy = strdup(text);
	size_t at = 99;
	int err = pagesnap_flags_read(copy, &set, &clear, &at, &message);

	free(copy);
	if (!ktap_ok(err == -EINVAL && at == want && message && strstr(message, part),
		     "flags \"%s\" are wrong at %zu", text, want))
		ktap_note("%d at %zu: %s", err, at, message ?: "");
}

static void test_flags_read(void)
{
	static char much[PAGESNAP_LINE_MAX + 2];
	uint64_t set, clear;

	ktap_ok(!pagesnap_flags_read("dirty,-mm", &set, &clear, NULL, NULL) &&
		set == 1 << KPF_DIRTY && clear == 1 << KPF_MMAP, "unique beginnings are enough");
	bad_flags("", 0, "expected");
	bad_flags("dirty,", 6, "expected");
	bad_flags("dirty,-", 7, "expected");
	bad_flags("dirty,nosuch", 6, "no flag");
	bad_flags("lru,-re", 5, "several");
	bad_flags("dirty lru", 0, "no flag");
	memset(much, 'a', sizeof(much) - 1);
	bad_flags(much, 0, "too long");
	ktap_equal(pagesnap_flags_read("x", &set, &clear, NULL, NULL), -EINVAL,
		   "nobody need ask where the fault is");
}

static void test_escape(void)
{
	char buf[32];

	ktap_ok(pagesnap_escape("a b\0c", 5, buf, sizeof(buf)) == 11 && !strcmp(buf, "a\\040b\\000c"),
		"blanks and zeros are escaped");
	ktap_ok(!pagesnap_escape("", 0, buf, sizeof(buf)) && !*buf, "nothing stays nothing");
	ktap_equal(pagesnap_escape("a b", 3, buf, 6), -ERANGE, "an escape is never cut");
	ktap_ok(memchr(buf, 0, 6), "what is there ends");
	ktap_equal(pagesnap_escape("a b", 3, buf, 7), 6, "seven bytes are enough for it");
	ktap_equal(pagesnap_escape("", UINT32_MAX + 1UL, buf, sizeof(buf)), -ERANGE,
		   "what has more than 4 GiB fits nowhere");
}

int main(void)
{
	test_tables();
	test_indexes();
	test_flags();
	test_flags_read();
	test_escape();
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
/* From records to references: which process, mapping and page a fault is in. */
#include "traces.h"
#include "render/trace/pages.h"

static void map(struct references *r, u32 pid, u64 start, u64 end, u64 pgoff, u64 ino,
		const char *name)
{
	struct pagesnap_faults_map m = {
		.pid = pid, .start = start, .end = end, .pgoff = pgoff, .ino = ino,
		.dev_major = 8, .dev_minor = 1, .name_len = strlen(name),
		.kind = ino == PAGESNAP_NONE ? PAGESNAP_MAP_ANON : PAGESNAP_MAP_FILE,
	};
	char *bytes = exact(name, strlen(name));

	if (references_map(r, &m, bytes))
		ktap_die("no memory");
	free(bytes);
}

static void thread(struct references *r, u32 tid, u32 pid)
{
	struct pagesnap_faults_thread t = { .tid = tid, .pid = pid };

	references_thread(r, &t);
}

static void event(struct references *r, u16 type, u32 pid, u32 parent)
{
	struct pagesnap_faults_event e = { .rec.type = type, .pid = pid, .parent = parent };

	references_event(r, &e);
}

static struct trace_reference fault(struct references *r, u32 tid, u64 vpn)
{
	struct pagesnap_faults_fault f = {
		.tid = tid, .time_ns = 5, .page = vpn << PAGESNAP_FAULT_CPU_BITS | 3,
		.rec.flags = PAGESNAP_RF_WRITE,
	};
	struct trace_reference ref;

	if (references_fault(r, &f, &ref))
		ktap_die("no memory");
	return ref;
}

static bool is_in(struct references *r, u32 tid, u64 vpn, const char *name)
{
	struct trace_reference ref = fault(r, tid, vpn);

	return name ? ref.map && !strcmp(ref.map->name, name) : !ref.map;
}

static bool same_page(struct trace_reference a, struct trace_reference b)
{
	struct trace_key one, two;

	trace_page_of(&a, TRACE_ALL_PAGES, &one);
	trace_page_of(&b, TRACE_ALL_PAGES, &two);
	return one.owner == two.owner && one.page == two.page;
}

static void test_maps(void)
{
	struct references r = { 0 };
	struct trace_reference ref;

	thread(&r, 11, 10);
	map(&r, 10, 100, 200, 0, PAGESNAP_NONE, "a");
	map(&r, 10, 120, 140, 7, 99, "b");
	ktap_ok(is_in(&r, 11, 119, "a") && is_in(&r, 11, 120, "b") && is_in(&r, 11, 139, "b") &&
		is_in(&r, 11, 140, "a") && is_in(&r, 11, 200, NULL) && is_in(&r, 11, 99, NULL),
		"a map in the midst of another leaves both its ends");
	map(&r, 10, 90, 130, 0, PAGESNAP_NONE, "c");
	map(&r, 10, 195, 300, 0, PAGESNAP_NONE, "d");
	ktap_ok(is_in(&r, 11, 129, "c") && is_in(&r, 11, 130, "b") && is_in(&r, 11, 194, "a") &&
		is_in(&r, 11, 195, "d"), "a map replaces what it overlaps, as far as it does");
	ref = fault(&r, 11, 135);
	ktap_ok(ref.file_page == 7 + 15 && ref.pid == 10 && ref.tid == 11 && ref.cpu == 3 &&
		ref.time_ns == 5 && ref.flags == PAGESNAP_RF_WRITE && ref.vtime == 11,
		"what is left of a map has its file's pages, and a reference all that was told");
	map(&r, 10, 0, 1000, 0, PAGESNAP_NONE, "e");
	ktap_ok(is_in(&r, 11, 100, "e") && is_in(&r, 11, 299, "e"), "one map can replace all");
	map(&r, 10, 0, 10, 0, 99, "");
	map(&r, 10, 10, 20, 0, PAGESNAP_NONE, "");
	ktap_ok(is_in(&r, 11, 9, "[inode 8:1 99]") && is_in(&r, 11, 10, ""),
		"a file that nobody could name is not taken for anonymous memory");
	references_free(&r);
}

static void test_processes(void)
{
	struct references r = { 0 };
	struct trace_reference before, after;

	map(&r, 10, 100, 200, 0, PAGESNAP_NONE, "a");
	map(&r, 10, 300, 400, 0, 99, "f");
	thread(&r, 10, 10);
	event(&r, PAGESNAP_REC_FORK, 20, 10);
	thread(&r, 20, 20);
	thread(&r, 21, 20);
	ktap_ok(is_in(&r, 21, 150, "a"), "a child begins with its parent's maps");
	ktap_ok(!same_page(fault(&r, 10, 150), fault(&r, 20, 150)) &&
		same_page(fault(&r, 10, 350), fault(&r, 20, 350)),
		"pages of a file are the same for both, and others aren't");
	before = fault(&r, 20, 150);
	event(&r, PAGESNAP_REC_EXEC, 20, PAGESNAP_NONE32);
	after = fault(&r, 20, 150);
	ktap_ok(!after.map && !same_page(before, after) && after.vtime == before.vtime + 1,
		"an exec has new memory, and goes on to count");
	event(&r, PAGESNAP_REC_EXIT, 20, PAGESNAP_NONE32);
	thread(&r, 20, 20);
	ktap_ok(fault(&r, 20, 150).vtime == 1 && fault(&r, 21, 150).pid == 21,
		"a PID that is used again is another process, and has none of its threads");
	ktap_ok(is_in(&r, 10, 150, "a"), "the parent of one that exits keeps its maps");
	references_free(&r);
}

static void test_files(void)
{
	struct references r = { 0 };
	struct trace_key page;
	struct trace_reference ref;

	thread(&r, 10, 10);
	map(&r, 10, 100, 200, 5, 99, "f");
	map(&r, 10, 500, 600, 0, 99, "f");
	map(&r, 10, 700, 800, 0, 98, "g");
	map(&r, 10, 900, 950, 0, PAGESNAP_NONE, "a");
	ktap_ok(same_page(fault(&r, 10, 100), fault(&r, 10, 505)) &&
		!same_page(fault(&r, 10, 500), fault(&r, 10, 700)),
		"a page of a file is one wherever it is mapped, and no other file's");
	ref = fault(&r, 10, 920);
	ktap_ok(!trace_page_of(&ref, TRACE_FILE_PAGES, &page) &&
		trace_page_of(&ref, TRACE_ALL_PAGES, &page), "what is of no file can be left out");
	ref = fault(&r, 10, 700);
	ktap_ok(trace_page_of(&ref, TRACE_FILE_PAGES, &page), "what is of a file stays");
	references_free(&r);
}

/* Many that come and go: their memory goes, too, or the sanitizer says so. */
static void test_many(void)
{
	struct references r = { 0 };
	u32 wrong = 0;

	for (u32 i = 0; i < 20000; i++) {
		u32 pid = 1 + pick(300);

		if (!pick(3))
			event(&r, PAGESNAP_REC_EXIT, pid, PAGESNAP_NONE32);
		thread(&r, pid, pid);
		map(&r, pid, pid * 10, pid * 10 + 1 + pick(50), 0, PAGESNAP_NONE, "m");
		wrong += !is_in(&r, pid, pid * 10, "m");
		if (!pick(5))
			event(&r, PAGESNAP_REC_FORK, 301 + pick(20), pid);
	}
	ktap_ok(!wrong && r.processes.nr <= 320, "processes that come and go are found");
	references_free(&r);
}

/* Keys that are set and taken out, beside an array. */
static void test_table(void)
{
	struct trace_table t = { NULL };
	u64 values[40] = { 0 };
	u32 wrong = 0;

	for (u32 i = 1; i < 20000; i++) {
		u32 at = pick(40);
		const struct trace_key key = { at % 2, at };
		const struct trace_entry *e = trace_table_find(&t, &key);

		wrong += (e ? e->value : 0) != values[at];
		values[at] = pick(2) ? i : 0;
		if (!values[at])
			trace_table_remove(&t, &key);
		else if (trace_table_set(&t, &key, i))
			ktap_die("no memory");
	}
	ktap_ok(!wrong, "a table has what was set, and nothing that was taken out");
	trace_table_free(&t);
}

int main(void)
{
	test_table();
	test_maps();
	test_processes();
	test_files();
	test_many();
	return ktap_end();
}

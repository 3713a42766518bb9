// SPDX-License-Identifier: GPL-2.0
/* The text of the records of faults, the words in it, and what "format" says of them. */
#include "unit.h"
#include "faults/format.h"
#include "faults/records.h"

static char buf[400];
static struct pagesnap_text t = { .buf = buf, .cap = sizeof(buf) };

static void says(const struct pagesnap_rec *r, const char *line, const char *what)
{
	t.len = 0;
	pagesnap_faults_text(&t, r);
	ktap_ok(t.len == strlen(line) && !memcmp(t.buf, line, t.len), "%s: %.*s", what, (int)t.len,
		t.buf);
}

static void test_fault(void)
{
	struct pagesnap_faults_fault r = {
		.rec = { .type = PAGESNAP_REC_FAULT, .flags = PAGESNAP_RF_WRITE },
		.q = 1, .tid = 7, .time_ns = 5, .page = 0x7f001ULL << PAGESNAP_FAULT_CPU_BITS | 3,
	};

	r.rec.flags |= PAGESNAP_FAULT_WAS_OURS << PAGESNAP_RF_WAS_SHIFT;
	says(&r.rec, "fault q=1 time=5 cpu=3 tid=7 vpn=0x7f001 access=write by=user was=ours "
	     "huge=0 healed=0 map=1", "a write");
	r.rec.flags = PAGESNAP_RF_FETCH | PAGESNAP_RF_BY_KERNEL | PAGESNAP_RF_HUGE |
		      PAGESNAP_RF_HEALED | PAGESNAP_RF_NO_MAP |
		      PAGESNAP_FAULT_WAS_OTHER << PAGESNAP_RF_WAS_SHIFT;
	r.page = U64_MAX;
	says(&r.rec, "fault q=1 time=5 cpu=65535 tid=7 vpn=0xffffffffffff access=fetch by=kernel "
	     "was=other huge=1 healed=1 map=0", "all that a fault can say");
	r.rec.flags = 0;
	r.page = 0;
	says(&r.rec, "fault q=1 time=5 cpu=0 tid=7 vpn=0x0 access=read by=user was=unknown "
	     "huge=0 healed=0 map=1", "a read");
}

static void test_map(void)
{
	static const char line[] = "map   q=1 pid=9 start=0x10 end=0x20 prot=r-xp kind=file "
		"dev=8:1 ino=3 pgoff=0x4 gen=5 state=deleted name=/a\\040b";
	static const char heap[] = "map   q=1 pid=9 start=0x10 end=0x20 prot=rw-s kind=heap "
		"dev=- ino=- pgoff=- gen=- state=- name=-";
	struct pagesnap_faults_map r = {
		.rec.type = PAGESNAP_REC_FAULT_MAP, .q = 1, .pid = 9, .start = 0x10, .end = 0x20,
		.prot = 5, .kind = PAGESNAP_MAP_FILE, .dev_major = 8, .dev_minor = 1, .ino = 3,
		.pgoff = 4, .gen = 5, .state = PAGESNAP_STATE_DELETED, .name_len = 4,
	};

	t.len = 0;
	pagesnap_faults_text_map(&t, &r, "/a b");
	ktap_ok(t.len == strlen(line) && !memcmp(t.buf, line, t.len), "a mapped file: %.*s",
		(int)t.len, t.buf);
	r.dev_major = PAGESNAP_NONE32;
	r.ino = PAGESNAP_NONE;
	r.prot = 11;
	r.kind = PAGESNAP_MAP_HEAP;
	r.name_len = 0;
	t.len = 0;
	pagesnap_faults_text_map(&t, &r, "");
	ktap_ok(t.len == strlen(heap) && !memcmp(t.buf, heap, t.len), "no file: %.*s", (int)t.len,
		t.buf);
}

static void test_processes(void)
{
	struct pagesnap_faults_event e = {
		.rec.type = PAGESNAP_REC_FORK, .q = 1, .pid = 9, .parent = 8, .time_ns = 5,
		.comm = "a b",
	};

	says(&e.rec, "fork  q=1 time=5 pid=9 parent=8 comm=a\\040b", "a fork");
	e.rec.type = PAGESNAP_REC_EXEC;
	e.parent = PAGESNAP_NONE32;
	says(&e.rec, "exec  q=1 time=5 pid=9 comm=a\\040b", "an exec");
	e.rec.type = PAGESNAP_REC_EXIT;
	e.comm[0] = '\0';
	says(&e.rec, "exit  q=1 time=5 pid=9 comm=-", "an exit, without a name");
	says(&((struct pagesnap_faults_thread){
		.rec.type = PAGESNAP_REC_THREAD, .q = 1, .tid = 7, .pid = 9, .comm = "w" }).rec,
	     "thread q=1 tid=7 pid=9 comm=w", "a thread");
	says(&((struct pagesnap_faults_traced){
		.rec.type = PAGESNAP_REC_TRACED, .q = 1, .pid = 9, .n = 2,
		.what = PAGESNAP_TRACED_NOTIFIERS, .comm = "qemu" }).rec,
	     "process q=1 n=2 what=notifiers pid=9 comm=qemu", "a process that is passed over");
}

static void test_sweeps(void)
{
	says(&((struct pagesnap_faults_sweep){
		.rec.type = PAGESNAP_REC_SWEEP, .q = 1, .n = 2, .time_ns = 3, .real_ns = 4,
		.late_ns = 5, .took_ns = 6, .missed = 7, .processes = 8, .entries = 9,
		.guarded = 10, .still = 11, .lacking = 12 }).rec,
	     "sweep q=1 n=2 time=3 real=4 late=5 took=6 missed=7 processes=8 entries=9 guarded=10 "
	     "still=11 lacking=12", "a sweep");
	says(&((struct pagesnap_faults_window){
		.rec.type = PAGESNAP_REC_WINDOW, .q = 1, .pid = 9, .time_ns = 5, .window = 16 }).rec,
	     "window q=1 time=5 pid=9 window=16", "a window that grows");
	says(&((struct pagesnap_task){ .rec.type = PAGESNAP_REC_TASK, .q = 1, .pid = 9,
				       .comm = "a" }).rec,
	     "task  q=1 pid=9 comm=a vmas=0", "a task");
}

/* Each number has a word, and behind the last there is none. */
static void check_words(const char *(*word)(u32), u32 nr, const char *what)
{
	u32 i, other;

	for (i = 0; i < nr; i++) {
		ktap_ok(strcmp(word(i), "?"), "%s %u is %s", what, i, word(i));
		for (other = 0; other < i; other++)
			if (!strcmp(word(i), word(other)))
				ktap_ok(false, "%s %u and %u have words of their own", what, i, other);
	}
	ktap_ok(!strcmp(word(nr), "?"), "%s %u has no word", what, nr);
}

static void test_words(void)
{
	check_words(pagesnap_faults_was, PAGESNAP_FAULT_WASES, "was");
	check_words(pagesnap_faults_map, PAGESNAP_MAPS, "kind");
	check_words(pagesnap_faults_traced, PAGESNAP_TRACED_WHATS, "what");
	check_words(pagesnap_faults_why, PAGESNAP_FAULTS_WHYS, "why");
	ktap_ok(!strcmp(pagesnap_faults_words.counters[PAGESNAP_FAULTS_COUNTS - 1], "healed"),
		"the last counter of an end");
}

static void test_format(void)
{
	u32 i, nr = pagesnap_format_lines(&pagesnap_faults_format), empty = 0;

	for (i = 0; i < nr; i++) {
		t.len = 0;
		pagesnap_format_line(&t, &pagesnap_faults_format, i);
		empty += !t.len || t.full;
	}
	ktap_equal(empty, 0, "each line of format has something");
	ktap_equal(nr, 1 + 15 + 6 + 6 + 3 * 7 + 7 + 14 + 6 + 8 + 6 + 10 + 20 + 5,
		   "format has as many lines as there is to say");
}

int main(void)
{
	test_fault();
	test_map();
	test_processes();
	test_sweeps();
	test_words();
	test_format();
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "real-program.h"
#include "states.h"

/* Pages around what is mapped first, where libraries, heap and stack go. */
#define ABOVE		((4UL << 30) / ST_PAGE)
#define BELOW_STACK	((16UL << 20) / ST_PAGE)
/* Of faults that are to be found again where they were referenced, in thousandths of a percent. */
#define ENOUGH		99900
#define TOLD_MIN	200

#define LINES		"/dev/shm/lines"
#define SOURCE		"/dev/shm/small.c"

/* Programs -------------------------------------------------------------------------- */

/* So little memory that it is the heap's. */
const struct rp_program rp_sort = {
	"sort", { "/usr/bin/sort", "-S", "64K", "-o", "/dev/shm/sorted", LINES, NULL }
};

const struct rp_program rp_python = {
	"python", { "/usr/bin/python3", "-c",
	"d = {i * 79 % 211: str(i) for i in range(211)}\n"
	"print(sum(len(d[k]) for k in sorted(d)))", NULL }
};

const struct rp_program rp_sqlite = {
	"sqlite", { RP_PROGRAMS "bin/sqlite3", ":memory:",
	"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);"
	"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
	"INSERT INTO t SELECT i, hex(i * 7919 % 1009) FROM n; CREATE INDEX u ON t(b);"
	"SELECT count(DISTINCT b), sum(a) FROM t;", NULL }
};

const struct rp_program rp_compiler = {
	"cc1", { RP_PROGRAMS "bin/cc1", "-quiet", "-fsyntax-only", SOURCE, NULL }
};

static FILE *make(const char *path)
{
	FILE *file = fopen(path, "we");

	if (!file)
		ktap_die("%s", path);
	return file;
}

void rp_make_files(void)
{
	FILE *lines = make(LINES), *source = make(SOURCE);
	unsigned int i;

	srandom(1);
	for (i = 0; i < 1000; i++)
		fprintf(lines, "%08lx %lu\n", random() & 0xffffffff, random());
	fclose(lines);
	for (i = 0; i < 2; i++)
		fprintf(source, "int f%u(int n, int *v)\n{\n\tint i, s = 0;\n\n"
			"\tfor (i = 0; i < n; i++)\n\t\ts += v[i] * %u;\n\treturn s;\n}\n", i, i + 3);
	fclose(source);
}

/* Starting -------------------------------------------------------------------------- */

static void be(const struct rp_program *p)
{
	int nothing = open("/dev/null", O_RDWR);

	dup2(nothing, 0);
	dup2(nothing, 1);
	setenv("LD_LIBRARY_PATH", RP_PROGRAMS "lib", 1);
	ptrace(PTRACE_TRACEME, 0, NULL, NULL);
	execv(p->argv[0], p->argv);
	_exit(127);
}

/* One that was mapped at the beginning, by its name. */
static void add_map(struct rp_started *s, const char *name, struct wm_range map)
{
	if (!strcmp(name, "[vsyscall]"))
		return;
	if (!strcmp(name, "[vdso]") || !strncmp(name, "[vvar", 5))
		s->kept[s->nr_kept++] = map;
	if (!strcmp(name, "[stack]"))
		map.from -= BELOW_STACK;
	else if (strstr(name, "ld-linux"))
		map.from -= ABOVE;
	s->map[s->nr++] = map;
}

static void read_maps(struct rp_started *s)
{
	char path[64], line[512], name[256];
	struct wm_range map;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", s->pid);
	maps = fopen(path, "re");
	if (!maps)
		ktap_die("%s", path);
	while (fgets(line, sizeof(line), maps) && s->nr < RP_RANGES - 1) {
		*name = '\0';
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %*s %255s", &map.from, &map.to,
			   name) < 2)
			ktap_die("%s: %s", path, line);
		map.from /= ST_PAGE;
		map.to /= ST_PAGE;
		add_map(s, name, map);
	}
	fclose(maps);
}

/* Where the heap will begin stands in field 47 of its line, start_brk. */
static void find_heap(struct rp_started *s)
{
	char path[64], stat[1024], *at;
	unsigned int field;

	snprintf(path, sizeof(path), "/proc/%d/stat", s->pid);
	st_get(path, stat, sizeof(stat));
	at = strrchr(stat, ')');
	for (field = 2; at && field < 47; field++)
		at = strchr(at + 1, ' ');
	if (!at)
		ktap_die("%s: %s", path, stat);
	s->heap.from = strtoull(at, NULL, 10) / ST_PAGE;
	s->heap.to = s->heap.from + ABOVE;
	s->map[s->nr++] = s->heap;
}

void rp_start(struct rp_started *s, const struct rp_program *p)
{
	int status;

	memset(s, 0, sizeof(*s));
	s->program = p;
	s->pid = fork();
	if (s->pid < 0)
		ktap_die("fork");
	if (!s->pid)
		be(p);
	if (waitpid(s->pid, &status, 0) != s->pid || !WIFSTOPPED(status))
		ktap_die("%s can't be started", p->argv[0]);
	read_maps(s);
	find_heap(s);
}

struct flt_answer *rp_ask(const struct rp_started *s, bool of_heap, const char *options)
{
	struct flt_answer *a;
	char target[128];

	snprintf(target, sizeof(target), "%d", s->pid);
	if (of_heap)
		snprintf(target, sizeof(target), "%d 0x%" PRIx64 " 0x%" PRIx64, s->pid,
			 s->heap.from, s->heap.to);
	a = flt_ask(target, options);
	if (*a->error)
		ktap_die("%s %s: %s", target, options, a->error);
	return a;
}

void rp_go(const struct rp_started *s)
{
	if (ptrace(PTRACE_DETACH, s->pid, NULL, NULL))
		ktap_die("PTRACE_DETACH");
}

/* What was told --------------------------------------------------------------------- */

static bool is_in(const struct rp_started *s, uint64_t vpn)
{
	unsigned int i;

	for (i = 0; i < s->nr; i++)
		if (vpn >= s->map[i].from && vpn < s->map[i].to)
			return true;
	return false;
}

static struct wm_told *collect(const struct rp_started *s, const struct flt_answer *a, size_t *nr)
{
	struct wm_told *told = calloc(a->len / sizeof(struct pagesnap_faults_fault) + 1, sizeof(*told));
	const struct pagesnap_rec *rec = NULL;
	const struct pagesnap_faults_fault *f;
	uint32_t window = 0;

	if (!told)
		ktap_die("no memory");
	for (*nr = 0; (rec = flt_next(a, rec, 0));) {
		if (rec->type == PAGESNAP_REC_WINDOW)
			window = ((const struct pagesnap_faults_window *)rec)->window;
		if (rec->type != PAGESNAP_REC_FAULT)
			continue;
		f = (const void *)rec;
		if (!is_in(s, flt_vpn(f)))
			ktap_die("%s: page 0x%" PRIx64 " isn't expected to be mapped", s->program->name,
				 flt_vpn(f));
		told[(*nr)++] = (struct wm_told){ flt_vpn(f), window, rec->flags };
		window = 0;
	}
	return told;
}

struct wm_told *rp_end(const struct rp_started *s, struct flt_answer *a, size_t *nr)
{
	int status;

	while (!a->has_end)
		flt_read(a, 1000);
	if (waitpid(s->pid, &status, 0) != s->pid || !WIFEXITED(status) || WEXITSTATUS(status))
		ktap_die("%s ended with status 0x%x", s->program->name, status);
	return collect(s, a, nr);
}

/*
 * Between a reference and its log entry the program may be stopped for a sweep, or on its way back:
 * of sweeps one page each may be on the other side.
 */
static bool is_enough(const struct flt_answer *a, const struct wm_question *q,
		      const struct wm_sums *sums)
{
	if (q->window)
		return wm_share(sums) >= ENOUGH;
	return sums->missed + sums->early + sums->extra <= a->sweeps;
}

void rp_judge(const char *what, const struct flt_answer *a, const struct wm_question *q,
	      const struct wm_sums *sums)
{
	unsigned int share = wm_share(sums);
	uint64_t lost = a->end.counters[PAGESNAP_FAULTS_COUNT_LOST];
	uint64_t healed = a->end.counters[PAGESNAP_FAULTS_COUNT_HEALED];

	ktap_note("%s: %zu told, %zu equal, %zu missed, %zu early, %zu extra: %u.%03u %%", what, q->nr,
		  sums->equal, sums->missed, sums->early, sums->extra, share / 1000, share % 1000);
	ktap_note("%s: %zu for protection, %zu again, %zu unseen, %zu of another kind; %zu in the log, "
		  "%lu healed", what, sums->protection, sums->again, sums->unseen, sums->kind,
		  q->entries, healed);
	ktap_ok(q->nr > TOLD_MIN, "%s: references are told of", what);
	ktap_ok(is_enough(a, q, sums), "%s: what is told is what was referenced, in order", what);
	ktap_equal(lost, 0, "%s: nothing is lost", what);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Streams that are cut at every byte, and streams in which a byte is changed,
 * through the whole client: "pagesnap fs -R" in every format, and "pagesnap fleet", many
 * times in one process, as a process for each would take hours.
 *
 *	damage [--all] FILE...
 *
 * Only some bytes are tried, others for each $PAGESNAP_TURN, and of each only one
 * format, another one for the next, unless --all is given.  It must neither crash
 * nor hang, hold little memory and lose none, print nothing that a terminal obeys;
 * of a cut stream it must say so and exit with 3, and whatever it exits with but 0
 * it must give a reason.
 */
#include <errno.h>
#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/pagesnap.h>

#include "../include/ktap.h"
#include "heap.h"

#define PROCESSES 2
#define SECONDS 200
/* What may be held, and printed, of a stream of at most 64 KiB. */
#define HELD_MAX (8 << 20)
#define PRINTED_MAX (4 << 20)
#define SAID_MAX 8192
/* Of the bytes of a stream one in so many is tried, unless all are; and of a longer one. */
#define EVERY 48
#define LONG 6000
#define EVERY_OF_LONG 384

/* main() of the client, under another name. */
int pagesnap_main(int argc, char **argv);

enum damage { CUT, BYTE, BIT, DAMAGES };

static const char *const damages[] = { "cut at", "all bits of byte", "a bit of byte" };

/* In place of "fs -R" in a format. */
#define FLEET "fleet"

static const char *const formats[] = {
	"--json", "--jsonl", "--csv", FLEET, "--raw", "--text", "--summary", "--notruncate", "--output-all",
};

/* The first of those that people read. */
#define FOR_PEOPLE 4

#define FORMATS (sizeof(formats) / sizeof(formats[0]))

/**
 * struct shared - what all processes count
 * @file: that is read
 * @where: byte that is damaged
 * @how: enum damage
 * @format: in which it is printed
 * @header: bytes of the first header
 */
static struct shared {
	uint64_t runs[DAMAGES];
	uint64_t exits[DAMAGES][4];
	uint64_t seen;
	uint64_t held;
	uint64_t printed;
	uint32_t wrong;
	struct {
		const char *file;
		size_t header;
		size_t where;
		int how;
		int format;
	} now[PROCESSES];
} *shared;

/* This process' number, and its files: a stream, stdout and stderr. */
static int nr;
static unsigned long turn;
static int stream, out, err[PROCESSES];

/* Memory ------------------------------------------------------------------- */

static void keep_most(uint64_t *most_of_all, uint64_t value)
{
	uint64_t was = __atomic_load_n(most_of_all, __ATOMIC_RELAXED);

	while (value > was && !__atomic_compare_exchange_n(most_of_all, &was, value, false,
							   __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
}

/* What must be ------------------------------------------------------------- */

static void complain(const char *what, const char *said)
{
	if (__atomic_fetch_add(&shared->wrong, 1, __ATOMIC_RELAXED) >= 10)
		return;
	printf("# %s: %s %zu, %s: %s: %.200s\n", shared->now[nr].file,
	       damages[shared->now[nr].how], shared->now[nr].where,
	       formats[shared->now[nr].format], what, said);
	fflush(stdout);
}

/* Where a whole stream may end: between two answers. */
static void find_ends(const char *buf, size_t len, bool *ends)
{
	bool answering = false, more = false, header = false;
	struct pagesnap_rec rec;

	for (size_t at = 0; at + sizeof(rec) <= len; at += rec.len) {
		ends[at] = header && !answering && !more;
		memcpy(&rec, buf + at, sizeof(rec));
		header |= rec.type == PAGESNAP_REC_HEADER;
		more = rec.flags & PAGESNAP_RF_MORE;
		if (rec.type == PAGESNAP_REC_QUERY || rec.type == PAGESNAP_REC_ERROR)
			answering = true;
		if (rec.type == PAGESNAP_REC_END)
			answering = false;
	}
	ends[len] = true;
}

/* Tables, lines and messages are for people, the others for programs: they have names as they are. */
static void check_printable(const char *text, const char *which)
{
	size_t len = strlen(text);

	for (size_t i = 0; i < len; i++) {
		unsigned char c = text[i];

		if (c == '\n')
			continue;
		if (c < 0x20 || c == 0x7f || (c == 0xc2 && (unsigned char)text[i + 1] < 0xa0)) {
			complain("a terminal would obey this", which);
			return;
		}
	}
}

static void check_cut(int code, const char *said, bool whole)
{
	bool says_so = strstr(said, "the stream ends ") || strstr(said, "the stream is empty");

	if (whole && says_so)
		complain("called cut, but it is whole", said);
	if (!whole && (!says_so || code != 3))
		complain("cut, but not called so with exit 3", said);
}

static void check_changed(int code, const char *said)
{
	const char *damaged = strstr(said, "damaged at byte ");
	bool ends = strstr(said, "the stream ends ");
	bool refused = strstr(said, "no stream of pagesnap") || strstr(said, "is of ABI");

	/* until its header is read it is no stream at all */
	if (damaged && strtoul(damaged + 16, NULL, 10) <= sizeof(struct pagesnap_header))
		refused |= code == 1;
	if ((damaged || ends) && !refused && code != 3)
		complain("damaged, but not exit 3", said);
	/* behind a header that was read, as joined files have it, only the rest is lost */
	if (refused && code != (shared->now[nr].where < shared->now[nr].header ? 1 : 3))
		complain("refused, but not exit 1, or 3 behind a header", said);
	if (damaged || ends || refused)
		__atomic_add_fetch(&shared->seen, 1, __ATOMIC_RELAXED);
}

/* Runs --------------------------------------------------------------------- */

/* Text of the file behind @fd, terminated. */
static char *text_of(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END), len = size < PRINTED_MAX ? size : PRINTED_MAX;
	char *text = malloc(len + 1);

	if (pread(fd, text, len, 0) != len)
		_exit(3);
	text[len] = '\0';
	if (memchr(text, 0, len))
		complain("a zero byte is printed", "");
	return text;
}

static int run_client(int format)
{
	char path[32];
	char *argv[] = { "pagesnap", "fs", "-R", path, (char *)formats[format], NULL };
	bool fleet = !strcmp(formats[format], FLEET);
	int code, fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", stream);
	if (fleet) {
		argv[1] = FLEET;
		argv[2] = path;
	}
	alarm(SECONDS);
	code = pagesnap_main(fleet ? 3 : 5, argv);
	alarm(0);
	/* it was to exit, and leaves a pipe for its signals */
	fd = open("/dev/null", O_RDONLY);
	close(fd);
	close(fd - 1);
	close(fd - 2);
	return code;
}

static void run(int how, int format, bool whole)
{
	size_t before = held;
	char *text, *said;
	int code;

	shared->now[nr].format = format;
	if (ftruncate(out, 0) || lseek(out, 0, SEEK_SET) || ftruncate(err[nr], 0) ||
	    lseek(err[nr], 0, SEEK_SET))
		_exit(3);
	most = held;
	code = run_client(format);
	keep_most(&shared->held, most - before);
	__atomic_add_fetch(&shared->runs[how], 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&shared->exits[how][code & 3], 1, __ATOMIC_RELAXED);
	keep_most(&shared->printed, lseek(out, 0, SEEK_END));

	text = text_of(out);
	if (format >= FOR_PEOPLE)
		check_printable(text, "stdout");
	free(text);
	said = text_of(err[nr]);
	check_printable(said, "stderr");
	if (code != 0 && code != 1 && code != 3)
		complain("an exit code of nothing", said);
	if (code && !*said)
		complain("no reason given", said);
	if (how == CUT)
		check_cut(code, said, whole);
	else
		check_changed(code, said);
	free(said);
}

/* All the formats, or one of them, the next one for byte number @nth of those tried. */
static void run_formats(int how, bool all, bool whole, size_t nth)
{
	shared->now[nr].how = how;
	if (!all) {
		run(how, (nth + how) % FORMATS, whole);
		return;
	}
	for (size_t format = 0; format < FORMATS; format++)
		run(how, format, whole);
}

static void change(const char *buf, size_t len, size_t where, unsigned char by)
{
	char byte = buf[where] ^ by;

	if (ftruncate(stream, len) || pwrite(stream, buf, len, 0) != (ssize_t)len ||
	    pwrite(stream, &byte, 1, where) != 1)
		_exit(3);
}

/* Each process takes its share of the bytes. */
static void damage(const char *buf, size_t len, bool all)
{
	size_t every = len > LONG ? EVERY_OF_LONG : EVERY;
	bool *ends = calloc(len + 1, 1);
	size_t tried = turn;

	find_ends(buf, len, ends);
	shared->now[nr].header = ((const struct pagesnap_rec *)buf)->len;
	for (size_t where = nr; where < len; where += PROCESSES) {
		if (!all && (where / PROCESSES + turn) % every)
			continue;
		shared->now[nr].where = where;
		change(buf, len, where, 0);
		if (ftruncate(stream, where))
			_exit(3);
		run_formats(CUT, all, ends[where], tried);
		change(buf, len, where, 0xff);
		run_formats(BYTE, all, false, tried);
		change(buf, len, where, 1 << where / FORMATS % 8);
		run_formats(BIT, all, false, tried);
		tried++;
	}
	free(ends);
}

static char *read_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *buf;

	if (fd < 0 || fstat(fd, &st))
		return NULL;
	buf = malloc(st.st_size);
	*len = st.st_size;
	if (read(fd, buf, st.st_size) != st.st_size)
		_exit(3);
	close(fd);
	return buf;
}

static void work(char **files, bool all)
{
	int said = dup(STDOUT_FILENO);
	size_t len;

	stream = memfd_create("stream", 0);
	out = memfd_create("out", 0);
	/* what is complained about still goes to our own */
	stdout = fdopen(said, "w");
	dup2(out, STDOUT_FILENO);
	dup2(err[nr], STDERR_FILENO);
	heap_watch();
	for (; *files; files++) {
		char *buf = read_file(*files, &len);

		shared->now[nr].file = strrchr(*files, '/') ? strrchr(*files, '/') + 1 : *files;
		if (!buf)
			_exit(3);
		damage(buf, len, all);
		free(buf);
	}
	_exit(__lsan_do_recoverable_leak_check() ? 4 : 0);
}

/* Results ------------------------------------------------------------------ */

static void report_end(int process, int status)
{
	char text[SAID_MAX];
	ssize_t n = pread(err[process], text, sizeof(text) - 1, 0);

	ktap_note("status %#x at %s, %s %zu, %s", status, shared->now[process].file,
		  damages[shared->now[process].how], shared->now[process].where,
		  formats[shared->now[process].format]);
	text[n > 0 ? n : 0] = '\0';
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		ktap_note("%s", line);
}

static void wait_for(const pid_t *pids)
{
	int status, bad = 0;

	for (int i = 0; i < PROCESSES; i++) {
		waitpid(pids[i], &status, 0);
		if (status)
			report_end(i, status);
		bad |= status;
	}
	ktap_ok(!WIFSIGNALED(bad) && WEXITSTATUS(bad) != 1,
		"no crash, no hang: %llu streams cut, %llu changed",
		(unsigned long long)shared->runs[CUT],
		(unsigned long long)(shared->runs[BYTE] + shared->runs[BIT]));
	ktap_ok(!bad, "no memory is lost");
}

static void report(void)
{
	for (int how = 0; how < DAMAGES; how++)
		ktap_note("%s: exit 0 %llu times, 1 %llu, 3 %llu", damages[how],
			  (unsigned long long)shared->exits[how][0],
			  (unsigned long long)shared->exits[how][1],
			  (unsigned long long)shared->exits[how][3]);
	ktap_note("%llu changes were seen to be damage; the others changed what is told",
		  (unsigned long long)shared->seen);
	ktap_ok(!shared->wrong, "what is said, printed and exited with is right");
	ktap_ok(shared->held < HELD_MAX, "at most %llu bytes were held",
		(unsigned long long)shared->held);
	ktap_ok(shared->printed < PRINTED_MAX, "at most %llu bytes were printed",
		(unsigned long long)shared->printed);
}

int main(int argc, char **argv)
{
	bool all = argc > 1 && !strcmp(argv[1], "--all");
	const char *number = getenv("PAGESNAP_TURN");
	pid_t pids[PROCESSES];

	turn = number ? strtoul(number, NULL, 10) : 0;
	argv += 1 + all;
	if (!*argv) {
		fprintf(stderr, "usage: damage [--all] FILE...\n");
		return 2;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	for (int i = 0; i < PROCESSES; i++)
		err[i] = memfd_create("err", 0);
	for (nr = 0; nr < PROCESSES; nr++) {
		fflush(stdout);
		pids[nr] = fork();
		if (!pids[nr])
			work(argv, all);
	}
	wait_for(pids);
	report();
	return ktap_end();
}

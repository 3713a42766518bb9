// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=session,query needs=- disturbs=- always=flavours,debug */
/*
 * Sessions: however a batch is written and read, it means the same; nothing
 * of an answer is lost; sessions don't see each other.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "only-root.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define FILE_INDEX DIR "filename_index"
#define FILE_A "/root/session-a"
#define FILE_B "/root/session-b"
#define OUT_MAX (32 << 20)

static char *out;

static int open_index(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0) {
		perror(path);
		exit(1);
	}
	return fd;
}

/* Read to the end into @to, @step bytes at a time. */
static size_t drain(int fd, char *to, size_t step)
{
	size_t len = 0;
	ssize_t n;

	while ((n = read(fd, to + len, step)) > 0)
		len += n;
	to[len] = '\0';
	return n < 0 ? 0 : len;
}

static unsigned int count(const char *text, const char *needle)
{
	unsigned int n = 0;

	for (; (text = strstr(text, needle)); text += strlen(needle))
		n++;
	return n;
}

/* Blank out what differs from run to run: times, durations, sessions. */
static void normalize(char *text)
{
	static const char *const keys[] = { " time=", " us=", " session=", " age=", " set_by=",
					    " rescans=" };
	char *p, *end;

	/* It is there only if something was passed. */
	for (p = text; (p = strstr(p, " rescanned="));) {
		end = p + 1 + strcspn(p + 1, " \n");
		memmove(p, end, strlen(end) + 1);
	}
	for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++)
		for (p = text; (p = strstr(p, keys[k]));)
			for (p += strlen(keys[k]); *p && *p != ' ' && *p != '\n'; p++)
				*p = '.';
	/* Runs of dots of different length are equal. */
	for (p = text; *text; text++)
		if (*text != '.' || text[1] != '.')
			*p++ = *text;
	*p = '\0';
}

static void make_file(const char *path, size_t pages)
{
	static char page[4096] = "x";
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	for (size_t i = 0; i < pages; i++)
		if (write(fd, page, sizeof(page)) != sizeof(page))
			exit(1);
	fsync(fd);
	close(fd);
}

static void write_all(int fd, const char *text)
{
	size_t len = strlen(text);

	if (write(fd, text, len) != (ssize_t)len)
		ktap_note("short write: %s", strerror(errno));
}

static void test_order(void)
{
	int fd = open_index(FILE_INDEX, O_RDWR);

	ktap_ok(read(fd, out, 4096) == 0, "a read with nothing queued returns 0");
	write_all(fd, FILE_A " 0 1\n" FILE_B " 0 2\n");
	drain(fd, out, 65536);
	ktap_ok(strstr(out, "end   q=1") && strstr(out, "end   q=2") &&
		strstr(out, "end   q=1") < strstr(out, "query q=2"), "answers come in order");
	ktap_ok(read(fd, out, 4096) == 0, "a read behind the last answer returns 0");
	write_all(fd, FILE_B " 2+1\n");
	drain(fd, out, 65536);
	ktap_ok(strstr(out, "# pagesnap abi=") == out && strstr(out, "end   q=3"),
		"a later write makes it readable again, with a header");
	ktap_ok(lseek(fd, 0, SEEK_SET) < 0 && errno == ESPIPE, "no seeking");
	ktap_ok(pread(fd, out, 10, 0) < 0 && errno == ESPIPE, "no pread");
	close(fd);
}

static const char batch[] = FILE_A "\n\n# comment\n" FILE_B " 3 9 tag=x\nnonsense\n\"" FILE_A
			    "\" group=object\n" FILE_B " 0x2";

/* Ask the batch in pieces of @piece bytes, read in steps of @step. */
static size_t ask(char *to, size_t piece, size_t step)
{
	int fd = open_index(FILE_INDEX, O_RDWR);
	size_t off, n;

	for (off = 0; off < sizeof(batch) - 1; off += n) {
		n = sizeof(batch) - 1 - off < piece ? sizeof(batch) - 1 - off : piece;
		if (write(fd, batch + off, n) != (ssize_t)n)
			break;
	}
	n = drain(fd, to, step);
	close(fd);
	normalize(to);
	return n;
}

static void test_cuts(void)
{
	static const size_t pieces[] = { 1, 2, 7, 40 };
	char *other = out + OUT_MAX / 2;

	ask(out, 4096, 65536);
	ktap_ok(count(out, "\nend   q=") == 5 && count(out, "\nerror q=3 line=5 ") == 1,
		"the batch is answered");
	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		ask(other, pieces[i], 65536);
		ktap_ok(!strcmp(out, other), "written in pieces of %zu it means the same", pieces[i]);
	}
	ask(other, 4096, 1);
	ktap_ok(!strcmp(out, other), "read byte by byte it says the same");
	ask(other, 4096, 100);
	ktap_ok(!strcmp(out, other), "read in 100 bytes too");
}

static void test_many(void)
{
	const unsigned int nr = 9999U / ktap_slowness() / 3 * 3;
	char last[32];
	int fd = open_index(FILE_INDEX, O_RDWR);
	char *text = malloc(nr * 64), *p = text;

	for (unsigned int i = 0; i < nr; i++)
		p += sprintf(p, "%s %u\n", i % 3 == 2 ? "/no/such" : FILE_A, i % 8);
	write_all(fd, text);
	drain(fd, out, 1 << 20);
	ktap_ok(count(out, "\nend   q=") == nr, "%u queries, as many ends", nr);
	ktap_ok(count(out, "\nerror q=") == nr / 3 &&
		count(out, " errno=ENOENT ") == nr / 3, "every third line fails, alone");
	ktap_ok(count(out, " pages=1 ") == nr - nr / 3,
		"lines between those that fail are answered");
	sprintf(last, "\nend   q=%u ", nr);
	ktap_ok(strstr(out, last), "to the last");
	free(text);
	close(fd);
}

static void test_limits(void)
{
	int fd = open_index(FILE_INDEX, O_RDWR);
	char *line = malloc(30000);
	ssize_t n;
	size_t total = 0;

	memset(line, 'a', 30000);
	line[0] = '/';
	line[29999] = '\n';
	ktap_ok(write(fd, line, 30000) == 30000, "an overlong line is taken");
	write_all(fd, FILE_A " 1\n");
	drain(fd, out, 65536);
	ktap_ok(count(out, "errno=E2BIG") == 1 && strstr(out, "end   q=2 status=complete"),
		"an overlong line gets E2BIG, the next one is not harmed");
	ktap_ok(write(fd, "/a\0b\n", 5) == 5, "a zero byte is taken");
	drain(fd, out, 65536);
	ktap_ok(count(out, "errno=EINVAL") == 1, "a line with a zero byte gets EINVAL");

	memset(line, '\n', 30000);
	for (size_t i = 0; i < 30000; i += 3)
		memcpy(line + i, "/x\n", 3);
	while ((n = write(fd, line, 30000)) == 30000 && total < 10000000)
		total += n;
	total += n > 0 ? n : 0;
	ktap_ok(total == 65536 * 3, "the queue takes 65536 queries (%zu bytes)", total);
	ktap_ok(write(fd, line, 30000) < 0 && errno == ENOSPC,
		"a full queue takes no more: ENOSPC");
	drain(fd, out, 1 << 20);
	ktap_ok(count(out, "\nend   q=") == 65536, "all are answered");
	free(line);
	close(fd);
}

static void test_poll(void)
{
	int fd = open_index(FILE_INDEX, O_RDWR | O_NONBLOCK);
	struct pollfd p = { .fd = fd, .events = POLLIN | POLLOUT };

	poll(&p, 1, 0);
	ktap_ok(p.revents == POLLOUT, "idle: writable only");
	write_all(fd, FILE_A "\n");
	poll(&p, 1, 0);
	ktap_ok(p.revents == (POLLIN | POLLOUT), "with a query: readable");
	ktap_ok(read(fd, out, 10) == 10, "a non-blocking read answers");
	poll(&p, 1, 0);
	ktap_ok(p.revents & POLLIN, "readable while output is unread");
	drain(fd, out, 65536);
	poll(&p, 1, 0);
	ktap_ok(p.revents == POLLOUT, "answered: writable only");
	close(fd);
}

static void test_splice(void)
{
	char *other = out + OUT_MAX / 2;
	int fd = open_index(FILE_INDEX, O_RDWR), pipes[2], socks[2];
	size_t len = 0;
	ssize_t n;

	if (pipe(pipes) || socketpair(AF_UNIX, SOCK_STREAM, 0, socks))
		exit(1);
	ask(other, 4096, 65536);
	write_all(fd, batch);
	while ((n = splice(fd, NULL, pipes[1], NULL, 30000, 0)) > 0)
		len += read(pipes[0], out + len, n);
	out[len] = '\0';
	normalize(out);
	ktap_ok(!strcmp(out, other), "splice from a session gives the same");

	close(fd);
	fd = open_index(FILE_INDEX, O_RDWR);
	n = write(pipes[1], batch, sizeof(batch) - 1);
	ktap_ok(splice(pipes[0], NULL, fd, NULL, n, 0) == n, "splice to a session");
	drain(fd, out, 65536);
	normalize(out);
	ktap_ok(!strcmp(out, other), "asks the same");

	write_all(fd, FILE_A " 1\n");
	ktap_ok(sendfile(socks[0], fd, NULL, 60000) < 0 && errno == EINVAL,
		"sendfile wants a seekable file, and gets no further");
	drain(fd, out, 65536);
	ktap_ok(count(out, "\nend   q=") == 1, "nothing of an answer is lost");
	close(fd);
}

/* A buffer whose second half faults: what was not copied must not be lost. */
static void test_fault(void)
{
	char *map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *other = out + OUT_MAX / 2;
	int fd = open_index(FILE_INDEX, O_RDWR);
	ssize_t n;

	munmap(map + 4096, 4096);
	write_all(fd, batch);
	n = read(fd, map + 4096 - 100, 200);
	ktap_ok(n == 100, "a fault in the middle is a short read");
	memcpy(out, map + 4096 - 100, 100);
	ktap_ok(read(fd, map + 4096, 100) < 0 && errno == EFAULT, "a fault at once is EFAULT");
	drain(fd, out + 100, 65536);
	normalize(out);
	ask(other, 4096, 65536);
	ktap_ok(!strcmp(out, other), "nothing is lost");
	ktap_ok(write(fd, map + 4096, 10) < 0 && errno == EFAULT, "a write from nowhere is EFAULT");
	close(fd);
}

/* Ask for many lines, read into memory of which every @nth page is absent; 0: none. */
static void ask_much(char *to, size_t step, unsigned int nth)
{
	int fd = open_index(FILE_INDEX, O_RDWR);
	char *map = mmap(NULL, step, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	size_t len = 0;
	ssize_t n;

	for (int i = 0; i < 40; i++)
		write_all(fd, FILE_A " group=page\n");
	do {
		for (size_t at = 0; nth && at < step; at += nth * 4096)
			madvise(map + at, 4096, MADV_DONTNEED);
		n = read(fd, map, step);
		if (n > 0) {
			memcpy(to + len, map, n);
			len += n;
		}
	} while (n > 0);
	to[len] = '\0';
	munmap(map, step);
	close(fd);
	normalize(to);
}

/*
 * Is what is read by @step bytes what is read by pages?  Pages of the file may reach the LRU, or
 * become active, between two answers: then both are asked for once more.
 */
static bool is_as_by_pages(char *other, size_t step, unsigned int nth)
{
	for (int i = 0; i < 5; i++) {
		ask_much(other, step, nth);
		if (!strcmp(out, other))
			return true;
		ask_much(out, 4096, 0);
	}
	return false;
}

/* Blocks of records go to the reader at once if they can without a fault. */
static void test_blocks(void)
{
	static const unsigned int absent[] = { 0, 1, 3, 50 };
	char *other = out + OUT_MAX / 2;

	ask_much(out, 4096, 0);
	ktap_ok(count(out, "\npage ") == 4000 && count(out, "\nend   q=") == 40,
		"many lines, read in pages");
	for (size_t i = 0; i < sizeof(absent) / sizeof(*absent); i++) {
		ktap_ok(is_as_by_pages(other, 1 << 20, absent[i]),
			"read in a megabyte, with every nth page absent, they are the same (n: %u)",
			absent[i]);
		ktap_ok(is_as_by_pages(other, 68 << 10, absent[i]), "in 68 KiB, too (n: %u)",
			absent[i]);
	}
}

/* Two processes write and read at once, each its own session. */
static void test_parallel(void)
{
	enum { CHILDREN = 4, ROUNDS = 50 };
	int status, bad = 0;

	for (int c = 0; c < CHILDREN; c++) {
		if (fork())
			continue;
		for (int i = 0; i < ROUNDS; i++) {
			int fd = open_index(FILE_INDEX, O_RDWR);
			char want[64];

			dprintf(fd, "%s %d tag=c%d-%d\n", c & 1 ? FILE_A : FILE_B, i, c, i);
			drain(fd, out, 65536);
			sprintf(want, "tag=c%d-%d ", c, i);
			if (count(out, "\nend   q=") != 1 || count(out, want) != 2 ||
			    !strstr(out, c & 1 ? FILE_A : FILE_B))
				_exit(1);
			close(fd);
		}
		_exit(0);
	}
	for (int c = 0; c < CHILDREN; c++) {
		wait(&status);
		bad += status != 0;
	}
	ktap_ok(!bad, "parallel sessions don't see each other");
}

/* Readers that die in the middle leave nothing behind: rmmod is tested later. */
static void test_killed(void)
{
	static const char *const paths[] = { DIR "sb_index", DIR "pfn_index", FILE_INDEX };
	static const char *const queries[] = { "/ group=page\n", "0- group=page\n", FILE_A "\n" };
	int done = 0;

	for (int i = 0; i < 30; i++) {
		pid_t pid = fork();

		if (!pid) {
			int fd = open_index(paths[i % 3], O_RDWR);

			write_all(fd, queries[i % 3]);
			for (;;)
				if (read(fd, out, 4096) <= 0)
					write_all(fd, queries[i % 3]);
		}
		usleep(20000 + 3000 * i);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		done++;
	}
	ktap_ok(done == 30, "30 readers killed in the middle");
}

/* The descriptor of a session goes on after fork(), in both processes. */
static void test_fork(void)
{
	int fd = open_index(FILE_INDEX, O_RDWR), status;

	write_all(fd, FILE_A " 0 1\n");
	if (!fork()) {
		write_all(fd, FILE_B " 0 1\n");
		_exit(drain(fd, out, 65536) == 0);
	}
	wait(&status);
	ktap_ok(status == 0, "a forked child reads the parent's session");
	ktap_ok(read(fd, out, 4096) == 0, "which is the same one");
	close(fd);
}

static void test_who(void)
{
	int fd;

	only_root_opens(FILE_INDEX);
	fd = open(DIR "format", O_WRONLY);
	ktap_ok(fd < 0 && errno == EACCES, "format can't be opened for writing");
}

int main(void)
{
	out = malloc(OUT_MAX);
	make_file(FILE_A, 100);
	make_file(FILE_B, 60);
	test_order();
	test_cuts();
	test_many();
	test_limits();
	test_poll();
	test_splice();
	test_fault();
	test_blocks();
	test_parallel();
	test_fork();
	test_killed();
	test_who();
	return ktap_end();
}

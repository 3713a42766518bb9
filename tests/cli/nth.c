// SPDX-License-Identifier: GPL-2.0
/*
 * The client, of which each call that needs memory fails in its turn:
 *
 *	nth ARGUMENT...
 *
 * runs it with these arguments, once as it is and then once for each of those calls, in a
 * child of its own, and prints what it did wrong.  What libraries call inside of
 * themselves doesn't count.  With $PAGESNAP_TURN, a number, calls from the same place in the
 * code are tried SAME_MAX times and then only one in SAME_EVERY, chosen by that number; so is
 * where leaks are looked for, which takes twice as long as all the rest.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 30
/* A command has more calls than this, and fewer than that. */
#define CALLS_MIN 4
#define CALLS_MAX 1000
#define SAME_MAX 1
#define SAME_EVERY 32
#define LEAKS_EVERY 4
#define MARKED "[outside]\\040/srv/outside"

/* main() of the client, under another name. */
int pagesnap_main(int argc, char **argv);

static unsigned long nth;
static atomic_ulong count;

static bool looks_for_leaks;

/* Asked by the sanitizer at the end of a process. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
	return !looks_for_leaks;
}

/**
 * struct shared - what a child leaves for its parent
 * @failed: the function of which a call failed; empty if none did
 * @places: in the code, that calls came from, by their number
 */
static struct shared {
	char failed[64];
	const void *places[CALLS_MAX];
} *shared;

/* libgcov allocates when main() is over. */
__attribute__((destructor))
static void forget(void)
{
	nth = 0;
}

static bool fails(const char *name, const void *place)
{
	unsigned long call = atomic_fetch_add(&count, 1) + 1;

	if (shared && call < CALLS_MAX)
		shared->places[call] = place;
	if (call != nth)
		return false;
	strncpy(shared->failed, name, sizeof(shared->failed) - 1);
	errno = ENOMEM;
	return true;
}

/* By the linker's --wrap these stand in the place of those without "__wrap_". */
#define WRAP(type, name, failed, parameters, ...) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return fails(#name, __builtin_return_address(0)) ? (failed) : __real_##name(__VA_ARGS__); \
	}

WRAP(void *, malloc, NULL, (size_t size), size)
WRAP(void *, calloc, NULL, (size_t nr, size_t size), nr, size)
WRAP(void *, realloc, NULL, (void *old, size_t size), old, size)
WRAP(void *, reallocarray, NULL, (void *old, size_t nr, size_t size), old, nr, size)
WRAP(char *, strdup, NULL, (const char *s), s)
WRAP(char *, strndup, NULL, (const char *s, size_t size), s, size)
WRAP(char *, realpath, NULL, (const char *path, char *to), path, to)
WRAP(void *, tsearch, NULL, (const void *key, void **root,
			     int (*compare)(const void *a, const void *b)), key, root, compare)
WRAP(int, argz_add, ENOMEM, (char **argz, size_t *len, const char *word), argz, len, word)
WRAP(FILE *, fopen, NULL, (const char *path, const char *mode), path, mode)
WRAP(FILE *, fopencookie, NULL, (void *cookie, const char *mode, cookie_io_functions_t io), cookie,
     mode, io)
WRAP(FILE *, open_memstream, NULL, (char **s, size_t *size), s, size)
WRAP(ssize_t, getline, -1, (char **line, size_t *size, FILE *f), line, size, f)
WRAP(int, pthread_create, EAGAIN, (pthread_t *thread, const pthread_attr_t *attr,
				   void *(*fn)(void *), void *ctx), thread, attr, fn, ctx)

/* Of other libraries: what returns something new. */
WRAP(void *, yajl_gen_alloc, NULL, (const void *functions), functions)
WRAP(void *, scols_new_table, NULL, (void))
WRAP(void *, scols_table_new_column, NULL, (void *table, const char *name, double width, int flags),
     table, name, width, flags)
WRAP(void *, scols_table_new_line, NULL, (void *table, void *parent), table, parent)
WRAP(int, scols_line_set_data, -ENOMEM, (void *line, size_t n, const char *text), line, n, text)
WRAP(int, scols_print_table_to_string, -ENOMEM, (void *table, char **text), table, text)

int __wrap_asprintf(char **s, const char *format, ...);

__attribute__((format(printf, 2, 3)))
int __wrap_asprintf(char **s, const char *format, ...)
{
	va_list args;
	int n;

	if (fails("asprintf", __builtin_return_address(0)))
		return -1;
	va_start(args, format);
	n = vasprintf(s, format, args);
	va_end(args);
	return n;
}

/* Runs --------------------------------------------------------------------- */

/**
 * struct run - what one run of the client left
 * @status: as a shell has it
 * @out: its standard output, terminated
 * @err: its messages, terminated
 */
struct run {
	int status;
	char *out;
	char *err;
};

static char *text_of(int fd)
{
	off_t len = lseek(fd, 0, SEEK_END);
	char *text = malloc(len + 1);

	if (!text || pread(fd, text, len, 0) != len)
		abort();
	text[len] = '\0';
	close(fd);
	return text;
}

static void child(unsigned long n, int out, int err, int argc, char **argv)
{
	int null = open("/dev/null", O_RDONLY);

	if (dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(err, STDERR_FILENO) < 0)
		abort();
	close(null);
	close(out);
	close(err);
	alarm(SECONDS);
	atomic_store(&count, 0);
	nth = n;
	exit(pagesnap_main(argc, argv));
}

/* Call @n fails; none for 0. */
static struct run run(unsigned long n, int argc, char **argv)
{
	int out = memfd_create("out", 0), err = memfd_create("err", 0), status;
	struct run run;
	pid_t pid;

	shared->failed[0] = '\0';
	fflush(stdout);
	pid = fork();
	if (!pid)
		child(n, out, err, argc, argv);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		abort();
	run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	run.out = text_of(out);
	run.err = text_of(err);
	return run;
}

static void run_free(struct run *run)
{
	free(run->out);
	free(run->err);
}

/* Without the mounts, a name is the one that the kernel told, and marked as such; so is a type. */
static bool is_marked(const char *out)
{
	size_t len = strlen(out);
	const char *last;

	while (len && strchr("\r\n", out[len - 1]))
		len--;
	last = memrchr(out, '\n', len);
	last = last ? last + 1 : out;
	len -= last - out;
	return (len >= 2 && !memcmp(last + len - 2, ",?", 2)) ||
	       (len == strlen(MARKED) && !memcmp(last, MARKED, len));
}

/* Did it say so, or bring all the same? */
static bool is_borne(const struct run *run, const struct run *good)
{
	if (strstr(run->err, "Sanitizer") || strstr(run->err, "runtime error"))
		return false;
	if (!run->status || run->status == good->status)
		return !strcmp(run->out, good->out) || is_marked(run->out);
	if (run->status == 1 || run->status == 3)
		return strstr(run->err, "memory") ||
		       strstr(run->err, "Resource temporarily unavailable");
	return false;
}

/* Of the calls from one place, is call @n one that is tried? */
static bool is_tried(const void *const *places, unsigned long n, unsigned long turn)
{
	unsigned long before = 0;

	for (unsigned long i = 1; i < n; i++)
		before += places[i] == places[n];
	return before < SAME_MAX || (before + turn) % SAME_EVERY == 0;
}

/* Fails each call in its turn; returns the number of the first that wasn't made. */
static unsigned long sweep(const struct run *good, int argc, char **argv)
{
	const char *turn = getenv("PAGESNAP_TURN");
	unsigned long at = turn ? strtoul(turn, NULL, 10) : 0, n;
	const void *places[CALLS_MAX];
	bool over = false;

	memcpy(places, shared->places, sizeof(places));
	for (n = 1; n < CALLS_MAX && !over; n++) {
		struct run one;

		if (turn && places[n] && !is_tried(places, n, at))
			continue;
		looks_for_leaks = !turn || (n + at) % LEAKS_EVERY == 0;
		one = run(n, argc, argv);
		over = !shared->failed[0];
		if (!over && !is_borne(&one, good))
			printf("%lu %s: status %d: %.400s\n", n, shared->failed, one.status, one.err);
		run_free(&one);
	}
	looks_for_leaks = false;
	return n - 1;
}

int main(int argc, char **argv)
{
	struct run good;
	unsigned long n;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (shared == MAP_FAILED)
		return 2;
	good = run(0, argc, argv);
	n = sweep(&good, argc, argv);
	if (good.status != 0 && good.status != 3)
		printf("%s\n", good.err);
	else if (n <= CALLS_MIN || n == CALLS_MAX - 1)
		printf("only %lu calls\n", n - 1);
	run_free(&good);
	return 0;
}

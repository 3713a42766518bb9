// SPDX-License-Identifier: GPL-2.0
/*
 * Linked into the client: of its calls that need memory, number $FAIL_NTH fails,
 * and descriptor 9 tells of it.  What libraries call inside of themselves doesn't
 * count.
 */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned long nth;
static atomic_ulong count;

__attribute__((constructor))
static void choose(void)
{
	const char *text = getenv("FAIL_NTH");

	nth = text ? strtoul(text, NULL, 10) : 0;
}

/* libgcov allocates when main() is over. */
__attribute__((destructor))
static void forget(void)
{
	nth = 0;
}

static bool fails(const char *name)
{
	if (atomic_fetch_add(&count, 1) + 1 != nth)
		return false;
	if (dprintf(9, "%s\n", name) < 0)
		abort();
	errno = ENOMEM;
	return true;
}

/* By the linker's --wrap these stand in the place of those without "__wrap_". */
#define WRAP(type, name, failed, parameters, ...) \
	type __real_##name parameters; \
	type __wrap_##name parameters; \
	type __wrap_##name parameters \
	{ \
		return fails(#name) ? (failed) : __real_##name(__VA_ARGS__); \
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

	if (fails("asprintf"))
		return -1;
	va_start(args, format);
	n = vasprintf(s, format, args);
	va_end(args);
	return n;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded into the client: index files in $PAGESNAP_DIR, which need not
 * exist, answer as answer.h says.  Reads are short and uneven, as the kernel's
 * may be.  With $FAKE_FAIL=read every read fails with EIO after the first; with
 * $FAKE_FAIL and anything else, those of a session that was asked that word.  What
 * is asked is appended to the file $FAKE_LOG.  With $FAKE_ENDLESS an answer made of samples
 * waits for more of them when it has told half of them, and $FAKE_LOG has a line of that, as of
 * what is late with $FAKE_HOLD: all before it was read.  With $FAKE_NUMBERS each answer is to
 * the query behind the one that was asked.  The index file $FAKE_SLOW begins to answer 300 ms
 * later, and tells that in $FAKE_LOG.  The index file $FAKE_REFUSE refuses; with $FAKE_UNTIL the
 * second half of an answer comes when the process of pid= has ended.
 *
 * A host "many" has the numeric addresses in $FAKE_ADDRESSES.
 *
 * With $FAKE_HANDLES cgroups are opened by inode: folders below $PAGESNAP_CGROUPS.
 *
 * There is a user "large", of whom much is known; "broken" can't be looked up.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "answer.h"

#define FDS 1024

/**
 * struct fake - an open index file
 * @file: its name, NULL if the descriptor is none of ours
 * @lines: queries that were written and not answered
 * @at: bytes of @lines that are answered
 * @out: answers
 * @out_at: bytes of @out that were read
 * @q: queries so far
 * @reads: calls of read()
 * @begun: the header was printed
 */
struct fake {
	const char *file;
	struct stream lines;
	size_t at;
	struct stream out;
	size_t out_at;
	unsigned int q;
	unsigned int reads;
	bool begun;
};

static struct fake fakes[FDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int sessions;

/* Bytes that the folders of all collections begin with, if it is that of pages. */
static size_t len_of_folder(const char *dir)
{
	const char *pages = strstr(dir, "/pages");

	return pages ? (size_t)(pages + 1 - dir) : strlen(dir);
}

static const char *index_name(const char *path)
{
	static const char *const names[] = {
		"accesses/pfn_index", "accesses/task_index", "accesses/filename_index",
		"faults/task_index",
		"slab/event_index", "slab/site_index", "slab/cache_index", "slab/object_index",
		"pfn_index", "filename_index",
		"sb_index", "task_index",
	};
	const char *dir = getenv("PAGESNAP_DIR"), *slash = strrchr(path, '/');
	size_t len = strlen(path), name_len;
	unsigned int i;

	/* from the root, if that is the working folder */
	if (dir && *path != '/' && *dir == '/')
		dir++;
	if (!dir || !slash || strncmp(path, dir, len_of_folder(dir)))
		return NULL;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		name_len = strlen(names[i]);
		if (len > name_len && path[len - name_len - 1] == '/' &&
		    !strcmp(path + len - name_len, names[i]))
			return names[i];
	}
	return NULL;
}

/* Without it there is no module, and nobody who could say that there are no files. */
static bool world_is_gone(void)
{
	return getenv("FAKE_WORLD") && access(getenv("FAKE_WORLD"), F_OK);
}

int open(const char *path, int flags, ...)
{
	int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
	const char *name = index_name(path);
	va_list args;
	int mode, fd;

	va_start(args, flags);
	mode = flags & O_CREAT ? va_arg(args, int) : 0;
	va_end(args);
	if (!name)
		return next(path, flags, mode);
	if (world_is_gone())
		return -1;
	fd = memfd_create(name, MFD_CLOEXEC);
	if (fd < 0 || fd >= FDS)
		abort();
	memset(&fakes[fd], 0, sizeof(fakes[fd]));
	fakes[fd].file = name;
	return fd;
}

static uint64_t wanted_inode;
static int found_folder;

static int try_folder(const char *path, const struct stat *st, int type, struct FTW *at)
{
	if (st->st_ino != wanted_inode)
		return 0;
	found_folder = open(path, O_PATH | O_CLOEXEC);
	return 1;
}

int open_by_handle_at(int mount, struct file_handle *handle, int flags)
{
	int (*next)(int, struct file_handle *, int) = dlsym(RTLD_NEXT, "open_by_handle_at");

	if (!getenv("FAKE_HANDLES"))
		return next(mount, handle, flags);
	memcpy(&wanted_inode, handle->f_handle, sizeof(wanted_inode));
	if (nftw(getenv("PAGESNAP_CGROUPS"), try_folder, 16, FTW_PHYS) == 1)
		return found_folder;
	errno = ESTALE;
	return -1;
}

static void append(struct stream *s, const char *bytes, size_t len)
{
	s->buf = realloc(s->buf, s->len + len + 1);
	if (!s->buf)
		abort();
	memcpy(s->buf + s->len, bytes, len);
	s->len += len;
}

static void log_lines(const void *buf, size_t len)
{
	const char *path = getenv("FAKE_LOG");
	FILE *f = path ? fopen(path, "a") : NULL;

	if (!f)
		return;
	fwrite(buf, 1, len, f);
	fclose(f);
}

static void log_text(const char *text)
{
	log_lines(text, strlen(text));
}

ssize_t write(int fd, const void *buf, size_t len)
{
	ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");

	if (fd < 0 || fd >= FDS || !fakes[fd].file)
		return next(fd, buf, len);
	append(&fakes[fd].lines, buf, len);
	log_lines(buf, len);
	return len;
}

/* Answers one more line; false if there is none, or it is late and others are not. */
static bool answer_more(struct fake *f)
{
	char *line = f->lines.buf + f->at, *end;

	end = f->at < f->lines.len ? memchr(line, '\n', f->lines.len - f->at) : NULL;
	if (!end)
		return false;
	if (f->out.len > f->out_at && memmem(line, end - line, "/late", 5))
		return false;
	if (!f->begun) {
		pthread_mutex_lock(&lock);
		answer_header(&f->out, f->file, ++sessions);
		pthread_mutex_unlock(&lock);
	}
	f->begun = true;
	if (getenv("FAKE_HOLD") && memmem(line, end - line, "/late", 5))
		log_text("late one waits\n");
	f->q++;
	answer_line(&f->out, f->file, getenv("FAKE_NUMBERS") ? f->q + 1 : f->q, line, end - line);
	f->at = end + 1 - f->lines.buf;
	return true;
}

/* Does what was asked go on, and nothing is there by now? */
static bool waits(const struct fake *f)
{
	return is_endless(f->file) && f->q && f->at == f->lines.len && f->out_at == f->out.len;
}

static void be_slow(const struct fake *f)
{
	const char *slow = getenv("FAKE_SLOW");

	if (!slow || f->reads || strcmp(f->file, slow))
		return;
	usleep(300000);
	log_text("slow one answers\n");
}

/* With until=exit the end comes when the process has ended. */
static void wait_for_exit(const struct fake *f)
{
	const char *pid = f->lines.buf ? memmem(f->lines.buf, f->lines.len, "pid=", 4) : NULL;
	int number = pid ? atoi(pid + 4) : 0;
	char path[64], line[512];
	FILE *stat;

	snprintf(path, sizeof(path), "/proc/%d/stat", number);
	while (getenv("FAKE_UNTIL") && number && (stat = fopen(path, "re"))) {
		if (!fgets(line, sizeof(line), stat) || strstr(line, ") Z"))
			number = 0;
		fclose(stat);
		usleep(50000);
	}
}

ssize_t read(int fd, void *buf, size_t len)
{
	ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
	const char *fail = getenv("FAKE_FAIL");
	struct fake *f = fakes + fd;
	size_t n;

	if (fd < 0 || fd >= FDS || !f->file)
		return next(fd, buf, len);
	if (fail && f->reads && (!strcmp(fail, "read") ||
				 memmem(f->lines.buf, f->lines.len, fail, strlen(fail)))) {
		errno = EIO;
		return -1;
	}
	be_slow(f);
	if (waits(f)) {
		log_text("endless one waits\n");
		pause();
		errno = EINTR;
		return -1;
	}
	if (f->out_at == f->out.len)
		f->out_at = f->out.len = 0;
	while (f->out.len - f->out_at < 64 * 1024 && answer_more(f))
		;
	/* looked at behind the answer, for which it may have been gone already */
	if (world_is_gone()) {
		errno = EIO;
		return -1;
	}
	if (f->reads)
		wait_for_exit(f);
	n = f->out.len - f->out_at;
	if (n > len)
		n = len;
	if (!f->reads && getenv("FAKE_UNTIL"))
		n = n / 2;
	/* uneven, but the same in every run */
	if (n > 1000)
		n -= ++f->reads % 7 * 131;
	else
		f->reads++;
	memcpy(buf, f->out.buf + f->out_at, n);
	f->out_at += n;
	if (!n)
		f->begun = false;
	return n;
}

int getpwnam_r(const char *name, struct passwd *user, char *buf, size_t size, struct passwd **found)
{
	int (*next)(const char *, struct passwd *, char *, size_t, struct passwd **) =
		dlsym(RTLD_NEXT, "getpwnam_r");

	*found = NULL;
	if (!strcmp(name, "broken"))
		return EIO;
	if (strcmp(name, "large"))
		return next(name, user, buf, size, found);
	if (size < 50000)
		return ERANGE;
	memset(buf, 0, size);
	user->pw_uid = 5;
	*found = user;
	return 0;
}

int close(int fd)
{
	int (*next)(int) = dlsym(RTLD_NEXT, "close");

	if (fd >= 0 && fd < FDS && fakes[fd].file) {
		free(fakes[fd].lines.buf);
		free(fakes[fd].out.buf);
		fakes[fd].file = NULL;
	}
	return next(fd);
}

/* The C library frees each of a list by itself. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
		struct addrinfo **res)
{
	int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
		dlsym(RTLD_NEXT, "getaddrinfo");
	const char *addresses = getenv("FAKE_ADDRESSES");
	char words[256], *word, *rest = words;
	int err = 0;

	if (!addresses || !node || strcmp(node, "many"))
		return real(node, service, hints, res);
	snprintf(words, sizeof(words), "%s", addresses);
	*res = NULL;
	while (!err && (word = strsep(&rest, " "))) {
		err = real(word, service, hints, res);
		while (!err && *res)
			res = &(*res)->ai_next;
	}
	return err;
}

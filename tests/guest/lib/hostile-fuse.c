// SPDX-License-Identifier: GPL-2.0
/* A filesystem in user space whose server answers what it likes, when it likes. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuse.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define LARGEST	(1 << 17)
#define HELD	512
/* Nodes: files and folders by their numbers, the same in every folder. */
#define FILES	1000
#define FOLDERS	2000
#define PER	1000

/* As much of a request as is needed for its answer. */
union request {
	struct fuse_in_header in;
	char bytes[512];
};

struct server {
	struct ht_fuse *f;
	int fd;
	unsigned int nr_held;
	union request held[HELD];
};

#define ALL 16
static struct ht_fuse *all[ALL];
static size_t nr_all;

void ht_fuse_end_all(void)
{
	size_t i;

	for (i = 0; i < nr_all; i++)
		if (all[i]->server)
			kill(all[i]->server, SIGKILL);
	nr_all = 0;
}

struct ht_fuse *ht_fuse(void)
{
	struct ht_fuse *f = ht_shared(sizeof(*f));

	if (nr_all == ALL)
		ktap_die("too many filesystems");
	if (!nr_all)
		ht_at_exit(ht_fuse_end_all);
	all[nr_all++] = f;
	f->size = 512 * ST_PAGE;
	f->open_flags = FOPEN_KEEP_CACHE;
	return f;
}

/* Answers ------------------------------------------------------------------- */

static struct fuse_attr attributes(const struct server *s, uint64_t node)
{
	bool is_file = node >= FILES && node < FOLDERS;
	struct fuse_attr attr = {
		.ino = node, .nlink = 1, .blksize = ST_PAGE,
		.mode = is_file ? S_IFREG | 0600 : S_IFDIR | 0700,
		.size = is_file ? s->f->size : 0,
	};

	return attr;
}

static void answer_lookup(struct server *s, const struct fuse_in_header *in)
{
	const char *name = (const char *)(in + 1);
	unsigned long nr;
	char *end;
	struct fuse_entry_out out = { .entry_valid = 3600, .attr_valid = 3600 };

	nr = strtoul(name + 1, &end, 10);
	if ((*name != 'f' && *name != 'd') || !name[1] || *end || nr >= PER) {
		fuse_answer(s->fd, in, ENOENT, NULL, 0);
		return;
	}
	out.nodeid = nr + (*name == 'f' ? FILES : FOLDERS);
	out.attr = attributes(s, out.nodeid);
	fuse_answer(s->fd, in, 0, &out, sizeof(out));
}

static void answer_getattr(struct server *s, const struct fuse_in_header *in)
{
	struct fuse_attr_out out = { .attr_valid = 3600, .attr = attributes(s, in->nodeid) };

	fuse_answer(s->fd, in, 0, &out, sizeof(out));
}

static void answer_open(struct server *s, const struct fuse_in_header *in)
{
	struct fuse_open_out out = { .open_flags = s->f->open_flags };

	if (in->opcode == FUSE_OPENDIR)
		out.open_flags = 0;
	fuse_answer(s->fd, in, 0, &out, sizeof(out));
}

static void answer_read(struct server *s, const struct fuse_in_header *in)
{
	const struct fuse_read_in *read = (const void *)(in + 1);
	static char data[LARGEST];
	size_t len = read->size < sizeof(data) ? read->size : sizeof(data);

	if (read->offset >= s->f->size)
		len = 0;
	else if (read->offset + len > s->f->size)
		len = s->f->size - read->offset;
	fuse_answer(s->fd, in, 0, data, len);
}

static void answer_write(struct server *s, const struct fuse_in_header *in)
{
	const struct fuse_write_in *write = (const void *)(in + 1);
	struct fuse_write_out out = { .size = write->size };

	fuse_answer(s->fd, in, 0, &out, sizeof(out));
}

static void answer_init(struct server *s, const struct fuse_in_header *in)
{
	const struct fuse_init_in *asked = (const void *)(in + 1);
	struct fuse_init_out out = {
		.major = FUSE_KERNEL_VERSION, .minor = 23, .max_readahead = asked->max_readahead,
		.max_write = 4096, .flags = s->f->init_flags & asked->flags,
		.max_background = 64, .congestion_threshold = 64,
	};

	fuse_answer(s->fd, in, 0, &out, FUSE_COMPAT_22_INIT_OUT_SIZE);
}

/* The kernel may have given up on a request meanwhile, so answers may fail. */
static void answer(struct server *s, const struct fuse_in_header *in)
{
	switch (in->opcode) {
	case FUSE_INIT:
		answer_init(s, in);
		break;
	case FUSE_LOOKUP:
		answer_lookup(s, in);
		break;
	case FUSE_GETATTR:
	case FUSE_SETATTR:
		answer_getattr(s, in);
		break;
	case FUSE_OPEN:
	case FUSE_OPENDIR:
		answer_open(s, in);
		break;
	case FUSE_READ:
		answer_read(s, in);
		break;
	case FUSE_WRITE:
		answer_write(s, in);
		break;
	case FUSE_RELEASE:
	case FUSE_RELEASEDIR:
	case FUSE_FLUSH:
	case FUSE_FSYNC:
	case FUSE_UNLINK:
	case FUSE_RMDIR:
	case FUSE_READDIR:
	case FUSE_DESTROY:
		fuse_answer(s->fd, in, 0, NULL, 0);
		break;
	default:
		fuse_answer(s->fd, in, ENOSYS, NULL, 0);
	}
}

/* Serving ------------------------------------------------------------------- */

/* Nobody waits for an answer to these. */
static bool wants_none(const struct fuse_in_header *in)
{
	return in->opcode == FUSE_FORGET || in->opcode == FUSE_BATCH_FORGET ||
	       in->opcode == FUSE_INTERRUPT;
}

static unsigned int op_of(const struct fuse_in_header *in)
{
	return in->opcode < HT_OPS ? in->opcode : 0;
}

static void take(struct server *s, const union request *r)
{
	unsigned int op = op_of(&r->in);

	s->f->asked[op]++;
	if (wants_none(&r->in))
		return;
	if (!s->f->withhold[op]) {
		answer(s, &r->in);
		return;
	}
	if (s->nr_held == HELD)
		ktap_die("too much is withheld");
	s->held[s->nr_held++] = *r;
	s->f->held[op]++;
}

/* What may be answered by now. */
static void review(struct server *s)
{
	unsigned int i, left = 0, op;

	for (i = 0; i < s->nr_held; i++) {
		op = op_of(&s->held[i].in);
		if (s->f->withhold[op]) {
			s->held[left++] = s->held[i];
			continue;
		}
		answer(s, &s->held[i].in);
		s->f->held[op]--;
	}
	s->nr_held = left;
}

__attribute__((noreturn))
static void serve(struct server *s)
{
	static union {
		union request request;
		char bytes[LARGEST + 4096];
	} u;
	struct pollfd p = { .fd = s->fd, .events = POLLIN };
	ssize_t n;

	s->f->server = ht_pid();
	for (;;) {
		n = 0;
		if (poll(&p, 1, 10) > 0)
			n = read(s->fd, &u, sizeof(u));
		if (n >= (ssize_t)sizeof(u.request.in))
			take(s, &u.request);
		else if (n < 0 && errno != EINTR && errno != ENOENT && errno != EAGAIN)
			_exit(0);
		review(s);
	}
}

static void serve_here(void *ctx)
{
	serve(ctx);
}

pid_t ht_fuse_mount(struct ht_fuse *f, const char *dir)
{
	static struct server s;
	pid_t pid;

	s = (struct server){ .f = f };
	mkdir(dir, 0700);
	s.fd = fuse_mount("hostile", dir, "fuse");
	if (s.fd < 0)
		ktap_die("FUSE can't be mounted at %s", dir);
	pid = ht_spawn(serve_here, &s);
	/* The server's end is that of the connection. */
	close(s.fd);
	return pid;
}

/* Commands ------------------------------------------------------------------- */

void ht_fuse_withhold(struct ht_fuse *f, int opcode)
{
	f->withhold[opcode] = true;
}

void ht_fuse_withhold_all(struct ht_fuse *f)
{
	for (int i = 0; i < HT_OPS; i++)
		f->withhold[i] = true;
}

void ht_fuse_answer(struct ht_fuse *f, int opcode)
{
	f->withhold[opcode] = false;
}

void ht_fuse_answer_all(struct ht_fuse *f)
{
	for (int i = 0; i < HT_OPS; i++)
		f->withhold[i] = false;
}

void ht_fuse_tell(const struct ht_fuse *f)
{
	for (int i = 0; i < HT_OPS; i++)
		if (f->asked[i])
			ktap_note("opcode %d: %u requests, %u withheld", i, f->asked[i],
				  f->held[i]);
}

void ht_read_byte(void *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char byte;

	if (read(fd, &byte, 1) < 0)
		_exit(1);
}

bool ht_fuse_holds(struct ht_fuse *f, int opcode, unsigned int nr)
{
	return ht_reaches(&f->held[opcode], nr, 10000);
}

/* Of mmap_lock ---------------------------------------------------------------- */

pid_t ht_fuse_hold_mmaps(struct ht_fuse *f, const char *dir)
{
	char path[64];
	pid_t reader;

	ht_fuse_mount(f, dir);
	ht_fuse_withhold(f, FUSE_READ);
	snprintf(path, sizeof(path), "%s/f1", dir);
	reader = ht_spawn(ht_read_byte, path);
	if (!ht_fuse_holds(f, FUSE_READ, 1))
		ktap_die("nobody reads");
	f->open_flags = FOPEN_DIRECT_IO | FOPEN_KEEP_CACHE;
	return reader;
}

void ht_mmap_held(int fd)
{
	mmap(NULL, ST_PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
}

void ht_fuse_let_go(struct ht_fuse *f, const char *dir, pid_t reader)
{
	pid_t server = f->server;
	int status;

	ht_fuse_answer_all(f);
	kill(reader, SIGKILL);
	ht_ended(reader, 10000, &status);
	umount2(dir, MNT_DETACH);
	f->server = 0;
	kill(server, SIGKILL);
	ht_ended(server, 10000, &status);
}

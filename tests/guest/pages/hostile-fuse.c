// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,files,supers needs=userns,fuse disturbs=mounts */
/*
 * A user's FUSE that answers nothing, with pages that are cached, dirty, under
 * writeback and waited for.  Whatever root asks about it, nobody asks the server,
 * and no reader waits for it.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define FUSE	HT_HOME "/fuse"
/* So many that a reader has to come back. */
#define PAGES	3072

struct scene {
	struct ht_fuse *fuse;
	volatile pid_t faults;		/* waits for a page */
	volatile int cached;		/* descriptor of the tenant */
	volatile pid_t mapper;		/* of a deleted file that is written back */
	char *volatile map;
	volatile unsigned int let_go;
	volatile unsigned int ready;
	volatile unsigned int withheld;
	struct ht_pace pace;
};

/* The tenant --------------------------------------------------------------------- */

static int open_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		ktap_die("%s can't be opened", path);
	return fd;
}

static char *map_file(const char *path)
{
	int fd = open_file(path);
	char *at = mmap(NULL, PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		ktap_die("%s can't be mapped", path);
	close(fd);
	return at;
}

/* A page that never comes. */
static void wait_for_page(void *ctx)
{
	struct scene *s = ctx;
	volatile char *at = map_file(FUSE "/f900");

	at[0] = 1;
	s->faults = ht_pid();
	ht_fuse_withhold(s->fuse, FUSE_READ);
	at[(PAGES - 1) * ST_PAGE] = 1;
}

/*
 * Its writeback begins, and never ends.  Nothing but the mapping holds it.  The flusher may
 * write at once what such a filesystem has dirty, so the last page becomes dirty when
 * WRITE is withheld already.
 */
static void map_deleted(void *ctx)
{
	struct scene *s = ctx;
	volatile char *at = map_file(FUSE "/f1"), *last = at + (PAGES - 1) * ST_PAGE;

	memset((char *)at, 1, (PAGES - 1) * ST_PAGE);
	(void)*last;
	unlink(FUSE "/f1");
	s->map = (char *)at;
	s->mapper = ht_pid();
	s->ready = 1;
	if (!ht_reaches(&s->withheld, 1, 10000))
		ktap_die("nothing is withheld");
	*last = 1;
	s->ready = 2;
	if (ht_reaches(&s->let_go, 1, 100000))
		munmap((char *)at, PAGES * ST_PAGE);
}

static void write_back(void *unused)
{
	(void)unused;
	syncfs(open(FUSE, O_RDONLY | O_DIRECTORY));
}

static void be_hostile(void *ctx)
{
	struct scene *s = ctx;

	ht_fuse_mount(s->fuse, FUSE);
	s->cached = open_file(FUSE "/f0");
	st_cache(s->cached, 0, PAGES);
	ht_spawn(map_deleted, s);
	if (!ht_reaches(&s->ready, 1, 10000))
		ktap_die("nothing is mapped");
	ht_fuse_withhold(s->fuse, FUSE_WRITE);
	s->withheld = 1;
	if (!ht_reaches(&s->ready, 2, 10000))
		ktap_die("nothing becomes dirty");
	ht_spawn(write_back, s);
	if (!ht_fuse_holds(s->fuse, FUSE_WRITE, 1))
		ktap_die("nothing is written back");
	ht_spawn(wait_for_page, s);
	if (!ht_fuse_holds(s->fuse, FUSE_READ, 1))
		ktap_die("nobody waits for a page");
	ht_fuse_withhold_all(s->fuse);
}

/* Root ----------------------------------------------------------------------------- */

/* But what the kernel says of inodes that it forgets, and what it still writes back. */
static unsigned int asked(const struct ht_fuse *f)
{
	unsigned int i, sum = 0;

	for (i = 0; i < HT_OPS; i++)
		if (i != FUSE_FORGET && i != FUSE_BATCH_FORGET && i != FUSE_WRITE)
			sum += f->asked[i];
	return sum;
}

static void ask(const struct scene *s, pid_t pid)
{
	unsigned int before = asked(s->fuse);
	char file[64], dir[64];
	struct ht_about about = {
		.pid = s->faults, .file = file, .dir = dir, .fs = dir, .types = "fuse",
	};

	snprintf(file, sizeof(file), "/proc/%d/fd/%d", pid, s->cached);
	snprintf(dir, sizeof(dir), "/proc/%d/root" FUSE, pid);
	ht_ask_all(&about, 3000, "no answers");
	ktap_equal(ht_answer(3000, "filename_index", "/proc/%d/root" FUSE "/f0", pid), HT_REFUSED,
		   "a path that leads through it is refused");
	if (!ktap_equal(asked(s->fuse), before, "the server was asked nothing"))
		ht_fuse_tell(s->fuse);
}

/* The mapping goes while a reader pauses. */
static void outlive(struct scene *s)
{
	struct ht_reader r;
	unsigned long from = (unsigned long)s->map;

	ht_ask_slowly(&r, &s->pace, "filename_index", "/proc/%d/map_files/%lx-%lx group=page",
		      s->mapper, from, from + PAGES * ST_PAGE);
	if (!ht_reaches(&s->pace.begun, 1, 10000))
		ktap_die("a reader gets no answer");
	s->let_go = 1;
	usleep(150000);
	s->pace.go = 1;
	ktap_ok(ht_outcome(&r, 5000) != HT_STUCK,
		"a reader of a deleted file under writeback outlives its user");
}

int main(void)
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ht_tenant t;

	ht_setup();
	ht_watch();
	s->fuse = ht_fuse();
	s->fuse->size = PAGES * ST_PAGE;
	ht_start(&t, be_hostile, s);
	ask(s, t.pid);
	outlive(s);
	ktap_ok(ht_end(&t), "the tenant goes");
	ht_nothing_is_left();
	return ktap_end();
}

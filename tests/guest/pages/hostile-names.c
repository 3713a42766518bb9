// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,names needs=userns disturbs=mounts */
/*
 * Tens of thousands of names of one file, in folders as deep as one likes, of a
 * user who needs no privilege for that.  Whether the file is below another folder
 * is told by walking up from its names.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define LINKS	65000
#define DEPTH	8000

struct scene {
	const char *name;
	void (*lay_out)(struct scene *s, int home);
	unsigned int links;
	unsigned int depth;
	int deepest;			/* descriptor of the tenant */
};

/* Neighbours never have the same parent. */
static void in_turns(struct scene *s, int home)
{
	int dirs[2];

	dirs[0] = ht_deep(home, "a", s->depth);
	dirs[1] = ht_deep(home, "b", s->depth);
	ht_link_in_turns(home, "file", dirs, 2, s->links);
	s->deepest = dirs[1];
}

/* So many parents that nobody remembers them all. */
static void in_many(struct scene *s, int home)
{
	enum { MANY = 500 };
	static int dirs[MANY];
	char name[16];
	int i;

	s->deepest = ht_deep(home, "a", s->depth);
	for (i = 0; i < MANY; i++) {
		snprintf(name, sizeof(name), "of%d", i);
		dirs[i] = ht_deep(s->deepest, name, 1);
	}
	ht_link_in_turns(home, "file", dirs, MANY, s->links);
}

/* Each folder of the chain is a parent: of one, the way up leads through all others. */
static void at_every_depth(struct scene *s, int home)
{
	unsigned int i;
	int at = dup(home), next;

	for (i = 0; i < s->depth; i++) {
		next = ht_deep(at, "a", 1);
		close(at);
		at = next;
		ht_link_in_turns(home, "file", &at, 1, s->links / s->depth);
	}
	s->deepest = at;
}

static void be_hostile(void *ctx)
{
	struct scene *s = ctx;
	int home = open(HT_HOME, O_RDONLY | O_DIRECTORY);

	st_write(st_file(HT_HOME "/file"), 0, 1);
	mkdir(HT_HOME "/other", 0700);
	s->lay_out(s, home);
}

static bool ask(const struct scene *s, pid_t pid)
{
	char file[64], other[64], deepest[64], name[64];
	struct ht_about about = { .pid = pid, .file = file, .dir = other, .fs = other };

	snprintf(file, sizeof(file), "/proc/%d/root" HT_HOME "/file", pid);
	snprintf(other, sizeof(other), "/proc/%d/root" HT_HOME "/other", pid);
	if (!ht_ask_all(&about, 1000, s->name))
		return false;
	snprintf(deepest, sizeof(deepest), "/proc/%d/fd/%d", pid, s->deepest);
	snprintf(name, sizeof(name), "%s, from below", s->name);
	about = (struct ht_about){ .dir = deepest };
	return ht_ask_all(&about, 1000, name);
}

/* Return: false if the next ones would only take long. */
static bool play(const char *name, void (*lay_out)(struct scene *s, int home))
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ht_tenant t;
	bool good;

	*s = (struct scene) {
		.name = name, .lay_out = lay_out,
		.links = LINKS / ktap_slowness(), .depth = DEPTH / ktap_slowness(),
	};
	ht_start(&t, be_hostile, s);
	good = ask(s, t.pid);
	ktap_ok(ht_end(&t), "%s: the tenant goes", name);
	return good;
}

int main(void)
{
	ht_setup();
	ht_watch();
	if (play("two folders in turns", in_turns) && play("hundreds of folders", in_many))
		play("a folder at every depth", at_every_depth);
	ht_nothing_is_left();
	return ktap_end();
}

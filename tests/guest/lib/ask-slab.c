// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-slab.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

/* How many times as long a round may last as on an idle machine. */
#define LONGEST 32
#define BYTES_MAX (1024u << 20)
#define PARAMETERS "/sys/module/pagesnap_alloc/parameters/"

const struct module slab = { "pagesnap_slab", "/payload/pagesnap_slab.ko" };
static const struct module allocator = { "pagesnap_alloc", "/payload/modules/pagesnap_alloc.ko" };

void slab_unload(void)
{
	module_unload(allocator.name);
	module_unload(slab.name);
}

void slab_load(void)
{
	int err;

	ktap_needs_turns();
	err = module_load(&slab, "");
	if (!err)
		err = module_load(&allocator, "");
	if (err)
		ktap_die("%s or %s can't be loaded: errno %d", slab.file, allocator.file, err);
	ht_at_exit(slab_unload);
}

void slab_load_again(void)
{
	if (module_unload(allocator.name) || module_load(&allocator, ""))
		ktap_die("%s doesn't come again", allocator.file);
}

void slab_alloc(const char *how, unsigned int nr, unsigned int size)
{
	char text[64];

	snprintf(text, sizeof(text), "%s %u %u", how, nr, size);
	st_set(PARAMETERS "alloc", text);
}

void slab_free(const char *how, unsigned int nr)
{
	char text[64];

	snprintf(text, sizeof(text), "%s %u", how, nr);
	st_set(PARAMETERS "free", text);
}

int slab_do(const char *what, const char *with)
{
	char path[96];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), PARAMETERS "%s", what);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	n = fd < 0 ? -1 : write(fd, with, strlen(with));
	if (fd < 0 || n < 0) {
		n = errno;
		close(fd);
		return n;
	}
	close(fd);
	return 0;
}

/* Return: false at the end of what is there now. */
static bool read_some(struct slab_answer *a)
{
	ssize_t n = read(a->fd, a->text + a->len, BYTES_MAX - a->len - 1);

	if (n <= 0)
		return false;
	a->len += n;
	a->text[a->len] = '\0';
	return true;
}

struct slab_answer *slab_ask(const char *file, const char *options)
{
	struct slab_answer *a = calloc(1, sizeof(*a));
	char line[512];

	snprintf(line, sizeof(line), "%s\n", options);
	if (!a)
		ktap_die("no memory");
	a->text = mmap(NULL, BYTES_MAX, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	a->fd = open(file, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (a->fd < 0 || a->text == MAP_FAILED ||
	    write(a->fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("can't ask %s: %s", file, line);
	while (!strstr(a->text, "\nquery "))
		if (!read_some(a))
			usleep(1000);
	return a;
}

void slab_read(struct slab_answer *a)
{
	struct pollfd p = { .fd = a->fd, .events = POLLIN };

	if (!read_some(a))
		poll(&p, 1, 100);
}

const char *slab_rest(struct slab_answer *a)
{
	struct pollfd p = { .fd = a->fd, .events = POLLIN };
	unsigned int waits = 0;

	while (!slab_line(a->text, "end") && !slab_line(a->text, "error")) {
		if (read_some(a))
			continue;
		poll(&p, 1, 100);
		if (++waits > 3000)
			ktap_die("the answer doesn't end");
	}
	return a->text;
}

void slab_close(struct slab_answer *a)
{
	close(a->fd);
	munmap(a->text, BYTES_MAX);
	free(a);
}

static void ask_round(struct slab_round *r, unsigned int ms)
{
	const char *options = r->options ? r->options : "";
	char line[256];

	if (!strcmp(r->file, SLAB_EVENTS))
		snprintf(line, sizeof(line), "for=%ums %s", ms, options);
	else
		snprintf(line, sizeof(line), "every=%ums samples=%u %s", ms,
			 r->samples ? r->samples : 1, options);
	/* From before it has begun: it surely lasts as long as that. */
	r->until = st_now_ns() + (ms - r->spare_ms) * 1000000ull;
	r->answer = slab_ask(r->file, line);
}

bool slab_round(struct slab_round *r)
{
	/* A machine that was slow once is likely to be so in the next rounds. */
	static unsigned int times = 1;
	uint64_t now = st_now_ns();

	if (r->answer && now < r->until) {
		if (times > 1 && r->until - now > r->ms * times / 4 * 3000000ull)
			times /= 2;
		return false;
	}
	if (r->answer) {
		slab_close(r->answer);
		slab_load_again();
		ktap_note("%u ms were not enough", r->ms * times);
		times *= 2;
	}
	if (times > LONGEST)
		ktap_die("this machine is too slow");
	if (r->before)
		r->before();
	ask_round(r, r->ms * times);
	return true;
}

void slab_alloc_beside(unsigned int nr)
{
	struct slab_answer *other;

	slab_alloc("kmalloc", nr, 100);
	other = slab_ask(SLAB_OBJECTS, "for=100s");
	slab_free("kmalloc", nr / 2);
	slab_alloc("kmalloc", nr, 100);
	slab_close(other);
}

const char *slab_line(const char *from, const char *type)
{
	size_t len = strlen(type);
	const char *at = from;

	while (at && *at && (strncmp(at, type, len) || at[len] != ' ')) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	return at && *at ? at : NULL;
}

const char *slab_next_line(const char *line, const char *type)
{
	return slab_line(strchr(line, '\n') + 1, type);
}

static const char *value_of(const char *line, const char *key)
{
	const char *end = strchr(line, '\n'), *at;
	char word[32];

	snprintf(word, sizeof(word), " %s=", key);
	at = strstr(line, word);
	return at && (!end || at < end) ? at + strlen(word) : NULL;
}

uint64_t slab_number(const char *line, const char *key)
{
	const char *value = line ? value_of(line, key) : NULL;

	return value && *value >= '0' && *value <= '9' ? strtoull(value, NULL, 0) : UINT64_MAX;
}

uint64_t slab_why(const char *end, const char *why)
{
	const char *at = end ? value_of(end, "why") : NULL;
	size_t len = strlen(why);

	while (at && *at > ' ') {
		if (!strncmp(at, why, len) && at[len] == ':')
			return strtoull(at + len + 1, NULL, 10);
		at += strcspn(at, ", \n");
		at += *at == ',';
	}
	return 0;
}

uint64_t slab_id(const char *text, const char *type, const char *name)
{
	const char *line, *is;

	for (line = slab_line(text, type); line; line = slab_next_line(line, type)) {
		is = value_of(line, "name");
		if (is && !strncmp(is, name, strlen(name)))
			return slab_number(line, "id");
	}
	return UINT64_MAX;
}

const char *slab_sum(const char *text, const char *type, uint64_t id)
{
	const char *line, *last = NULL;

	for (line = slab_line(text, type); line; line = slab_next_line(line, type))
		if (slab_number(line, "id") == id)
			last = line;
	return last;
}

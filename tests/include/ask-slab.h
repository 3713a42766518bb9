/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tests of objects/mm/slab have in common: its module, one that allocates what a test says,
 * and what a session tells, as text.
 */
#ifndef TESTS_ASK_SLAB_H
#define TESTS_ASK_SLAB_H

#include <stdbool.h>
#include <stdint.h>

#include "modules.h"

#define SLAB "/sys/kernel/tracing/objects/mm/slab/"
#define SLAB_EVENTS SLAB "event_index"
#define SLAB_SITES SLAB "site_index"
#define SLAB_CACHES SLAB "cache_index"
#define SLAB_OBJECTS SLAB "object_index"

extern const struct module slab;

/* Both modules; dies if they can't be loaded; unloaded at exit() of the test. */
void slab_load(void);
/* Allocates, or frees, by the module; see tests/modules/alloc/alloc.c. */
void slab_alloc(const char *how, unsigned int nr, unsigned int size);
void slab_free(const char *how, unsigned int nr);
/* Something else that the module does.  Return: 0 or errno. */
int slab_do(const char *what, const char *with);
/* The module that allocates goes, and comes again. */
void slab_load_again(void);
/* Both modules go; that is done at exit() of the test, too. */
void slab_unload(void);

struct slab_answer {
	int fd;
	char *text;
	size_t len;
};

/* A session that has begun: what is allocated from now on is seen. */
struct slab_answer *slab_ask(const char *file, const char *options);
/* What is told meanwhile, if anything is within 0.1 s. */
void slab_read(struct slab_answer *a);
/* All that is told, to the end. */
const char *slab_rest(struct slab_answer *a);
void slab_close(struct slab_answer *a);

/**
 * struct slab_round - a round which all that a test does must be in
 * @file: index file that is asked
 * @ms: how long it lasts on a machine that has nothing else to do
 * @spare_ms: how long before the end of the round the test must be ready, on any machine
 * @samples: how many such rounds there are; one if that is 0
 * @options: what else is asked for, NULL for nothing
 * @before: what the test does before each round begins, NULL for nothing
 * @answer: the answer, which the test closes; what follows is set to 0
 * @until: when the test must be ready, nanoseconds
 */
struct slab_round {
	const char *file;
	unsigned int ms;
	unsigned int spare_ms;
	unsigned int samples;
	const char *options;
	void (*before)(void);
	struct slab_answer *answer;
	uint64_t until;
};

/*
 * Whether the test has to do its part, as the condition of a loop with that part in it: until it
 * was done before the round was over.  Each try has a round twice as long as the one before, and
 * the module has nothing left of that.
 */
bool slab_round(struct slab_round *r);

/*
 * By "kmalloc", of 100 bytes: allocates @nr, then, while another answer follows objects, frees half
 * of them and allocates @nr more.
 */
void slab_alloc_beside(unsigned int nr);

/* The next line that begins with "TYPE ", from @from on; NULL if there is none. */
const char *slab_line(const char *from, const char *type);
/* The same behind @line, which is a whole one. */
const char *slab_next_line(const char *line, const char *type);
/* Number behind " KEY=" in a line; UINT64_MAX if it has none. */
uint64_t slab_number(const char *line, const char *key);
/* What an end says that was left out for that reason; 0 if nothing was. */
uint64_t slab_why(const char *end, const char *why);
/* Number of the site, or cache ("TYPE"), whose name begins with @name; UINT64_MAX if there is none. */
uint64_t slab_id(const char *text, const char *type, const char *name);
/* The last sum of a site or cache, NULL if there is none. */
const char *slab_sum(const char *text, const char *type, uint64_t id);

#endif /* TESTS_ASK_SLAB_H */

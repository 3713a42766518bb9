// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: who has memory of vmalloc(), by /proc/vmallocinfo
 *
 * A line is "0xADDRESS-0xADDRESS BYTES CALLER+0x1/0x2 [MODULE] pages=N vmalloc ...".  Areas that
 * map pages of others (vmap, ioremap, user) are not counted: those pages are theirs.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

/* Of one caller. */
struct caller {
	char name[64];
	uint64_t pages;
};

struct callers {
	struct caller *list;
	size_t nr;
};

/* Who calls vmalloc() for the stack of a task, on each kernel (kernel/fork.c), as inlined. */
static bool is_stack(const char *name)
{
	static const char *const names[] = {
		"alloc_thread_stack_node", "copy_process", "create_io_thread", "dup_task_struct",
		"fork_idle", "kernel_clone", "kernel_thread",
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

static int add(struct callers *c, const char *name, uint64_t pages)
{
	struct caller *grown;
	size_t i;

	for (i = 0; i < c->nr; i++) {
		if (strcmp(c->list[i].name, name))
			continue;
		c->list[i].pages += pages;
		return 0;
	}
	grown = reallocarray(c->list, c->nr + 1, sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	c->list = grown;
	c->list[c->nr].pages = pages;
	snprintf(c->list[c->nr++].name, sizeof(grown->name), "%s", name);
	return 0;
}

static int take_area(struct system *s, struct callers *c, const char *line)
{
	const char *pages = strstr(line, " pages=");
	char name[64];

	if (!pages || !strstr(pages, " vmalloc") || sscanf(line, "%*s %*s %63s", name) != 1)
		return 0;
	name[strcspn(name, "+")] = '\0';
	if (is_stack(name)) {
		s->stacks += strtoull(pages + strlen(" pages="), NULL, 10);
		return 0;
	}
	return add(c, name, strtoull(pages + strlen(" pages="), NULL, 10));
}

/**
 * vmalloc_read() - read who has memory of vmalloc()
 * @s: gets it
 *
 * Return: 0 or a negative errno.
 */
int vmalloc_read(struct system *s)
{
	struct callers callers = { .nr = 0 };
	FILE *f = system_open("vmallocinfo");
	char line[1024];
	size_t i;
	int err = 0;

	if (!f)
		return -errno;
	while (!err && fgets(line, sizeof(line), f))
		err = take_area(s, &callers, line);
	fclose(f);
	for (i = 0; i < callers.nr; i++)
		parts_add(&s->vmalloc, callers.list[i].pages, callers.list[i].name,
			  strlen(callers.list[i].name));
	free(callers.list);
	return err;
}

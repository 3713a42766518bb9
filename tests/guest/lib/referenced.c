// SPDX-License-Identifier: GPL-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "log-disk.h"
#include "referenced.h"
#include "states.h"

#define CHUNK (1UL << 20)

static int disk = -1;

void ref_begin(void)
{
	disk = log_disk("referenced");
	if (disk < 0)
		ktap_skip_all("nobody logs references: tests/vm/run --references, "
			      "with a QEMU that has plugins");
	if (mmap((void *)REF_PORT, ST_PAGE, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED)
		ktap_die("mmap");
}

void ref_say(const char *format, ...)
{
	volatile char *port = (volatile char *)REF_PORT;
	char line[128], *c;
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	for (c = line; *c; c++)
		port[(unsigned char)*c] = 0;
	port['\n'] = 0;
}

static void read_at(void *to, size_t bytes, off_t at)
{
	if (pread(disk, to, bytes, at) != (ssize_t)bytes)
		ktap_die("the disk with what was referenced can't be read");
}

uint64_t *ref_end(size_t *entries)
{
	struct ref_head *head = aligned_alloc(ST_PAGE, CHUNK);
	size_t bytes, at;
	char *log;

	ref_say("end");
	read_at(head, REF_ENTRIES_AT, 0);
	if (head->magic != REF_MAGIC || head->lost)
		ktap_die("the emulator's log isn't whole");
	*entries = head->entries;
	bytes = (*entries * sizeof(uint64_t) + CHUNK - 1) & ~(CHUNK - 1);
	log = aligned_alloc(ST_PAGE, bytes + CHUNK);
	if (!log)
		ktap_die("no memory");
	for (at = 0; at < bytes; at += CHUNK)
		read_at(log + at, CHUNK, REF_ENTRIES_AT + (off_t)at);
	free(head);
	return (uint64_t *)log;
}

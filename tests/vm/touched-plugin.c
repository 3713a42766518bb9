// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU's emulator that logs which pages of one range of virtual addresses are
 * loaded from and stored to, by whatever instruction of whichever process or of the kernel:
 *
 *	qemu-system-x86_64 ... -plugin touched.so,base=0x1000000000,size=10485760,log=FILE
 *
 * A store to the first page ends a phase, whose log is in FILE before the next instruction:
 *
 *	phase 3
 *	page 17 loads 4 stores 1
 *	end 3
 *
 * Pages are counted from the base; the first is in no log.  FILE keeps its size, as it may be a
 * disk of the guest, which then reads there what it has touched.  Registers can't be read by
 * plugins of QEMU 7.2, and so CR3 neither: the range must be one that nobody else uses.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin.h"

/* What was touched ------------------------------------------------------------------- */

struct page {
	uint64_t loads;
	uint64_t stores;
};

static struct {
	uint64_t base;
	uint64_t size;
	struct page *pages;		/* of this phase */
	uint64_t phase;
	int fd;
	off_t at;			/* where the next phase goes */
	off_t end;
	pthread_mutex_t lock;		/* CPUs may run at the same time */
} range = { .fd = -1, .lock = PTHREAD_MUTEX_INITIALIZER };

/* Whole or not at all: a log that is full lacks the end that its reader looks for. */
static void append(const char *text, size_t len)
{
	if (range.at + (off_t)len > range.end || pwrite(range.fd, text, len, range.at) != (ssize_t)len)
		fprintf(stderr, "touched: phase %" PRIu64 " is not logged\n", range.phase);
	else
		range.at += len;
}

static void end_phase(void)
{
	uint64_t i, nr = range.size / PAGE;
	char *text = NULL;
	size_t len = 0;
	FILE *log = open_memstream(&text, &len);

	if (!log)
		abort();
	fprintf(log, "phase %" PRIu64 "\n", range.phase);
	for (i = 1; i < nr; i++)
		if (range.pages[i].loads || range.pages[i].stores)
			fprintf(log, "page %" PRIu64 " loads %" PRIu64 " stores %" PRIu64 "\n", i,
				range.pages[i].loads, range.pages[i].stores);
	fprintf(log, "end %" PRIu64 "\n", range.phase);
	if (fclose(log))
		abort();
	append(text, len);
	free(text);
	memset(range.pages, 0, nr * sizeof(*range.pages));
	range.phase++;
}

static void count(uint64_t page, bool store)
{
	if (store)
		range.pages[page].stores++;
	else
		range.pages[page].loads++;
}

static void accessed(unsigned int cpu, uint32_t info, uint64_t vaddr, void *ctx)
{
	bool store = qemu_plugin_mem_is_store(info);
	uint64_t at = vaddr - range.base, last;

	(void)cpu;
	(void)ctx;
	if (at >= range.size)
		return;
	last = at + (1ULL << qemu_plugin_mem_size_shift(info)) - 1;
	pthread_mutex_lock(&range.lock);
	if (at < PAGE && store) {
		end_phase();
	} else {
		count(at / PAGE, store);
		if (last / PAGE != at / PAGE && last < range.size)
			count(last / PAGE, store);
	}
	pthread_mutex_unlock(&range.lock);
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, nr = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (i = 0; i < nr; i++)
		qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), accessed,
						 NO_REGISTERS, LOADS_AND_STORES, NULL);
}

/* Setting up ------------------------------------------------------------------------- */

static bool take_argument(const char *text)
{
	if (!strncmp(text, "log=", 4))
		return open_log(text + 4, &range.fd, &range.end);
	if (!strncmp(text, "base=", 5))
		range.base = strtoull(text + 5, NULL, 0);
	else if (!strncmp(text, "size=", 5))
		range.size = strtoull(text + 5, NULL, 0);
	else
		return false;
	return true;
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	int i;

	(void)info;
	for (i = 0; i < argc; i++) {
		if (take_argument(argv[i]))
			continue;
		fprintf(stderr, "touched: %s?\n", argv[i]);
		return -1;
	}
	range.pages = calloc(range.size / PAGE, sizeof(*range.pages));
	if (range.fd < 0 || range.size < 2 * PAGE || !range.pages) {
		fprintf(stderr, "touched: base=, size= and log= are needed\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}

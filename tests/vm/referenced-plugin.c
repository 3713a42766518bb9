// SPDX-License-Identifier: GPL-2.0
/*
 * A plugin of QEMU's emulator that logs, in order, which pages of some ranges of virtual addresses
 * are referenced, by user mode or by the kernel:
 *
 *	qemu-system-x86_64 -accel tcg,thread=single ... -plugin referenced.so,port=ADDRESS,log=FILE
 *
 * The guest says what it wants by stores to the page at ADDRESS, one for each character: of a store
 * the plugin sees where it goes, and the offset in the page is the character.  A line is
 *
 *	range FROM TO	pages, in hex, that are logged from now on, too
 *	begin		an empty log
 *	mark		an entry that is no reference
 *	end		the log is in FILE before the next instruction; the ranges are forgotten
 *
 * Registers can't be read by plugins of QEMU 7.2, and so CR3 neither: the ranges must be ones that
 * nobody else uses, as those of a process with random addresses are.
 *
 * What is left out.  Whether a page can be used without a fault changes in the kernel alone.  So it
 * is enough to log each page once for each way of using it, from one time that user mode is left
 * to the next: what is left out can't have faulted.  CPUs must take turns.
 *
 * FILE keeps its size, as it is a disk of the guest.  tests/include/referenced.h has its format.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../include/referenced.h"
#include "plugin.h"

#define RANGES		32
#define CPUS		16
#define PAGES_BITS	20
#define USERS_END	(1ULL << 47)
#define LINE		128
#define BUFFER		4096

/* Ways to use a page, of which each is logged. */
enum { LOAD, STORE, FETCH, KERNEL_LOAD, KERNEL_STORE, WAYS };

static const unsigned int flags_of[WAYS] = {
	0, REF_STORE, REF_FETCH, REF_KERNEL, REF_KERNEL | REF_STORE,
};

struct page {
	uint64_t vpn;
	uint64_t last[WAYS];	/* epoch in which it was logged; 0: never */
};

/* The instruction that runs on a CPU. */
struct cpu {
	uint64_t block;		/* how many blocks ran before */
	bool in_kernel;
};

static struct {
	uint64_t port;
	struct { uint64_t from, to; } ranges[RANGES];
	unsigned int nr_ranges;
	bool on;
	uint64_t epoch;
	struct page *pages;	/* hashed; as many as a power of 2 */
	struct cpu cpus[CPUS];
	/* Of the entry that was logged last. */
	uint64_t block;
	uint64_t instruction;
	uint64_t fetched;	/* page */
	uint64_t buffer[BUFFER];
	struct ref_head head;
	unsigned int nr;	/* in the buffer */
	char line[LINE];
	size_t len;
	int fd;
	off_t at;
	off_t end;
} log_of = { .fd = -1, .epoch = 1 };

/* The log --------------------------------------------------------------------------- */

static void write_out(void)
{
	size_t bytes = log_of.nr * sizeof(*log_of.buffer);

	if (log_of.at + (off_t)bytes > log_of.end ||
	    pwrite(log_of.fd, log_of.buffer, bytes, log_of.at) != (ssize_t)bytes) {
		log_of.head.lost += log_of.nr;
	} else {
		log_of.at += (off_t)bytes;
		log_of.head.entries += log_of.nr;
	}
	log_of.nr = 0;
}

static void put(uint64_t vpn, unsigned int flags)
{
	if (log_of.nr == BUFFER)
		write_out();
	log_of.buffer[log_of.nr++] = vpn << REF_FLAG_BITS | flags;
}

static void begin(void)
{
	memset(&log_of.head, 0, sizeof(log_of.head));
	log_of.head.magic = REF_MAGIC;
	log_of.nr = 0;
	log_of.at = REF_ENTRIES_AT;
	log_of.fetched = 0;
	log_of.epoch++;
	log_of.on = true;
}

static void end(void)
{
	write_out();
	if (pwrite(log_of.fd, &log_of.head, sizeof(log_of.head), 0) != sizeof(log_of.head))
		fprintf(stderr, "referenced: the log can't be written\n");
	log_of.on = false;
	log_of.nr_ranges = 0;
}

/* What the guest says ----------------------------------------------------------------- */

static void obey(const char *line)
{
	uint64_t from, to;

	if (sscanf(line, "range %" SCNx64 " %" SCNx64, &from, &to) == 2 && log_of.nr_ranges < RANGES) {
		log_of.ranges[log_of.nr_ranges].from = from;
		log_of.ranges[log_of.nr_ranges++].to = to;
	} else if (!strcmp(line, "begin")) {
		begin();
	} else if (!strcmp(line, "mark")) {
		put(0, REF_MARK);
	} else if (!strcmp(line, "end")) {
		end();
	} else {
		fprintf(stderr, "referenced: %s?\n", line);
	}
}

static void hear(unsigned int c)
{
	if (c != '\n' && log_of.len < LINE - 1) {
		log_of.line[log_of.len++] = (char)c;
		return;
	}
	log_of.line[log_of.len] = '\0';
	log_of.len = 0;
	obey(log_of.line);
}

/* References --------------------------------------------------------------------------- */

static bool is_in_range(uint64_t vpn)
{
	unsigned int i;

	for (i = 0; i < log_of.nr_ranges; i++)
		if (vpn >= log_of.ranges[i].from && vpn < log_of.ranges[i].to)
			return true;
	return false;
}

static struct page *find(uint64_t vpn)
{
	uint64_t i, mask = (1ULL << PAGES_BITS) - 1;

	for (i = vpn * 0x9e3779b97f4a7c15ULL >> (64 - PAGES_BITS);; i = (i + 1) & mask) {
		if (!log_of.pages[i].vpn)
			log_of.pages[i].vpn = vpn;
		if (log_of.pages[i].vpn == vpn)
			return &log_of.pages[i];
	}
}

/* Return: is this the first time in this epoch? */
static bool is_new(uint64_t vpn, int way)
{
	struct page *page = find(vpn);

	if (page->last[way] == log_of.epoch)
		return false;
	page->last[way] = log_of.epoch;
	return true;
}

static void fetch(uint64_t vpn, unsigned int joined)
{
	log_of.fetched = vpn;
	put(vpn, REF_FETCH | joined);
}

/* An entry of an instruction of user mode stands behind one of the page that it is in. */
static void access_page(struct cpu *cpu, uint64_t vpn, int way, uint64_t instruction)
{
	unsigned int joined = 0;

	if (!is_in_range(vpn) || !is_new(vpn, way))
		return;
	if (log_of.block == cpu->block && log_of.instruction == instruction)
		joined = REF_JOINED;
	else if (!(flags_of[way] & REF_KERNEL) && log_of.fetched != instruction / PAGE &&
		 is_in_range(instruction / PAGE))
		fetch(instruction / PAGE, 0);
	put(vpn, flags_of[way] | joined);
	log_of.block = cpu->block;
	log_of.instruction = instruction;
}

static void accessed(unsigned int nr, uint32_t info, uint64_t vaddr, void *ctx)
{
	bool store = qemu_plugin_mem_is_store(info);
	uint64_t instruction = (uintptr_t)ctx, last;
	int way = store ? STORE : LOAD;

	if (vaddr >= USERS_END)
		return;
	if (vaddr - log_of.port < PAGE) {
		if (store)
			hear(vaddr - log_of.port);
		return;
	}
	if (!log_of.on)
		return;
	if (instruction >= USERS_END)
		way = store ? KERNEL_STORE : KERNEL_LOAD;
	last = vaddr + (1ULL << qemu_plugin_mem_size_shift(info)) - 1;
	access_page(&log_of.cpus[nr % CPUS], vaddr / PAGE, way, instruction);
	if (last / PAGE != vaddr / PAGE)
		access_page(&log_of.cpus[nr % CPUS], last / PAGE, way, instruction);
}

/* A block begins: the pages that it is in are @ctx and, if it is odd, the next one. */
static void executed_users(unsigned int nr, void *ctx)
{
	struct cpu *cpu = &log_of.cpus[nr % CPUS];
	uint64_t vpn = (uintptr_t)ctx >> 1;
	unsigned int pages = 1 + ((uintptr_t)ctx & 1), i, joined = 0;

	cpu->block++;
	cpu->in_kernel = false;
	if (!log_of.on)
		return;
	for (i = 0; i < pages; i++, vpn++) {
		if (!is_in_range(vpn) || !is_new(vpn, FETCH))
			continue;
		fetch(vpn, joined);
		joined = REF_JOINED;
	}
}

static void executed_kernels(unsigned int nr, void *ctx)
{
	struct cpu *cpu = &log_of.cpus[nr % CPUS];

	(void)ctx;
	cpu->block++;
	if (!cpu->in_kernel)
		log_of.epoch++;
	cpu->in_kernel = true;
}

static void translated(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, nr = qemu_plugin_tb_n_insns(tb);
	uint64_t first = qemu_plugin_tb_vaddr(tb) / PAGE, at = 0;
	struct qemu_plugin_insn *insn = NULL;

	(void)id;
	for (i = 0; i < nr; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		at = qemu_plugin_insn_vaddr(insn);
		qemu_plugin_register_vcpu_mem_cb(insn, accessed, NO_REGISTERS, LOADS_AND_STORES,
						 (void *)(uintptr_t)at);
	}
	if (!insn)
		return;
	at = (at + qemu_plugin_insn_size(insn) - 1) / PAGE;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, first < USERS_END / PAGE ? executed_users :
					     executed_kernels, NO_REGISTERS,
					     (void *)(uintptr_t)(first << 1 | (at != first)));
}

/* Setting up ------------------------------------------------------------------------- */

static bool take_argument(const char *text)
{
	if (!strncmp(text, "log=", 4))
		return open_log(text + 4, &log_of.fd, &log_of.end);
	if (strncmp(text, "port=", 5))
		return false;
	log_of.port = strtoull(text + 5, NULL, 0);
	return true;
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	int i;

	(void)info;
	for (i = 0; i < argc; i++) {
		if (take_argument(argv[i]))
			continue;
		fprintf(stderr, "referenced: %s?\n", argv[i]);
		return -1;
	}
	log_of.pages = calloc(1ULL << PAGES_BITS, sizeof(*log_of.pages));
	if (log_of.fd < 0 || !log_of.port || !log_of.pages) {
		fprintf(stderr, "referenced: port= and log= are needed\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}

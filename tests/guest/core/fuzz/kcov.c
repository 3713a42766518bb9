// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kcov.h"

#define KCOV "/sys/kernel/debug/kcov"
#define KCOV_INIT_TRACE _IOR('c', 1, unsigned long)
#define KCOV_ENABLE _IO('c', 100)
#define KCOV_TRACE_PC 0
/* A walk of many pages goes round in circles: what comes later is the same. */
#define WORDS (32 << 10)

static uint64_t module_text(void)
{
	FILE *f = fopen("/sys/module/pagesnap/sections/.text", "r");
	unsigned long long text = 0;

	if (!f)
		return 0;
	if (fscanf(f, "%llx", &text) != 1)
		text = 0;
	fclose(f);
	return text;
}

bool kcov_is_there(void)
{
	return !access(KCOV, R_OK | W_OK) && module_text();
}

bool kcov_open(struct kcov *k)
{
	int fd = open(KCOV, O_RDWR | O_CLOEXEC);

	k->area = NULL;
	if (fd < 0)
		return false;
	k->text = module_text();
	if (!ioctl(fd, KCOV_INIT_TRACE, WORDS))
		k->area = mmap(NULL, WORDS * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED,
			       fd, 0);
	if (k->area == MAP_FAILED || (k->area && ioctl(fd, KCOV_ENABLE, KCOV_TRACE_PC)))
		k->area = NULL;
	/* the mapping and this task keep it */
	close(fd);
	return k->area;
}

void kcov_begin(struct kcov *k)
{
	if (k->area)
		__atomic_store_n(&k->area[0], 0, __ATOMIC_RELAXED);
}

static bool mark(uint8_t *seen, uint32_t *count)
{
	if (__atomic_load_n(seen, __ATOMIC_RELAXED) || __atomic_exchange_n(seen, 1, __ATOMIC_RELAXED))
		return false;
	__atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
	return true;
}

int kcov_end(struct kcov *k, struct cover *c)
{
	uint32_t before = 0, pc;
	int new = 0;
	uint64_t n;

	if (!k->area)
		return 0;
	n = __atomic_load_n(&k->area[0], __ATOMIC_RELAXED);
	for (uint64_t i = 1; i <= n; i++, before = pc) {
		pc = (k->area[i] - k->text) % COVER_PCS;
		if (mark(&c->pcs[pc], &c->nr_pcs))
			new = 2;
		if (mark(&c->pairs[(before * 0x9e3779b1u ^ pc * 0x85ebca6bu) >> 16],
			 &c->nr_pairs) && !new)
			new = 1;
	}
	return new;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Page flags as page-types shows them.
 */
#include <stddef.h>

#include "kpf.h"
#include "lib/pagesnap.h"

#define BIT(bit) (1ULL << (bit))

/* Bits that no kernel reports: page-types puts there what an overloaded flag means. */
#define KPF_ANON_EXCLUSIVE	47
#define KPF_READAHEAD		48
#define KPF_SLUB_FROZEN		50
#define KPF_SLUB_DEBUG		51

/* Flags in the order of their bits; the last three come from /proc/PID/pagemap only. */
static const struct {
	unsigned char bit;
	char letter;
} letters[KPF_LETTERS] = {
	{ KPF_LOCKED, 'L' }, { KPF_ERROR, 'E' }, { KPF_REFERENCED, 'R' }, { KPF_UPTODATE, 'U' },
	{ KPF_DIRTY, 'D' }, { KPF_LRU, 'l' }, { KPF_ACTIVE, 'A' }, { KPF_SLAB, 'S' },
	{ KPF_WRITEBACK, 'W' }, { KPF_RECLAIM, 'I' }, { KPF_BUDDY, 'B' }, { KPF_MMAP, 'M' },
	{ KPF_ANON, 'a' }, { KPF_SWAPCACHE, 's' }, { KPF_SWAPBACKED, 'b' },
	{ KPF_COMPOUND_HEAD, 'H' }, { KPF_COMPOUND_TAIL, 'T' }, { KPF_HUGE, 'G' },
	{ KPF_UNEVICTABLE, 'u' }, { KPF_HWPOISON, 'X' }, { KPF_NOPAGE, 'n' }, { KPF_KSM, 'x' },
	{ KPF_THP, 't' }, { KPF_OFFLINE, 'o' }, { KPF_ZERO_PAGE, 'z' }, { KPF_IDLE, 'i' },
	{ KPF_PGTABLE, 'g' }, { PAGESNAP_KPF_RESERVED, 'r' }, { PAGESNAP_KPF_MLOCKED, 'm' },
	{ PAGESNAP_KPF_OWNER_2, 'd' }, { PAGESNAP_KPF_PRIVATE, 'P' },
	{ PAGESNAP_KPF_PRIVATE_2, 'p' }, { PAGESNAP_KPF_OWNER_PRIVATE, 'O' },
	{ PAGESNAP_KPF_ARCH, 'h' }, { PAGESNAP_KPF_UNCACHED, 'c' },
	{ PAGESNAP_KPF_SOFTDIRTY, 'f' }, { PAGESNAP_KPF_ARCH_2, 'H' },
	{ KPF_ANON_EXCLUSIVE, 'd' }, { KPF_READAHEAD, 'I' }, { KPF_SLUB_FROZEN, 'A' },
	{ KPF_SLUB_DEBUG, 'E' }, { 61, 'F' }, { 62, 'w' }, { 63, '1' },
};

/**
 * kpf_name() - name of a flag
 * @bit: its bit
 *
 * Return: name, NULL if it has none.
 */
const char *kpf_name(unsigned int bit)
{
	switch (bit) {
	case KPF_ANON_EXCLUSIVE: return "anon_exclusive";
	case KPF_READAHEAD: return "readahead";
	case KPF_SLUB_FROZEN: return "slub_frozen";
	case KPF_SLUB_DEBUG: return "slub_debug";
	default: return bit < 64 ? pagesnap_flag_name(bit) : NULL;
	}
}

/**
 * kpf_well_known() - hide what is for kernel developers
 * @flags: flags of a page
 *
 * Heads and tails are shown of hugetlb pages only.
 *
 * Return: the rest.
 */
uint64_t kpf_well_known(uint64_t flags)
{
	flags &= ~(0xffffULL << 32);
	if (!(flags & BIT(KPF_HUGE)))
		flags &= ~(BIT(KPF_COMPOUND_HEAD) | BIT(KPF_COMPOUND_TAIL));
	return flags;
}

static uint64_t move(uint64_t flags, unsigned int from, unsigned int to)
{
	return flags & BIT(from) ? (flags & ~BIT(from)) | BIT(to) : flags;
}

/**
 * kpf_expanded() - distinguish the meanings of flags that have two
 * @flags: flags of a page
 *
 * Return: flags, with bits that page-types made up.
 */
uint64_t kpf_expanded(uint64_t flags)
{
	if (flags & BIT(KPF_ANON))
		flags = move(flags, PAGESNAP_KPF_OWNER_2, KPF_ANON_EXCLUSIVE);
	if (flags & BIT(KPF_SLAB)) {
		flags = move(flags, KPF_ACTIVE, KPF_SLUB_FROZEN);
		flags = move(flags, KPF_ERROR, KPF_SLUB_DEBUG);
	}
	if (!(flags & BIT(KPF_WRITEBACK)))
		flags = move(flags, KPF_RECLAIM, KPF_READAHEAD);
	return flags;
}

/**
 * kpf_letters() - the letters of a combination
 * @flags: flags
 * @to: where to, not terminated
 */
void kpf_letters(uint64_t flags, char to[KPF_LETTERS])
{
	unsigned int i;

	for (i = 0; i < KPF_LETTERS; i++)
		to[i] = flags >> letters[i].bit & 1 ? letters[i].letter : '_';
}

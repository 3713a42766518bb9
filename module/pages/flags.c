// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the stable page flags, those of page-types.  Pure.
 */
#include "flags.h"

static const char * const names[64] = {
	[KPF_LOCKED] = "locked",
	[KPF_ERROR] = "error",
	[KPF_REFERENCED] = "referenced",
	[KPF_UPTODATE] = "uptodate",
	[KPF_DIRTY] = "dirty",
	[KPF_LRU] = "lru",
	[KPF_ACTIVE] = "active",
	[KPF_SLAB] = "slab",
	[KPF_WRITEBACK] = "writeback",
	[KPF_RECLAIM] = "reclaim",
	[KPF_BUDDY] = "buddy",
	[KPF_MMAP] = "mmap",
	[KPF_ANON] = "anonymous",
	[KPF_SWAPCACHE] = "swapcache",
	[KPF_SWAPBACKED] = "swapbacked",
	[KPF_COMPOUND_HEAD] = "compound_head",
	[KPF_COMPOUND_TAIL] = "compound_tail",
	[KPF_HUGE] = "huge",
	[KPF_UNEVICTABLE] = "unevictable",
	[KPF_HWPOISON] = "hwpoison",
	[KPF_NOPAGE] = "nopage",
	[KPF_KSM] = "ksm",
	[KPF_THP] = "thp",
	[KPF_OFFLINE] = "offline",
	[KPF_ZERO_PAGE] = "zero_page",
	[KPF_IDLE] = "idle_page",
	[KPF_PGTABLE] = "pgtable",
	[PAGESNAP_KPF_RESERVED] = "reserved",
	[PAGESNAP_KPF_MLOCKED] = "mlocked",
	[PAGESNAP_KPF_OWNER_2] = "owner_2",
	[PAGESNAP_KPF_PRIVATE] = "private",
	[PAGESNAP_KPF_PRIVATE_2] = "private_2",
	[PAGESNAP_KPF_OWNER_PRIVATE] = "owner_private",
	[PAGESNAP_KPF_ARCH] = "arch",
	[PAGESNAP_KPF_UNCACHED] = "uncached",
	[PAGESNAP_KPF_SOFTDIRTY] = "softdirty",
	[PAGESNAP_KPF_ARCH_2] = "arch_2",
};

/**
 * pagesnap_flag_name() - name of a flag
 * @bit: KPF_*
 *
 * Return: name, NULL if the bit has none.
 */
const char *pagesnap_flag_name(u32 bit)
{
	return bit < ARRAY_SIZE(names) ? names[bit] : NULL;
}

/* Bit of the flag that @s names or is the only one to begin with @s. */
static int find_flag(const char *s, u32 len, const char **why)
{
	int bit, found = -1;

	for (bit = 0; bit < 64; bit++) {
		if (!names[bit] || strncmp(names[bit], s, len))
			continue;
		if (strlen(names[bit]) == len)
			return bit;
		if (found >= 0) {
			*why = "several flags begin like this";
			return -1;
		}
		found = bit;
	}
	*why = "no flag of page-types has this name";
	return found;
}

/**
 * pagesnap_flags_parse() - read a list of flags
 * @s: names or unique beginnings of names, separated by commas; a leading "-"
 *	excludes
 * @len: bytes
 * @set: bits that are named
 * @clear: bits that are excluded
 * @d: what is wrong, with a column in @s
 *
 * Return: 0 or the errno in @d.
 */
int pagesnap_flags_parse(const char *s, u32 len, u64 *set, u64 *clear, struct pagesnap_diag *d)
{
	u32 pos = 0, n;
	const char *why;
	bool minus;
	int bit;

	*set = 0;
	*clear = 0;
	do {
		for (n = 0; pos + n < len && s[pos + n] != ','; n++)
			;
		minus = n && s[pos] == '-';
		pos += minus;
		n -= minus;
		if (!n)
			return pagesnap_diag(d, -EINVAL, pos, "flag name expected");
		bit = find_flag(s + pos, n, &why);
		if (bit < 0)
			return pagesnap_diag(d, -EINVAL, pos, why);
		*(minus ? clear : set) |= 1ULL << bit;
		pos += n + 1;
	} while (pos <= len);
	return 0;
}

/**
 * pagesnap_text_flags() - append names of flags, "-" for none
 * @t: line
 * @flags: KPF bits; bits without a name are appended as a number
 */
void pagesnap_text_flags(struct pagesnap_text *t, u64 flags)
{
	bool first = true;
	u64 rest = 0;
	u32 bit;

	if (!flags)
		pagesnap_text_char(t, '-');
	for (bit = 0; flags >> bit; bit++) {
		if (!(flags >> bit & 1))
			continue;
		if (!names[bit]) {
			rest |= 1ULL << bit;
		} else {
			if (!first)
				pagesnap_text_char(t, ',');
			pagesnap_text_str(t, names[bit]);
			first = false;
		}
		if (bit == 63)
			break;
	}
	if (rest) {
		if (!first)
			pagesnap_text_char(t, ',');
		pagesnap_text_hex(t, rest);
	}
}

// SPDX-License-Identifier: GPL-2.0
/*
 * What cells show: a sign for a person who sees no colours, and a level for who does.
 */
#include "kinds/heat_line.h"
#include "sight.h"

#define LEVELS 8

/**
 * heat_overlay_word() - how is it called?
 * @overlay: what cells show
 *
 * Return: a word.
 */
const char *heat_overlay_word(enum heat_overlay overlay)
{
	static const char *const words[] = { "heat", "node", "kind", "writes" };

	return words[overlay];
}

/**
 * heat_overlay_legend() - what stands for what?
 * @overlay: what cells show
 *
 * Return: some words.
 */
const char *heat_overlay_legend(enum heat_overlay overlay)
{
	static const char *const legends[] = {
		". not accessed  : - = + * # @ more  blank: not there",
		"0-9 a-z NUMA node  * several  - none  blank: not there",
		"a anon f file s shmem k ksm z zero d device * several",
		". not written  : to @ more  ? kernel can't tell  n not asked",
	};

	return legends[overlay];
}

static char share_sign(uint64_t part, uint64_t of, unsigned int *level)
{
	uint32_t permille = heat_permille(part, of);

	*level = (permille * (LEVELS - 1) + 999) / 1000;
	return heat_sign(permille);
}

static char node_sign(uint32_t node, unsigned int *level)
{
	static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyz";

	*level = node % LEVELS;
	if (node < sizeof(signs) - 1)
		return signs[node];
	*level = 0;
	return node == PAGESNAP_MIXED32 ? '*' : node == PAGESNAP_NONE32 ? '-' : '+';
}

static char kind_sign(uint16_t kind, unsigned int *level)
{
	static const struct {
		uint16_t kind;
		char sign;
		unsigned int level;
	} signs[] = {
		{ PAGESNAP_KIND_ANON, 'a', 5 }, { PAGESNAP_KIND_FILE, 'f', 2 },
		{ PAGESNAP_KIND_SHMEM, 's', 4 }, { PAGESNAP_KIND_KSM, 'k', 6 },
		{ PAGESNAP_KIND_ZERO, 'z', 1 }, { PAGESNAP_KIND_KERNEL, 'd', 7 },
		{ PAGESNAP_MIXED16, '*', 3 },
	};
	size_t i;

	*level = 0;
	for (i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		if (signs[i].kind != kind)
			continue;
		*level = signs[i].level;
		return signs[i].sign;
	}
	return '?';
}

/**
 * heat_overlay_sign() - what stands for a cell?
 * @overlay: what cells show
 * @cell: where pages were there
 * @level: gets 0 to 7, for a colour
 *
 * Return: a sign.
 */
char heat_overlay_sign(enum heat_overlay overlay, const struct heat_cell *cell,
		       unsigned int *level)
{
	*level = 0;
	switch (overlay) {
	case HEAT_OVERLAY_NODE:
		return node_sign(cell->node, level);
	case HEAT_OVERLAY_KIND:
		return kind_sign(cell->kind, level);
	case HEAT_OVERLAY_WRITES:
		if (cell->writes == HEAT_WRITES_KNOWN)
			return share_sign(cell->dirtied, cell->there, level);
		return cell->writes == HEAT_WRITES_UNKNOWN ? '?' : 'n';
	default:
		return share_sign(cell->accessed, cell->there, level);
	}
}

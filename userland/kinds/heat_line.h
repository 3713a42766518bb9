/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of heat.
 */
#ifndef KINDS_HEAT_LINE_H
#define KINDS_HEAT_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of a round in which no page was there. */
#define HEAT_ABSENT UINT32_MAX
/* Rounds at the most: a terminal is not wider, and each range of addresses remembers them. */
#define HEAT_ROUNDS_MAX 1000

/* What pages are numbered by. */
enum heat_by {
	HEAT_BY_ADDRESS,	/* virtual pages of a process */
	HEAT_BY_INDEX,		/* pages of a file, whoever maps them */
	HEAT_BY_FRAME,		/* page frames, whoever maps them */
};

/**
 * struct heat_line - a range of addresses, of a file or of page frames, round by round
 * @by: which of them; only of addresses there is one process
 * @pid: process
 * @comm: its name, "" if that is unknown
 * @start: number of the first page
 * @end: behind the last; both 0 for what was in no mapping when the run began
 * @permille: of what was looked at in each round, that which was accessed; HEAT_ABSENT
 * @nr: rounds
 * @crowded: there was no room for mappings, or it is of several processes, and has no PID
 * @mapping: name of the mapping or path of the file, NULL for what was in none
 * @mapping_len: its bytes
 */
struct heat_line {
	enum heat_by by;
	uint32_t pid;
	const char *comm;
	uint64_t start;
	uint64_t end;
	const uint32_t *permille;
	size_t nr;
	bool crowded;
	const char *mapping;
	size_t mapping_len;
};

/* @accessed in thousandths of @there, above 0 for any; HEAT_ABSENT if nothing was there. */
uint32_t heat_permille(uint64_t accessed, uint64_t there);
/* The sign of one of eight levels: "." for nothing, then sevenths up to "@"; not of HEAT_ABSENT. */
char heat_sign(uint32_t permille);

#define HEAT_COLUMNS "PID,ADDR,SIZE,HEAT,MAPPING"

#endif /* KINDS_HEAT_LINE_H */

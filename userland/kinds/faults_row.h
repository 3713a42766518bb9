/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of faults, and what the records before them say of the page. */
#ifndef KINDS_FAULTS_ROW_H
#define KINDS_FAULTS_ROW_H

#include "row.h"

/**
 * struct faults_where - which page a fault is of
 * @pid: process
 * @vtime: number of the reference in its process, from 1
 * @file_page: page of the file, if @map has one
 * @map: the VMA; NULL if nobody told
 * @name: of @map, its name_len bytes
 */
struct faults_where {
	uint32_t pid;
	uint64_t vtime;
	uint64_t file_page;
	const struct pagesnap_faults_map *map;
	const char *name;
};

/**
 * struct faults_row - a row of faults
 * @row: head
 * @where: of a fault; NULL if what came before it was not looked at, and in other rows
 */
struct faults_row {
	struct row row;
	const struct faults_where *where;
};

static inline struct faults_row *faults_row(struct row *row)
{
	return (struct faults_row *)row;
}

#endif /* KINDS_FAULTS_ROW_H */

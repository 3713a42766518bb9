/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Kinds of memory for acc_start(): ACC_PAGES, all of them there, and none in a huge page unless
 * it is said.
 */
#ifndef TESTS_ACCESSED_MEMORY_H
#define TESTS_ACCESSED_MEMORY_H

char *acc_anon(void);
/* Shared memory, of tmpfs. */
char *acc_tmpfs(void);
/* Of a file, to be read. */
char *acc_private_file(void);
/*
 * Entries are clean, and a write brings a page of its own.  Those of shared memory are dirty as
 * soon as it is mapped if the page is, on newer kernels.
 */
char *acc_to_copy(void);
/* Entries of the zero page. */
char *acc_zero(void);
/* Huge pages. */
char *acc_thps(void);

#endif /* TESTS_ACCESSED_MEMORY_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of /proc about a process.
 */
#ifndef BASE_PROCESS_FILE_H
#define BASE_PROCESS_FILE_H

#include <stdint.h>
#include <stdio.h>

/*
 * Opens file @name of process @pid, which is counted as in the initial PID namespace.  NULL and
 * errno if it can't be opened; EXDEV where /proc counts otherwise.
 */
FILE *process_file(uint32_t pid, const char *name);

#endif /* BASE_PROCESS_FILE_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a process is called.
 */
#ifndef BASE_PROCESS_COMM_H
#define BASE_PROCESS_COMM_H

#include <stdint.h>
#include <sys/types.h>

/* Bytes of the longest name, with the zero byte: those of kernel threads are longest. */
#define PROCESS_COMM_MAX 64

/* The name that process @pid, counted as in the initial PID namespace, has now.  Length or errno. */
ssize_t process_comm(uint32_t pid, char comm[PROCESS_COMM_MAX]);

#endif /* BASE_PROCESS_COMM_H */

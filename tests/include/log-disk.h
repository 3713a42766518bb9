/* SPDX-License-Identifier: GPL-2.0 */
/* A disk to which a plugin of the emulator logs (tests/vm/run). */
#ifndef TESTS_LOG_DISK_H
#define TESTS_LOG_DISK_H

/*
 * The one with this serial number, for reading past the page cache: what is read is to be at a
 * multiple of a page, and so is its place in memory.  Return: -1 if there is none.
 */
int log_disk(const char *serial);

#endif /* TESTS_LOG_DISK_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* A query whose answer is known: no input changes the file that it names. */
#ifndef FUZZ_KNOWN_H
#define FUZZ_KNOWN_H

#define KNOWN_MNT "/mnt/fuzz-known"
#define KNOWN_FILE KNOWN_MNT "/file"
#define KNOWN_PAGES 8
#define KNOWN_QUERY KNOWN_FILE " group=object tag=known"

#endif /* FUZZ_KNOWN_H */

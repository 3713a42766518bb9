/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A moment of a recording, as people ask for it.
 */
#ifndef RECORDING_AT_H
#define RECORDING_AT_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct at - a moment that is there
 * @fd: reads it as a saved stream; -1 if it is not open
 * @path: of that, for who opens files by name
 * @number: of the moment; later ones have larger ones
 * @name: for messages
 * @damaged: another one would have been nearer, but it is damaged; or it has not all that was named
 */
struct at {
	int fd;
	char path[32];
	uint64_t number;
	char name[128];
	bool damaged;
};

/*
 * The moment of the recording in folder @path that @time names, NULL for the last one, with
 * answers of index files whose bits are in @files, 0 for all; says which one that is, and what is
 * missing.  0, -EINVAL for a time that can't be read, or another negative
 * errno; after a message.  at_close() is owed.
 */
int at_open(struct at *at, const char *path, const char *time, unsigned int files);
/* It is what @fd reads, which at_close() closes. */
void at_replace(struct at *at, int fd);
void at_close(struct at *at);

#endif /* RECORDING_AT_H */

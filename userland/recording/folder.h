/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The folder of a recording: files of moments, and a mark that says whose it is.
 */
#ifndef RECORDING_FOLDER_H
#define RECORDING_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Room for the name of a file in it. */
#define FOLDER_NAME_MAX 40

/**
 * struct folder_file - a file with moments
 * @number: in its name; later ones have larger ones
 * @size: bytes
 * @life_ns: of its last moment; for who records
 */
struct folder_file {
	uint64_t number;
	uint64_t size;
	uint64_t life_ns;
};

/**
 * struct folder - a recording
 * @path: as it was named; stays the caller's
 * @fd: of the folder, -1 if it is not open
 * @lock: of its mark, which whoever records holds locked; -1 if it is not open
 * @busy: somebody records there, and may be writing a moment
 * @files: by number, rising
 * @nr: how many
 */
struct folder {
	const char *path;
	int fd;
	int lock;
	bool busy;
	struct folder_file *files;
	size_t nr;
};

/* Is @path the folder of a recording? */
bool folder_is_recording(const char *path);
/* To read it.  0, or a negative errno after a message; folder_close() is owed. */
int folder_open(struct folder *f, const char *path);
/* To record: makes it if it is not there, refuses one of others.  As above. */
int folder_lock(struct folder *f, const char *path);
/* Looks which files there are now.  0 or a negative errno after a message. */
int folder_look(struct folder *f);
const char *folder_name(uint64_t number, char name[FOLDER_NAME_MAX]);
/* Opens a file to read, or creates one behind the last.  A descriptor or a negative errno. */
int folder_open_file(const struct folder *f, uint64_t number);
int folder_create_file(struct folder *f);
/* The last one is of no use. */
void folder_remove_last(struct folder *f);
/* The first one goes.  0 or a negative errno after a message. */
int folder_remove_first(struct folder *f);
void folder_close(struct folder *f);

#endif /* RECORDING_FOLDER_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What pagesnap needs of a machine, looked at one thing after the other.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "kinds/doctor_line.h"
#include "lib/pagesnap.h"

/* Bytes of a line's words, longer ones are cut. */
#define DOCTOR_TEXT 512

/**
 * struct doctor - an examination
 * @root: of the system, "" for /
 * @proc: its /proc
 * @sysfs: its /sys
 * @release: kernel that is looked at
 * @runs: that is the one that runs
 * @machine: architecture of the one that runs
 * @take: gets each line; 0 or a negative errno
 * @ctx: for @take
 * @err: what @take returned
 * @failed: lines that say FAILS
 * @has_headers: the module can be built for that kernel
 * @has_file: modprobe finds the module
 * @file: that, without @root
 * @version: of this file, "" if it has none
 * @is_signed: it is signed
 * @signer: by whom, "" if that isn't known
 * @srcversion: checksum of what it was built from, "" if that isn't known
 * @is_loaded: the module runs
 * @may_look: index files may be opened, as far as this process goes
 */
struct doctor {
	const char *root;
	const char *proc;
	const char *sysfs;
	const char *release;
	bool runs;
	const char *machine;
	int (*take)(void *ctx, const struct doctor_line *line);
	void *ctx;
	int err;
	unsigned int failed;
	bool has_headers;
	bool has_file;
	char file[DOCTOR_TEXT / 2];
	char version[64];
	bool is_signed;
	char signer[256];
	char srcversion[64];
	bool is_loaded;
	bool may_look;
};

/* All of it.  0, or what @take returned. */
int doctor_run(struct doctor *d);

/* line.c */
/* A line; @next is a command, "" for none. */
__attribute__((format(printf, 5, 6)))
void doctor_say(struct doctor *d, const char *check, enum doctor_result result, const char *next,
		const char *format, ...);
/* files.c */
/* The beginning of @base/@path, without the newline at its end.  Length, or -1 with "". */
__attribute__((format(printf, 4, 5)))
int doctor_read(char *buf, size_t size, const char *base, const char *path, ...);
/* Is there @root/@path? */
__attribute__((format(printf, 2, 3)))
bool doctor_has(const struct doctor *d, const char *path, ...);
/* How packages are installed here: "apt install", or NULL if that isn't known. */
const char *doctor_installer(const struct doctor *d);

/* kernel.c */
void doctor_kernel(struct doctor *d);
void doctor_headers(struct doctor *d);
void doctor_secure_boot(struct doctor *d);
void doctor_lockdown(struct doctor *d);
/* Does this kernel take signed modules only? */
bool doctor_is_strict(const struct doctor *d);
/* dkms.c */
/* Which version does DKMS have the source of?  Of several one. */
bool doctor_dkms_version(const struct doctor *d, char *version, size_t size);
/* Why was the module not built? */
bool doctor_lacks(const struct doctor *d, char *what, size_t size);
/* module.c */
/* Where a module is in its life, "" if it isn't there.  Does it run? */
bool doctor_is_live(const struct doctor *d, const char *module, char *state, size_t size);
void doctor_file(struct doctor *d);
void doctor_signature(struct doctor *d);
void doctor_loaded(struct doctor *d);
/* collections.c */
void doctor_collections(struct doctor *d);
/* access.c */
void doctor_tracefs(struct doctor *d);
void doctor_process(struct doctor *d);
/* stream.c */
int doctor_header(struct pagesnap_session **out, struct pagesnap_header *header);
void doctor_stream(struct doctor *d);
void doctor_unknown(struct doctor *d);

#endif /* DOCTOR_H */

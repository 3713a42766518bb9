/* SPDX-License-Identifier: GPL-2.0 */
/* What can be done to a control file, and what may come of it. */
#ifndef FUZZ_ACTION_H
#define FUZZ_ACTION_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input.h"
#include "stream.h"

#define CONTROL_DIR "/sys/kernel/tracing/objects/mm/pages"
#define SLOTS 8
/* The first ones are private sessions of the index files, kept over many inputs. */
#define WARM_SLOTS 4
#define READ_MAX (256 << 10)

/* A second collection, of a module of the tests; where there is none, nothing can be opened. */
#define OTHER_DIR "/sys/kernel/tracing/objects/mm/numbers"

enum control { PFN_INDEX, FILENAME_INDEX, SB_INDEX, TASK_INDEX, COUNT_INDEX, FORMAT, STATS,
	       ERROR_LOG, OTHER_FORMAT, OTHER_STATS, OTHER_ERROR_LOG, FOLDER, NO_FILE, CONTROLS };

/**
 * struct slot - a descriptor, or none
 * @fd: -1 if none
 * @file: enum control
 * @flags: it was opened with
 * @stream: what comes from it, NULL if it can't be read
 * @uses: inputs that have used it
 * @dirty: this input has
 */
struct slot {
	int fd;
	int file;
	int flags;
	struct stream *stream;
	unsigned int uses;
	bool dirty;
};

/**
 * struct call - an action while it is done
 * @w: of this worker
 * @s: descriptor
 * @a: of the action
 * @b: likewise
 * @text: of it, with what stands for PIDs replaced
 * @len: its bytes
 */
struct call {
	struct world *w;
	struct slot *s;
	uint32_t a;
	uint32_t b;
	const char *text;
	size_t len;
};

/* What the numbers of an action are drawn from. */
enum number {
	N_NONE,
	N_ANY,
	N_SMALL,	/* below 16 */
	N_SIZE,
	N_LENGTH,	/* near a limit of lines or paths */
	N_FILE,		/* enum control */
	N_FLAGS,	/* of open() */
	N_SLOT,
	N_IOCTL,
};

/**
 * struct op - a kind of action
 * @name: in the text of inputs
 * @run: does it: 0 or more, or a negative errno
 * @a: what the first number is
 * @b: and the second
 * @text: it has text
 * @weight: how often it is drawn
 * @errnos: it may fail with, ended by 0; NULL if the kernel answers by itself
 */
struct op {
	const char *name;
	long (*run)(struct call *c);
	enum number a;
	enum number b;
	bool text;
	uint16_t weight;
	const short *errnos;
};

extern const struct op ops[];
extern const unsigned int nr_ops;

/**
 * struct world - what a worker has besides descriptors of control files
 * @slots: descriptors of control files
 * @buf: READ_MAX bytes to read into
 * @edge: the last byte before a page that can't be touched
 * @null: /dev/null
 * @memory: a memfd
 * @pipe: non-blocking
 * @pipe2: another one
 * @sockets: a pair
 * @epoll: an epoll
 * @aio: context of io_setup(), 0 if there is none
 */
struct world {
	struct slot slots[SLOTS];
	char *buf;
	char *edge;
	int null;
	int memory;
	int pipe[2];
	int pipe2[2];
	int sockets[2];
	int epoll;
	unsigned long aio;
};

void world_make(struct world *w);
/* Does an input, and checks what comes of each action. */
void world_run(struct world *w, const struct input *in);
/* Closes everything that inputs have opened. */
void world_close(struct world *w);

/* slot.c */
const char *control_path(int file);
long slot_open(struct slot *s, int file, int flags);
void slot_close(struct slot *s);
/* @to becomes another descriptor of the session of @s. */
void slot_share(struct slot *to, const struct slot *s, int fd);
/* Of calls that took queries from @text, and that gave answers to @buf; both give back @n. */
long slot_wrote(struct slot *s, const char *text, size_t len, long n);
long slot_got(struct slot *s, const char *buf, size_t asked, long n);

/* -1 with errno to a negative errno */
static inline long done(long n)
{
	return n < 0 ? -errno : n;
}

/* action-*.c */
long do_open(struct call *c);
long do_reopen(struct call *c);
long do_close(struct call *c);
long do_write(struct call *c);
long do_writev(struct call *c);
long do_pwrite(struct call *c);
long do_pwritev2(struct call *c);
long do_badwrite(struct call *c);
long do_long(struct call *c);
long do_huge(struct call *c);
long do_read(struct call *c);
long do_readv(struct call *c);
long do_pread(struct call *c);
long do_preadv2(struct call *c);
long do_badread(struct call *c);
long do_lseek(struct call *c);

long do_sendfile_from(struct call *c);
long do_sendfile_to(struct call *c);
long do_splice_from(struct call *c);
long do_splice_to(struct call *c);
long do_tee(struct call *c);
long do_copy_range(struct call *c);

long do_poll(struct call *c);
long do_select(struct call *c);
long do_epoll(struct call *c);
long do_aio(struct call *c);
long do_uring(struct call *c);

long do_ioctl(struct call *c);
long do_mmap(struct call *c);
long do_dup(struct call *c);
long do_pass(struct call *c);
long do_fork(struct call *c);
long do_race(struct call *c);
long do_fcntl(struct call *c);
long do_flock(struct call *c);
long do_sync(struct call *c);
long do_truncate(struct call *c);
long do_attributes(struct call *c);
long do_folder(struct call *c);
long do_watch(struct call *c);
long do_node(struct call *c);
long do_interrupt(struct call *c);
long do_files(struct call *c);

#endif /* FUZZ_ACTION_H */

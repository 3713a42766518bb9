// SPDX-License-Identifier: GPL-2.0
/*
 * Recordings in which a byte is changed, and recordings that nobody has recorded, through the whole
 * client, many times in one process: "pagesnap fs -R DIR", and "pagesnap record --list DIR".
 *
 *	damage-recording FOLDER STREAM...
 *
 * Each saved stream is a moment, and so is the first one once more.  Only one byte of EVERY is
 * tried, others for each $PAGESNAP_TURN.  It must neither crash nor lose memory, and hold little;
 * what it shows must be what was recorded, under the number of that moment; if that is not the last
 * one, it must say why, and exit with 3.
 */
#include <fcntl.h>
#include <linux/pagesnap/pages.h>
#include <sanitizer/lsan_interface.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "../include/ktap.h"
#include "heap.h"
#include "recording/hash.h"
#include "recording/head.h"
#include "recording/moments.h"
#include "recording/writer.h"

#define MOMENTS_MAX 8
#define EVERY 2
#define MANY 4000
#define HELD_MAX (16 << 20)
#define TEXT_MAX (1 << 20)
#define SECOND 1000000000ULL

/* main() of the client, under another name. */
int pagesnap_main(int argc, char **argv);

static int out, err, said;
static char folder[4096], file[4200];
static unsigned int wrong;
static size_t moments;
static char shown[TEXT_MAX], told[TEXT_MAX], *right[MOMENTS_MAX + 1];

static void complain(size_t at, const char *what)
{
	if (wrong++ < 10)
		dprintf(said, "# byte %zu: %s: %.200s\n", at, what, told);
}

/* Runs --------------------------------------------------------------------- */

static void read_back(int fd, char *text)
{
	ssize_t n = pread(fd, text, TEXT_MAX - 1, 0);

	text[n > 0 ? n : 0] = '\0';
}

/* The client's exit code; what it has printed is in @shown and @told. */
static int run(int argc, char **argv)
{
	int code, fd;

	if (ftruncate(out, 0) || lseek(out, 0, SEEK_SET) || ftruncate(err, 0) ||
	    lseek(err, 0, SEEK_SET))
		_exit(3);
	alarm(60);
	code = pagesnap_main(argc, argv);
	alarm(0);
	fflush(stdout);
	/* it was to exit, and leaves a pipe for its signals */
	fd = open("/dev/null", O_RDONLY);
	close(fd);
	if (fd > said + 1) {
		close(fd - 1);
		close(fd - 2);
	}
	read_back(out, shown);
	read_back(err, told);
	return code;
}

static int show(const char *at)
{
	char *argv[] = { "pagesnap", "fs", "-R", folder, "--at", (char *)at, "--csv", NULL };

	return run(7, argv);
}

static int list(void)
{
	char *argv[] = { "pagesnap", "record", "--list", folder, "--csv", NULL };

	return run(5, argv);
}

/* Recordings --------------------------------------------------------------- */

static char *read_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *buf;

	if (fd < 0 || fstat(fd, &st))
		_exit(3);
	*len = st.st_size;
	buf = malloc(*len + 1);
	if (!buf || read(fd, buf, *len) != (ssize_t)*len)
		_exit(3);
	close(fd);
	return buf;
}

static void write_file(const char *buf, size_t len)
{
	int fd = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC);

	if (fd < 0 || write(fd, buf, len) != (ssize_t)len)
		_exit(3);
	close(fd);
}

static void add_moment(struct writer *w, const char *stream)
{
	const struct writer_moment moment = {
		.time_ns = (1000 + moments) * SECOND,
		.life_ns = moments ? SECOND : 0,
		.every_ns = SECOND,
		.boot = "here",
	};
	size_t len;
	char *buf = read_file(stream, &len);

	if (writer_begin(w, &moment) || writer_take(w, buf, len) || writer_end(w, 1, false))
		_exit(3);
	moments++;
	free(buf);
}

static void make_recording(char **streams)
{
	const struct writer_limits limits = { .keep_ns = 3600 * SECOND, .max_size = 1 << 30 };
	struct writer *w;
	char **s;

	if (writer_open(&w, folder, &limits))
		_exit(3);
	for (s = streams; *s && moments < MOMENTS_MAX - 1; s++)
		add_moment(w, *s);
	add_moment(w, *streams);
	writer_close(w);
	snprintf(file, sizeof(file), "%s/moments-0000000001.pagesnap", folder);
}

static void learn_right(void)
{
	char at[32];

	for (size_t nth = 1; nth <= moments; nth++) {
		snprintf(at, sizeof(at), "moment:%zu", nth);
		show(at);
		right[nth] = strdup(shown);
	}
}

/* Damage ------------------------------------------------------------------- */

static void check_shown(size_t where, int code)
{
	const char *name = strstr(told, "# moment ");
	size_t nth = name ? strtoul(name + 9, NULL, 10) : 0;

	if (code == 1 && !*shown && *told)
		return;
	if (!nth || nth > moments)
		complain(where, "no moment is named");
	else if (strcmp(shown, right[nth]))
		complain(where, "not what was recorded");
	else if (nth < moments && code != 3)
		complain(where, "another moment, but not exit 3");
}

static void damage(const char *whole, size_t len, size_t where, unsigned char by)
{
	char *buf = malloc(len);
	int code;

	memcpy(buf, whole, len);
	buf[where] ^= by;
	write_file(buf, len);
	free(buf);
	check_shown(where, show("now"));
	code = list();
	if (code != 3 || !strstr(shown, "damaged"))
		complain(where, "not listed as damaged");
}

/* Bombs -------------------------------------------------------------------- */

/**
 * struct bomb - a file of many small moments
 * @bytes: of it
 * @len: how many
 * @number: of the last moment
 */
struct bomb {
	char bytes[1 << 20];
	size_t len;
	uint64_t number;
};

static void add_steps(struct bomb *b, const char *steps, size_t len, uint64_t records,
		      uint64_t flags)
{
	struct head head = {
		.number = ++b->number,
		.time_ns = (1000 + b->number) * SECOND,
		.every_ns = SECOND,
		.flags = flags,
		.records = records,
		.bytes = records * 16,
		.steps = len,
		.boot = "there",
	};
	char *to = b->bytes + b->len + sizeof(head);

	head.packed = ZSTD_compress(to, sizeof(b->bytes) - b->len - sizeof(head), steps, len, 3);
	head.packed_sum = XXH3_64bits(to, head.packed);
	head_seal(&head);
	memcpy(b->bytes + b->len, &head, sizeof(head));
	b->len += sizeof(head) + head.packed;
}

static void add_first(struct bomb *b)
{
	const struct pagesnap_rec rec = { .len = 16, .type = PAGESNAP_REC_FILE };
	char steps[17] = { 16 << 1 };

	memcpy(steps + 1, &rec, sizeof(rec));
	add_steps(b, steps, sizeof(steps), 1, 0);
}

static size_t put_number(char *to, uint64_t number)
{
	size_t len = 0;

	do {
		to[len] = (number & 0x7f) | (number > 0x7f ? 0x80 : 0);
		number >>= 7;
	} while (to[len++] & 0x80);
	return len;
}

/* A moment that has all of the one before it so many times. */
static void add_times(struct bomb *b, uint64_t *records, unsigned int times)
{
	char *steps = malloc(20UL * times);
	size_t len = 0;

	for (unsigned int i = 0; i < times; i++) {
		len += put_number(steps + len, *records << 1 | 1);
		/* from where it begins, which is so far behind what would come next */
		len += put_number(steps + len, i ? *records * 2 - 1 : 0);
	}
	*records *= times;
	add_steps(b, steps, len, *records, HEAD_DELTA);
	free(steps);
}

static void make_growing(struct bomb *b)
{
	uint64_t records = 1;

	add_first(b);
	add_times(b, &records, 300);
	add_times(b, &records, 300);
	add_times(b, &records, 200000);
}

static void make_many(struct bomb *b)
{
	uint64_t records = 1;

	for (add_first(b); b->number < MANY;)
		add_times(b, &records, 1);
}

static void make_bomb(void (*make)(struct bomb *))
{
	struct bomb *b = calloc(1, sizeof(*b));

	make(b);
	write_file(b->bytes, b->len);
	free(b);
	most = held = 0;
}

static bool refuses_growing(void)
{
	make_bomb(make_growing);
	return show("now") == 1 &&
	       strstr(told, "moment 4 would take more than half of the memory") && most < HELD_MAX;
}

/* A heading, those that are read, and a row for all the others. */
static bool refuses_many(void)
{
	size_t lines = 0;
	const char *at;
	int code;

	make_bomb(make_many);
	code = list();
	for (at = shown; (at = strchr(at, '\n')); at++)
		lines++;
	return code == 3 && lines == 1 + MOMENTS_OF_FILE_MAX + 1 &&
	       strstr(told, "1 moment is damaged");
}

/* -------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
	const char *number = getenv("PAGESNAP_TURN");
	size_t before, len, tried = 0;
	bool growing, many;
	char *whole;

	if (argc < 3) {
		fprintf(stderr, "usage: damage-recording FOLDER STREAM...\n");
		return 2;
	}
	snprintf(folder, sizeof(folder), "%s", argv[1]);
	out = memfd_create("out", 0);
	err = memfd_create("err", 0);
	said = dup(STDOUT_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	make_recording(argv + 2);
	learn_right();
	whole = read_file(file, &len);
	heap_watch();
	for (size_t at = (number ? strtoul(number, NULL, 10) : 0) % EVERY; at < len; at += EVERY) {
		before = held;
		damage(whole, len, at, at / EVERY % 2 ? 0xff : 1 << at % 8);
		most = most > before ? most - before : 0;
		tried += most < HELD_MAX;
		wrong += most >= HELD_MAX;
		most = held = 0;
	}
	free(whole);
	growing = refuses_growing();
	if (!growing)
		dprintf(said, "# %zu bytes held: %.300s\n", most, told);
	many = refuses_many();
	dup2(said, STDOUT_FILENO);
	ktap_ok(!wrong, "what is shown of %zu damaged recordings of %zu moments was recorded",
		tried, moments);
	ktap_ok(growing, "few bytes that stand for endless memory are refused");
	ktap_ok(many, "no more moments are read of a file than a recorder writes");
	for (size_t nth = 1; nth <= moments; nth++)
		free(right[nth]);
	ktap_ok(!__lsan_do_recoverable_leak_check(), "no memory is lost");
	return ktap_end();
}

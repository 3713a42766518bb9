// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "action.h"

const char *control_path(int file)
{
	static const char *const names[] = {
		[PFN_INDEX] = CONTROL_DIR "/pfn_index",
		[FILENAME_INDEX] = CONTROL_DIR "/filename_index",
		[SB_INDEX] = CONTROL_DIR "/sb_index",
		[TASK_INDEX] = CONTROL_DIR "/task_index",
		[COUNT_INDEX] = OTHER_DIR "/count_index",
		[OTHER_FORMAT] = OTHER_DIR "/format",
		[OTHER_STATS] = OTHER_DIR "/stats",
		[OTHER_ERROR_LOG] = OTHER_DIR "/error_log",
		[FORMAT] = CONTROL_DIR "/format",
		[STATS] = CONTROL_DIR "/stats",
		[ERROR_LOG] = CONTROL_DIR "/error_log",
		[FOLDER] = CONTROL_DIR,
		[NO_FILE] = CONTROL_DIR "/no_such",
	};

	return names[file % CONTROLS];
}

static struct stream *new_stream(int file, int flags)
{
	bool writes = (flags & O_ACCMODE) != O_RDONLY;

	if ((flags & O_PATH) || (flags & O_ACCMODE) == O_WRONLY || file >= FOLDER)
		return NULL;
	return stream_new(file <= COUNT_INDEX ? STREAM_ANSWERS : STREAM_LISTING, writes);
}

/* @fd is a session of its own. */
static void slot_fill(struct slot *s, int fd, int file, int flags)
{
	s->fd = fd;
	s->file = file;
	s->flags = flags;
	s->stream = new_stream(file, flags);
	s->uses = 0;
}

long slot_open(struct slot *s, int file, int flags)
{
	char path[64];
	int fd;

	/* what is open already is opened anew, by its descriptor */
	if (file < 0)
		snprintf(path, sizeof(path), "/proc/self/fd/%d", s->fd);
	fd = open(file < 0 ? path : control_path(file), flags | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	if (file < 0)
		file = s->file;
	slot_close(s);
	slot_fill(s, fd, file, flags);
	return 0;
}

void slot_close(struct slot *s)
{
	if (s->fd < 0)
		return;
	close(s->fd);
	stream_put(s->stream);
	s->fd = -1;
	s->stream = NULL;
}

void slot_share(struct slot *to, const struct slot *s, int fd)
{
	struct stream *stream = stream_get(s->stream);
	int file = s->file, flags = s->flags;

	slot_close(to);
	to->fd = fd;
	to->file = file;
	to->flags = flags;
	to->stream = stream;
	to->uses = 0;
}

long slot_wrote(struct slot *s, const char *text, size_t len, long n)
{
	if (n > 0)
		stream_wrote(s->stream, text, n);
	/* a structure, or a part of one, has no newline */
	if (n > 0 && memchr(text, '\0', n))
		stream_uncount(s->stream);
	/* what was not taken may have been, but for its newline */
	if (n < (long)len)
		stream_uncount(s->stream);
	return n;
}

long slot_got(struct slot *s, const char *buf, size_t asked, long n)
{
	stream_read(s->stream, buf, asked, n);
	return n;
}

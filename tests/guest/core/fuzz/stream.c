// SPDX-License-Identifier: GPL-2.0
/*
 * Text must be lines of known types without control characters, binary records
 * must please libpagesnap's decoder; and when read() gives 0, as many answers
 * must have ended as lines were asked.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "pagesnap.h"
#include "stream.h"

/* The longest line: a name of which each byte is escaped, and numbers. */
#define LINE_MAX_ (PAGESNAP_RECORD_TEXT_MAX + 8192)
/* Types below this are core's and those of pages. */
#define TYPES_OF_OTHERS 0x100

enum format { FRESH, TEXT, BINARY };

/**
 * struct stream - what one session gives
 * @users: descriptors of it in this process
 * @kind: what is expected
 * @counts: answers are counted
 * @format: of what comes; FRESH where it is not known yet
 * @decoder: of BINARY
 * @line: that has not come to its end
 * @len: its bytes
 * @asked: lines that were written and ask something
 * @answered: answers that have ended
 * @writing: a line is being written
 * @asks: it is no blank line and no comment
 * @comment: it is a comment
 */
struct stream {
	unsigned int users;
	enum stream_kind kind;
	bool counts;
	enum format format;
	struct pagesnap_decoder *decoder;
	char *line;
	size_t len;
	uint64_t asked;
	uint64_t answered;
	bool writing;
	bool asks;
	bool comment;
};

struct stream *stream_new(enum stream_kind kind, bool counts)
{
	struct stream *s = calloc(1, sizeof(*s));

	s->users = 1;
	s->kind = kind;
	s->counts = counts;
	s->line = malloc(LINE_MAX_);
	return s;
}

struct stream *stream_get(struct stream *s)
{
	if (s)
		s->users++;
	return s;
}

static void forget(struct stream *s)
{
	pagesnap_decoder_free(s->decoder);
	s->decoder = NULL;
	s->format = FRESH;
	s->len = 0;
}

void stream_put(struct stream *s)
{
	if (!s || --s->users)
		return;
	forget(s);
	free(s->line);
	free(s);
}

void stream_loosen(struct stream *s)
{
	if (s)
		s->kind = STREAM_LOOSE;
}

void stream_uncount(struct stream *s)
{
	if (s)
		s->counts = false;
}

/* What was asked ---------------------------------------------------------- */

static void end_line(struct stream *s)
{
	s->asked += s->asks;
	s->writing = s->asks = s->comment = false;
}

void stream_wrote(struct stream *s, const char *buf, size_t len)
{
	for (; s && s->counts && len; buf++, len--) {
		if (*buf == '\n') {
			end_line(s);
			continue;
		}
		s->writing = true;
		if (s->asks || s->comment || *buf == ' ' || *buf == '\t' || *buf == '\r')
			continue;
		s->comment = *buf == '#';
		s->asks = !s->comment;
	}
}

/* What came --------------------------------------------------------------- */

/* The errnos that the manual page has for queries. */
static const struct {
	int number;
	const char *name;
} errnos[] = {
	{ E2BIG, "E2BIG" }, { EACCES, "EACCES" }, { EINVAL, "EINVAL" }, { EISDIR, "EISDIR" },
	{ ELOOP, "ELOOP" }, { ENAMETOOLONG, "ENAMETOOLONG" }, { ENODEV, "ENODEV" },
	{ ENOENT, "ENOENT" }, { ENOMEM, "ENOMEM" }, { ENOTDIR, "ENOTDIR" },
	{ ENXIO, "ENXIO" }, { EOPNOTSUPP, "EOPNOTSUPP" }, { ESRCH, "ESRCH" },
};

static bool known_errno(int number, const char *name)
{
	for (size_t i = 0; i < sizeof(errnos) / sizeof(errnos[0]); i++)
		if (name ? !strncmp(errnos[i].name, name, strlen(errnos[i].name)) :
			   errnos[i].number == number)
			return true;
	return false;
}

static bool is_word(const char *line, const char *word)
{
	size_t len = strcspn(line, " ");

	return strlen(word) == len && !memcmp(word, line, len);
}

/* Comments, what the library has words for, and records of the collection that is there for tests. */
static bool known_type(const char *line)
{
	if (is_word(line, "#") || is_word(line, "number"))
		return true;
	if (is_word(line, "?"))
		return false;
	for (uint32_t type = PAGESNAP_REC_HEADER; type < TYPES_OF_OTHERS; type++)
		if (is_word(line, pagesnap_record_word(type)))
			return true;
	return false;
}

/* Nothing that a terminal obeys; listings have tabs. */
static bool printable(const char *line, size_t len, bool tabs)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = line[i];

		if (tabs && c == '\t')
			continue;
		if (c < 0x20 || c == 0x7f || c > 0xf4)
			return false;
		if (c == 0xc2 && (unsigned char)line[i + 1] < 0xa0)
			return false;
	}
	return true;
}

static void check_line(struct stream *s)
{
	const char *error;

	s->line[s->len] = '\0';
	if (!printable(s->line, s->len, s->kind == STREAM_LISTING))
		complain("a line that is not printable: %.200s", s->line);
	if (s->kind == STREAM_LISTING)
		return;
	if (!known_type(s->line))
		complain("a line of an unknown type: %.200s", s->line);
	s->answered += !strncmp(s->line, "end ", 4);
	if (!strncmp(s->line, "error ", 6)) {
		error = strstr(s->line, " errno=");
		if (!error || !known_errno(0, error + 7))
			complain("an errno that is not documented: %.200s", s->line);
	}
}

static void take_text(struct stream *s, const char *buf, size_t len)
{
	while (len) {
		const char *newline = memchr(buf, '\n', len);
		size_t n = newline ? (size_t)(newline - buf) : len;

		if (n >= LINE_MAX_ - s->len) {
			complain("a line that does not end: %.200s", s->line);
			s->kind = STREAM_LOOSE;
			return;
		}
		memcpy(s->line + s->len, buf, n);
		s->len += n;
		if (!newline)
			return;
		check_line(s);
		s->len = 0;
		buf += n + 1;
		len -= n + 1;
	}
}

static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct stream *s = ctx;

	if (r->u->rec.type == PAGESNAP_REC_END)
		s->answered++;
	if (r->u->rec.type == PAGESNAP_REC_ERROR && !known_errno(r->u->error.err, NULL))
		complain("errno %u in an error record is not documented", r->u->error.err);
	if (r->collection != PAGESNAP_COLLECTION_OTHER &&
	    !strcmp(pagesnap_record_word(r->u->rec.type), "?"))
		complain("a record of an unknown type: %u", r->u->rec.type);
	return 0;
}

static void take_records(struct stream *s, const char *buf, size_t len)
{
	int err;

	if (!s->decoder)
		s->decoder = pagesnap_decoder_new(on_record, s);
	err = pagesnap_decoder_push(s->decoder, buf, len);
	if (!err)
		return;
	complain("records that can't be decoded: %s", pagesnap_decoder_message(s->decoder));
	s->kind = STREAM_LOOSE;
}

static void take(struct stream *s, const char *buf, size_t len)
{
	if (s->kind == STREAM_LISTING)
		s->format = TEXT;
	else if (s->format == FRESH)
		s->format = *buf == '#' ? TEXT : BINARY;
	if (s->format == TEXT)
		take_text(s, buf, len);
	else
		take_records(s, buf, len);
}

static void take_end(struct stream *s)
{
	if (s->format == TEXT && s->len)
		complain("the end comes in the middle of a line: %.200s", s->line);
	if (s->format == BINARY && pagesnap_decoder_finish(s->decoder))
		complain("the end comes too early: %s", pagesnap_decoder_message(s->decoder));
	if (s->counts && s->asked != s->answered)
		complain("%llu lines were asked and %llu answered",
			 (unsigned long long)s->asked, (unsigned long long)s->answered);
	forget(s);
}

void stream_read(struct stream *s, const char *buf, size_t asked, long n)
{
	if (!s || !asked || s->kind == STREAM_LOOSE)
		return;
	/* a read ends the line that is being written, if it gets that far */
	if (n >= 0 || n == -EAGAIN || n == -EINTR)
		end_line(s);
	else if (s->writing)
		stream_uncount(s);
	if (n > 0)
		take(s, buf, n);
	else if (!n)
		take_end(s);
}

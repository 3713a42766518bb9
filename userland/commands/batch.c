// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap batch: queries from a file or pipe, one a line.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask/line_chunk.h"
#include "ask/lines.h"
#include "base/say.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "engine/nothing.h"
#include "files_from.h"
#include "kinds/kind.h"

/**
 * struct batch_options - options of batch alone
 * @names: names of files are read, not queries
 * @null_lines: lines end with a zero byte
 */
struct batch_options {
	struct names_from names;
	bool null_lines;
};

/**
 * struct batch - the source
 * @source: head
 * @lines: its lines
 * @chunk: where they are kept
 * @options: of the run
 * @origin: what messages call it
 * @kind: of the first line that can be asked; NULL before
 * @which: index file that this line asks
 * @word: what the last line that could be asked began with
 * @word_len: bytes of it, 0 before
 * @asked: index file that it means
 * @hinted: that lines look like names was said
 * @more: options for lines that don't say them
 */
struct batch {
	struct source source;
	struct lines lines;
	struct line_chunk *chunk;
	const struct options *options;
	const char *origin;
	const struct kind *kind;
	enum pagesnap_index_file which;
	char word[16];
	size_t word_len;
	enum pagesnap_index_file asked;
	bool hinted;
	char more[96];
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of @line from *@at on, quotes closed; NULL if there is none. */
static const char *next_word(const char *line, size_t len, size_t *at, size_t *word_len)
{
	bool quoted = false;
	size_t begin, i;

	for (begin = *at; begin < len && is_blank(line[begin]); begin++)
		;
	for (i = begin; i < len && (quoted || !is_blank(line[i])); i++) {
		if (quoted && line[i] == '\\')
			i++;
		else if (line[i] == '"')
			quoted = quoted ? false : i == begin;
	}
	if (i > len)
		i = len;
	*at = i;
	*word_len = i - begin;
	return i > begin ? line + begin : NULL;
}

/* Does the query in @line, from @at on, say its own group? */
static bool says_group(const char *line, size_t len, size_t at)
{
	const char *word;
	size_t n;

	while ((word = next_word(line, len, &at, &n)))
		if (n > strlen("group=") && !memcmp(word, "group=", strlen("group=")))
			return true;
	return false;
}

static void refuse(struct query *query, int err, const char *message, size_t at)
{
	query->err = err;
	query->refusal = message;
	query->col = at + 1;
	/* nothing is sent, so the column is that of the whole line */
	query->offset = 0;
}

/* Room for the options that are put behind a line, here and by the library. */
#define TEXT_MAX (PAGESNAP_LINE_MAX - 128)

/* What would not come back as an answer, or not to this line. */
static void check_text(struct query *query)
{
	const char *text = query->line + query->offset, *newline;
	size_t len = query->len - query->offset;

	newline = memchr(text, '\n', len);
	if (newline)
		refuse(query, EINVAL, "a query holds no newline: write \\012, in quotes",
		       newline - query->line);
	else if (len > TEXT_MAX)
		refuse(query, E2BIG, "line is too long", query->offset + TEXT_MAX);
	else if (!len || *text == '#')
		refuse(query, EINVAL, kind_index(query->which)->expected, query->offset);
}

/* A list of names is taken for one of queries easily.  Said once: the list may be long. */
static void hint_at_names(struct batch *batch, const char *word, size_t len)
{
	bool is_name = *word == '/' || (len > 1 && !memcmp(word, "./", 2)) ||
		       (len > 2 && !memcmp(word, "../", 3));
	const struct batch_options *own = batch->options->own;

	if (!is_name || batch->hinted)
		return;
	batch->hinted = true;
	say_error("lines of %s look like names of files, not queries: pagesnap batch --%s %s",
		  say_safe(batch->origin), own->null_lines ? "files0-from" : "files-from",
		  batch->lines.fd == STDIN_FILENO ? "-" : say_safe(batch->origin));
}

/* "file, fs, task or pfn expected", with all that there are */
static const char *expected_words(void)
{
	static char text[256];
	const struct kind_index *index;
	size_t nth, len = 0;

	if (*text)
		return text;
	for (nth = 0; len < sizeof(text) && (index = kind_index_nth(nth)); nth++)
		len += snprintf(text + len, sizeof(text) - len, "%s%s",
				!nth ? "" : kind_index_nth(nth + 1) ? ", " : " or ", index->word);
	if (len < sizeof(text))
		snprintf(text + len, sizeof(text) - len, " expected");
	return text;
}

/* Rows of one run have the same columns.  Text has none. */
static bool fits(struct batch *batch, enum pagesnap_index_file which)
{
	const struct kind *kind = kind_of_index(which);

	if (!batch->kind) {
		batch->kind = kind;
		batch->which = which;
	}
	return kind == batch->kind || batch->options->out.format == OUT_TEXT;
}

/* Which index file does the line ask, which begins with a word?  False: it is refused. */
static bool read_word(struct batch *batch, struct query *query, size_t *at)
{
	size_t len;
	const char *word = next_word(query->line, query->len, at, &len);
	int which = query_word_find(word, len);

	/* who can't be asked is answered in the name of what can */
	query->which = batch->which;
	if (which < 0) {
		refuse(query, EINVAL, expected_words(), word - query->line);
		hint_at_names(batch, word, len);
		return false;
	}
	if (!fits(batch, which)) {
		refuse(query, EINVAL, "the lines before ask another collection: --text shows both",
		       word - query->line);
		return false;
	}
	query->which = which;
	if (len < sizeof(batch->word)) {
		memcpy(batch->word, word, len);
		batch->word_len = len;
		batch->asked = which;
	}
	return true;
}

/* Most lines ask the index file of the line before. */
static bool asks_again(const struct batch *batch, struct query *query, size_t *at)
{
	size_t len = batch->word_len;

	if (!len || query->len <= len || memcmp(query->line, batch->word, len) != 0 ||
	    !is_blank(query->line[len]))
		return false;
	query->which = batch->asked;
	*at = len;
	return true;
}

static void parse_line(struct batch *batch, struct query *query)
{
	size_t at = 0;

	if (!asks_again(batch, query, &at) && !read_word(batch, query, &at))
		return;
	while (at < query->len && is_blank(query->line[at]))
		at++;
	query->offset = at;
	check_text(query);
	if (query->err || !batch->more[0])
		return;
	if (batch->options->out.summary || !says_group(query->line, query->len, at))
		query->more = batch->more;
}

/* Takes blanks away at both ends; is there a query in what is left? */
static bool trim(const char **line, size_t *len)
{
	while (*len && is_blank(**line)) {
		(*line)++;
		(*len)--;
	}
	while (*len && is_blank((*line)[*len - 1]))
		(*len)--;
	return *len && **line != '#';
}

static int batch_next(struct source *source, struct query *query)
{
	struct batch *batch = (struct batch *)source;
	const char *line;
	size_t len;
	int got;

	memset(query, 0, sizeof(*query));
	do {
		got = lines_next(&batch->lines, &line, &len);
	} while (got > 0 && !trim(&line, &len));
	if (got > 0) {
		query->line = line_chunk_add(&batch->chunk, line, len);
		query->chunk = query->line ? batch->chunk : NULL;
		got = query->line ? 1 : -ENOMEM;
	}
	if (got < 0 && got != -EINTR)
		say_error("%s: %s", say_safe(batch->origin), strerror(-got));
	if (got <= 0)
		return got;
	query->len = len;
	query->origin = batch->origin;
	query->line_number = batch->lines.number;
	parse_line(batch, query);
	return 1;
}

static bool batch_ready(struct source *source)
{
	return lines_ready(&((struct batch *)source)->lines);
}

static void batch_close(struct source *source)
{
	struct batch *batch = (struct batch *)source;

	if (batch->lines.fd != STDIN_FILENO)
		close(batch->lines.fd);
	line_chunk_put(batch->chunk);
	free(batch);
}

/* What lines are asked with that don't say it themselves. */
static void default_options(struct batch *batch)
{
	const struct options *o = batch->options;

	if (o->out.summary)
		snprintf(batch->more, sizeof(batch->more), " group=total mask=0x%llx",
			 (unsigned long long)o->ask.mask);
	else if (o->has_group)
		snprintf(batch->more, sizeof(batch->more), " group=%s", o->group_name);
}

static struct source *new_batch(const struct options *options, int fd, const char *origin)
{
	const struct batch_options *own = options->own;
	struct batch *batch = calloc(1, sizeof(*batch));

	if (!batch)
		return NULL;
	batch->source = (struct source){ batch_next, batch_ready, batch_close };
	batch->options = options;
	batch->origin = origin;
	default_options(batch);
	lines_init(&batch->lines, fd, own->null_lines ? '\0' : '\n');
	return &batch->source;
}

/* Of names there is a row for each, unless something else was asked for. */
static int batch_settle(struct options *options, bool operands)
{
	const struct batch_options *own = options->own;

	options->input = true;
	if (own->names.file && !options->has_group)
		options->ask.group = PAGESNAP_GROUP_OBJECT;
	return 0;
}

static int batch_open(struct source **out, struct options *options, int argc, char **argv)
{
	bool from_stdin = !argc || !strcmp(argv[0], "-");
	const struct batch_options *own = options->own;
	int fd = STDIN_FILENO;

	if (own->names.file)
		return files_from_open(out, options, argc, argv);
	if (argc > 1) {
		say_error("batch takes one FILE: %s is too much", say_safe(argv[1]));
		return EXIT_USAGE;
	}
	if (!from_stdin)
		fd = open(argv[0], O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		say_error("%s: %s", say_safe(argv[0]), strerror(errno));
		return EXIT_FAILED;
	}
	if (files_from_is_save(fd, options->save)) {
		say_error("--save %s: that is the batch", say_safe(options->save));
		return EXIT_USAGE;
	}
	*out = new_batch(options, fd, from_stdin ? "stdin" : argv[0]);
	if (*out)
		return EXIT_OK;
	say_error("%s", strerror(ENOMEM));
	return EXIT_FAILED;
}

static const struct option_entry null_option = {
	"null", '0', NULL, SECTION_RUN, true, option_set_true, OWN(struct batch_options, null_lines),
	.help = "lines end with a zero byte",
};

static const struct option_entry *const batch_list[] = {
	&option_group, &option_summary, &option_raw_flags, OPTIONS_COLUMNS, OPTIONS_SORT,
	OPTIONS_FORMAT, &option_text, OPTIONS_LOOK, &null_option, &option_files_from,
	&option_files0_from, OPTIONS_RUN, OPTIONS_ABOUT, NULL
};

const struct command command_batch = {
	.name = "batch",
	.operands = "[FILE]",
	.brief = "queries from a file, one a line",
	.about = "Asks what the lines of FILE (default: stdin) say: \"file QUERY\", \"fs QUERY\",\n"
		 "\"task QUERY\" or \"pfn QUERY\", QUERY as the index files take it; see docs/query.md.\n"
		 "\"heat QUERY\", \"heat-pfn QUERY\" and \"heat-file QUERY\" ask the collection accesses;\n"
		 "see docs/accesses.md.\n"
		 "Blank lines and lines that begin with # are skipped.  A line that fails is reported\n"
		 "with its number; the others are answered, in their order.  --group and --summary hold\n"
		 "for lines that don't say it themselves.  With --files-from or --files0-from lines are\n"
		 "names of files instead, with a row for each.",
	.group = PAGESNAP_GROUP_RUN,
	.kind = &kind_pages,
	.any_kind = true,
	.complete = OPERAND_FILES,
	.options = batch_list,
	.own_size = sizeof(struct batch_options),
	.lines = true,
	.settle = batch_settle,
	.open = batch_open,
	.nothing = nothing_say,
};

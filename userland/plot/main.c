// SPDX-License-Identifier: GPL-2.0
/*
 * pagesnap-plot - draw which memory processes accessed, what the kernel allocated, and where pages are
 *
 * A program of its own, so that the client needs none of the libraries that draw.
 */
#include <cairo-svg.h>
#include <errno.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "file.h"
#include "pictures.h"

/* A picture as it will be in a file. */
struct bytes {
	char *buf;
	size_t len;
	size_t room;
};

static cairo_status_t append(void *ctx, const unsigned char *data, unsigned int len)
{
	struct bytes *b = ctx;
	size_t room = b->room ?: 64 * 1024;
	char *more;

	while (room - b->len < len)
		room *= 2;
	if (room != b->room) {
		more = realloc(b->buf, room);
		if (!more)
			return CAIRO_STATUS_NO_MEMORY;
		b->buf = more;
		b->room = room;
	}
	memcpy(b->buf + b->len, data, len);
	b->len += len;
	return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *make_surface(const struct plot_arguments *a, struct bytes *to)
{
	cairo_surface_t *surface;

	if (a->format == PICTURE_PNG)
		return cairo_image_surface_create(CAIRO_FORMAT_RGB24, a->size.width,
						  a->size.height);
	surface = cairo_svg_surface_create_for_stream(append, to, a->size.width, a->size.height);
	cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
	return surface;
}

/* What a picture is of: of accesses, of references, of allocations, or of pages. */
struct drawn {
	const struct plot_run *run;
	const struct heat_seen *p;
	struct trace_run *trace;
	const struct slab_run *slab;
	const struct map_run *map;
};

static int draw(struct canvas *c, const struct plot_arguments *a, const struct drawn *of)
{
	const struct plot_run *run = of->run;
	const struct heat_seen *p = of->p;

	canvas_begin(c);
	switch (a->kind) {
	case PICTURE_TRACE:
		return picture_draw_trace(c, of->trace);
	case PICTURE_SLAB:
		return picture_draw_slab(c, of->slab);
	case PICTURE_MAP:
		return picture_draw_map(c, of->map);
	case PICTURE_SPACE:
		return picture_draw_space(c, run, p);
	case PICTURE_TIME:
		return picture_draw_time(c, run, p);
	default:
		return picture_draw_heat(c, run, p);
	}
}

/* What cairo has to say is of no use to anybody else. */
static int finish(const struct plot_arguments *a, struct canvas *c, cairo_surface_t *surface,
		  struct bytes *to)
{
	cairo_status_t status = cairo_status(c->cr);

	if (!status && a->format == PICTURE_PNG)
		status = cairo_surface_write_to_png_stream(surface, append, to);
	cairo_surface_finish(surface);
	status = status ?: cairo_surface_status(surface);
	if (!status)
		return 0;
	say_error("%s: %s", say_safe(a->file), cairo_status_to_string(status));
	return -EIO;
}

static const char *failure(const struct plot_arguments *a, int err)
{
	if (err == -EINVAL)
		return "not a regular file";
	if (err != -ENODATA)
		return strerror(-err);
	if (a->kind == PICTURE_SLAB)
		return "not drawn: no two rounds of sums or objects";
	if (a->kind == PICTURE_MAP)
		return "not drawn: nothing of it is in memory";
	return a->kind == PICTURE_TRACE ? "not drawn: no references" :
					  "not drawn: no samples tell of memory";
}

static int say_failure(const struct plot_arguments *a, int err)
{
	if (err)
		say_error("%s: %s", say_safe(a->file), failure(a, err));
	return err ? EXIT_FAILED : EXIT_OK;
}

static int make_file(const struct plot_arguments *a, const struct drawn *of)
{
	struct bytes bytes = { .buf = NULL };
	cairo_surface_t *surface = make_surface(a, &bytes);
	struct canvas c = {
		.cr = cairo_create(surface), .width = a->size.width, .height = a->size.height,
	};
	int err = draw(&c, a, of), code = say_failure(a, err);

	if (finish(a, &c, surface, &bytes))
		code = EXIT_FAILED;
	if (!code)
		code = say_failure(a, plot_file_write(a->file, bytes.buf, bytes.len));
	cairo_destroy(c.cr);
	cairo_surface_destroy(surface);
	free(bytes.buf);
	return code;
}

/* Whom the picture is of; then it is drawn. */
static int choose(const struct plot_arguments *a, const struct plot_run *run)
{
	bool all = a->kind == PICTURE_TIME && !a->pid;
	const struct heat_seen *p = all ? NULL : plot_run_choose(run, a->pid);

	if (all || p)
		return make_file(a, &(struct drawn){ .run = run, .p = p });
	if (!a->pid || !plot_run_count(run))
		return say_failure(a, -ENODATA);
	say_error("%s: not drawn: no samples tell of process %" PRIu32, say_safe(a->file), a->pid);
	return EXIT_FAILED;
}

static int read_and_draw(const struct plot_arguments *a)
{
	struct plot_run run;
	int code;

	if (plot_run_read(&run, STDIN_FILENO)) {
		say_error("%s", strerror(ENOMEM));
		code = EXIT_FAILED;
	} else {
		/* who writes the stream says himself what it lacks */
		if (run.stream.err && a->ready < 0)
			say_error("stdin: %s", run.stream.why);
		code = choose(a, &run);
		if (!code && run.stream.err)
			code = EXIT_PARTIAL;
	}
	plot_run_free(&run);
	return code;
}

/* Of a stream that was read, or not for want of memory. */
static int draw_read(const struct plot_arguments *a, int err, const struct plot_stream *stream,
		     const struct drawn *of)
{
	int code;

	if (err) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	if (stream->err && a->ready < 0)
		say_error("stdin: %s", stream->why);
	code = make_file(a, of);
	return !code && stream->err ? EXIT_PARTIAL : code;
}

static int read_and_draw_trace(const struct plot_arguments *a)
{
	struct trace_run run = { .by_time = a->by_time, .pid = a->pid };
	int err = trace_run_read(&run, STDIN_FILENO);
	int code = draw_read(a, err, &run.stream, &(struct drawn){ .trace = &run });

	trace_run_free(&run);
	return code;
}

static int read_and_draw_slab(const struct plot_arguments *a)
{
	struct slab_run run = { .ended = false };
	int err = slab_run_read(&run, STDIN_FILENO);
	int code = draw_read(a, err, &run.stream, &(struct drawn){ .slab = &run });

	slab_run_free(&run);
	return code;
}

static int read_and_draw_map(const struct plot_arguments *a)
{
	struct map_run run = { .maps = 0 };
	int err = map_run_read(&run, STDIN_FILENO);
	int code = draw_read(a, err, &run.stream, &(struct drawn){ .map = &run });

	map_run_free(&run);
	return code;
}

/* Whoever waits for it is not kept waiting for a minute only to hear of a typing error. */
static int tell_ready(int fd)
{
	if (fd < 0)
		return 0;
	signal(SIGINT, SIG_IGN);
	if (write(fd, "", 1) != 1)
		return -errno;
	close(fd);
	return 0;
}

int main(int argc, char **argv)
{
	struct plot_arguments arguments;
	int code, err;

	setlocale(LC_CTYPE, "");
	code = plot_arguments_read(&arguments, argc, argv);
	if (code >= 0)
		return code;
	err = plot_file_check(arguments.file) ?: tell_ready(arguments.ready);
	if (err)
		code = say_failure(&arguments, err);
	else if (arguments.kind == PICTURE_TRACE)
		code = read_and_draw_trace(&arguments);
	else if (arguments.kind == PICTURE_SLAB)
		code = read_and_draw_slab(&arguments);
	else if (arguments.kind == PICTURE_MAP)
		code = read_and_draw_map(&arguments);
	else
		code = read_and_draw(&arguments);
	cairo_debug_reset_static_data();
	return code;
}

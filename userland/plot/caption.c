// SPDX-License-Identifier: GPL-2.0
/*
 * What stands above and below a picture.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/safe.h"
#include "caption.h"
#include "ticks.h"
#include "words.h"

#define SIDE 12
#define KEY 10
#define KEY_WIDE 26
#define NS_PER_SECOND 1000000000ULL

/* Above ------------------------------------------------------------------------------ */

static void add_process(struct words *w, const struct plot_run *run, const struct heat_seen *p)
{
	size_t nr = plot_run_count(run);
	char comm[64], path[256];

	if (!p && nr == 1)
		p = plot_run_choose(run, 0);
	if (!p) {
		words_add(w, "%zu %s", nr, nr == 1 ? "process" : "processes");
		return;
	}
	if (p->process.by != HEAT_BY_ADDRESS && p->process.areas.nr) {
		safe_text(p->process.areas.list->name, p->process.areas.list->len, "", path,
			  sizeof(path));
		words_add(w, "%s", path);
		return;
	}
	safe_text(p->process.comm, strlen(p->process.comm), "", comm, sizeof(comm));
	words_add(w, "%s%sPID %" PRIu32, comm, *comm ? ", " : "", p->process.pid);
	if (nr > 1)
		words_add(w, " (one of %zu processes)", nr);
}

static void add_interval(struct words *w, const struct plot_series *s)
{
	const uint64_t samples = s->dropped + s->nr;
	const time_t began = s->began_ns / NS_PER_SECOND;
	char every[TICKS_TEXT_MAX], lasted[TICKS_TEXT_MAX], day[64] = "";
	struct tm tm;

	if (gmtime_r(&began, &tm))
		strftime(day, sizeof(day), "%Y-%m-%d %H:%M:%S UTC", &tm);
	words_add(w, "from %s   ", day);
	words_add(w, "a sample every %s, %" PRIu32 " a round   ", ticks_time(s->every, every),
	    s->aggregate);
	words_add(w, "%" PRIu64 " %s in %s   ", samples, samples == 1 ? "sample" : "samples",
	    ticks_time(plot_series_all(s).to, lasted));
	words_add(w, s->flush ? "TLBs flushed" : "TLBs not flushed");
}

/* What somebody should know who believes the picture. */
static void add_lacks(struct words *w, const struct plot_run *run, const struct plot_series *s)
{
	static const char lead[] = "Note: ";

	words_add(w, "%s", lead);
	if (!s->flush)
		words_add(w, "without flushes accesses are missed.  ");
	if (s->lost)
		words_add(w, "Pages lost: %" PRIu64 ".  ", s->lost);
	if (s->lacking)
		words_add(w, "Processes not looked at: %" PRIu64 ".  ", s->lacking);
	if (s->ended && s->end.cut == PAGESNAP_CUT_EXITED)
		words_add(w, "It exited.  ");
	else if (s->ended && s->end.status != PAGESNAP_END_COMPLETE)
		words_add(w, "Not complete.  ");
	if (run->stream.err || !s->ended)
		words_add(w, "Cut short%s%s.  ", run->stream.err ? ": " : "", run->stream.why);
	if (run->model.forgotten)
		words_add(w, "Too much for memory: the first %" PRIu64 " rounds are left out.  ",
		    run->model.forgotten);
	if (s->dropped)
		words_add(w, "The first %" PRIu64 " samples are left out.  ", s->dropped);
	if (w->len == strlen(lead))
		*w->text = '\0';
}

/**
 * caption_lines() - draw the lines that stand above
 * @c: picture
 * @title: the first one
 * @how: how it was made
 * @lacks: what somebody should know who believes it
 */
void caption_lines(struct canvas *c, const struct words *title, const struct words *how,
		   const struct words *lacks)
{
	const double width = c->width - 2 * SIDE;

	canvas_heading(c, 1);
	canvas_name(c, SIDE, 22, width, title->text, title->len);
	canvas_heading(c, 0);
	canvas_name(c, SIDE, 40, width, how->text, how->len);
	canvas_name(c, SIDE, 55, width, lacks->text, strlen(lacks->text));
}

/**
 * caption_draw() - draw what stands above
 * @c: picture
 * @run: what it is of
 * @s: the samples that it is of, one at least
 * @p: the only process that it is of, or NULL
 * @what: what it shows, in words
 */
void caption_draw(struct canvas *c, const struct plot_run *run, const struct plot_series *s,
		  const struct heat_seen *p, const char *what)
{
	struct words title = { .len = 0 }, interval = { .len = 0 }, lacks = { .len = 0 };

	add_process(&title, run, p);
	words_add(&title, ": %s", what);
	add_interval(&interval, s);
	add_lacks(&lacks, run, s);
	caption_lines(c, &title, &interval, &lacks);
}

/* Below ------------------------------------------------------------------------------ */

static double base_line(const struct canvas *c)
{
	return c->height - SIDE;
}

/**
 * caption_key() - draw an ink and what it stands for
 * @c: picture
 * @x: where it begins
 * @ink: ink
 * @text: what it stands for
 *
 * Return: where the next may begin.
 */
double caption_key(struct canvas *c, double x, enum ink ink, const char *text)
{
	const struct box box = { x + 1, base_line(c) - KEY + 1, KEY, KEY - 1 };

	canvas_fill(c, ink, box);
	canvas_outline(c, INK_FRAME, box);
	canvas_text(c, ALIGN_LEFT, x + KEY + 6, base_line(c), text);
	return x + KEY + 6 + canvas_text_width(c, text) + 14;
}

/**
 * caption_samples() - draw what the strip of samples shows
 * @c: picture
 * @s: samples
 *
 * In a line of its own, above that of the other keys.
 *
 * Return: where the other keys begin.
 */
double caption_samples(struct canvas *c, const struct plot_series *s)
{
	struct canvas above = { c->cr, c->width, c->height - KEY - 7 };
	char text[64];
	double x = SIDE;

	canvas_text(&above, ALIGN_LEFT, x, base_line(&above), "samples:");
	x += canvas_text_width(&above, "samples:") + 8;
	snprintf(text, sizeof(text), "%" PRIu64 " missed", s->missed);
	x = caption_key(&above, x, INK_MISSED, text);
	snprintf(text, sizeof(text), "%" PRIu64 " late by half an interval or more", s->late);
	x = caption_key(&above, x, INK_LATE, text);
	caption_key(&above, x, INK_LACKS, "something lost, or a process not looked at");
	return SIDE;
}

/**
 * caption_levels() - draw what eight levels stand for
 * @c: picture
 * @x: where that begins
 */
void caption_levels(struct canvas *c, double x)
{
	static const char *const shares[CANVAS_LEVELS] = {
		"0", "to 1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "all",
	};
	static const char words[] = "accessed, of pages there:";
	struct box box = { 0, base_line(c) - KEY + 1, KEY_WIDE, KEY - 1 };
	unsigned int level;

	canvas_text(c, ALIGN_LEFT, x, base_line(c), words);
	x += canvas_text_width(c, words) + 8;
	for (level = 0; level < CANVAS_LEVELS; level++) {
		box.x = x;
		canvas_fill(c, INK_LEVEL + level, box);
		canvas_outline(c, INK_FRAME, box);
		canvas_text(c, ALIGN_LEFT, x + KEY_WIDE + 4, base_line(c), shares[level]);
		x += KEY_WIDE + 4 + canvas_text_width(c, shares[level]) + 8;
	}
	caption_key(c, x, INK_PAPER, "no page there");
}

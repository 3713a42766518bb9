// SPDX-License-Identifier: GPL-2.0
/*
 * The "format" file: what a program must know to read format=binary, one line
 * a thing, as tracefs' own format files describe events.  Pure.
 */
#include "format.h"
#include "uapi.h"

static void field_line(struct pagesnap_text *t, const struct pagesnap_layout *l)
{
	pagesnap_text_key_str(t, "\tfield:", l->type);
	pagesnap_text_key_str(t, " ", l->name);
	pagesnap_text_key(t, ";\toffset:", l->offset);
	pagesnap_text_key(t, ";\tsize:", l->size);
	/* no number of a record is */
	pagesnap_text_str(t, ";\tsigned:0;");
	if (!l->mark)
		return;
	pagesnap_text_key_str(t, "\t", l->mark);
	pagesnap_text_char(t, ';');
}

static void bytes_line(struct pagesnap_text *t, const char *what, const struct pagesnap_layout *l)
{
	pagesnap_text_key_str(t, what, l->name);
	pagesnap_text_key_str(t, ";\tlength:", l->mark);
	if (l->type)
		pagesnap_text_key_str(t, ";\tunit:", l->type);
	pagesnap_text_char(t, ';');
}

static void layout_line(struct pagesnap_text *t, const struct pagesnap_format *f,
			const struct pagesnap_layout *l)
{
	switch (l->kind) {
	case PAGESNAP_LAYOUT_STRUCT:
		pagesnap_text_key_str(t, "struct: ", l->name);
		pagesnap_text_key(t, " size:", l->size);
		break;
	case PAGESNAP_LAYOUT_RECORD:
		pagesnap_text_key_str(t, "record: ", l->name ?: f->record_name(l->number));
		pagesnap_text_key(t, " type:", l->number);
		pagesnap_text_key(t, " size:", l->size);
		break;
	case PAGESNAP_LAYOUT_FIELD:
		field_line(t, l);
		break;
	case PAGESNAP_LAYOUT_BYTES:
		bytes_line(t, "\tbytes:", l);
		break;
	case PAGESNAP_LAYOUT_INLINE:
		bytes_line(t, "\tinline:", l);
		break;
	}
}

/* A record of pages has no name, and bytes no size; but what ends them has neither. */
static bool ends_layouts(const struct pagesnap_layout *l)
{
	return !l->name && !l->size;
}

/* Print word @nth of all, if there are as many.  Return: how many there are below. */
static u32 word_line(struct pagesnap_text *t, const struct pagesnap_format *f, u32 nth)
{
	const struct pagesnap_format_words *w;
	u32 i, seen = 0;

	for (w = f->words; w->what; w++) {
		for (i = 0; i < w->numbers; i++) {
			const char *word = w->word(i);

			if (*word == '?' || seen++ < nth)
				continue;
			pagesnap_text_key_str(t, w->what, word);
			pagesnap_text_key(t, " ", i << w->shift);
			return nth;
		}
	}
	return seen;
}

/**
 * pagesnap_format_lines() - how many lines the file has
 * @f: what it says
 *
 * Return: lines.
 */
u32 pagesnap_format_lines(const struct pagesnap_format *f)
{
	const struct pagesnap_layout *l = f->layouts;

	while (!ends_layouts(l))
		l++;
	return 1 + f->nr_head + (l - f->layouts) + word_line(NULL, f, U32_MAX);
}

/**
 * pagesnap_format_line() - one line of the file
 * @t: empty line
 * @f: what the file says
 * @nth: which line, from 0
 */
void pagesnap_format_line(struct pagesnap_text *t, const struct pagesnap_format *f, u32 nth)
{
	const struct pagesnap_layout *l;

	if (!nth--) {
		pagesnap_text_key(t, "abi: ", PAGESNAP_ABI_MAJOR);
		pagesnap_text_key(t, ".", PAGESNAP_ABI_MINOR);
		return;
	}
	if (nth < f->nr_head) {
		f->head(t, nth);
		return;
	}
	nth -= f->nr_head;
	for (l = f->layouts; !ends_layouts(l); l++) {
		if (!nth--) {
			layout_line(t, f, l);
			return;
		}
	}
	word_line(t, f, nth);
}

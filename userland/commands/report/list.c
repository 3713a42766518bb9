// SPDX-License-Identifier: GPL-2.0
/* Lists in JSON. */
#include <errno.h>
#include <string.h>

#include "base/safe.h"
#include "lib/pagesnap.h"
#include "list.h"

/* Longer texts are cut, which they say: they are for people. */
#define TEXT_MAX 4096

static void print(void *ctx, const char *text, size_t len)
{
	value_buf_put(ctx, text, len);
}

/**
 * list_init() - begin a list
 * @l: gets it
 *
 * Return: 0 or -ENOMEM.
 */
int list_init(struct list *l)
{
	memset(l, 0, sizeof(*l));
	l->yajl = yajl_gen_alloc(NULL);
	if (!l->yajl)
		return -ENOMEM;
	yajl_gen_config(l->yajl, yajl_gen_print_callback, print, &l->text);
	yajl_gen_array_open(l->yajl);
	return 0;
}

/**
 * list_free() - forget a list
 * @l: list
 */
void list_free(struct list *l)
{
	if (l->yajl)
		yajl_gen_free(l->yajl);
	l->yajl = NULL;
	value_buf_free(&l->text);
}

/**
 * list_map() - begin a map
 * @l: list
 */
void list_map(struct list *l)
{
	yajl_gen_map_open(l->yajl);
}

/**
 * list_map_end() - end it
 * @l: list
 */
void list_map_end(struct list *l)
{
	yajl_gen_map_close(l->yajl);
}

/**
 * list_array() - begin an array
 * @l: list
 */
void list_array(struct list *l)
{
	yajl_gen_array_open(l->yajl);
}

/**
 * list_array_end() - end it
 * @l: list
 */
void list_array_end(struct list *l)
{
	yajl_gen_array_close(l->yajl);
}

/**
 * list_text() - append text of others
 * @l: list
 * @text: any bytes
 * @len: how many
 */
void list_text(struct list *l, const char *text, size_t len)
{
	char safe[TEXT_MAX];
	const size_t used = safe_text_marked(text, len, "", safe, sizeof(safe));

	yajl_gen_string(l->yajl, (const unsigned char *)safe, used);
}

/**
 * list_word() - append a word of our own
 * @l: list
 * @word: it
 */
void list_word(struct list *l, const char *word)
{
	yajl_gen_string(l->yajl, (const unsigned char *)word, strlen(word));
}

/**
 * list_number() - append a number
 * @l: list
 * @number: it, or PAGESNAP_UNKNOWN or _NONE
 */
void list_number(struct list *l, uint64_t number)
{
	char digits[20];

	if (number == PAGESNAP_UNKNOWN)
		list_word(l, "?");
	else if (number == PAGESNAP_NONE)
		yajl_gen_null(l->yajl);
	else
		yajl_gen_number(l->yajl, digits, value_decimal(number, digits));
}

/**
 * list_end() - it is complete
 * @l: list
 *
 * Return: its text, NULL if there was no memory.
 */
const struct value_buf *list_end(struct list *l)
{
	yajl_gen_array_close(l->yajl);
	return l->text.failed ? NULL : &l->text;
}

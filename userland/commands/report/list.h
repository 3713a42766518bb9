/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lists in JSON that grow until the page's end: streams, filesystems, remarks, processes.
 */
#ifndef COMMANDS_REPORT_LIST_H
#define COMMANDS_REPORT_LIST_H

#include <stdint.h>
#include <yajl/yajl_gen.h>

#include "kinds/value.h"

/**
 * struct list - an array
 * @yajl: makes it
 * @text: what it has made
 */
struct list {
	yajl_gen yajl;
	struct value_buf text;
};

/* 0 or -ENOMEM; list_free() is owed in any case. */
int list_init(struct list *l);
void list_free(struct list *l);
/* Maps and arrays in it. */
void list_map(struct list *l);
void list_map_end(struct list *l);
void list_array(struct list *l);
void list_array_end(struct list *l);
/* Values.  What is no UTF-8, or could fool who reads it, is \ooo. */
void list_text(struct list *l, const char *text, size_t len);
void list_word(struct list *l, const char *word);
/* One that is unknown is "?", one that does not apply null. */
void list_number(struct list *l, uint64_t number);
/* The list is complete: its text.  NULL if there was no memory. */
const struct value_buf *list_end(struct list *l);

#endif /* COMMANDS_REPORT_LIST_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* What the files of the library share and its users don't see. */
#ifndef PAGESNAP_INTERNAL_H
#define PAGESNAP_INTERNAL_H

#include <stdio.h>

#include "../../module/core/text.h"
#include "pagesnap.h"

/* Every line of a session gets it; the last of two equal options counts. */
#define PAGESNAP_SUFFIX " format=binary"
#define PAGESNAP_SUFFIX_LEN (sizeof(PAGESNAP_SUFFIX) - 1)

/* Puts the module that is installed in the place of the one that runs. */
#define PAGESNAP_RELOAD "rmmod pagesnap && modprobe pagesnap"

struct collection;

/* What an open() that failed has to do with. */
struct pagesnap_facts {
	int err;		/* negative errno */
	const struct collection *of;	/* whose index file was to be opened */
	const char *path;	/* index file that was tried, NULL if no folder was found */
	bool chosen;		/* the folder was given, not found */
	bool mounted;		/* tracefs is, somewhere */
	bool user_ns;		/* not in the initial user namespace */
	bool root;		/* effective user 0 */
	bool admin;		/* CAP_SYS_ADMIN in effect */
	bool locked;		/* kernel lockdown keeps tracefs shut */
};

/* index.c */
int pagesnap_find_dir(const char *dir, const char *folder, char *buf, size_t size);
bool pagesnap_next_tracefs(FILE *mountinfo, char *buf, size_t size);
bool pagesnap_has_tracefs(void);

/* failure.c */
bool pagesnap_is_inner_ns(const char *uid_map);
bool pagesnap_is_locked(const char *lockdown);
bool pagesnap_is_admin(const char *status);
void pagesnap_get_facts(struct pagesnap_facts *f);
void pagesnap_explain(const struct pagesnap_facts *f, char *buf, size_t size);

/* decode.c */
bool pagesnap_decoder_has_rest(const struct pagesnap_decoder *d);
/* Is nothing missing of the record that was decoded last? */
bool pagesnap_decoder_is_between(const struct pagesnap_decoder *d);
/* Has the end of an answer not come yet? */
bool pagesnap_decoder_is_in_answer(const struct pagesnap_decoder *d);
/* Records are passed over by their lengths, unchecked, but ends of answers. */
void pagesnap_decoder_skip(struct pagesnap_decoder *d, bool skip);

/*
 * Takes @nr records side by side that have the same head and query, and no bytes: @r is the first
 * one, and its u may be led over the others, @r->size bytes apart.  1, 0 if it would rather have
 * them one by one, or a negative errno.
 */
typedef int pagesnap_alike_fn(void *ctx, struct pagesnap_record *r, size_t nr);

/* Who takes these, with the ctx of the other; NULL, as it is at first, for nobody. */
void pagesnap_decoder_set_alike(struct pagesnap_decoder *d, pagesnap_alike_fn *fn);

/* The module that runs writes the stream: messages say what to do about that. */
void pagesnap_decoder_set_live(struct pagesnap_decoder *d);

/* params.c: parts of queries. */
void pagesnap_put_number(struct pagesnap_text *t, u64 v);
void pagesnap_put_key(struct pagesnap_text *t, const char *key, u64 v);
int pagesnap_put_path(struct pagesnap_text *t, const char *path);

/* session.c: a session on a descriptor that is open already. */
int pagesnap_adopt(struct pagesnap_session **out, enum pagesnap_index_file which, int fd);
/* As pagesnap_on_bytes(), but they are read into memory that @room gives. */
typedef void *pagesnap_room_fn(void *ctx, size_t size);
void pagesnap_on_bytes_in(struct pagesnap_session *s, pagesnap_room_fn *room,
			  pagesnap_bytes_fn *fn, void *ctx);

/* The module's way of writing text, onto a buffer of the caller's; of no bytes, it may be NULL. */
static inline struct pagesnap_text pagesnap_text_on(char *buf, size_t size)
{
	struct pagesnap_text t = { .buf = size ? buf : (char *)"", .full = !size };

	if (size)
		t.cap = size - 1 < UINT32_MAX ? size - 1 : UINT32_MAX;
	return t;
}

/* Its end.  Length or -ERANGE. */
static inline ssize_t pagesnap_text_done(struct pagesnap_text *t, size_t size)
{
	if (size)
		t->buf[t->len] = '\0';
	return t->full ? -ERANGE : (ssize_t)t->len;
}

#endif /* PAGESNAP_INTERNAL_H */

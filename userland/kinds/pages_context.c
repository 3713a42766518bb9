// SPDX-License-Identifier: GPL-2.0
/*
 * What an answer about pages shows besides what was asked for: the whole filesystem that
 * a path is on.
 */
#include <stdio.h>
#include <string.h>

#include "base/safe.h"
#include "pages_context.h"

/* A path of 4095 bytes, all of them escaped. */
#define SAFE_PATH_MAX (4 * 4096 + 1)

static char *sentence(const struct pagesnap_sb *sb, const char *asked, size_t asked_len,
		      const char *name, size_t name_len)
{
	char safe_asked[SAFE_PATH_MAX], safe_name[SAFE_PATH_MAX];
	char type[4 * sizeof(sb->fstype) + 1], *text;

	safe_text(asked, asked_len, "\"", safe_asked, sizeof(safe_asked));
	safe_text(name, name_len, "\"", safe_name, sizeof(safe_name));
	safe_text(sb->fstype, strnlen(sb->fstype, sizeof(sb->fstype)), "\"", type, sizeof(type));
	if (asprintf(&text, "%s is part of %s (%s, %u:%u): the whole filesystem is shown. "
		     "Below it only: pagesnap du %s", safe_asked, safe_name, type, sb->dev_major,
		     sb->dev_minor, safe_asked) < 0)
		return NULL;
	return text;
}

/**
 * pages_context() - what an answer shows besides what was asked for
 * @which: index file that was asked
 * @r: record of its answer
 *
 * Return: a sentence that is to be freed; NULL if it is nothing, as with a path where the
 * filesystem is mounted, or without memory.
 */
char *pages_context(enum pagesnap_index_file which, const struct pagesnap_record *r)
{
	size_t asked_len, name_len;
	const char *asked, *name;

	if (which != PAGESNAP_SB || r->u->rec.type != PAGESNAP_REC_SB)
		return NULL;
	asked = pagesnap_record_asked(r, &asked_len);
	name = pagesnap_record_name(r, &name_len);
	if (asked_len == name_len && !memcmp(asked, name, name_len))
		return NULL;
	return sentence(&r->u->sb, asked, asked_len, name, name_len);
}

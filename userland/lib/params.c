// SPDX-License-Identifier: GPL-2.0
/*
 * Query lines, made from params: what those of all collections may have.  Which values go
 * together is left to the kernel, which can say it better.
 */
#include "collection.h"
#include "internal.h"

/**
 * pagesnap_put_number() - write a number of a query
 * @t: gets it
 * @v: number: of the two that text has as "?" and "-", too
 */
void pagesnap_put_number(struct pagesnap_text *t, u64 v)
{
	if (v >= PAGESNAP_NONE)
		pagesnap_text_hex(t, v);
	else
		pagesnap_text_dec(t, v);
}

/**
 * pagesnap_put_key() - write a number with what stands before it
 * @t: gets it
 * @key: as " node="
 * @v: number
 */
void pagesnap_put_key(struct pagesnap_text *t, const char *key, u64 v)
{
	pagesnap_text_str(t, key);
	pagesnap_put_number(t, v);
}

/**
 * pagesnap_put_path() - write a quoted path
 * @t: gets it; is full if it is longer than any line
 * @path: path
 *
 * Return: 0, or -EINVAL if it is no absolute path.
 */
int pagesnap_put_path(struct pagesnap_text *t, const char *path)
{
	size_t len = path ? strlen(path) : 0;

	if (!len || *path != '/')
		return -EINVAL;
	if (len > PAGESNAP_LINE_MAX) {
		t->full = true;
		return 0;
	}
	pagesnap_text_char(t, '"');
	pagesnap_text_escaped(t, path, len);
	pagesnap_text_char(t, '"');
	return 0;
}

static bool is_tag(const char *tag)
{
	size_t len = strlen(tag), i;

	for (i = 0; i < len; i++)
		if (tag[i] < 0x21 || tag[i] > 0x7e || tag[i] == '\\' || tag[i] == '"')
			return false;
	return len && len <= PAGESNAP_TAG_MAX;
}

static const char *const to_words[] = {
	[PAGESNAP_TO_TRACE] = "trace", [PAGESNAP_TO_BOTH] = "both",
};

static int put_shape(struct pagesnap_text *t, const struct pagesnap_params *params)
{
	if (params->group > PAGESNAP_GROUP_TOTAL || (params->tag && !is_tag(params->tag)) ||
	    params->to > PAGESNAP_TO_BOTH)
		return -EINVAL;
	if (params->group != PAGESNAP_GROUP_RUN)
		pagesnap_text_key_str(t, " group=", pagesnap_group_word(params->group));
	if (params->no_names || params->frame_names)
		pagesnap_text_str(t, params->frame_names ? " names=1" : " names=0");
	if (params->kinds)
		pagesnap_text_str(t, " kinds=1");
	if (params->slab)
		pagesnap_text_str(t, " slab=1");
	if (params->has_changed)
		pagesnap_text_key(t, " changed=", params->changed);
	if (params->limit)
		pagesnap_put_key(t, " limit=", params->limit);
	if (params->tag)
		pagesnap_text_key_str(t, " tag=", params->tag);
	if (params->to)
		pagesnap_text_key_str(t, " to=", to_words[params->to]);
	return 0;
}

ssize_t pagesnap_params_line(enum pagesnap_index_file which, const struct pagesnap_params *params,
			     char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);
	unsigned int nth;
	const struct collection *of = pagesnap_collection_of_index(which, &nth);

	if (!of || !of->query)
		return -EINVAL;
	return of->query(&t, nth, params) ?: put_shape(&t, params) ?: pagesnap_text_done(&t, size);
}

ssize_t pagesnap_quote(const char *path, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	return pagesnap_put_path(&t, path) ?: pagesnap_text_done(&t, size);
}

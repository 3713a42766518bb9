// SPDX-License-Identifier: GPL-2.0
/*
 * Query lines, made from params.  Which values go together is left to the
 * kernel, which can say it better.
 */
#include "../../module/core/records.h"
#include "../../module/pages/flags.h"
#include "../../module/pages/page_records.h"
#include "internal.h"

/* Text knows two numbers as "?" and "-"; here they are numbers. */
static void put_number(struct pagesnap_text *t, u64 v)
{
	if (v >= PAGESNAP_NONE)
		pagesnap_text_hex(t, v);
	else
		pagesnap_text_dec(t, v);
}

static void put_key(struct pagesnap_text *t, const char *key, u64 v)
{
	pagesnap_text_str(t, key);
	put_number(t, v);
}

static int put_path(struct pagesnap_text *t, const char *path)
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

static int put_type(struct pagesnap_text *t, const struct pagesnap_params *params)
{
	const char *s = params->fstype;

	if (!*s)
		return -EINVAL;
	for (; *s; s++)
		if ((unsigned char)*s <= ' ' || *s == 0x7f)
			return -EINVAL;
	pagesnap_text_str(t, "type:");
	pagesnap_text_str(t, params->fstype);
	if (params->has_dev) {
		put_key(t, " dev=", params->dev_major);
		put_key(t, ":", params->dev_minor);
	}
	return 0;
}

static int put_subject(struct pagesnap_text *t, enum pagesnap_index_file which,
		       const struct pagesnap_params *params)
{
	switch (which) {
	case PAGESNAP_PFN:
		return 0;
	case PAGESNAP_SB:
		if (params->fstype)
			return put_type(t, params);
		return put_path(t, params->path);
	case PAGESNAP_FILE:
		return put_path(t, params->path);
	case PAGESNAP_TASK:
		if (params->pid <= 0)
			return -EINVAL;
		pagesnap_text_dec(t, params->pid);
		return 0;
	default:
		return -EINVAL;
	}
}

/* Files are counted in decimal; frames and addresses are known in hexadecimal. */
static int put_range(struct pagesnap_text *t, enum pagesnap_index_file which,
		     const struct pagesnap_params *params)
{
	void (*put)(struct pagesnap_text *t, u64 v) =
		which == PAGESNAP_FILE ? put_number : pagesnap_text_hex;

	if (!params->has_range) {
		/* an empty line would ask nothing */
		if (which == PAGESNAP_PFN)
			pagesnap_text_str(t, "0-");
		return 0;
	}
	if (which == PAGESNAP_SB || params->start > params->end)
		return -EINVAL;
	if (which != PAGESNAP_PFN)
		pagesnap_text_char(t, ' ');
	put(t, params->start);
	pagesnap_text_char(t, params->end == UINT64_MAX ? '-' : ' ');
	if (params->end != UINT64_MAX)
		put(t, params->end);
	return 0;
}

/* Names of @bits, each behind @lead; @sep comes between. */
static int put_names(struct pagesnap_text *t, u64 bits, const char *lead, const char **sep)
{
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		if (!(bits >> bit & 1))
			continue;
		if (!pagesnap_flag_name(bit))
			return -EINVAL;
		pagesnap_text_str(t, *sep);
		pagesnap_text_str(t, lead);
		pagesnap_text_str(t, pagesnap_flag_name(bit));
		*sep = ",";
	}
	return 0;
}

static int put_flags(struct pagesnap_text *t, const struct pagesnap_params *params)
{
	const char *sep = " flags=", *any = " any=";

	return put_names(t, params->flags, "", &sep) ?: put_names(t, params->no_flags, "-", &sep) ?:
	       put_names(t, params->any_flags, "", &any);
}

static void put_numbers(struct pagesnap_text *t, const struct pagesnap_params *params)
{
	if (params->has_node)
		put_key(t, " node=", params->node);
	if (params->cgroup) {
		put_key(t, " cgroup=", params->cgroup);
		if (params->cgroup_below)
			pagesnap_text_char(t, '/');
	}
	if (params->has_order) {
		put_key(t, " min-order=", params->min_order);
		put_key(t, " max-order=", params->max_order);
	}
	if (params->min_pages)
		put_key(t, " min-pages=", params->min_pages);
	if (params->parts) {
		put_key(t, " part=", params->part);
		put_key(t, "/", params->parts);
	}
	if (params->has_mask)
		pagesnap_text_key_hex(t, " mask=", params->mask);
}

static bool is_tag(const char *tag)
{
	size_t len = strlen(tag), i;

	for (i = 0; i < len; i++)
		if (tag[i] < 0x21 || tag[i] > 0x7e || tag[i] == '\\' || tag[i] == '"')
			return false;
	return len && len <= PAGESNAP_TAG_MAX;
}

static int put_shape(struct pagesnap_text *t, const struct pagesnap_params *params)
{
	if (params->group > PAGESNAP_GROUP_TOTAL || (params->tag && !is_tag(params->tag)))
		return -EINVAL;
	if (params->group != PAGESNAP_GROUP_RUN)
		pagesnap_text_key_str(t, " group=", pagesnap_group_name(params->group));
	if (params->no_names || params->frame_names)
		pagesnap_text_str(t, params->frame_names ? " names=1" : " names=0");
	if (params->limit)
		put_key(t, " limit=", params->limit);
	if (params->tag)
		pagesnap_text_key_str(t, " tag=", params->tag);
	return 0;
}

ssize_t pagesnap_params_line(enum pagesnap_index_file which, const struct pagesnap_params *params,
			     char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);
	int err;

	err = put_subject(&t, which, params) ?: put_range(&t, which, params) ?: put_flags(&t, params);
	if (err)
		return err;
	put_numbers(&t, params);
	return put_shape(&t, params) ?: pagesnap_text_done(&t, size);
}

ssize_t pagesnap_quote(const char *path, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	return put_path(&t, path) ?: pagesnap_text_done(&t, size);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Query lines, made from what is asked.  What the kernel can say better,
 * which values go together, is left to the kernel.
 */
#include "../../module/core/records.h"
#include "../../module/pages/flags.h"
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

static int put_type(struct pagesnap_text *t, const struct pagesnap_ask *ask)
{
	const char *s = ask->fstype;

	if (!*s)
		return -EINVAL;
	for (; *s; s++)
		if ((unsigned char)*s <= ' ' || *s == 0x7f)
			return -EINVAL;
	pagesnap_text_str(t, "type:");
	pagesnap_text_str(t, ask->fstype);
	if (ask->has_dev) {
		put_key(t, " dev=", ask->dev_major);
		put_key(t, ":", ask->dev_minor);
	}
	return 0;
}

static int put_subject(struct pagesnap_text *t, enum pagesnap_index which,
		       const struct pagesnap_ask *ask)
{
	switch (which) {
	case PAGESNAP_PFN:
		return 0;
	case PAGESNAP_SB:
		if (ask->fstype)
			return put_type(t, ask);
		return put_path(t, ask->path);
	case PAGESNAP_FILE:
		return put_path(t, ask->path);
	case PAGESNAP_TASK:
		if (ask->pid <= 0)
			return -EINVAL;
		pagesnap_text_dec(t, ask->pid);
		return 0;
	default:
		return -EINVAL;
	}
}

/* Files are counted in decimal; frames and addresses are known in hexadecimal. */
static int put_range(struct pagesnap_text *t, enum pagesnap_index which,
		     const struct pagesnap_ask *ask)
{
	void (*put)(struct pagesnap_text *t, u64 v) =
		which == PAGESNAP_FILE ? put_number : pagesnap_text_hex;

	if (!ask->has_range) {
		/* an empty line would ask nothing */
		if (which == PAGESNAP_PFN)
			pagesnap_text_str(t, "0-");
		return 0;
	}
	if (which == PAGESNAP_SB || ask->start > ask->end)
		return -EINVAL;
	if (which != PAGESNAP_PFN)
		pagesnap_text_char(t, ' ');
	put(t, ask->start);
	pagesnap_text_char(t, ask->end == UINT64_MAX ? '-' : ' ');
	if (ask->end != UINT64_MAX)
		put(t, ask->end);
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

static int put_flags(struct pagesnap_text *t, const struct pagesnap_ask *ask)
{
	const char *sep = " flags=", *any = " any=";

	return put_names(t, ask->flags, "", &sep) ?: put_names(t, ask->no_flags, "-", &sep) ?:
	       put_names(t, ask->any_flags, "", &any);
}

static void put_numbers(struct pagesnap_text *t, const struct pagesnap_ask *ask)
{
	if (ask->has_node)
		put_key(t, " node=", ask->node);
	if (ask->cgroup) {
		put_key(t, " cgroup=", ask->cgroup);
		if (ask->cgroup_below)
			pagesnap_text_char(t, '/');
	}
	if (ask->has_order) {
		put_key(t, " min-order=", ask->min_order);
		put_key(t, " max-order=", ask->max_order);
	}
	if (ask->min_pages)
		put_key(t, " min-pages=", ask->min_pages);
	if (ask->parts) {
		put_key(t, " part=", ask->part);
		put_key(t, "/", ask->parts);
	}
	if (ask->has_mask)
		pagesnap_text_key_hex(t, " mask=", ask->mask);
}

static bool is_tag(const char *tag)
{
	size_t len = strlen(tag), i;

	for (i = 0; i < len; i++)
		if (tag[i] < 0x21 || tag[i] > 0x7e || tag[i] == '\\' || tag[i] == '"')
			return false;
	return len && len <= PAGESNAP_TAG_MAX;
}

static int put_shape(struct pagesnap_text *t, const struct pagesnap_ask *ask)
{
	if (ask->group > PAGESNAP_GROUP_TOTAL || (ask->tag && !is_tag(ask->tag)))
		return -EINVAL;
	if (ask->group != PAGESNAP_GROUP_RUN)
		pagesnap_text_key_str(t, " group=", pagesnap_group_name(ask->group));
	if (ask->no_names || ask->frame_names)
		pagesnap_text_str(t, ask->frame_names ? " names=1" : " names=0");
	if (ask->limit)
		put_key(t, " limit=", ask->limit);
	if (ask->tag)
		pagesnap_text_key_str(t, " tag=", ask->tag);
	return 0;
}

ssize_t pagesnap_ask_line(enum pagesnap_index which, const struct pagesnap_ask *ask, char *buf,
			  size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);
	int err;

	err = put_subject(&t, which, ask) ?: put_range(&t, which, ask) ?: put_flags(&t, ask);
	if (err)
		return err;
	put_numbers(&t, ask);
	return put_shape(&t, ask) ?: pagesnap_text_done(&t, size);
}

ssize_t pagesnap_quote(const char *path, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	return put_path(&t, path) ?: pagesnap_text_done(&t, size);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Query lines of the collection pages, made from params: what they ask about, which part of it,
 * and which pages.
 */
#include "../../module/pages/flags.h"
#include "collection.h"
#include "internal.h"
#include "pages-internal.h"

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
		pagesnap_put_key(t, " dev=", params->dev_major);
		pagesnap_put_key(t, ":", params->dev_minor);
	}
	return 0;
}

static bool is_plain(const char *s)
{
	while ((unsigned char)*s > ' ' && *s != 0x7f && *s != '"')
		s++;
	return !*s;
}

static int put_target(struct pagesnap_text *t, const char *target)
{
	static const char by_path[] = "cgroup:/", by_inode[] = "cgroup:@", by_uid[] = "uid:";

	if (!strncmp(target, by_path, strlen(by_path))) {
		pagesnap_text_str(t, "cgroup:");
		return pagesnap_put_path(t, target + strlen("cgroup:"));
	}
	if ((strncmp(target, by_inode, strlen(by_inode)) && strncmp(target, by_uid, strlen(by_uid))) ||
	    !is_plain(target))
		return -EINVAL;
	pagesnap_text_str(t, target);
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
		return pagesnap_put_path(t, params->path);
	case PAGESNAP_FILE:
		return pagesnap_put_path(t, params->path);
	case PAGESNAP_TASK:
		if (params->target)
			return put_target(t, params->target);
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
		which == PAGESNAP_FILE ? pagesnap_put_number : pagesnap_text_hex;

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
		pagesnap_put_key(t, " node=", params->node);
	if (params->cgroup) {
		pagesnap_put_key(t, " cgroup=", params->cgroup);
		if (params->cgroup_below)
			pagesnap_text_char(t, '/');
	}
	if (params->has_order) {
		pagesnap_put_key(t, " min-order=", params->min_order);
		pagesnap_put_key(t, " max-order=", params->max_order);
	}
	if (params->min_pages)
		pagesnap_put_key(t, " min-pages=", params->min_pages);
	if (params->parts) {
		pagesnap_put_key(t, " part=", params->part);
		pagesnap_put_key(t, "/", params->parts);
	}
	if (params->has_mask)
		pagesnap_text_key_hex(t, " mask=", params->mask);
}

/**
 * pagesnap_pages_query() - write what a query about pages says of its own
 * @t: gets it
 * @nth: index file of the collection
 * @params: what to ask
 *
 * Return: 0, or -EINVAL if no line can say that.
 */
int pagesnap_pages_query(struct pagesnap_text *t, unsigned int nth,
			 const struct pagesnap_params *params)
{
	int err = put_subject(t, nth, params) ?: put_range(t, nth, params) ?: put_flags(t, params);

	if (!err)
		put_numbers(t, params);
	if (!err && nth == PAGESNAP_TASK && params->children)
		pagesnap_text_str(t, " children=1");
	return err;
}

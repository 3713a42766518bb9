// SPDX-License-Identifier: GPL-2.0
/*
 * Columns of memory cgroups that share files.
 */
#include <inttypes.h>

#include "cgroup_value.h"
#include "pages_get.h"
#include "tally_group.h"

void get_with(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->group)
		set_cgroup(v, p->group->with);
}

void get_with_path(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->group)
		set_cgroup_path(row, p->group->with, v);
}

static const struct tally_group *cgroup_group(const struct row *row)
{
	const struct pages_row *p = pages_row(row);

	return p->group && p->group->by == TALLY_BY_CGROUP &&
	       p->group->cgroup != PAGESNAP_NONE ? p->group : NULL;
}

/* Who it is shared with is known if it is known who is charged. */
static uint64_t shared_of(const struct row *row)
{
	const struct tally_group *group = cgroup_group(row);

	if (!group)
		return PAGESNAP_NONE;
	return group->cgroup == PAGESNAP_UNKNOWN ? PAGESNAP_UNKNOWN : group->shared;
}

void get_shared_pages(struct row *row, struct value *v)
{
	set_number(v, shared_of(row));
}

void get_shared(struct row *row, struct value *v)
{
	set_pages(row, v, shared_of(row));
}

/* In the unit of the other sizes of the row: bytes, or as people say it. */
static size_t put_size(const struct row *row, uint64_t pages, char text[24])
{
	uint64_t bytes = pages << row->page_shift;
	size_t len = row->sizes ? value_size(bytes, text) : value_decimal(bytes, text);

	text[len] = '\0';
	return len;
}

/* "/var/lib/mysql/ibdata1 (3.1G)" for people. */
void get_largest(struct row *row, struct value *v)
{
	const struct tally_group *group = pages_row(row)->group;
	char *text, size[24];
	size_t len;

	if (!group || !group->largest)
		return;
	if (!*group->largest) {
		v->type = VALUE_UNKNOWN;
		return;
	}
	len = strlen(group->largest);
	text = row->for_people ? row_scratch(row, len + 32) : NULL;
	if (text) {
		put_size(row, group->largest_pages, size);
		len = sprintf(text, "%s (%s)", group->largest, size);
	}
	set_name(v, text ?: group->largest, len);
}

void get_largest_pages(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);

	if (p->group && p->group->largest)
		set_number(v, p->group->largest_pages);
}

/* As much of a path as fits: rows must not fail for their length. */
static size_t put_sharer(struct row *row, struct pagesnap_subtotal subtotal, char *text,
			 size_t size)
{
	char pages[32], ino[32];
	struct value path = { .type = VALUE_NONE };
	const char *word = value_key_word(VALUE_KEY_OTHER);
	size_t len;

	if (subtotal.key == PAGESNAP_NONE)
		word = "-";
	if (subtotal.key < PAGESNAP_OTHER) {
		snprintf(ino, sizeof(ino), "@%" PRIu64, (uint64_t)subtotal.key);
		word = ino;
		set_cgroup_path(row, subtotal.key, &path);
	}
	if (path.type != VALUE_NAME)
		path = (struct value){ .text = word, .len = strlen(word) };
	*pages = ':';
	len = 1 + put_size(row, subtotal.pages, pages + 1);
	if (path.len + len > size)
		return 0;
	memcpy(text, path.text, path.len);
	memcpy(text + path.len, pages, len);
	return path.len + len;
}

void get_sharers(struct row *row, struct value *v)
{
	const struct pages_row *p = pages_row(row);
	const struct pagesnap_record *r = &p->object.record;
	uint32_t nr = p->sums && !p->group && p->object.set ? pagesnap_record_cgroups(r) : 0;
	size_t size = 4096, len = 0, put, mark;
	char *text = nr ? row_scratch(row, size) : NULL;
	uint32_t i;

	if (p->sums && p->sums->pages && !p->group && !nr)
		v->type = VALUE_UNKNOWN;
	for (i = 0; text && i < nr; i++) {
		if (len)
			text[len++] = ',';
		mark = row->scratch_len;
		put = put_sharer(row, pagesnap_record_cgroup(r, i), text + len, size - len - 5);
		/* the path was copied */
		row->scratch_len = mark;
		if (!put)
			put = stpcpy(text + len, "...") - (text + len);
		len += put;
		if (text[len - 1] == '.')
			break;
	}
	if (len)
		set_name(v, text, len);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Words for the numbers in records, flags and names: the module's own.
 */
#include "../../module/core/records.h"
#include "../../module/pages/flags.h"
#include "../../module/pages/page_records.h"
#include "collection.h"
#include "internal.h"

const char *pagesnap_kind_word(uint32_t kind)
{
	return pagesnap_kind_name(kind);
}

const char *pagesnap_state_word(uint32_t state)
{
	return pagesnap_state_name(state);
}

const char *pagesnap_reason_word(uint32_t why)
{
	return pagesnap_why_name(why);
}

const char *pagesnap_counter_word(uint32_t nth)
{
	return PAGESNAP_WORD(pagesnap_pages_words.counters, nth);
}

const char *pagesnap_status_word(uint32_t status)
{
	return pagesnap_status_name(status);
}

const char *pagesnap_cut_word(uint32_t cut)
{
	return pagesnap_cut_name(cut);
}

const char *pagesnap_group_word(uint32_t group)
{
	return pagesnap_group_name(group);
}

const char *pagesnap_record_word(uint32_t type)
{
	const struct collection *c = pagesnap_collection_of_type(type);

	if (c)
		return c->type_word(type);
	return type == PAGESNAP_REC_LOST ? "lost" : pagesnap_type_name(type);
}

const char *pagesnap_mode_word(uint32_t mode)
{
	return pagesnap_mode_name(mode);
}

const char *pagesnap_unit_word(uint32_t unit)
{
	return pagesnap_unit_name(unit);
}

const char *pagesnap_feature_word(uint32_t bit)
{
	return pagesnap_feature_name(bit);
}

ssize_t pagesnap_flags_text(uint64_t flags, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	pagesnap_text_flags(&t, flags);
	return pagesnap_text_done(&t, size);
}

int pagesnap_flags_read(const char *text, uint64_t *set, uint64_t *clear, size_t *at,
			const char **message)
{
	struct pagesnap_diag d = { .msg = "" };
	int err;

	if (strlen(text) > PAGESNAP_LINE_MAX)
		err = pagesnap_diag(&d, -EINVAL, 0, "line is too long");
	else
		err = pagesnap_flags_parse(text, strlen(text), set, clear, &d);
	if (!err)
		return 0;
	if (at)
		*at = d.col;
	if (message)
		*message = d.msg;
	return err;
}

ssize_t pagesnap_escape(const char *name, size_t len, char *buf, size_t size)
{
	struct pagesnap_text t = pagesnap_text_on(buf, size);

	if (len > UINT32_MAX)
		t.full = true;
	else
		pagesnap_text_escaped(&t, name, len);
	return pagesnap_text_done(&t, size);
}

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_VALUES_H
#define PAGESNAP_CORE_VALUES_H

#include "pure.h"
#include "uapi.h"

/**
 * struct pagesnap_diag - what is wrong with a line
 * @err: negative errno, 0 if nothing
 * @col: byte of the line where it is, from 0
 * @msg: sentence, static
 * @tag: word of tag=, if the line was parsed that far
 */
struct pagesnap_diag {
	int err;
	u32 col;
	const char *msg;
	char tag[PAGESNAP_TAG_MAX + 1];
};

int pagesnap_diag(struct pagesnap_diag *d, int err, u32 col, const char *msg);
u32 pagesnap_find(const char *s, u32 len, char c);
int pagesnap_number_in(const char *s, u32 len, u32 base, u64 *v);
int pagesnap_number(const char *s, u32 len, u64 *v);
int pagesnap_duration(const char *s, u32 len, u64 *ns);
int pagesnap_parse_size(const char *value, u32 len, u64 *bytes);
int pagesnap_parse_bool(bool *to, const char *value, u32 len, const char *msg,
			struct pagesnap_diag *d);

#endif /* PAGESNAP_CORE_VALUES_H */

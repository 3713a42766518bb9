/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_TEXT_H
#define PAGESNAP_CORE_TEXT_H

#include "pure.h"

/**
 * struct pagesnap_text - one line of text while it is being written
 * @buf: where the text goes
 * @cap: size of @buf in bytes
 * @len: bytes written
 * @full: something did not fit; @buf has what came before it
 *
 * Numbers are written by hand: vsnprintf costs several times the walk that
 * finds the page.
 */
struct pagesnap_text {
	char *buf;
	u32 cap;
	u32 len;
	bool full;
};

void pagesnap_text_char(struct pagesnap_text *t, char c);
void pagesnap_text_bytes(struct pagesnap_text *t, const char *s, u32 len);
void pagesnap_text_str(struct pagesnap_text *t, const char *s);
void pagesnap_text_dec(struct pagesnap_text *t, u64 v);
void pagesnap_text_hex(struct pagesnap_text *t, u64 v);
void pagesnap_text_escaped(struct pagesnap_text *t, const char *s, u32 len);
void pagesnap_text_key(struct pagesnap_text *t, const char *key, u64 v);
void pagesnap_text_key_hex(struct pagesnap_text *t, const char *key, u64 v);
void pagesnap_text_key_str(struct pagesnap_text *t, const char *key, const char *s);
void pagesnap_text_key_word(struct pagesnap_text *t, const char *key, const char *s, u32 size);
void pagesnap_text_key_escaped(struct pagesnap_text *t, const char *key, const char *s, u32 len);
u32 pagesnap_escaped_len(const char *s, u32 len);

#endif /* PAGESNAP_CORE_TEXT_H */

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_CHANGE_H
#define PAGESNAP_CORE_CHANGE_H

#include <linux/types.h>

struct pagesnap_session;

/* Bytes of changes that nobody has read about yet. */
#define PAGESNAP_CHANGE_MAX 256

bool pagesnap_change_is(const struct pagesnap_session *s, const char *text, u32 len);
int pagesnap_change_add(struct pagesnap_session *s, const char *text, u32 len);
void pagesnap_change_apply(struct pagesnap_session *s);
void pagesnap_change_drop(struct pagesnap_session *s);

#endif /* PAGESNAP_CORE_CHANGE_H */

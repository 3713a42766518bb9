/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_TEST_ALLOC_H
#define PAGESNAP_TEST_ALLOC_H

#include <linux/kprobes.h>

/* Sets it where the function begins, removing it first if it is set; NULL: nowhere. */
int pagesnap_test_probe(struct kprobe *probe, const char *symbol, kprobe_pre_handler_t handler);

int pagesnap_test_nmi_init(void);
void pagesnap_test_nmi_exit(void);
void pagesnap_test_returns_exit(void);

#endif /* PAGESNAP_TEST_ALLOC_H */

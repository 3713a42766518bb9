/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Page flags as page-types shows them: which it hides, what it makes of bits
 * with two meanings, and its letters.
 */
#ifndef KINDS_KPF_H
#define KINDS_KPF_H

#include <stdint.h>

/* Letters of a combination, one for each flag that page-types knows. */
#define KPF_LETTERS 44

/* Name of @bit, those included that kpf_expanded() sets; NULL if it has none. */
const char *kpf_name(unsigned int bit);
/* Without what is for kernel developers: page-types' default. */
uint64_t kpf_well_known(uint64_t flags);
/* With bits of two meanings distinguished: page-types -r. */
uint64_t kpf_expanded(uint64_t flags);
/* Letters of @flags, "_" for those that are not set; not terminated. */
void kpf_letters(uint64_t flags, char to[KPF_LETTERS]);

#endif /* KINDS_KPF_H */

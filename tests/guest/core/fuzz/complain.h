/* SPDX-License-Identifier: GPL-2.0 */
/* What a worker finds wrong: it is counted, and kept with the input. */
#ifndef FUZZ_COMPLAIN_H
#define FUZZ_COMPLAIN_H

void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif /* FUZZ_COMPLAIN_H */

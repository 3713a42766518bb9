/* SPDX-License-Identifier: GPL-2.0 */
#ifndef COMMANDS_DIGESTS_H
#define COMMANDS_DIGESTS_H

struct out_digest;

/* What is made of the answers of which kind besides rows; ends with NULL. */
extern const struct out_digest *const digests[];

#endif /* COMMANDS_DIGESTS_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What export and pagesnap-serve tell each other over a socket.
 *
 * A byte asks for an answer.  It is a head, and the texts one behind the other.
 */
#ifndef BASE_SERVING_H
#define BASE_SERVING_H

#include <stdint.h>

#define SERVING_PROGRAM "pagesnap-serve"

/* Descriptors that pagesnap-serve is started with: where clients come, and that socket. */
#define SERVING_LISTEN 0
#define SERVING_CONTROL 1
/* From here on there are as many more as clients may come to, and nothing behind them. */
#define SERVING_MORE 3
#define SERVING_MORE_MAX 7

enum serving_format { SERVING_TEXT, SERVING_OPENMETRICS, SERVING_FORMATS };

/* Bytes of a text at the most. */
#define SERVING_MAX (64U << 20)

/**
 * struct serving_head - what comes before an answer
 * @len: bytes of each text, by enum serving_format; all 0: it is the last one again
 */
struct serving_head {
	uint64_t len[SERVING_FORMATS];
};

#endif /* BASE_SERVING_H */

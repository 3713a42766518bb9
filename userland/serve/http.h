/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Clients, who ask for /metrics by HTTP.
 */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/serving.h"

/* Clients at a time. */
#define HTTP_CLIENTS 64

struct http;

/* Serves who comes to @listening; @ask is called when an answer is wanted.  NULL: it can't. */
struct http *http_new(int listening, void (*ask)(void *ctx), void *ctx);
void http_free(struct http *h);
/* Takes who comes to another socket, which is readable. */
void http_accept(struct http *h, int listening);
/* The answer to all that wait, in both formats; it is copied.  0 or -ENOMEM. */
int http_answer(struct http *h, const char *const text[SERVING_FORMATS],
		const size_t len[SERVING_FORMATS]);
/* It is the last one again. */
void http_answer_again(struct http *h);
/* A descriptor that is readable when there is something to do, and after how many ms at the latest. */
int http_fd(const struct http *h);
int http_timeout(struct http *h);
/* Does what there is to do.  False if nobody can be served any more. */
bool http_run(struct http *h);

#endif /* SERVE_HTTP_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: requests
 *
 * A request is suspended until there is an answer that is newer than it.  The library calls
 * again then, and gets it.  Both formats of the last answer are kept as responses, which many
 * connections share.
 */
#include <errno.h>
#include <limits.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "accept.h"
#include "base/clock.h"
#include "clients.h"
#include "http.h"

/* Seconds for a request, and for taking the answer; seconds that one waits for it. */
#define PATIENCE 10
#define WAIT 60
/* Bytes of a request with all its headers. */
#define REQUEST_MAX 16384
#define TICK_MS 1000

#define TEXT "text/plain; version=0.0.4; charset=utf-8"
#define OPENMETRICS "application/openmetrics-text; version=1.0.0; charset=utf-8"

/**
 * struct request - what a connection asks for
 * @next: another one that waits
 * @connection: it
 * @client: the same
 * @answers: how many there were before it, plus one; 0: it was not looked at
 * @waits: it is suspended, and in the list
 * @since_ns: when that began
 * @late: it has waited for too long
 */
struct request {
	struct request *next;
	struct MHD_Connection *connection;
	struct client *client;
	uint64_t answers;
	bool waits;
	uint64_t since_ns;
	bool late;
};

/**
 * struct http - a server
 * @daemon: the library's
 * @ask: has an answer made
 * @ctx: for it
 * @asked: it was called, and there is no answer yet
 * @answers: how many there were
 * @last: the last one, by enum serving_format, NULL before the first
 * @waiting: requests that wait for one
 * @clients: connections
 */
struct http {
	struct MHD_Daemon *daemon;
	void (*ask)(void *ctx);
	void *ctx;
	bool asked;
	uint64_t answers;
	struct MHD_Response *last[SERVING_FORMATS];
	struct request *waiting;
	struct clients clients;
};

/* Responses --------------------------------------------------------------------------- */

/* One request a connection: who has got his answer holds no place. */
static struct MHD_Response *new_response(const char *text, size_t len, const char *type)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(len, (void *)text,
								 MHD_RESPMEM_MUST_COPY);

	if (r && MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type) == MHD_YES &&
	    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff") == MHD_YES &&
	    MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store") == MHD_YES &&
	    MHD_add_response_header(r, MHD_HTTP_HEADER_VARY, "Accept") == MHD_YES &&
	    MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close") == MHD_YES)
		return r;
	if (r)
		MHD_destroy_response(r);
	return NULL;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned int status,
			      const char *text)
{
	struct MHD_Response *r = new_response(text, strlen(text), "text/plain; charset=utf-8");
	enum MHD_Result result;

	if (!r)
		return MHD_NO;
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	result = MHD_queue_response(connection, status, r);
	MHD_destroy_response(r);
	return result;
}

static enum MHD_Result respond(struct http *h, struct MHD_Connection *connection)
{
	const char *accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_ACCEPT);
	bool open = accept_openmetrics(accept);

	return MHD_queue_response(connection, MHD_HTTP_OK,
				  h->last[open ? SERVING_OPENMETRICS : SERVING_TEXT]);
}

/* Requests ---------------------------------------------------------------------------- */

static void wait_for_answer(struct http *h, struct request *r)
{
	r->waits = r->client->waits = true;
	r->since_ns = clock_ns(CLOCK_MONOTONIC);
	r->next = h->waiting;
	h->waiting = r;
	MHD_suspend_connection(r->connection);
	if (!h->asked)
		h->ask(h->ctx);
	h->asked = true;
}

/* The library calls on_request() for it again. */
static void go_on(struct request *r, uint64_t now)
{
	r->waits = r->client->waits = false;
	r->client->since_ns = now;
	MHD_resume_connection(r->connection);
}

static void wake_all(struct http *h)
{
	struct request *r = h->waiting, *next;
	uint64_t now = clock_ns(CLOCK_MONOTONIC);

	h->waiting = NULL;
	for (; r; r = next) {
		next = r->next;
		go_on(r, now);
	}
}

/* Looking may take longer than anybody waits. */
static void wake_late(struct http *h, uint64_t now)
{
	struct request **at = &h->waiting, *r;

	while ((r = *at)) {
		if (now - r->since_ns <= WAIT * NS_PER_SECOND) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		r->late = true;
		go_on(r, now);
	}
}

static struct request *new_request(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection,
						MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	struct request *r = info && info->socket_context ? calloc(1, sizeof(*r)) : NULL;

	if (r) {
		r->connection = connection;
		r->client = info->socket_context;
	}
	return r;
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *connection, const char *url,
				  const char *method, const char *version, const char *upload,
				  size_t *upload_size, void **request)
{
	struct request *r = *request;
	struct http *h = ctx;

	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
	if (!r) {
		*request = new_request(connection);
		return *request ? MHD_YES : MHD_NO;
	}
	if (*upload_size)
		return MHD_NO;
	if (strcmp(url, "/metrics"))
		return refuse(connection, MHD_HTTP_NOT_FOUND, "pagesnap: see /metrics\n");
	if (r->late)
		return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "still looking\n");
	if (r->answers && h->answers >= r->answers)
		return respond(h, connection);
	r->answers = h->answers + 1;
	wait_for_answer(h, r);
	return MHD_YES;
}

static void on_completed(void *ctx, struct MHD_Connection *connection, void **request,
			 enum MHD_RequestTerminationCode why)
{
	struct request **at, *r = *request;
	struct http *h = ctx;

	for (at = &h->waiting; r && *at; at = &(*at)->next) {
		if (*at != r)
			continue;
		*at = r->next;
		break;
	}
	free(r);
	*request = NULL;
}

static void on_connection(void *ctx, struct MHD_Connection *connection, void **context,
			  enum MHD_ConnectionNotificationCode what)
{
	const union MHD_ConnectionInfo *info;
	struct http *h = ctx;

	if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
		if (*context)
			clients_remove(&h->clients, *context);
		*context = NULL;
		return;
	}
	info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	if (info)
		*context = clients_add(&h->clients, info->connect_fd,
				       clock_ns(CLOCK_MONOTONIC), HTTP_CLIENTS);
}

/* The server ---------------------------------------------------------------------------- */

/**
 * http_new() - serve
 * @listening: where clients come
 * @ask: has an answer made
 * @ctx: for it
 *
 * Return: server, or NULL.
 */
struct http *http_new(int listening, void (*ask)(void *ctx), void *ctx)
{
	struct http *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->ask = ask;
	h->ctx = ctx;
	h->daemon = MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
				     on_request, h,
				     MHD_OPTION_LISTEN_SOCKET, listening,
				     MHD_OPTION_CONNECTION_LIMIT, (unsigned int)HTTP_CLIENTS,
				     MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)PATIENCE,
				     MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_MAX,
				     MHD_OPTION_STRICT_FOR_CLIENT, 1,
				     MHD_OPTION_NOTIFY_COMPLETED, on_completed, h,
				     MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
				     MHD_OPTION_END);
	if (h->daemon)
		return h;
	free(h);
	return NULL;
}

static void drop_last(struct http *h)
{
	unsigned int i;

	for (i = 0; i < SERVING_FORMATS; i++) {
		if (h->last[i])
			MHD_destroy_response(h->last[i]);
		h->last[i] = NULL;
	}
}

/**
 * http_free() - serve nobody any more
 * @h: server
 */
void http_free(struct http *h)
{
	/* what is suspended can't be ended */
	wake_all(h);
	MHD_stop_daemon(h->daemon);
	drop_last(h);
	free(h);
}

/**
 * http_answer_again() - answer all that wait as those before
 * @h: server, which has an answer
 */
void http_answer_again(struct http *h)
{
	h->answers++;
	h->asked = false;
	wake_all(h);
}

/**
 * http_answer() - answer all that wait
 * @h: server
 * @text: in both formats
 * @len: bytes of these
 *
 * Return: 0 or -ENOMEM.
 */
int http_answer(struct http *h, const char *const text[SERVING_FORMATS],
		const size_t len[SERVING_FORMATS])
{
	static const char *const types[SERVING_FORMATS] = {
		[SERVING_TEXT] = TEXT, [SERVING_OPENMETRICS] = OPENMETRICS,
	};
	unsigned int i;

	drop_last(h);
	for (i = 0; i < SERVING_FORMATS; i++) {
		h->last[i] = new_response(text[i], len[i], types[i]);
		if (!h->last[i])
			return -ENOMEM;
	}
	http_answer_again(h);
	return 0;
}

/**
 * http_accept() - take a client who comes to another socket
 * @h: server
 * @listening: it
 */
void http_accept(struct http *h, int listening)
{
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	int fd = accept4(listening, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);

	/* the library closes what it has no place for */
	if (fd >= 0)
		MHD_add_connection(h->daemon, fd, (struct sockaddr *)&from, len);
}

/**
 * http_fd() - what to wait for
 * @h: server
 *
 * Return: a descriptor, readable when http_run() has something to do.
 */
int http_fd(const struct http *h)
{
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(h->daemon,
							       MHD_DAEMON_INFO_EPOLL_FD);

	return info ? info->epoll_fd : -1;
}

/**
 * http_timeout() - how long to wait for it
 * @h: server
 *
 * Return: milliseconds, -1 for any time.
 */
int http_timeout(struct http *h)
{
	MHD_UNSIGNED_LONG_LONG ms = INT_MAX;

	if (MHD_get_timeout(h->daemon, &ms) != MHD_YES && !h->clients.nr)
		return -1;
	return h->clients.nr && ms > TICK_MS ? TICK_MS : ms < INT_MAX ? (int)ms : INT_MAX;
}

/**
 * http_run() - do what there is to do
 * @h: server
 *
 * Return: false if nothing can be done any more.
 */
bool http_run(struct http *h)
{
	uint64_t now = clock_ns(CLOCK_MONOTONIC);

	clients_cut_slow(&h->clients, now, PATIENCE * NS_PER_SECOND);
	wake_late(h, now);
	return MHD_run(h->daemon) == MHD_YES;
}

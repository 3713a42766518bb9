// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: answers to queries that can't be asked
 *
 * As a stream, so that they are decoded, counted, printed and saved in the one
 * way that there is.
 */
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "refusals.h"

/* As much of the query as the module repeats. */
#define TEXT_MAX 4096
#define EDGE_MAX (PAGESNAP_REC_MAX - sizeof(struct pagesnap_bytes))

static struct pagesnap_rec head(size_t len, unsigned int type, unsigned int flags)
{
	return (struct pagesnap_rec){ .len = len, .type = type, .flags = flags };
}

/**
 * refusals_header() - a stream's header in the name of this program
 * @collection: that was to be asked
 * @buf: takes it
 *
 * Return: bytes in @buf.
 */
size_t refusals_header(const char *collection, void *buf)
{
	struct pagesnap_header h = {
		.rec = head(sizeof(h), PAGESNAP_REC_HEADER, 0),
		.byte_order = PAGESNAP_BYTE_ORDER,
		.abi_major = PAGESNAP_ABI_MAJOR,
		.abi_minor = PAGESNAP_ABI_MINOR,
		.page_shift = __builtin_ctzl(sysconf(_SC_PAGESIZE)),
		.file = "client",
		.boot = "?",
	};
	struct timespec now;
	struct utsname name;

	memcpy(h.collection, collection, strnlen(collection, sizeof(h.collection) - 1));
	memcpy(h.magic, PAGESNAP_MAGIC, sizeof(h.magic));
	clock_gettime(CLOCK_REALTIME, &now);
	h.time_ns = now.tv_sec * 1000000000ull + now.tv_nsec;
	if (!uname(&name))
		memcpy(h.kernel, name.release, strnlen(name.release, sizeof(h.kernel) - 1));
	memcpy(buf, &h, sizeof(h));
	return sizeof(h);
}

/* @text in records of bytes. */
static size_t put_bytes(uint32_t q, const char *text, size_t len, char *buf)
{
	size_t done = 0, out = 0;

	while (done < len) {
		size_t nr = len - done < EDGE_MAX ? len - done : EDGE_MAX;
		size_t padded = (nr + 7) & ~(size_t)7;
		struct pagesnap_bytes bytes = {
			.rec = head(sizeof(bytes) + padded, PAGESNAP_REC_BYTES,
				    done + nr < len ? PAGESNAP_RF_MORE : 0),
			.q = q,
			.nr = nr,
		};

		memset(buf + out, 0, sizeof(bytes) + padded);
		memcpy(buf + out, &bytes, sizeof(bytes));
		memcpy(buf + out + sizeof(bytes), text + done, nr);
		out += sizeof(bytes) + padded;
		done += nr;
	}
	return out;
}

/**
 * refusals_answer() - the answer to a query that can't be asked
 * @query: it, with the refusal
 * @buf: takes the stream
 *
 * Return: bytes in @buf.
 */
size_t refusals_answer(const struct query *query, void *buf)
{
	size_t msg_len = strlen(query->refusal);
	size_t text_len = query->len < TEXT_MAX ? query->len : TEXT_MAX;
	struct pagesnap_error error = {
		.rec = head(sizeof(error), PAGESNAP_REC_ERROR, PAGESNAP_RF_MORE),
		.q = query->number,
		.line = query->line_number,
		.err = query->err,
		.col = query->col,
		.msg_len = msg_len,
		.text_len = text_len,
	};
	struct pagesnap_end end = {
		.rec = head(sizeof(end), PAGESNAP_REC_END, 0),
		.q = query->number,
		.status = PAGESNAP_END_ERROR,
	};
	char bytes[TEXT_MAX + 256];
	size_t len = sizeof(error);

	memcpy(bytes, query->refusal, msg_len);
	memcpy(bytes + msg_len, query->line, text_len);
	memcpy(buf, &error, sizeof(error));
	len += put_bytes(query->number, bytes, msg_len + text_len, (char *)buf + len);
	memcpy((char *)buf + len, &end, sizeof(end));
	return len + sizeof(end);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Prints a saved stream: make-stream FILE LINE... [- FILE LINE...]...
 * FILE is an index file, "accesses/task_index", or "newer": records of a module to come.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/pagesnap.h>
#include <linux/pagesnap/pages.h>

#include "answer.h"

static void flush(struct stream *s)
{
	if (fwrite(s->buf, 1, s->len, stdout) != s->len)
		exit(1);
	s->len = 0;
}

/* A type that nobody knows, with bytes. */
static void put_newer(struct stream *s)
{
	struct {
		struct pagesnap_rec rec;
		__u64 what;
		struct pagesnap_bytes bytes;
		char text[8];
	} newer = {
		.rec = { .len = 16, .type = 999, .flags = PAGESNAP_RF_MORE },
		.what = ~0ull,
		.bytes = { .rec = { .len = 24, .type = PAGESNAP_REC_BYTES }, .nr = 3 },
		.text = "new",
	};

	memcpy(s->buf + s->len, &newer, sizeof(newer));
	s->len += sizeof(newer);
}

int main(int argc, char **argv)
{
	struct stream s = { .spill = flush };
	unsigned int q = 0, session = 0;
	const char *file = NULL;
	int i;

	for (i = 1; i < argc; i++) {
		if (!file) {
			file = argv[i];
			q = 0;
			answer_header(&s, strcmp(file, "newer") ? file : "filename_index", ++session);
			if (!strcmp(file, "newer"))
				put_newer(&s);
		} else if (!strcmp(argv[i], "-")) {
			file = NULL;
		} else {
			answer_line(&s, strcmp(file, "newer") ? file : "filename_index", ++q,
				    argv[i], strlen(argv[i]));
		}
	}
	flush(&s);
	free(s.buf);
	return fflush(stdout) != 0;
}

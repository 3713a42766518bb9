// SPDX-License-Identifier: GPL-2.0
/* Which ranges of a file are in the page cache: cached FILE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pagesnap.h>

/* A line for each range; *ctx becomes 1 if the answer is not complete. */
static int show(void *ctx, const struct pagesnap_record *r)
{
	const struct pagesnap_run *run = &r->u->run;
	const char *message;
	size_t len;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_RUN:
		printf("pages %llu to %llu: %s\n", run->index, run->index + run->nr - 1,
		       run->flags & 1 << KPF_DIRTY ? "dirty" : "clean");
		break;
	case PAGESNAP_REC_ERROR:
		message = pagesnap_record_message(r, &len);
		fprintf(stderr, "cached: %.*s\n", (int)len, message);
		break;
	case PAGESNAP_REC_END:
		if (r->u->end.status != PAGESNAP_END_COMPLETE)
			*(int *)ctx = 1;
		break;
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct pagesnap_params params = { .has_mask = true, .mask = 1 << KPF_DIRTY };
	struct pagesnap_session *s;
	char *path;
	int failed = 0, err;

	if (argc != 2) {
		fprintf(stderr, "usage: cached FILE\n");
		return 2;
	}
	/* paths are absolute, and their end is the file itself */
	path = realpath(argv[1], NULL);
	if (!path) {
		perror(argv[1]);
		return 1;
	}
	params.path = path;

	err = pagesnap_open(&s, PAGESNAP_FILE, NULL);
	if (!err)
		err = pagesnap_queue(s, &params);
	if (!err) {
		do
			err = pagesnap_read(s, show, &failed);
		while (err > 0);
	}
	if (err)
		fprintf(stderr, "cached: %s\n", s ? pagesnap_message(s) : strerror(-err));
	pagesnap_close(s);
	free(path);
	return err || failed;
}

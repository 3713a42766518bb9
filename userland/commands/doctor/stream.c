// SPDX-License-Identifier: GPL-2.0
/*
 * What the module that runs says of itself.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "lib/collection.h"
#include "lib/internal.h"

/* A line of the file "format" that says what is unknown on this kernel. */
#define UNKNOWN "unknown: "

static int take_header(void *ctx, const struct pagesnap_record *r)
{
	struct pagesnap_header *header = ctx;

	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		*header = r->u->header;
	return 0;
}

/**
 * doctor_header() - the header of a stream
 * @out: session, to be closed, or NULL; what went wrong is its message
 * @header: filled
 *
 * By a query of no frame: its answer begins as all do.
 *
 * Return: 0 or a negative errno.
 */
int doctor_header(struct pagesnap_session **out, struct pagesnap_header *header)
{
	static const char query[] = "0+0 group=total";
	int more = pagesnap_open(out, PAGESNAP_PFN, NULL);

	if (!more)
		more = pagesnap_queue_line(*out, query, sizeof(query) - 1);
	if (more)
		return more;
	do
		more = pagesnap_read(*out, take_header, header);
	while (more > 0);
	return more;
}

/*
 * The first line of what went wrong.  What to do stands in the lines of the checks, unless it is
 * to load the module again: then that is the command.
 */
static void say_failure(struct doctor *d, const struct pagesnap_session *s, int err)
{
	const char *message = s ? pagesnap_message(s) : strerror(-err);
	const char *reload = err == -EPROTONOSUPPORT ? strstr(message, ": " PAGESNAP_RELOAD) : NULL;
	int len = reload ? reload - message : (int)strcspn(message, "\n");

	doctor_say(d, "records", d->is_loaded && d->may_look ? DOCTOR_FAILS : DOCTOR_UNKNOWN,
		   reload ? PAGESNAP_RELOAD : "", "%.*s", len, message);
}

/**
 * doctor_stream() - do client and module understand each other?
 * @d: examination, behind those of the module and of this process
 */
void doctor_stream(struct doctor *d)
{
	struct pagesnap_header header = { .abi_major = 0 };
	struct pagesnap_session *s = NULL;
	int err = doctor_header(&s, &header);

	if (err < 0)
		say_failure(d, s, err);
	else
		doctor_say(d, "records", DOCTOR_OK, "", "client %u.%u, module %u.%u",
			   PAGESNAP_ABI_MAJOR, PAGESNAP_ABI_MINOR, header.abi_major,
			   header.abi_minor);
	pagesnap_close(s);
}

/**
 * doctor_unknown() - what can't this kernel report?
 * @d: examination
 *
 * The module lists it; what is there is "?" or "-" in records, or never comes.
 */
void doctor_unknown(struct doctor *d)
{
	char path[4096], *line = NULL;
	size_t cap = 0;
	FILE *format;

	if (pagesnap_find_dir(NULL, pagesnap_collection_pages.folder, path,
			      sizeof(path) - sizeof("/format")) < 0)
		return;
	strcat(path, "/format");
	format = fopen(path, "re");
	if (!format)
		return;
	while (getline(&line, &cap, format) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (!strncmp(line, UNKNOWN, strlen(UNKNOWN)))
			doctor_say(d, "unknown", DOCTOR_NOTE, "", "%s", line + strlen(UNKNOWN));
	}
	free(line);
	fclose(format);
}

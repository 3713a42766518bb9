// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "document.h"

static int write_texts(const struct export_look *look, size_t top, struct metrics *texts, size_t nr)
{
	struct export_document document;
	int err = export_document_make(&document, look, top);
	size_t i;

	for (i = 0; i < nr && !err; i++)
		err = export_document_write(&document, &texts[i]);
	export_document_free(&document);
	if (err)
		say_error("%s", strerror(-err));
	return err;
}

/**
 * export_answer_failed() - write down that there was no look
 * @texts: get it
 * @nr: how many
 *
 * Return: 0 or -ENOMEM.
 */
int export_answer_failed(struct metrics *texts, size_t nr)
{
	return write_texts(NULL, 0, texts, nr);
}

/* What failed was said. */
static int answer(struct export_look *look, const struct export_asking *asking,
		  struct metrics *texts, size_t nr)
{
	int err = export_look(look, asking->percent);

	if (err == -EINTR) {
		say_error("interrupted: not all was seen");
		return EXIT_INTERRUPTED;
	}
	if (write_texts(err ? NULL : look, asking->top, texts, nr) || err)
		return EXIT_FAILED;
	return look->partial ? EXIT_PARTIAL : EXIT_OK;
}

/**
 * export_answer() - look, and write down what there is to say
 * @asking: how to look
 * @texts: get it
 * @nr: how many
 *
 * Context: interrupt_catch() was called.
 * Return: an exit code.
 */
int export_answer(const struct export_asking *asking, struct metrics *texts, size_t nr)
{
	struct export_look *look = calloc(1, sizeof(*look));
	int code;

	if (!look) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = answer(look, asking, texts, nr);
	export_look_free(look);
	free(look);
	return code;
}

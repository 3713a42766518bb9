// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: two moments of a recording
 *
 * All of a moment is read, as an answer without files tells that these have come or gone.
 */
#include <errno.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "recorded.h"
#include "recording/at.h"

/*
 * Times that lie between the same two moments name one of them, and the last time that it was 03:05
 * may have been before that at which it was 02:50.
 */
static int check_order(const struct diff_recorded *recorded, const struct at at[DIFF_MOMENTS])
{
	const char *folder = say_safe(recorded->folder);

	if (at[DIFF_FIRST].number == at[DIFF_SECOND].number)
		say_error("%s: --from and %s are both %s: nothing can be compared", folder,
			  recorded->to ? "--to" : "the last moment", at[DIFF_FIRST].name);
	else if (at[DIFF_FIRST].number > at[DIFF_SECOND].number)
		say_error("%s: --to is %s, before %s, which is --from", folder,
			  at[DIFF_SECOND].name, at[DIFF_FIRST].name);
	else
		return 0;
	return -ERANGE;
}

static int open_both(const struct diff_recorded *recorded, unsigned int files,
		     struct at at[DIFF_MOMENTS])
{
	return at_open(&at[DIFF_FIRST], recorded->folder, recorded->from, files) ?:
	       at_open(&at[DIFF_SECOND], recorded->folder, recorded->to, files) ?:
	       check_order(recorded, at);
}

/**
 * diff_recorded() - compare two moments of a recording and print rows
 * @recorded: which
 * @asked: how
 * @options: of the run
 *
 * Context: output_open() and interrupt_catch() were called.
 * Return: an exit code, after a message if that is not 0.
 */
int diff_recorded(const struct diff_recorded *recorded, const struct diff_asked *asked,
		  struct options *options)
{
	struct at at[DIFF_MOMENTS] = { { .fd = -1 }, { .fd = -1 } };
	int err = open_both(recorded, asked->by == DIFF_BY_CLASS ? 1U << PAGESNAP_PFN : 0, at);
	const int fds[DIFF_MOMENTS] = { at[DIFF_FIRST].fd, at[DIFF_SECOND].fd };
	const char *const origins[DIFF_MOMENTS] = { at[DIFF_FIRST].name, at[DIFF_SECOND].name };
	int code = err == -EINVAL ? EXIT_USAGE : EXIT_FAILED;

	if (!err)
		code = diff_streams(fds, origins, asked, options);
	if (code == EXIT_OK && (at[DIFF_FIRST].damaged || at[DIFF_SECOND].damaged))
		code = EXIT_PARTIAL;
	at_close(&at[DIFF_FIRST]);
	at_close(&at[DIFF_SECOND]);
	return code;
}

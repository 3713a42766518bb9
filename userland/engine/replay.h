/* SPDX-License-Identifier: GPL-2.0 */
/* --read: answers that were saved. */
#ifndef REPLAY_H
#define REPLAY_H

#include "answers.h"
#include "save.h"

/*
 * Reads the stream in file @path ("-": stdin); @save gets its bytes, or is NULL.  0, -EINTR after a signal,
 * -ENODATA if the stream is cut or damaged, or another -errno; after a message.
 */
int replay_run(const char *path, struct answers *answers, struct save *save);

#endif /* REPLAY_H */

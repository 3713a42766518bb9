// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the types of filesystems that a line is about, looked for
 *
 * What is wrong becomes a fault of the line.
 */
#include <linux/fs.h>

#include "../fs/supers.h"
#include "subject.h"

/* Of a type, why there is none. */
static int no_type(const struct pagesnap_query *q, int err, struct pagesnap_diag *d)
{
	if (err == -EOPNOTSUPP)
		return pagesnap_diag(d, -EOPNOTSUPP, q->type.off,
				      "this kernel hides the filesystems of this type: name a path");
	return pagesnap_diag(d, -ENODEV, q->type.off,
			      "no filesystem of this type: see /proc/filesystems");
}

/**
 * pagesnap_subject_type() - is there such a type?
 * @q: query with a type
 * @text: its line
 * @d: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_type(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_diag *d)
{
	int err = pagesnap_supers_check(text + q->type.off, q->type.len);

	return err ? no_type(q, err, d) : 0;
}

/**
 * pagesnap_subject_supers() - note the superblocks of type:NAME, and of dev=
 * @q: query with a type
 * @text: its line
 * @s: zeroed; pagesnap_supers_drop() is owed in any case
 * @d: what is wrong, if something is
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_supers(const struct pagesnap_query *q, const char *text,
			    struct pagesnap_supers *s, struct pagesnap_diag *d)
{
	int err = pagesnap_supers_find(s, text + q->type.off, q->type.len);

	switch (err) {
	case 0:
		break;
	case -ENODEV:
	case -EOPNOTSUPP:
		return no_type(q, err, d);
	case -E2BIG:
		return pagesnap_diag(d, err, q->type.off,
				      "too many filesystems of this type: name a path");
	case -ENOMEM:
		return pagesnap_diag(d, err, 0, "no memory");
	default:
		return pagesnap_diag(d, err, q->type.off, "the reader was killed");
	}
	/* That of all block devices is one; sb.c looks for the device among them. */
	if (!q->has_dev || !s->type)
		return 0;
	pagesnap_supers_keep(s, q->dev_major, q->dev_minor);
	if (s->nr)
		return 0;
	return pagesnap_diag(d, -ENODEV, q->type.off, "no filesystem of this type on this device");
}

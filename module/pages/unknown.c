// SPDX-License-Identifier: GPL-2.0
/*
 * Why values of an answer are "?": a note for each kind of them that went out,
 * before its end.  What no answer can report, since the kernel doesn't know it, is in the
 * file format (compat/unknown.h).
 */
#include <linux/bits.h>
#include <linux/stat.h>

#include "../core/answer.h"
#include "unknown.h"

static const char *const notes[] = {
	[PAGESNAP_UNKNOWN_ZONE] =
		"zone=?: the firmware's frames there name a node or zone that they are no part of",
	[PAGESNAP_UNKNOWN_OWNER] =
		"state=? name=?: these frames were their file's no more when it was looked for",
	[PAGESNAP_UNKNOWN_CACHE] =
		"state=? name=?: these were slabs no more, or the kernel hides whose they are",
	[PAGESNAP_UNKNOWN_SLAB] =
		"inode=?, dentries=?, xa_nodes=?: hidden by the kernel, or of more than 1024 names",
	[PAGESNAP_UNKNOWN_NAME] = "name=?: a path of more than 4095 bytes",
	[PAGESNAP_UNKNOWN_TYPE] = "type=?: inodes that are no kind of file",
};

/* A path is never "?" alone. */
static bool is_unnamed(const char *name, u32 len)
{
	return len == 1 && name[0] == '?';
}

static bool is_unsized(const struct pagesnap_objects *o)
{
	return o->bytes == PAGESNAP_UNKNOWN || o->cgroup == PAGESNAP_UNKNOWN;
}

/**
 * pagesnap_unknown_object() - the record of an object goes out
 * @w: walk
 * @o: record
 * @bytes: that follow it
 */
void pagesnap_unknown_object(struct pagesnap_walk *w, const union pagesnap_object *o,
			     const char *bytes)
{
	bool unnamed = false;

	switch (o->rec.type) {
	case PAGESNAP_REC_SB:
		unnamed = is_unnamed(bytes + o->sb.asked_len, o->sb.name_len);
		break;
	case PAGESNAP_REC_FILE:
		unnamed = is_unnamed(bytes, o->file.name_len);
		if (o->rec.flags & PAGESNAP_RF_SLAB &&
		    (is_unsized(&o->file.slab_inode) || is_unsized(&o->file.slab_dentries) ||
		     is_unsized(&o->file.slab_nodes)))
			w->unknown |= BIT(PAGESNAP_UNKNOWN_SLAB);
		/* Of metadata the state says it. */
		if (!(o->file.mode & S_IFMT) && o->file.state != PAGESNAP_STATE_META)
			w->unknown |= BIT(PAGESNAP_UNKNOWN_TYPE);
		break;
	case PAGESNAP_REC_VMA:
		unnamed = is_unnamed(bytes, o->vma.name_len);
		break;
	}
	if (unnamed)
		w->unknown |= BIT(PAGESNAP_UNKNOWN_NAME);
}

/**
 * pagesnap_unknown_named() - a run or page goes out
 * @w: walk, with its name
 * @run: its record
 */
void pagesnap_unknown_named(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	pagesnap_unknown_run(w, run);
	if (!(run->rec.flags & PAGESNAP_RF_NAME))
		return;
	if (run->rec.flags & PAGESNAP_RF_CACHE && run->name_state == PAGESNAP_UNKNOWN32)
		w->unknown |= BIT(PAGESNAP_UNKNOWN_CACHE);
	if (!(run->rec.flags & PAGESNAP_RF_OWNER))
		return;
	if (run->name_state == PAGESNAP_UNKNOWN32)
		w->unknown |= BIT(PAGESNAP_UNKNOWN_OWNER);
	else if (is_unnamed(w->name, run->name_len))
		w->unknown |= BIT(PAGESNAP_UNKNOWN_NAME);
}

/**
 * pagesnap_unknown_notes() - say why, of all that went out
 * @w: walk, about to end
 *
 * Context: there is room for a record's line, which is far more than all notes.
 */
void pagesnap_unknown_notes(struct pagesnap_walk *w)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(notes); i++)
		if (w->unknown & BIT(i))
			pagesnap_answer_note(w->e, w->request.q, notes[i]);
}

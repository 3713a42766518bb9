/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_NEAR_H
#define PAGESNAP_FS_NEAR_H

#include <linux/path.h>
#include <linux/types.h>

/* Bytes of a folder's path that are kept; longer ones are looked up each time. */
#define PAGESNAP_NEAR_MAX 512

/**
 * struct pagesnap_near - the folder of the file that was looked up last
 * @path: it, pinned, once a second file in it was asked for; without a mount before
 * @len: bytes of @text; 0 if nothing was looked up
 * @tried: it was tried to find @shown
 * @shown_len: bytes of @shown; 0 if that is not known
 * @text: its path as it was asked for, its last slash included
 * @shown: its path as the reader sees it, with a slash
 */
struct pagesnap_near {
	struct path path;
	u32 len;
	bool tried;
	u32 shown_len;
	char text[PAGESNAP_NEAR_MAX];
	char shown[PAGESNAP_NEAR_MAX];
};

int pagesnap_near_lookup(struct pagesnap_near *near, const char *text, u32 len,
			 struct path *path);
u32 pagesnap_near_name(struct pagesnap_near *near, const struct path *path, char *scratch,
		       char *name);
void pagesnap_near_drop(struct pagesnap_near *near);

#endif /* PAGESNAP_FS_NEAR_H */

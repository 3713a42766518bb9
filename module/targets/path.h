/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_TARGETS_PATH_H
#define PAGESNAP_TARGETS_PATH_H

#include "../core/index.h"

struct inode;
struct pagesnap_near;
struct path;

int pagesnap_subject_path(const struct pagesnap_query *q, const char *text, char *buf,
			  struct path *path, struct pagesnap_diag *d);
int pagesnap_subject_near(const struct pagesnap_query *q, const char *text, char *buf,
			  struct pagesnap_near *near, struct path *path, struct pagesnap_diag *d);
int pagesnap_subject_try_path(const struct pagesnap_query *q, const char *text, u32 len,
			      struct path *path, struct pagesnap_diag *d);
void pagesnap_subject_hint(const struct pagesnap_query *q, const char *text, u32 len, char *buf,
			   struct pagesnap_diag *d);
int pagesnap_subject_file(const struct pagesnap_query *q, const struct inode *inode,
			  struct pagesnap_diag *d);
struct inode *pagesnap_subject_inode(const struct path *path);
void pagesnap_subject_inode_drop(struct inode *inode);

#endif /* PAGESNAP_TARGETS_PATH_H */

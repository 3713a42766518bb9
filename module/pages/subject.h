/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SUBJECT_H
#define PAGESNAP_PAGES_SUBJECT_H

#include "../core/index.h"

struct inode;
struct pagesnap_near;
struct pagesnap_supers;
struct path;

int pagesnap_subject_path(const struct pagesnap_query *q, const char *text, char *buf,
			  struct path *path, struct pagesnap_diag *d);
int pagesnap_subject_near(const struct pagesnap_query *q, const char *text, char *buf,
			  struct pagesnap_near *near, struct path *path, struct pagesnap_diag *d);
void pagesnap_subject_hint(const struct pagesnap_query *q, const char *text, u32 len, char *buf,
			   struct pagesnap_diag *d);
int pagesnap_subject_file(const struct pagesnap_query *q, const struct inode *inode,
			  struct pagesnap_diag *d);
int pagesnap_subject_type(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_diag *d);
int pagesnap_subject_supers(const struct pagesnap_query *q, const char *text,
			    struct pagesnap_supers *s, struct pagesnap_diag *d);

#endif /* PAGESNAP_PAGES_SUBJECT_H */

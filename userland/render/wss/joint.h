/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows that are of several processes: files, and cgroups.
 */
#ifndef RENDER_WSS_JOINT_H
#define RENDER_WSS_JOINT_H

#include "processes.h"
#include "spans.h"

/**
 * struct wss_joint - what a row of several processes is made of; all zero is nothing
 * @group: key and sums; the sums of a file don't have what is in @spans
 * @processes: how many
 * @last: the PID of the last one, by which it is told from the next
 * @samples: since the one that was looked at last was looked at first
 * @missed: samples that were missed, of the one that has most
 * @unknown: windows that the samples of one of them don't cover
 * @name: of a file; owned, NULL for none
 * @name_len: bytes of it
 * @spans: pages of a file
 */
struct wss_joint {
	struct wss_group group;
	uint64_t processes;
	uint32_t last;
	uint64_t samples;
	uint64_t missed;
	bool unknown[WSS_WINDOWS];
	char *name;
	size_t name_len;
	struct wss_spans spans;
};

/**
 * struct wss_joints - such rows; all zero is none
 * @groups: files or cgroups, each a struct wss_joint
 * @rest: of cgroups, processes of which none is known; of files, memory that is of none
 * @elsewhere: of files, pages in no mapping that is known
 */
struct wss_joints {
	struct wss_groups groups;
	struct wss_joint rest;
	struct wss_joint elsewhere;
};

/*
 * A VMA of a process; its page @start is the first that is not passed yet.  All VMAs of a process
 * come before those of the next.  0 or -ENOMEM.
 */
int wss_joints_place(struct wss_joints *all, const struct wss_process *p,
		     const struct pagesnap_vma *vma, const char *name, size_t len, uint64_t start);
/* Behind all VMAs: a process as a whole, whose other pages are in no mapping.  0 or -ENOMEM. */
void wss_joints_elsewhere(struct wss_joints *all, const struct wss_process *p);
/* A process of the cgroup that it says.  0 or -ENOMEM. */
int wss_joints_cgroup(struct wss_joints *all, const struct wss_process *p);
/* Fills in the row of one; @by says which it is.  0 or -ENOMEM. */
int wss_line_of_joint(const struct wss_joint *j, enum wss_by by, struct wss_line *line);
void wss_joints_free(struct wss_joints *all);

#endif /* RENDER_WSS_JOINT_H */

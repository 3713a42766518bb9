/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The events, events/pagesnap/: docs/events.md says what their fields mean.  Fields that may be
 * unknown are signed, -1 where it is and -2 where there is none.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM pagesnap

#if !defined(PAGESNAP_EVENTS_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define PAGESNAP_EVENTS_TRACE_H

#include <linux/tracepoint.h>

#include "../core/tracing.h"
#include "head.h"
#include "hold.h"
#include "known.h"
#include "uapi.h"

DECLARE_EVENT_CLASS(pagesnap_pages,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_run *r,
		 const struct known_owner *o, s64 pid),
	TP_ARGS(t, r, o, pid),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, index)
		__field(u64, nr)
		__field(s64, pfn)
		__field(s64, pfn_end)
		__field(u64, frames)
		__field(u64, flags)
		__field(s64, mapped)
		__field(s64, cgroup)
		__field(s64, cgroup_online)
		__field(s64, swp_type)
		__field(s64, swp_offset)
		__field(s64, ino)
		__field(s64, owner_index)
		DEV_FIELDS
		__field(u32, gen)
		__field(u32, ref_min)
		__field(u32, ref_max)
		__field(u32, map_min)
		__field(u32, map_max)
		__field(s32, node)
		__field(s32, pid)
		__field(s16, order)
		__field(s16, map_order)
		__array(char, kind, 12)
		__array(char, zone, 16)
		__array(char, state, 8)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->index = r->index;
		__entry->nr = r->nr;
		__entry->pfn = r->pfn;
		__entry->pfn_end = r->pfn_end;
		__entry->frames = r->frames;
		__entry->flags = r->flags;
		__entry->mapped = r->mapped;
		__entry->cgroup = r->cgroup;
		__entry->cgroup_online = r->cgroup_online;
		SWAP_ASSIGN(r->rec.flags & PAGESNAP_RF_SWAP, r->owner_gen, r->owner_index);
		__entry->owner_index = o->index;
		OWNER_ASSIGN(o);
		__entry->ref_min = r->ref_min;
		__entry->ref_max = r->ref_max;
		__entry->map_min = r->map_min;
		__entry->map_max = r->map_max;
		__entry->node = r->node;
		__entry->pid = pid;
		__entry->order = r->order;
		__entry->map_order = r->unit == PAGESNAP_UNIT_VPN ? r->map_order : -2;
		strscpy_pad(__entry->kind, pagesnap_kind_name(r->kind), sizeof(__entry->kind));
		strscpy_pad(__entry->zone, r->zone_name, sizeof(__entry->zone));
		strscpy_pad(__entry->state, pagesnap_events_state(o->state),
			    sizeof(__entry->state));
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " index=%llu nr=%llu pfn=0x%llx frames=%llu kind=%s order=%d ref=%u-%u "
		  "map=%u-%u node=%d zone=%s cgroup=%lld flags=%s dev=%u:%u ino=%lld "
		  "owner_index=%lld pid=%d swap=%lld:%lld state=%s name=%s",
		  HEAD_ARGS, __entry->index, __entry->nr, __entry->pfn, __entry->frames,
		  __entry->kind, __entry->order, __entry->ref_min, __entry->ref_max,
		  __entry->map_min, __entry->map_max, __entry->node, __entry->zone,
		  __entry->cgroup, __print_flags(__entry->flags, ",", KPF_NAMES),
		  __entry->dev_major, __entry->dev_minor, __entry->ino, __entry->owner_index,
		  __entry->pid, __entry->swp_type, __entry->swp_offset, __entry->state,
		  __get_str(name))
);

DEFINE_EVENT_FN(pagesnap_pages, page,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_run *r,
		 const struct known_owner *o, s64 pid),
	TP_ARGS(t, r, o, pid), pagesnap_events_hold, pagesnap_events_drop);

DEFINE_EVENT_FN(pagesnap_pages, run,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_run *r,
		 const struct known_owner *o, s64 pid),
	TP_ARGS(t, r, o, pid), pagesnap_events_hold, pagesnap_events_drop);

TRACE_EVENT_FN(gap,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_gap *r, const char *what,
		 const struct known_owner *o, s64 pid),
	TP_ARGS(t, r, what, o, pid),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(u64, index)
		__field(u64, nr)
		__field(s64, swp_type)
		__field(s64, swp_offset)
		__field(s64, pfn)
		__field(s64, ino)
		__field(s64, owner_index)
		__field(u32, gen)
		__field(s32, pid)
		__field(s16, order)
		__array(char, what, 8)
		__array(char, why, 16)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->index = r->index;
		__entry->nr = r->nr;
		SWAP_ASSIGN(r->rec.type == PAGESNAP_REC_SWAP, r->swp_type, r->swp_offset);
		__entry->order = r->rec.type == PAGESNAP_REC_SWAP ? r->order : -2;
		__entry->pfn = r->rec.type == PAGESNAP_REC_SPECIAL ? r->pfn : PAGESNAP_NONE;
		OWNER_ASSIGN(o);
		__entry->owner_index = o->index;
		__entry->pid = pid;
		strscpy_pad(__entry->what, what, sizeof(__entry->what));
		strscpy_pad(__entry->why, r->rec.type == PAGESNAP_REC_SWAP ? "-" :
			    t->words->why(r->why), sizeof(__entry->why));
	),
	TP_printk(HEAD_PRINT " what=%s why=%s index=%llu nr=%llu dev=%u:%u ino=%lld "
		  "owner_index=%lld pid=%d order=%d swap=%lld:%lld pfn=%lld",
		  HEAD_ARGS, __entry->what, __entry->why, __entry->index, __entry->nr,
		  __entry->dev_major, __entry->dev_minor, __entry->ino, __entry->owner_index,
		  __entry->pid, __entry->order, __entry->swp_type, __entry->swp_offset,
		  __entry->pfn),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(sb,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_sb *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__array(char, fstype, 32)
		__array(char, sb_id, 32)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		DEV_ASSIGN(r);
		strscpy_pad(__entry->fstype, r->fstype, sizeof(__entry->fstype));
		strscpy_pad(__entry->sb_id, r->id, sizeof(__entry->sb_id));
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " dev=%u:%u fstype=%s sb_id=%s name=%s",
		  HEAD_ARGS, __entry->dev_major, __entry->dev_minor, __entry->fstype,
		  __entry->sb_id, __get_str(name)),
	pagesnap_events_hold, pagesnap_events_drop
);

/* Bytes of slab objects, with slab=1. */
#define SLAB_ASSIGN(what)						\
	(__entry->slab_##what = r->rec.flags & PAGESNAP_RF_SLAB ?	\
				r->slab_##what.bytes : PAGESNAP_UNKNOWN)

TRACE_EVENT_FN(file,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_file *r,
		 const struct pagesnap_sums *s),
	TP_ARGS(t, r, s),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(s64, ino)
		__field(s64, subvol)
		__field(s64, size)
		__field(s64, cached)
		__field(u32, gen)
		__field(s32, nlink)
		__field(u32, mode)
		__array(char, state, 8)
		SUMS_FIELDS
		__field(s64, droppable)
		__field(s64, slab_inode)
		__field(s64, slab_dentries)
		__field(s64, slab_nodes)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		DEV_ASSIGN(r);
		__entry->ino = r->ino;
		__entry->subvol = r->subvol;
		__entry->size = r->size;
		__entry->cached = r->cached;
		__entry->gen = r->gen;
		__entry->nlink = r->nlink;
		__entry->mode = r->mode ?: PAGESNAP_UNKNOWN32;
		strscpy_pad(__entry->state, pagesnap_state_name(r->state), sizeof(__entry->state));
		SUMS_ASSIGN(s);
		__entry->droppable = r->rec.flags & PAGESNAP_RF_SUMS ?
				     r->droppable : PAGESNAP_UNKNOWN;
		SLAB_ASSIGN(inode);
		SLAB_ASSIGN(dentries);
		SLAB_ASSIGN(nodes);
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " dev=%u:%u ino=%lld subvol=%lld gen=%u size=%lld cached=%lld nlink=%d "
		  "mode=%#o state=%s " SUMS_PRINT " droppable=%lld slab_inode=%lld "
		  "slab_dentries=%lld slab_nodes=%lld name=%s",
		  HEAD_ARGS, __entry->dev_major, __entry->dev_minor, __entry->ino,
		  __entry->subvol, __entry->gen, __entry->size, __entry->cached,
		  __entry->nlink, __entry->mode, __entry->state, SUMS_ARGS,
		  __entry->droppable, __entry->slab_inode, __entry->slab_dentries,
		  __entry->slab_nodes, __get_str(name)),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(task,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_task *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(s32, pid)
		__field(u64, vmas)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->pid = r->pid;
		__entry->vmas = r->vmas;
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " pid=%d vmas=%llu name=%s",
		  HEAD_ARGS, __entry->pid, __entry->vmas, __get_str(name)),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(vma,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_vma *r,
		 const struct pagesnap_sums *s, s64 pid),
	TP_ARGS(t, r, s, pid),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(u64, start)
		__field(u64, end)
		__field(s64, ino)
		__field(u64, pgoff)
		__field(u32, gen)
		__field(s32, pid)
		__array(char, prot, 5)
		__array(char, state, 8)
		SUMS_FIELDS
		__field(s64, pss)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		DEV_ASSIGN(r);
		__entry->start = r->start;
		__entry->end = r->end;
		__entry->ino = r->ino;
		__entry->pgoff = r->ino == PAGESNAP_NONE ? PAGESNAP_NONE : r->pgoff;
		__entry->gen = r->ino == PAGESNAP_NONE ? PAGESNAP_NONE32 : r->gen;
		__entry->pid = pid;
		__entry->prot[0] = r->prot & 1 ? 'r' : '-';
		__entry->prot[1] = r->prot & 2 ? 'w' : '-';
		__entry->prot[2] = r->prot & 4 ? 'x' : '-';
		__entry->prot[3] = r->prot & 8 ? 's' : 'p';
		__entry->prot[4] = '\0';
		strscpy_pad(__entry->state, r->ino == PAGESNAP_NONE ? "-" :
			    pagesnap_state_name(r->state), sizeof(__entry->state));
		SUMS_ASSIGN(s);
		__entry->pss = r->rec.flags & PAGESNAP_RF_SUMS ? r->pss : PAGESNAP_UNKNOWN;
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " pid=%d vpn=0x%llx-0x%llx prot=%s dev=%u:%u ino=%lld pgoff=%llu "
		  "state=%s " SUMS_PRINT " pss=%lld name=%s",
		  HEAD_ARGS, __entry->pid, __entry->start, __entry->end, __entry->prot,
		  __entry->dev_major, __entry->dev_minor, __entry->ino, __entry->pgoff,
		  __entry->state, SUMS_ARGS, __entry->pss, __get_str(name)),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(span,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_span *r,
		 const struct pagesnap_sums *s),
	TP_ARGS(t, r, s),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, start)
		__field(u64, end)
		__field(s32, node)
		SUMS_FIELDS
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->start = r->start;
		__entry->end = r->end;
		__entry->node = r->node;
		SUMS_ASSIGN(s);
	),
	TP_printk(HEAD_PRINT " pfn=0x%llx-0x%llx node=%d " SUMS_PRINT,
		  HEAD_ARGS, __entry->start, __entry->end, __entry->node, SUMS_ARGS),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(total,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_total *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		SUMS_FIELDS
		__field(s64, droppable)
		__field(s64, pss)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		SUMS_ASSIGN(&r->sums);
		__entry->droppable = r->droppable;
		__entry->pss = r->pss;
	),
	TP_printk(HEAD_PRINT " " SUMS_PRINT " droppable=%lld pss=%lld",
		  HEAD_ARGS, SUMS_ARGS, __entry->droppable, __entry->pss),
	pagesnap_events_hold, pagesnap_events_drop
);

/* Of a total; its number is that of the total. */
TRACE_EVENT_FN(combo,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_combo *r, u32 q),
	TP_ARGS(t, r, q),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, flags)
		__field(s64, pages)
		__field(bool, rest)
		__array(char, kind, 12)
	),
	TP_fast_assign(
		HEAD_ASSIGN(q);
		__entry->rest = r->flags == PAGESNAP_UNKNOWN;
		__entry->flags = __entry->rest ? 0 : pagesnap_events_combo_flags(r->flags);
		__entry->pages = r->pages;
		strscpy_pad(__entry->kind,
			    pagesnap_kind_name(r->flags >> PAGESNAP_COMBO_KIND_SHIFT),
			    sizeof(__entry->kind));
	),
	TP_printk(HEAD_PRINT " kind=%s pages=%lld%s flags=%s",
		  HEAD_ARGS, __entry->kind, __entry->pages, __entry->rest ? " rest" : "",
		  __print_flags(__entry->flags, ",", KPF_NAMES)),
	pagesnap_events_hold, pagesnap_events_drop
);

/* Of a total, a span, a file or a VMA; its number is that of theirs. */
TRACE_EVENT_FN(subtotal,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_subtotal *r, u32 q,
		 const char *of, const char *by),
	TP_ARGS(t, r, q, of, by),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(s64, key)
		__field(s64, pages)
		__array(char, part_of, 6)
		__array(char, by, 7)
	),
	TP_fast_assign(
		HEAD_ASSIGN(q);
		__entry->key = r->key;
		__entry->pages = r->pages;
		strscpy_pad(__entry->part_of, of, sizeof(__entry->part_of));
		strscpy_pad(__entry->by, by, sizeof(__entry->by));
	),
	TP_printk(HEAD_PRINT " part_of=%s by=%s key=%lld pages=%lld",
		  HEAD_ARGS, __entry->part_of, __entry->by, __entry->key, __entry->pages),
	pagesnap_events_hold, pagesnap_events_drop
);

/* Of a total: objects by their pages; of a site or a cache: frees by lifetime. */
TRACE_EVENT_FN(bucket,
	TP_PROTO(const struct pagesnap_traced *t, u32 q, const char *of, s64 id, u32 log2, u64 nr),
	TP_ARGS(t, q, of, id, log2, nr),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(s64, id)
		__field(u64, nr)
		__field(u32, log2)
		__array(char, part_of, 6)
	),
	TP_fast_assign(
		HEAD_ASSIGN(q);
		__entry->id = id;
		__entry->nr = nr;
		__entry->log2 = log2;
		strscpy_pad(__entry->part_of, of, sizeof(__entry->part_of));
	),
	TP_printk(HEAD_PRINT " part_of=%s id=%lld log2=%u nr=%llu",
		  HEAD_ARGS, __entry->part_of, __entry->id, __entry->log2, __entry->nr),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(sample,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_accesses_sample *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, n)
		__field(u64, real_ns)
		__field(u64, late_ns)
		__field(u64, took_ns)
		__field(u64, missed)
		__field(u64, entries)
		__field(s64, pages)
		__field(s64, accessed)
		__field(s64, dirtied)
		__field(u64, lost)
		__field(u32, processes)
		__field(u32, lacking)
		__field(u32, passed)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->n = r->n;
		__entry->real_ns = r->time_ns;
		__entry->late_ns = r->late_ns;
		__entry->took_ns = r->took_ns;
		__entry->missed = r->missed;
		__entry->entries = r->entries;
		__entry->pages = r->pages;
		__entry->accessed = r->accessed;
		__entry->dirtied = r->dirtied;
		__entry->lost = r->lost;
		__entry->processes = r->processes;
		__entry->lacking = r->lacking;
		__entry->passed = r->passed;
	),
	TP_printk(HEAD_PRINT " n=%llu late=%llu took=%llu missed=%llu processes=%u entries=%llu "
		  "pages=%lld accessed=%lld dirtied=%lld lost=%llu lacking=%u passed=%u",
		  HEAD_ARGS, __entry->n, __entry->late_ns, __entry->took_ns, __entry->missed,
		  __entry->processes, __entry->entries, __entry->pages, __entry->accessed,
		  __entry->dirtied, __entry->lost, __entry->lacking, __entry->passed),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(heat,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_accesses_heat *r,
		 const struct known_owner *o, s64 pid),
	TP_ARGS(t, r, o, pid),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(u64, index)
		__field(u64, nr)
		__field(s64, ino)
		__field(u32, gen)
		__field(s32, node)
		__field(s64, accessed)
		__field(s64, of)
		__field(s64, dirtied)
		__field(s32, age)
		__field(s16, order)
		__field(s32, pid)
		__field(bool, minimum)
		__field(bool, by_kernel)
		__array(char, unit, 6)
		__array(char, kind, 12)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		OWNER_ASSIGN(o);
		__entry->index = r->index;
		__entry->nr = r->nr;
		__entry->node = r->node;
		__entry->accessed = (s32)r->accessed;
		__entry->of = (s32)r->of;
		__entry->dirtied = (s32)r->dirtied;
		__entry->age = r->age;
		__entry->order = r->order < PAGESNAP_UNKNOWN16 ? r->order :
				 r->order == PAGESNAP_UNKNOWN16 ? -1 : -3;
		__entry->pid = pid;
		__entry->minimum = r->rec.flags & PAGESNAP_RF_AT_LEAST;
		__entry->by_kernel = r->rec.flags & PAGESNAP_RF_KERNEL;
		strscpy_pad(__entry->unit, r->rec.flags & PAGESNAP_RF_PFN ? "pfn" :
			    r->rec.flags & PAGESNAP_RF_INDEX ? "index" : "vpn",
			    sizeof(__entry->unit));
		strscpy_pad(__entry->kind, r->kind == PAGESNAP_MIXED16 ? "mixed" :
			    r->kind == PAGESNAP_NONE16 ? "-" : pagesnap_kind_name(r->kind),
			    sizeof(__entry->kind));
	),
	TP_printk(HEAD_PRINT " %s=0x%llx nr=%llu kind=%s order=%d node=%d accessed=%lld "
		  "of=%lld dirtied=%lld age=%s%d pid=%d dev=%u:%u ino=%lld%s",
		  HEAD_ARGS, __entry->unit, __entry->index, __entry->nr, __entry->kind,
		  __entry->order, __entry->node, __entry->accessed, __entry->of, __entry->dirtied,
		  __entry->minimum ? ">=" : "", __entry->age, __entry->pid,
		  __entry->dev_major, __entry->dev_minor, __entry->ino,
		  __entry->by_kernel ? " by=kernel" : ""),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(wss,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_accesses_wss *r,
		 const struct known_owner *o),
	TP_ARGS(t, r, o),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(s64, ino)
		__field(u32, gen)
		__field(u64, n)
		__field(s64, of)
		__field(s64, pages)
		__field(u64, never)
		__field(s64, accessed)
		__field(s32, pid)
		__field(bool, by_kernel)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		OWNER_ASSIGN(o);
		__entry->by_kernel = r->rec.flags & PAGESNAP_RF_KERNEL;
		__entry->n = r->n;
		__entry->of = r->of;
		__entry->pages = r->pages;
		__entry->never = r->never;
		__entry->accessed = r->accessed[0];
		__entry->pid = r->pid;
	),
	TP_printk(HEAD_PRINT " pid=%d dev=%u:%u ino=%lld n=%llu of=%lld pages=%lld never=%llu "
		  "accessed=%lld%s",
		  HEAD_ARGS, __entry->pid, __entry->dev_major, __entry->dev_minor, __entry->ino,
		  __entry->n, __entry->of, __entry->pages, __entry->never, __entry->accessed,
		  __entry->by_kernel ? " by=kernel" : ""),
	pagesnap_events_hold, pagesnap_events_drop
);

/* Of a working set; its number is that of theirs. */
TRACE_EVENT_FN(window,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_accesses_wss *r,
		 const struct known_owner *o, u32 i),
	TP_ARGS(t, r, o, i),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(s64, ino)
		__field(u32, gen)
		__field(u64, n)
		__field(u64, samples)
		__field(s64, accessed)
		__field(s32, pid)
		__field(bool, by_kernel)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		OWNER_ASSIGN(o);
		__entry->n = r->n;
		__entry->samples = 1ULL << i;
		__entry->accessed = r->accessed[i];
		__entry->pid = r->pid;
		__entry->by_kernel = r->rec.flags & PAGESNAP_RF_KERNEL;
	),
	TP_printk(HEAD_PRINT " pid=%d dev=%u:%u ino=%lld n=%llu samples=%llu accessed=%lld%s",
		  HEAD_ARGS, __entry->pid, __entry->dev_major, __entry->dev_minor, __entry->ino,
		  __entry->n, __entry->samples, __entry->accessed,
		  __entry->by_kernel ? " by=kernel" : ""),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(fault,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_faults_fault *r, s64 pid,
		 const struct known_owner *o),
	TP_ARGS(t, r, pid, o),
	TP_STRUCT__entry(
		HEAD_FIELDS
		DEV_FIELDS
		__field(u64, time_ns)
		__field(u64, vpn)
		__field(s64, ino)
		__field(s64, owner_index)
		__field(u32, tid)
		__field(s32, pid)
		__field(u32, gen)
		__field(u32, cpu)
		__field(bool, shared)
		__field(bool, write)
		__field(bool, fetch)
		__field(bool, by_kernel)
		__field(bool, huge)
		__field(bool, healed)
		__field(u8, was)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		OWNER_ASSIGN(o);
		__entry->time_ns = r->time_ns;
		__entry->vpn = r->page >> PAGESNAP_FAULT_CPU_BITS;
		__entry->owner_index = o->index;
		__entry->tid = r->tid;
		__entry->pid = pid;
		__entry->cpu = (u16)r->page;
		__entry->shared = o->shared;
		__entry->write = r->rec.flags & PAGESNAP_RF_WRITE;
		__entry->fetch = r->rec.flags & PAGESNAP_RF_FETCH;
		__entry->by_kernel = r->rec.flags & PAGESNAP_RF_BY_KERNEL;
		__entry->huge = r->rec.flags & PAGESNAP_RF_HUGE;
		__entry->healed = r->rec.flags & PAGESNAP_RF_HEALED;
		__entry->was = (r->rec.flags & PAGESNAP_RF_WAS) >> PAGESNAP_RF_WAS_SHIFT;
	),
	TP_printk(HEAD_PRINT " time=%llu pid=%d tid=%u cpu=%u vpn=0x%llx access=%s%s was=%s huge=%d "
		  "healed=%d dev=%u:%u ino=%lld owner_index=%lld%s",
		  HEAD_ARGS, __entry->time_ns, __entry->pid, __entry->tid, __entry->cpu,
		  __entry->vpn,
		  /* libtraceevent takes the first ? of two for the inner one without these */
		  __entry->write ? "write" : (__entry->fetch ? "fetch" : "read"),
		  __entry->by_kernel ? ",kernel" : "",
		  __print_symbolic(__entry->was, { 0, "?" }, { 1, "none" }, { 2, "swap" },
				   { 3, "ours" }, { 4, "numa" }, { 5, "protection" },
				   { 6, "present" }, { 7, "other" }),
		  __entry->huge, __entry->healed, __entry->dev_major, __entry->dev_minor,
		  __entry->ino, __entry->owner_index,
		  __entry->shared ? " shared" : ""),
	pagesnap_events_hold, pagesnap_events_drop
);

/* What a call site, or a cache, has allocated. */
DECLARE_EVENT_CLASS(pagesnap_slab_sums,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_slab_sum *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, allocs)
		__field(u64, frees)
		__field(u64, requested)
		__field(u64, allocated)
		__field(u64, live)
		__field(u64, live_requested)
		__field(u64, deferred)
		__field(u64, unseen)
		__field(u64, other_cpu)
		__field(u64, other_node)
		__field(s64, cgroup)
		__field(s32, pid)
		__field(s64, id)
		NAME_FIELD
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->allocs = r->allocs;
		__entry->frees = r->frees;
		__entry->requested = r->requested;
		__entry->allocated = r->allocated;
		__entry->live = r->live;
		__entry->live_requested = r->live_requested;
		__entry->deferred = r->deferred;
		__entry->unseen = r->unseen;
		__entry->other_cpu = r->other_cpu;
		__entry->other_node = r->other_node;
		__entry->cgroup = r->cgroup;
		__entry->pid = r->pid;
		__entry->id = r->id;
		NAME_ASSIGN;
	),
	TP_printk(HEAD_PRINT " id=%lld pid=%d cgroup=%lld allocs=%llu frees=%llu requested=%llu "
		  "allocated=%llu "
		  "live=%llu live_requested=%llu deferred=%llu unseen=%llu other_cpu=%llu "
		  "other_node=%llu name=%s",
		  HEAD_ARGS, __entry->id, __entry->pid, __entry->cgroup, __entry->allocs,
		  __entry->frees,
		  __entry->requested, __entry->allocated, __entry->live, __entry->live_requested,
		  __entry->deferred, __entry->unseen, __entry->other_cpu, __entry->other_node,
		  __get_str(name))
);

DEFINE_EVENT_FN(pagesnap_slab_sums, site,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_slab_sum *r),
	TP_ARGS(t, r), pagesnap_events_hold, pagesnap_events_drop);

DEFINE_EVENT_FN(pagesnap_slab_sums, cache,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_slab_sum *r),
	TP_ARGS(t, r), pagesnap_events_hold, pagesnap_events_drop);

/* Records that have no event of their own, so that none is missing, and the bytes behind them. */
TRACE_EVENT_FN(other,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_rec *r,
		 const struct pagesnap_bytes_ref *parts, u32 nr_parts),
	TP_ARGS(t, r, parts, nr_parts),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u16, type)
		__field(u32, left_out)
		__dynamic_array(u8, record, r->len)
		__dynamic_array(u8, bytes, pagesnap_events_bytes(parts, nr_parts, NULL, NULL))
	),
	TP_fast_assign(
		HEAD_ASSIGN(((const struct pagesnap_note *)r)->q);
		__entry->type = r->type;
		memcpy(__get_dynamic_array(record), r, r->len);
		pagesnap_events_bytes(parts, nr_parts, __get_dynamic_array(bytes),
				      &__entry->left_out);
	),
	TP_printk(HEAD_PRINT " type=0x%04x left_out=%u", HEAD_ARGS, __entry->type,
		  __entry->left_out),
	pagesnap_events_hold, pagesnap_events_drop
);

/* What a ring of events of the collection had no room for: here these are missing. */
TRACE_EVENT_FN(lost,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_lost *r),
	TP_ARGS(t, r),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, nr)
		__field(u64, time_ns)
		__field(u32, cpu)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->nr = r->events;
		__entry->time_ns = r->time_ns;
		__entry->cpu = r->cpu;
	),
	TP_printk(HEAD_PRINT " cpu=%u nr=%llu time=%llu", HEAD_ARGS, __entry->cpu, __entry->nr,
		  __entry->time_ns),
	pagesnap_events_hold, pagesnap_events_drop
);

TRACE_EVENT_FN(end,
	TP_PROTO(const struct pagesnap_traced *t, const struct pagesnap_end *r, u64 skipped,
		 u64 lost),
	TP_ARGS(t, r, skipped, lost),
	TP_STRUCT__entry(
		HEAD_FIELDS
		__field(u64, events)
		__field(u64, off)
		__field(u64, objects)
		__field(u64, records)
		__field(s64, skipped)
		__field(u64, lost)
		__field(u64, us)
		__array(char, status, 10)
		__array(char, truncated, 12)
	),
	TP_fast_assign(
		HEAD_ASSIGN(r->q);
		__entry->events = t->seq - t->off;
		__entry->off = t->off;
		__entry->objects = r->objects;
		__entry->records = r->records;
		__entry->skipped = skipped;
		__entry->lost = lost;
		__entry->us = r->us;
		strscpy_pad(__entry->status, pagesnap_status_name(r->status),
			    sizeof(__entry->status));
		strscpy_pad(__entry->truncated, pagesnap_cut_name(r->cut),
			    sizeof(__entry->truncated));
	),
	TP_printk(HEAD_PRINT " status=%s truncated=%s events=%llu off=%llu objects=%llu records=%llu "
		  "skipped=%lld lost=%llu us=%llu",
		  HEAD_ARGS, __entry->status, __entry->truncated, __entry->events, __entry->off,
		  __entry->objects, __entry->records, __entry->skipped, __entry->lost,
		  __entry->us),
	pagesnap_events_hold, pagesnap_events_drop
);

#endif /* PAGESNAP_EVENTS_TRACE_H */

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>

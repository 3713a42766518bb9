/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The binary contract, written down once more: every structure of
 * linux/pagesnap.h and linux/pagesnap/ with every member, its type, offset and
 * size.  What is released never changes here; lines are only added, at the end of a list.
 *
 *	M(structure, member, "type", offset, size, KIND)
 *	S(structure, size, list of its members)
 *	R("word", number, structure)	a record, as "format" names it
 *	V(name, value)			a number that may not change
 *
 * KIND: HEAD is the record head, PAD is zero, DATA is what "format" lists.
 */
#ifndef TESTS_ABI_MEMBERS_H
#define TESTS_ABI_MEMBERS_H

#define ABI_REC(M) \
	M(pagesnap_rec, len, "__u32", 0, 4, DATA) \
	M(pagesnap_rec, type, "__u16", 4, 2, DATA) \
	M(pagesnap_rec, flags, "__u16", 6, 2, DATA)

#define ABI_HEADER(M) \
	M(pagesnap_header, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_header, magic, "char[]", 8, 8, DATA) \
	M(pagesnap_header, byte_order, "__u32", 16, 4, DATA) \
	M(pagesnap_header, abi_major, "__u16", 20, 2, DATA) \
	M(pagesnap_header, abi_minor, "__u16", 22, 2, DATA) \
	M(pagesnap_header, page_shift, "__u32", 24, 4, DATA) \
	M(pagesnap_header, set_pid, "__u32", 28, 4, DATA) \
	M(pagesnap_header, features, "__u64", 32, 8, DATA) \
	M(pagesnap_header, time_ns, "__u64", 40, 8, DATA) \
	M(pagesnap_header, age_ms, "__u64", 48, 8, DATA) \
	M(pagesnap_header, session, "__u64", 56, 8, DATA) \
	M(pagesnap_header, set_comm, "char[]", 64, 16, DATA) \
	M(pagesnap_header, file, "char[]", 80, 32, DATA) \
	M(pagesnap_header, kernel, "char[]", 112, 64, DATA) \
	M(pagesnap_header, boot, "char[]", 176, 40, DATA) \
	M(pagesnap_header, collection, "char[]", 216, 32, DATA)

#define ABI_BYTES(M) \
	M(pagesnap_bytes, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_bytes, q, "__u32", 8, 4, DATA) \
	M(pagesnap_bytes, nr, "__u32", 12, 4, DATA)

#define ABI_NOTE(M) \
	M(pagesnap_note, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_note, q, "__u32", 8, 4, DATA) \
	M(pagesnap_note, text_len, "__u32", 12, 4, DATA)

#define ABI_QUERY_REC(M) \
	M(pagesnap_query_rec, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_query_rec, q, "__u32", 8, 4, DATA) \
	M(pagesnap_query_rec, line, "__u32", 12, 4, DATA) \
	M(pagesnap_query_rec, group, "__u32", 16, 4, DATA) \
	M(pagesnap_query_rec, text_len, "__u32", 20, 4, DATA) \
	M(pagesnap_query_rec, mask, "__u64", 24, 8, DATA) \
	M(pagesnap_query_rec, time_ns, "__u64", 32, 8, DATA) \
	M(pagesnap_query_rec, tag, "char[]", 40, 32, DATA)

#define ABI_SUMS(M) \
	M(pagesnap_sums, pages, "__u64", 0, 8, DATA) \
	M(pagesnap_sums, dirty, "__u64", 8, 8, DATA) \
	M(pagesnap_sums, writeback, "__u64", 16, 8, DATA) \
	M(pagesnap_sums, mapped, "__u64", 24, 8, DATA) \
	M(pagesnap_sums, active, "__u64", 32, 8, DATA) \
	M(pagesnap_sums, referenced, "__u64", 40, 8, DATA) \
	M(pagesnap_sums, unevictable, "__u64", 48, 8, DATA) \
	M(pagesnap_sums, evicted, "__u64", 56, 8, DATA) \
	M(pagesnap_sums, swapped, "__u64", 64, 8, DATA) \
	M(pagesnap_sums, special, "__u64", 72, 8, DATA) \
	M(pagesnap_sums, holes, "__u64", 80, 8, DATA) \
	M(pagesnap_sums, orders, "__u64[]", 88, 160, DATA)

#define ABI_SB(M) \
	M(pagesnap_sb, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_sb, q, "__u32", 8, 4, DATA) \
	M(pagesnap_sb, dev_major, "__u32", 12, 4, DATA) \
	M(pagesnap_sb, dev_minor, "__u32", 16, 4, DATA) \
	M(pagesnap_sb, asked_len, "__u32", 20, 4, DATA) \
	M(pagesnap_sb, name_len, "__u32", 24, 4, DATA) \
	M(pagesnap_sb, reserved, "__u32", 28, 4, PAD) \
	M(pagesnap_sb, fstype, "char[]", 32, 32, DATA) \
	M(pagesnap_sb, id, "char[]", 64, 32, DATA)

#define ABI_FILE(M) \
	M(pagesnap_file, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_file, q, "__u32", 8, 4, DATA) \
	M(pagesnap_file, dev_major, "__u32", 12, 4, DATA) \
	M(pagesnap_file, dev_minor, "__u32", 16, 4, DATA) \
	M(pagesnap_file, gen, "__u32", 20, 4, DATA) \
	M(pagesnap_file, ino, "__u64", 24, 8, DATA) \
	M(pagesnap_file, size, "__u64", 32, 8, DATA) \
	M(pagesnap_file, cached, "__u64", 40, 8, DATA) \
	M(pagesnap_file, nlink, "__u32", 48, 4, DATA) \
	M(pagesnap_file, mode, "__u16", 52, 2, DATA) \
	M(pagesnap_file, state, "__u16", 54, 2, DATA) \
	M(pagesnap_file, name_len, "__u32", 56, 4, DATA) \
	M(pagesnap_file, nr_nodes, "__u16", 60, 2, DATA) \
	M(pagesnap_file, nr_cgroups, "__u16", 62, 2, DATA) \
	M(pagesnap_file, sums, "struct pagesnap_sums", 64, 248, DATA) \
	M(pagesnap_file, subvol, "__u64", 312, 8, DATA) \
	M(pagesnap_file, droppable, "__u64", 320, 8, DATA) \
	M(pagesnap_file, slab_inode, "struct pagesnap_objects", 328, 24, DATA) \
	M(pagesnap_file, slab_dentries, "struct pagesnap_objects", 352, 24, DATA) \
	M(pagesnap_file, slab_nodes, "struct pagesnap_objects", 376, 24, DATA)

#define ABI_TASK(M) \
	M(pagesnap_task, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_task, q, "__u32", 8, 4, DATA) \
	M(pagesnap_task, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_task, vmas, "__u64", 16, 8, DATA) \
	M(pagesnap_task, comm, "char[]", 24, 16, DATA)

#define ABI_VMA(M) \
	M(pagesnap_vma, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_vma, q, "__u32", 8, 4, DATA) \
	M(pagesnap_vma, prot, "__u32", 12, 4, DATA) \
	M(pagesnap_vma, start, "__u64", 16, 8, DATA) \
	M(pagesnap_vma, end, "__u64", 24, 8, DATA) \
	M(pagesnap_vma, dev_major, "__u32", 32, 4, DATA) \
	M(pagesnap_vma, dev_minor, "__u32", 36, 4, DATA) \
	M(pagesnap_vma, ino, "__u64", 40, 8, DATA) \
	M(pagesnap_vma, pgoff, "__u64", 48, 8, DATA) \
	M(pagesnap_vma, gen, "__u32", 56, 4, DATA) \
	M(pagesnap_vma, state, "__u32", 60, 4, DATA) \
	M(pagesnap_vma, name_len, "__u32", 64, 4, DATA) \
	M(pagesnap_vma, nr_nodes, "__u16", 68, 2, DATA) \
	M(pagesnap_vma, nr_cgroups, "__u16", 70, 2, DATA) \
	M(pagesnap_vma, sums, "struct pagesnap_sums", 72, 248, DATA) \
	M(pagesnap_vma, pss, "__u64", 320, 8, DATA)

#define ABI_SPAN(M) \
	M(pagesnap_span, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_span, q, "__u32", 8, 4, DATA) \
	M(pagesnap_span, node, "__u32", 12, 4, DATA) \
	M(pagesnap_span, start, "__u64", 16, 8, DATA) \
	M(pagesnap_span, end, "__u64", 24, 8, DATA) \
	M(pagesnap_span, sums, "struct pagesnap_sums", 32, 248, DATA) \
	M(pagesnap_span, nr_nodes, "__u16", 280, 2, DATA) \
	M(pagesnap_span, nr_cgroups, "__u16", 282, 2, DATA) \
	M(pagesnap_span, reserved, "__u32", 284, 4, PAD)

#define ABI_RUN(M) \
	M(pagesnap_run, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_run, q, "__u32", 8, 4, DATA) \
	M(pagesnap_run, kind, "__u8", 12, 1, DATA) \
	M(pagesnap_run, order, "__u8", 13, 1, DATA) \
	M(pagesnap_run, map_order, "__u8", 14, 1, DATA) \
	M(pagesnap_run, unit, "__u8", 15, 1, DATA) \
	M(pagesnap_run, index, "__u64", 16, 8, DATA) \
	M(pagesnap_run, nr, "__u64", 24, 8, DATA) \
	M(pagesnap_run, pfn, "__u64", 32, 8, DATA) \
	M(pagesnap_run, pfn_end, "__u64", 40, 8, DATA) \
	M(pagesnap_run, frames, "__u64", 48, 8, DATA) \
	M(pagesnap_run, flags, "__u64", 56, 8, DATA) \
	M(pagesnap_run, ref_min, "__u32", 64, 4, DATA) \
	M(pagesnap_run, ref_max, "__u32", 68, 4, DATA) \
	M(pagesnap_run, map_min, "__u32", 72, 4, DATA) \
	M(pagesnap_run, map_max, "__u32", 76, 4, DATA) \
	M(pagesnap_run, mapped, "__u64", 80, 8, DATA) \
	M(pagesnap_run, cgroup, "__u64", 88, 8, DATA) \
	M(pagesnap_run, cgroup_online, "__u64", 96, 8, DATA) \
	M(pagesnap_run, node, "__u32", 104, 4, DATA) \
	M(pagesnap_run, zone, "__u32", 108, 4, DATA) \
	M(pagesnap_run, owner_major, "__u32", 112, 4, DATA) \
	M(pagesnap_run, owner_minor, "__u32", 116, 4, DATA) \
	M(pagesnap_run, owner_gen, "__u32", 120, 4, DATA) \
	M(pagesnap_run, reserved, "__u32", 124, 4, PAD) \
	M(pagesnap_run, owner_ino, "__u64", 128, 8, DATA) \
	M(pagesnap_run, owner_index, "__u64", 136, 8, DATA) \
	M(pagesnap_run, zone_name, "char[]", 144, 16, DATA) \
	M(pagesnap_run, name_len, "__u32", 160, 4, DATA) \
	M(pagesnap_run, name_state, "__u32", 164, 4, DATA)

#define ABI_GAP(M) \
	M(pagesnap_gap, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_gap, q, "__u32", 8, 4, DATA) \
	M(pagesnap_gap, why, "__u8", 12, 1, DATA) \
	M(pagesnap_gap, order, "__u8", 13, 1, DATA) \
	M(pagesnap_gap, unit, "__u8", 14, 1, DATA) \
	M(pagesnap_gap, reserved, "__u8", 15, 1, PAD) \
	M(pagesnap_gap, index, "__u64", 16, 8, DATA) \
	M(pagesnap_gap, nr, "__u64", 24, 8, DATA) \
	M(pagesnap_gap, swp_type, "__u64", 32, 8, DATA) \
	M(pagesnap_gap, swp_offset, "__u64", 40, 8, DATA) \
	M(pagesnap_gap, pfn, "__u64", 48, 8, DATA)

#define ABI_COMBO(M) \
	M(pagesnap_combo, flags, "__u64", 0, 8, DATA) \
	M(pagesnap_combo, pages, "__u64", 8, 8, DATA)

#define ABI_OBJECTS(M) \
	M(pagesnap_objects, nr, "__u64", 0, 8, DATA) \
	M(pagesnap_objects, bytes, "__u64", 8, 8, DATA) \
	M(pagesnap_objects, cgroup, "__u64", 16, 8, DATA)

#define ABI_SHARE(M) \
	M(pagesnap_subtotal, key, "__u64", 0, 8, DATA) \
	M(pagesnap_subtotal, pages, "__u64", 8, 8, DATA)

#define ABI_TOTAL(M) \
	M(pagesnap_total, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_total, q, "__u32", 8, 4, DATA) \
	M(pagesnap_total, nr_combos, "__u32", 12, 4, DATA) \
	M(pagesnap_total, sums, "struct pagesnap_sums", 16, 248, DATA) \
	M(pagesnap_total, objects_by_pages, "__u64[]", 264, 512, DATA) \
	M(pagesnap_total, nr_nodes, "__u16", 776, 2, DATA) \
	M(pagesnap_total, nr_cgroups, "__u16", 778, 2, DATA) \
	M(pagesnap_total, reserved, "__u32", 780, 4, PAD) \
	M(pagesnap_total, droppable, "__u64", 784, 8, DATA) \
	M(pagesnap_total, pss, "__u64", 792, 8, DATA)

#define ABI_SAME(M) \
	M(pagesnap_same, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_same, q, "__u32", 8, 4, DATA) \
	M(pagesnap_same, dev_major, "__u32", 12, 4, DATA) \
	M(pagesnap_same, dev_minor, "__u32", 16, 4, DATA) \
	M(pagesnap_same, reserved, "__u32", 20, 4, PAD) \
	M(pagesnap_same, from, "__u64", 24, 8, DATA) \
	M(pagesnap_same, nr, "__u64", 32, 8, DATA)

#define ABI_ERROR(M) \
	M(pagesnap_error, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_error, q, "__u32", 8, 4, DATA) \
	M(pagesnap_error, line, "__u32", 12, 4, DATA) \
	M(pagesnap_error, err, "__u32", 16, 4, DATA) \
	M(pagesnap_error, col, "__u32", 20, 4, DATA) \
	M(pagesnap_error, msg_len, "__u32", 24, 4, DATA) \
	M(pagesnap_error, text_len, "__u32", 28, 4, DATA) \
	M(pagesnap_error, tag, "char[]", 32, 32, DATA)

#define ABI_CGROUP(M) \
	M(pagesnap_cgroup, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_cgroup, q, "__u32", 8, 4, DATA) \
	M(pagesnap_cgroup, reserved, "__u32", 12, 4, PAD) \
	M(pagesnap_cgroup, ino, "__u64", 16, 8, DATA) \
	M(pagesnap_cgroup, path, "char[]", 24, 1000, DATA)

#define ABI_END(M) \
	M(pagesnap_end, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_end, q, "__u32", 8, 4, DATA) \
	M(pagesnap_end, status, "__u16", 12, 2, DATA) \
	M(pagesnap_end, cut, "__u16", 14, 2, DATA) \
	M(pagesnap_end, objects, "__u64", 16, 8, DATA) \
	M(pagesnap_end, records, "__u64", 24, 8, DATA) \
	M(pagesnap_end, counters, "__u64[]", 32, 40, DATA) \
	M(pagesnap_end, skipped, "__u64[]", 72, 256, DATA) \
	M(pagesnap_end, rescans, "__u64", 328, 8, DATA) \
	M(pagesnap_end, us, "__u64", 336, 8, DATA) \
	M(pagesnap_end, tag, "char[]", 344, 32, DATA) \
	M(pagesnap_end, rescanned, "__u64", 376, 8, DATA)

#define ABI_LOST(M) \
	M(pagesnap_lost, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_lost, q, "__u32", 8, 4, DATA) \
	M(pagesnap_lost, cpu, "__u32", 12, 4, DATA) \
	M(pagesnap_lost, events, "__u64", 16, 8, DATA) \
	M(pagesnap_lost, time_ns, "__u64", 24, 8, DATA)

#define ABI_ASK(M) \
	M(pagesnap_ask, magic, "char[]", 0, 4, DATA) \
	M(pagesnap_ask, len, "__u32", 4, 4, DATA) \
	M(pagesnap_ask, type, "__u16", 8, 2, DATA) \
	M(pagesnap_ask, flags, "__u16", 10, 2, DATA) \
	M(pagesnap_ask, nr, "__u32", 12, 4, DATA) \
	M(pagesnap_ask, start, "__u64", 16, 8, DATA) \
	M(pagesnap_ask, end, "__u64", 24, 8, DATA) \
	M(pagesnap_ask, pid, "__u32", 32, 4, DATA) \
	M(pagesnap_ask, col, "__u32", 36, 4, DATA)

#define ABI_ACCESSES_SAMPLE(M) \
	M(pagesnap_accesses_sample, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_sample, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_sample, processes, "__u32", 12, 4, DATA) \
	M(pagesnap_accesses_sample, n, "__u64", 16, 8, DATA) \
	M(pagesnap_accesses_sample, time_ns, "__u64", 24, 8, DATA) \
	M(pagesnap_accesses_sample, late_ns, "__u64", 32, 8, DATA) \
	M(pagesnap_accesses_sample, took_ns, "__u64", 40, 8, DATA) \
	M(pagesnap_accesses_sample, missed, "__u64", 48, 8, DATA) \
	M(pagesnap_accesses_sample, entries, "__u64", 56, 8, DATA) \
	M(pagesnap_accesses_sample, pages, "__u64", 64, 8, DATA) \
	M(pagesnap_accesses_sample, accessed, "__u64", 72, 8, DATA) \
	M(pagesnap_accesses_sample, dirtied, "__u64", 80, 8, DATA) \
	M(pagesnap_accesses_sample, lost, "__u64", 88, 8, DATA) \
	M(pagesnap_accesses_sample, lacking, "__u32", 96, 4, DATA) \
	M(pagesnap_accesses_sample, passed, "__u32", 100, 4, DATA)

#define ABI_ACCESSES_HEAT(M) \
	M(pagesnap_accesses_heat, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_heat, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_heat, node, "__u32", 12, 4, DATA) \
	M(pagesnap_accesses_heat, index, "__u64", 16, 8, DATA) \
	M(pagesnap_accesses_heat, nr, "__u64", 24, 8, DATA) \
	M(pagesnap_accesses_heat, accessed, "__u32", 32, 4, DATA) \
	M(pagesnap_accesses_heat, of, "__u32", 36, 4, DATA) \
	M(pagesnap_accesses_heat, dirtied, "__u32", 40, 4, DATA) \
	M(pagesnap_accesses_heat, kind, "__u16", 44, 2, DATA) \
	M(pagesnap_accesses_heat, order, "__u16", 46, 2, DATA) \
	M(pagesnap_accesses_heat, age, "__u32", 48, 4, DATA) \
	M(pagesnap_accesses_heat, reserved, "__u32", 52, 4, PAD)

#define ABI_ACCESSES_WSS(M) \
	M(pagesnap_accesses_wss, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_wss, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_wss, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_accesses_wss, n, "__u64", 16, 8, DATA) \
	M(pagesnap_accesses_wss, of, "__u64", 24, 8, DATA) \
	M(pagesnap_accesses_wss, pages, "__u64", 32, 8, DATA) \
	M(pagesnap_accesses_wss, never, "__u64", 40, 8, DATA) \
	M(pagesnap_accesses_wss, accessed, "__u64[]", 48, 256, DATA)

#define ABI_ACCESSES_PROCESS(M) \
	M(pagesnap_accesses_process, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_process, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_process, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_accesses_process, n, "__u64", 16, 8, DATA) \
	M(pagesnap_accesses_process, what, "__u32", 24, 4, DATA) \
	M(pagesnap_accesses_process, reserved, "__u32", 28, 4, PAD) \
	M(pagesnap_accesses_process, comm, "char[]", 32, 16, DATA)

#define ABI_ACCESSES_SPAN(M) \
	M(pagesnap_accesses_span, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_span, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_span, reserved, "__u32", 12, 4, PAD) \
	M(pagesnap_accesses_span, start, "__u64", 16, 8, DATA) \
	M(pagesnap_accesses_span, end, "__u64", 24, 8, DATA)

#define ABI_ACCESSES_FILE(M) \
	M(pagesnap_accesses_file, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_accesses_file, q, "__u32", 8, 4, DATA) \
	M(pagesnap_accesses_file, dev_major, "__u32", 12, 4, DATA) \
	M(pagesnap_accesses_file, dev_minor, "__u32", 16, 4, DATA) \
	M(pagesnap_accesses_file, gen, "__u32", 20, 4, DATA) \
	M(pagesnap_accesses_file, ino, "__u64", 24, 8, DATA) \
	M(pagesnap_accesses_file, subvol, "__u64", 32, 8, DATA) \
	M(pagesnap_accesses_file, state, "__u32", 40, 4, DATA) \
	M(pagesnap_accesses_file, name_len, "__u32", 44, 4, DATA)

#define ABI_FAULTS_MAP(M) \
	M(pagesnap_faults_map, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_map, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_map, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_map, start, "__u64", 16, 8, DATA) \
	M(pagesnap_faults_map, end, "__u64", 24, 8, DATA) \
	M(pagesnap_faults_map, pgoff, "__u64", 32, 8, DATA) \
	M(pagesnap_faults_map, ino, "__u64", 40, 8, DATA) \
	M(pagesnap_faults_map, dev_major, "__u32", 48, 4, DATA) \
	M(pagesnap_faults_map, dev_minor, "__u32", 52, 4, DATA) \
	M(pagesnap_faults_map, gen, "__u32", 56, 4, DATA) \
	M(pagesnap_faults_map, prot, "__u32", 60, 4, DATA) \
	M(pagesnap_faults_map, kind, "__u32", 64, 4, DATA) \
	M(pagesnap_faults_map, state, "__u32", 68, 4, DATA) \
	M(pagesnap_faults_map, name_len, "__u32", 72, 4, DATA) \
	M(pagesnap_faults_map, reserved, "__u32", 76, 4, PAD)

#define ABI_FAULTS_FAULT(M) \
	M(pagesnap_faults_fault, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_fault, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_fault, tid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_fault, time_ns, "__u64", 16, 8, DATA) \
	M(pagesnap_faults_fault, page, "__u64", 24, 8, DATA)

#define ABI_FAULTS_THREAD(M) \
	M(pagesnap_faults_thread, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_thread, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_thread, tid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_thread, pid, "__u32", 16, 4, DATA) \
	M(pagesnap_faults_thread, reserved, "__u32", 20, 4, PAD) \
	M(pagesnap_faults_thread, comm, "char[]", 24, 16, DATA)

#define ABI_FAULTS_EVENT(M) \
	M(pagesnap_faults_event, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_event, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_event, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_event, parent, "__u32", 16, 4, DATA) \
	M(pagesnap_faults_event, reserved, "__u32", 20, 4, PAD) \
	M(pagesnap_faults_event, time_ns, "__u64", 24, 8, DATA) \
	M(pagesnap_faults_event, comm, "char[]", 32, 16, DATA)

#define ABI_FAULTS_TRACED(M) \
	M(pagesnap_faults_traced, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_traced, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_traced, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_traced, n, "__u64", 16, 8, DATA) \
	M(pagesnap_faults_traced, what, "__u32", 24, 4, DATA) \
	M(pagesnap_faults_traced, reserved, "__u32", 28, 4, PAD) \
	M(pagesnap_faults_traced, comm, "char[]", 32, 16, DATA)

#define ABI_FAULTS_SWEEP(M) \
	M(pagesnap_faults_sweep, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_sweep, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_sweep, processes, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_sweep, n, "__u64", 16, 8, DATA) \
	M(pagesnap_faults_sweep, time_ns, "__u64", 24, 8, DATA) \
	M(pagesnap_faults_sweep, real_ns, "__u64", 32, 8, DATA) \
	M(pagesnap_faults_sweep, took_ns, "__u64", 40, 8, DATA) \
	M(pagesnap_faults_sweep, late_ns, "__u64", 48, 8, DATA) \
	M(pagesnap_faults_sweep, missed, "__u64", 56, 8, DATA) \
	M(pagesnap_faults_sweep, entries, "__u64", 64, 8, DATA) \
	M(pagesnap_faults_sweep, guarded, "__u64", 72, 8, DATA) \
	M(pagesnap_faults_sweep, still, "__u64", 80, 8, DATA) \
	M(pagesnap_faults_sweep, lacking, "__u32", 88, 4, DATA) \
	M(pagesnap_faults_sweep, reserved, "__u32", 92, 4, PAD)

#define ABI_FAULTS_WINDOW(M) \
	M(pagesnap_faults_window, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_faults_window, q, "__u32", 8, 4, DATA) \
	M(pagesnap_faults_window, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_faults_window, time_ns, "__u64", 16, 8, DATA) \
	M(pagesnap_faults_window, window, "__u32", 24, 4, DATA) \
	M(pagesnap_faults_window, reserved, "__u32", 28, 4, PAD)

#define ABI_SLAB_SITE(M) \
	M(pagesnap_slab_site, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_site, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_site, id, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_site, size, "__u32", 16, 4, DATA) \
	M(pagesnap_slab_site, name_len, "__u32", 20, 4, DATA)

#define ABI_SLAB_STACK(M) \
	M(pagesnap_slab_stack, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_stack, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_stack, id, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_stack, frames, "__u32", 16, 4, DATA) \
	M(pagesnap_slab_stack, name_len, "__u32", 20, 4, DATA)

#define ABI_SLAB_ALLOC(M) \
	M(pagesnap_slab_alloc, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_alloc, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_alloc, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_alloc, time_ns, "__u64", 16, 8, DATA) \
	M(pagesnap_slab_alloc, seq, "__u64", 24, 8, DATA) \
	M(pagesnap_slab_alloc, object, "__u64", 32, 8, DATA) \
	M(pagesnap_slab_alloc, cgroup, "__u64", 40, 8, DATA) \
	M(pagesnap_slab_alloc, site, "__u32", 48, 4, DATA) \
	M(pagesnap_slab_alloc, cache, "__u32", 52, 4, DATA) \
	M(pagesnap_slab_alloc, requested, "__u32", 56, 4, DATA) \
	M(pagesnap_slab_alloc, allocated, "__u32", 60, 4, DATA) \
	M(pagesnap_slab_alloc, gfp, "__u32", 64, 4, DATA) \
	M(pagesnap_slab_alloc, stack, "__u32", 68, 4, DATA) \
	M(pagesnap_slab_alloc, cpu, "__u16", 72, 2, DATA) \
	M(pagesnap_slab_alloc, node, "__u16", 74, 2, DATA) \
	M(pagesnap_slab_alloc, reserved, "__u32", 76, 4, PAD)

#define ABI_SLAB_FREE(M) \
	M(pagesnap_slab_free, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_free, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_free, pid, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_free, time_ns, "__u64", 16, 8, DATA) \
	M(pagesnap_slab_free, seq, "__u64", 24, 8, DATA) \
	M(pagesnap_slab_free, object, "__u64", 32, 8, DATA) \
	M(pagesnap_slab_free, life_ns, "__u64", 40, 8, DATA) \
	M(pagesnap_slab_free, site, "__u32", 48, 4, DATA) \
	M(pagesnap_slab_free, by, "__u32", 52, 4, DATA) \
	M(pagesnap_slab_free, cpu, "__u16", 56, 2, DATA) \
	M(pagesnap_slab_free, reserved, "__u16[3]", 58, 6, PAD)

#define ABI_SLAB_SUM(M) \
	M(pagesnap_slab_sum, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_sum, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_sum, id, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_sum, pid, "__u32", 16, 4, DATA) \
	M(pagesnap_slab_sum, reserved, "__u32", 20, 4, PAD) \
	M(pagesnap_slab_sum, cgroup, "__u64", 24, 8, DATA) \
	M(pagesnap_slab_sum, allocs, "__u64", 32, 8, DATA) \
	M(pagesnap_slab_sum, frees, "__u64", 40, 8, DATA) \
	M(pagesnap_slab_sum, requested, "__u64", 48, 8, DATA) \
	M(pagesnap_slab_sum, allocated, "__u64", 56, 8, DATA) \
	M(pagesnap_slab_sum, live, "__u64", 64, 8, DATA) \
	M(pagesnap_slab_sum, live_requested, "__u64", 72, 8, DATA) \
	M(pagesnap_slab_sum, deferred, "__u64", 80, 8, DATA) \
	M(pagesnap_slab_sum, unseen, "__u64", 88, 8, DATA) \
	M(pagesnap_slab_sum, other_cpu, "__u64", 96, 8, DATA) \
	M(pagesnap_slab_sum, other_node, "__u64", 104, 8, DATA) \
	M(pagesnap_slab_sum, lifetimes, "__u64[32]", 112, 256, DATA)

#define ABI_SLAB_ROUND(M) \
	M(pagesnap_slab_round, rec, "struct pagesnap_rec", 0, 8, HEAD) \
	M(pagesnap_slab_round, q, "__u32", 8, 4, DATA) \
	M(pagesnap_slab_round, n, "__u32", 12, 4, DATA) \
	M(pagesnap_slab_round, time_ns, "__u64", 16, 8, DATA) \
	M(pagesnap_slab_round, real_ns, "__u64", 24, 8, DATA) \
	M(pagesnap_slab_round, took_ns, "__u64", 32, 8, DATA) \
	M(pagesnap_slab_round, late_ns, "__u64", 40, 8, DATA) \
	M(pagesnap_slab_round, missed, "__u64", 48, 8, DATA) \
	M(pagesnap_slab_round, records, "__u64", 56, 8, DATA) \
	M(pagesnap_slab_round, more, "__u64", 64, 8, DATA)

#define ABI_STRUCTS(S) \
	S(pagesnap_rec, 8, ABI_REC) \
	S(pagesnap_header, 248, ABI_HEADER) \
	S(pagesnap_bytes, 16, ABI_BYTES) \
	S(pagesnap_query_rec, 72, ABI_QUERY_REC) \
	S(pagesnap_sums, 248, ABI_SUMS) \
	S(pagesnap_sb, 96, ABI_SB) \
	S(pagesnap_file, 400, ABI_FILE) \
	S(pagesnap_task, 40, ABI_TASK) \
	S(pagesnap_vma, 328, ABI_VMA) \
	S(pagesnap_span, 288, ABI_SPAN) \
	S(pagesnap_run, 168, ABI_RUN) \
	S(pagesnap_gap, 56, ABI_GAP) \
	S(pagesnap_combo, 16, ABI_COMBO) \
	S(pagesnap_subtotal, 16, ABI_SHARE) \
	S(pagesnap_objects, 24, ABI_OBJECTS) \
	S(pagesnap_total, 800, ABI_TOTAL) \
	S(pagesnap_same, 40, ABI_SAME) \
	S(pagesnap_note, 16, ABI_NOTE) \
	S(pagesnap_error, 64, ABI_ERROR) \
	S(pagesnap_end, 384, ABI_END) \
	S(pagesnap_cgroup, 1024, ABI_CGROUP) \
	S(pagesnap_ask, 40, ABI_ASK)

#define ABI_RECORDS(R) \
	R("header", 1, pagesnap_header) \
	R("query", 2, pagesnap_query_rec) \
	R("sb", 3, pagesnap_sb) \
	R("file", 4, pagesnap_file) \
	R("task", 5, pagesnap_task) \
	R("vma", 6, pagesnap_vma) \
	R("span", 7, pagesnap_span) \
	R("page", 8, pagesnap_run) \
	R("run", 9, pagesnap_run) \
	R("gone", 10, pagesnap_gap) \
	R("swap", 11, pagesnap_gap) \
	R("hole", 12, pagesnap_gap) \
	R("special", 13, pagesnap_gap) \
	R("total", 14, pagesnap_total) \
	R("note", 15, pagesnap_note) \
	R("error", 16, pagesnap_error) \
	R("end", 17, pagesnap_end) \
	R("bytes", 18, pagesnap_bytes) \
	R("same", 22, pagesnap_same)

#define ABI_VALUES(V) \
	V(PAGESNAP_ABI_MAJOR, 1) \
	V(PAGESNAP_LINE_MAX, 20480) \
	V(PAGESNAP_QUERIES_MAX, 65536) \
	V(PAGESNAP_BYTES_MAX, 8388608) \
	V(PAGESNAP_TAG_MAX, 31) \
	V(PAGESNAP_COMBOS_MAX, 1024) \
	V(PAGESNAP_SUBTOTALS_MAX, 64) \
	V(PAGESNAP_ORDERS, 20) \
	V(PAGESNAP_REC_MAX, 2048) \
	V(PAGESNAP_MORE_MAX, 32768) \
	V(PAGESNAP_BYTE_ORDER, 0x01020304) \
	V(PAGESNAP_FEAT_CGROUP, 1) \
	V(PAGESNAP_FEAT_NODES, 2) \
	V(PAGESNAP_FEAT_SWAP, 4) \
	V(PAGESNAP_FEAT_THP, 8) \
	V(PAGESNAP_FEAT_HUGETLB, 16) \
	V(PAGESNAP_FEAT_ASK, 32) \
	V(PAGESNAP_FEAT_TARGETS, 64) \
	V(PAGESNAP_FEAT_BRIEF, 128) \
	V(PAGESNAP_ASK_MAX, 8192) \
	V(PAGESNAP_KPF_RESERVED, 32) \
	V(PAGESNAP_KPF_MLOCKED, 33) \
	V(PAGESNAP_KPF_OWNER_2, 34) \
	V(PAGESNAP_KPF_PRIVATE, 35) \
	V(PAGESNAP_KPF_PRIVATE_2, 36) \
	V(PAGESNAP_KPF_OWNER_PRIVATE, 37) \
	V(PAGESNAP_KPF_ARCH, 38) \
	V(PAGESNAP_KPF_UNCACHED, 39) \
	V(PAGESNAP_KPF_SOFTDIRTY, 40) \
	V(PAGESNAP_KPF_ARCH_2, 41) \
	V(PAGESNAP_LOG2_BUCKETS, 64) \
	V(PAGESNAP_UNKNOWN, 0xffffffffffffffff) \
	V(PAGESNAP_NONE, 0xfffffffffffffffe) \
	V(PAGESNAP_OTHER, 0xfffffffffffffffd) \
	V(PAGESNAP_UNKNOWN32, 0xffffffff) \
	V(PAGESNAP_NONE32, 0xfffffffe) \
	V(PAGESNAP_REC_HEADER, 1) \
	V(PAGESNAP_REC_QUERY, 2) \
	V(PAGESNAP_REC_SB, 3) \
	V(PAGESNAP_REC_FILE, 4) \
	V(PAGESNAP_REC_TASK, 5) \
	V(PAGESNAP_REC_VMA, 6) \
	V(PAGESNAP_REC_SPAN, 7) \
	V(PAGESNAP_REC_PAGE, 8) \
	V(PAGESNAP_REC_RUN, 9) \
	V(PAGESNAP_REC_GONE, 10) \
	V(PAGESNAP_REC_SWAP, 11) \
	V(PAGESNAP_REC_HOLE, 12) \
	V(PAGESNAP_REC_SPECIAL, 13) \
	V(PAGESNAP_REC_TOTAL, 14) \
	V(PAGESNAP_REC_SAME, 22) \
	V(PAGESNAP_REC_NOTE, 15) \
	V(PAGESNAP_REC_ERROR, 16) \
	V(PAGESNAP_REC_END, 17) \
	V(PAGESNAP_REC_BYTES, 18) \
	V(PAGESNAP_RF_SUMS, 0x0001) \
	V(PAGESNAP_RF_OWNER, 0x0002) \
	V(PAGESNAP_RF_CGROUP, 0x0004) \
	V(PAGESNAP_RF_MORE, 0x0008) \
	V(PAGESNAP_RF_NAME, 16) \
	V(PAGESNAP_RF_SWAP, 32) \
	V(PAGESNAP_RF_CACHE, 64) \
	V(PAGESNAP_RF_SLAB, 128) \
	V(PAGESNAP_RF_BEGINS, 256) \
	V(PAGESNAP_UNIT_INDEX, 0) \
	V(PAGESNAP_UNIT_VPN, 1) \
	V(PAGESNAP_UNIT_PFN, 2) \
	V(PAGESNAP_GROUP_RUN, 0) \
	V(PAGESNAP_GROUP_PAGE, 1) \
	V(PAGESNAP_GROUP_OBJECT, 2) \
	V(PAGESNAP_GROUP_TOTAL, 3) \
	V(PAGESNAP_KIND_UNKNOWN, 0) \
	V(PAGESNAP_KIND_FILE, 1) \
	V(PAGESNAP_KIND_SHMEM, 2) \
	V(PAGESNAP_KIND_ANON, 3) \
	V(PAGESNAP_KIND_KSM, 4) \
	V(PAGESNAP_KIND_SWAPCACHE, 5) \
	V(PAGESNAP_KIND_HUGETLB, 6) \
	V(PAGESNAP_KIND_SLAB, 7) \
	V(PAGESNAP_KIND_PGTABLE, 8) \
	V(PAGESNAP_KIND_BUDDY, 9) \
	V(PAGESNAP_KIND_RESERVED, 10) \
	V(PAGESNAP_KIND_ZERO, 11) \
	V(PAGESNAP_KIND_OFFLINE, 12) \
	V(PAGESNAP_KIND_HWPOISON, 13) \
	V(PAGESNAP_KIND_KERNEL, 14) \
	V(PAGESNAP_COUNT_PAGES, 0) \
	V(PAGESNAP_COUNT_GONE, 1) \
	V(PAGESNAP_COUNT_SWAP, 2) \
	V(PAGESNAP_COUNT_SPECIAL, 3) \
	V(PAGESNAP_COUNT_HOLES, 4) \
	V(PAGESNAP_COUNTERS_MAX, 5) \
	V(PAGESNAP_STATE_LIVE, 0) \
	V(PAGESNAP_STATE_DELETED, 1) \
	V(PAGESNAP_STATE_NONAME, 2) \
	V(PAGESNAP_STATE_OUTSIDE, 3) \
	V(PAGESNAP_STATE_META, 4) \
	V(PAGESNAP_STATE_OFFLIST, 5) \
	V(PAGESNAP_STATE_CACHE, 6) \
	V(PAGESNAP_WHY_NONE, 0) \
	V(PAGESNAP_WHY_EVICTED, 1) \
	V(PAGESNAP_WHY_OFFLINE, 2) \
	V(PAGESNAP_WHY_ABSENT, 3) \
	V(PAGESNAP_WHY_MIGRATION, 4) \
	V(PAGESNAP_WHY_HWPOISON, 5) \
	V(PAGESNAP_WHY_MARKER, 6) \
	V(PAGESNAP_WHY_DEVICE, 7) \
	V(PAGESNAP_WHY_PFNMAP, 8) \
	V(PAGESNAP_WHY_FREEING, 9) \
	V(PAGESNAP_WHY_NEW, 10) \
	V(PAGESNAP_WHY_DAX, 11) \
	V(PAGESNAP_WHY_TORN, 12) \
	V(PAGESNAP_WHY_UNMOUNTED, 13) \
	V(PAGESNAP_WHY_BUSY, 14) \
	V(PAGESNAP_WHY_EXITED, 15) \
	V(PAGESNAP_WHY_LOCKED, 16) \
	V(PAGESNAP_WHY_SELF, 17) \
	V(PAGESNAP_WHY_SHARED, 18) \
	V(PAGESNAP_WHYS_MAX, 32) \
	V(PAGESNAP_END_COMPLETE, 0) \
	V(PAGESNAP_END_PARTIAL, 1) \
	V(PAGESNAP_END_ERROR, 2) \
	V(PAGESNAP_CUT_NONE, 0) \
	V(PAGESNAP_CUT_LIMIT, 1) \
	V(PAGESNAP_CUT_CURSOR, 2) \
	V(PAGESNAP_CUT_UNMOUNTED, 3) \
	V(PAGESNAP_CUT_EXITED, 4) \
	V(PAGESNAP_CUT_LOCKED, 5) \
	V(PAGESNAP_CUT_EXECED, 6)

#endif /* TESTS_ABI_MEMBERS_H */

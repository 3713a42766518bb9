/* SPDX-License-Identifier: GPL-2.0 */
/* abi-members.h against linux/pagesnap.h and linux/pagesnap/, when this is compiled: C and C++. */
#ifndef TESTS_ABI_ASSERTS_H
#define TESTS_ABI_ASSERTS_H

#include <stddef.h>
#include <linux/pagesnap/accesses.h>
#include <linux/pagesnap/faults.h>
#include <linux/pagesnap/slab.h>
#include <linux/pagesnap/pages.h>

#include "abi-members.h"

#ifndef __cplusplus
#define static_assert _Static_assert
#endif

#define ABI_MEMBER_SIZE(structure, member) sizeof(((struct structure *)0)->member)

/* Where a member lies and how large it is. */
#define ABI_CHECK_MEMBER(structure, member, type, offset, size, kind) \
	static_assert(offsetof(struct structure, member) == (offset), \
		      #structure "." #member " moved"); \
	static_assert(ABI_MEMBER_SIZE(structure, member) == (size), \
		      #structure "." #member " changed its size");

#define ABI_ADD_SIZE(structure, member, type, offset, size, kind) \
	+ ABI_MEMBER_SIZE(structure, member)

/* No member is missing in the list, no hole is between members, no odd end. */
#define ABI_CHECK_STRUCT(structure, size, members) \
	members(ABI_CHECK_MEMBER) \
	static_assert(sizeof(struct structure) == (size), #structure " changed its size"); \
	static_assert((0 members(ABI_ADD_SIZE)) == sizeof(struct structure), \
		      #structure " has a hole or a member that is not listed"); \
	static_assert(sizeof(struct structure) % 8 == 0, #structure " is no multiple of 8");

#define ABI_CHECK_RECORD(word, number, structure) \
	static_assert(offsetof(struct structure, rec) == 0, \
		      #structure " doesn't begin with the record head");

#define ABI_CHECK_VALUE(name, value) \
	static_assert((name) == (value), #name " changed");

ABI_STRUCTS(ABI_CHECK_STRUCT)
/* No record of pages, so "format" does not list it. */
ABI_CHECK_STRUCT(pagesnap_lost, 32, ABI_LOST)
ABI_CHECK_VALUE(PAGESNAP_REC_LOST, 21)
/* Those of another collection, which has its own. */
ABI_CHECK_STRUCT(pagesnap_accesses_sample, 104, ABI_ACCESSES_SAMPLE)
ABI_CHECK_VALUE(PAGESNAP_REC_SAMPLE, 513)
ABI_CHECK_STRUCT(pagesnap_accesses_heat, 56, ABI_ACCESSES_HEAT)
ABI_CHECK_VALUE(PAGESNAP_REC_HEAT, 514)
ABI_CHECK_STRUCT(pagesnap_accesses_wss, 304, ABI_ACCESSES_WSS)
ABI_CHECK_VALUE(PAGESNAP_REC_WSS, 515)
ABI_CHECK_STRUCT(pagesnap_accesses_process, 48, ABI_ACCESSES_PROCESS)
ABI_CHECK_VALUE(PAGESNAP_REC_PROCESS, 516)
ABI_CHECK_STRUCT(pagesnap_accesses_span, 32, ABI_ACCESSES_SPAN)
ABI_CHECK_VALUE(PAGESNAP_REC_HEAT_SPAN, 517)
ABI_CHECK_STRUCT(pagesnap_accesses_file, 48, ABI_ACCESSES_FILE)
ABI_CHECK_VALUE(PAGESNAP_REC_HEAT_FILE, 518)
ABI_CHECK_STRUCT(pagesnap_faults_map, 80, ABI_FAULTS_MAP)
ABI_CHECK_VALUE(PAGESNAP_REC_FAULT_MAP, 769)
ABI_CHECK_STRUCT(pagesnap_faults_fault, 32, ABI_FAULTS_FAULT)
ABI_CHECK_VALUE(PAGESNAP_REC_FAULT, 770)
ABI_CHECK_STRUCT(pagesnap_faults_thread, 40, ABI_FAULTS_THREAD)
ABI_CHECK_VALUE(PAGESNAP_REC_THREAD, 771)
ABI_CHECK_STRUCT(pagesnap_faults_event, 48, ABI_FAULTS_EVENT)
ABI_CHECK_VALUE(PAGESNAP_REC_FORK, 772)
ABI_CHECK_VALUE(PAGESNAP_REC_EXEC, 773)
ABI_CHECK_VALUE(PAGESNAP_REC_EXIT, 774)
ABI_CHECK_STRUCT(pagesnap_faults_traced, 48, ABI_FAULTS_TRACED)
ABI_CHECK_VALUE(PAGESNAP_REC_TRACED, 775)
ABI_CHECK_STRUCT(pagesnap_faults_sweep, 96, ABI_FAULTS_SWEEP)
ABI_CHECK_VALUE(PAGESNAP_REC_SWEEP, 776)
ABI_CHECK_STRUCT(pagesnap_faults_window, 32, ABI_FAULTS_WINDOW)
ABI_CHECK_VALUE(PAGESNAP_REC_WINDOW, 777)
ABI_CHECK_STRUCT(pagesnap_slab_site, 24, ABI_SLAB_SITE)
ABI_CHECK_VALUE(PAGESNAP_REC_SITE, 1025)
ABI_CHECK_VALUE(PAGESNAP_REC_CACHE, 1026)
ABI_CHECK_STRUCT(pagesnap_slab_stack, 24, ABI_SLAB_STACK)
ABI_CHECK_VALUE(PAGESNAP_REC_STACK, 1027)
ABI_CHECK_STRUCT(pagesnap_slab_alloc, 80, ABI_SLAB_ALLOC)
ABI_CHECK_VALUE(PAGESNAP_REC_ALLOC, 1028)
ABI_CHECK_VALUE(PAGESNAP_REC_OBJECT, 1032)
ABI_CHECK_STRUCT(pagesnap_slab_free, 64, ABI_SLAB_FREE)
ABI_CHECK_VALUE(PAGESNAP_REC_FREE, 1029)
ABI_CHECK_STRUCT(pagesnap_slab_sum, 368, ABI_SLAB_SUM)
ABI_CHECK_VALUE(PAGESNAP_REC_SITE_SUM, 1030)
ABI_CHECK_VALUE(PAGESNAP_REC_CACHE_SUM, 1031)
ABI_CHECK_STRUCT(pagesnap_slab_round, 72, ABI_SLAB_ROUND)
ABI_CHECK_VALUE(PAGESNAP_REC_SLAB_ROUND, 1033)
ABI_RECORDS(ABI_CHECK_RECORD)
ABI_VALUES(ABI_CHECK_VALUE)

#endif /* TESTS_ABI_ASSERTS_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the pure files need, in the kernel and in user space.
 *
 * A pure file has no state of its own, takes no lock, allocates nothing and
 * includes nothing of the kernel but what stands here, so that the tests can
 * build the very same file as a program.
 */
#ifndef PAGESNAP_CORE_PURE_H
#define PAGESNAP_CORE_PURE_H

#ifdef __KERNEL__
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include <linux/kernel-page-flags.h>
#else
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/types.h>
#include <linux/kernel-page-flags.h>
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;
#define U64_MAX UINT64_MAX
#define U32_MAX UINT32_MAX
#define DIV_ROUND_UP(n, d) (((n) + (d) - 1) / (d))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define __packed __attribute((packed))
#ifndef fallthrough
#define fallthrough __attribute__((__fallthrough__))
#endif
#endif

#endif /* PAGESNAP_CORE_PURE_H */

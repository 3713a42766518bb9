/* SPDX-License-Identifier: GPL-2.0 */
/* All is in ring/kernel.h. */

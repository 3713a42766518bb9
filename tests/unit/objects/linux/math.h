/* SPDX-License-Identifier: GPL-2.0 */
/* All is in objects/kernel.h. */

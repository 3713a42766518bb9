/* SPDX-License-Identifier: GPL-2.0 */
/* --version: of this program, its records, and the module. */
#ifndef VERSION_H
#define VERSION_H

void version_print(void);

#endif /* VERSION_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* What the program ends with. */
#ifndef EXIT_CODES_H
#define EXIT_CODES_H

#define EXIT_OK		0
#define EXIT_FAILED	1
#define EXIT_USAGE	2
#define EXIT_PARTIAL	3
/* As shells: a command can't be run, or isn't there. */
#define EXIT_NOT_RUN	126
#define EXIT_NOT_FOUND	127
#define EXIT_INTERRUPTED 130

#endif /* EXIT_CODES_H */

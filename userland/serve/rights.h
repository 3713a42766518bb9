/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rights that are given up before anybody is answered.
 */
#ifndef SERVE_RIGHTS_H
#define SERVE_RIGHTS_H

/* 0, or a negative errno: then it isn't safe to go on. */
int rights_drop(void);

#endif /* SERVE_RIGHTS_H */

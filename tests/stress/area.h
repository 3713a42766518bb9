/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory at a known address that changes in every way; for churn-memory.c and
 * for the tasks of churn-tasks.c.
 */
#ifndef TESTS_STRESS_AREA_H
#define TESTS_STRESS_AREA_H

/* In the main process. */
void area_setup(void);
/* In one that was exec()ed. */
void area_names(void);
/* In each process that has one. */
void area_make(void);
/* One change. */
void area_change(void);

#endif /* TESTS_STRESS_AREA_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All frames by class, as memory has them.
 */
#ifndef COMMANDS_EXPORT_CLASSES_H
#define COMMANDS_EXPORT_CLASSES_H

struct export_look;
struct metrics;

/* Appends them, of a look that has frames. */
void export_classes_write(const struct export_look *l, struct metrics *m);

#endif /* COMMANDS_EXPORT_CLASSES_H */

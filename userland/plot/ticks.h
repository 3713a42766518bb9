/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where axes have numbers, and how these are written.  Pure.
 */
#ifndef PLOT_TICKS_H
#define PLOT_TICKS_H

#include <stddef.h>

#define TICKS_TEXT_MAX 32

/* The least round step in seconds with which a span has at most @most numbers. */
double ticks_of_time(double seconds, unsigned int most);
/* The same of bytes: a power of two. */
double ticks_of_bytes(double bytes, unsigned int most);
/* The same of things that are counted: 1, 2 or 5, and zeros behind it. */
double ticks_of_number(double number, unsigned int most);
/* A time as "100 ms", "1.5 s", "10 min" or "2 h"; returns @buf of TICKS_TEXT_MAX. */
const char *ticks_time(double seconds, char *buf);
/* Bytes as "4.6 MiB". */
const char *ticks_bytes(double bytes, char *buf);
/* A number as "300", "20 k" or "1.5 M". */
const char *ticks_number(double number, char *buf);

#endif /* PLOT_TICKS_H */

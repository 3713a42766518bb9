// SPDX-License-Identifier: GPL-2.0
/*
 * Where axes have numbers, and how these are written.
 */
#include <stdio.h>
#include <string.h>

#include "ticks.h"

#define MINUTE 60.0
#define HOUR 3600.0
#define DAY 86400.0

/**
 * ticks_of_time() - choose a step
 * @seconds: that the axis has
 * @most: numbers that fit
 *
 * Return: seconds.
 */
double ticks_of_time(double seconds, unsigned int most)
{
	static const double steps[] = {
		0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30,
		MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE,
		HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY,
	};
	double step = DAY;
	size_t i;

	for (i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		if (seconds <= steps[i] * most)
			return steps[i];
	while (seconds > step * most)
		step *= 2;
	return step;
}

/**
 * ticks_of_bytes() - choose a step
 * @bytes: that the axis has
 * @most: numbers that fit
 *
 * Return: bytes, a power of two.
 */
double ticks_of_bytes(double bytes, unsigned int most)
{
	double step = 1024;

	while (bytes > step * most)
		step *= 2;
	return step;
}

/**
 * ticks_of_number() - choose a step
 * @number: that the axis has
 * @most: numbers that fit
 *
 * Return: 1, 2 or 5, and zeros behind it.
 */
double ticks_of_number(double number, unsigned int most)
{
	static const unsigned int steps[] = { 1, 2, 5 };
	double zeros = 1;
	size_t i;

	for (;;) {
		for (i = 0; i < sizeof(steps) / sizeof(*steps); i++)
			if (number <= steps[i] * zeros * most)
				return steps[i] * zeros;
		zeros *= 10;
	}
}

/**
 * ticks_time() - write a time
 * @seconds: it
 * @buf: TICKS_TEXT_MAX bytes for the text
 *
 * Return: @buf.
 */
const char *ticks_time(double seconds, char *buf)
{
	if (seconds > 0 && seconds < 1)
		snprintf(buf, TICKS_TEXT_MAX, "%.4g ms", seconds * 1000);
	else if (seconds < 2 * MINUTE)
		snprintf(buf, TICKS_TEXT_MAX, "%.4g s", seconds);
	else if (seconds < 2 * HOUR)
		snprintf(buf, TICKS_TEXT_MAX, "%.4g min", seconds / MINUTE);
	else
		snprintf(buf, TICKS_TEXT_MAX, "%.4g h", seconds / HOUR);
	return buf;
}

/**
 * ticks_bytes() - write an amount of memory
 * @bytes: it
 * @buf: TICKS_TEXT_MAX bytes for the text
 *
 * Return: @buf.
 */
const char *ticks_bytes(double bytes, char *buf)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
	unsigned int unit = 0;

	while (bytes >= 1024 && unit + 1 < sizeof(units) / sizeof(*units)) {
		bytes /= 1024;
		unit++;
	}
	if (bytes == 0)
		return strcpy(buf, "0");
	/* no exponent where 1023 KiB stand */
	snprintf(buf, TICKS_TEXT_MAX, bytes < 100 ? "%.3g %s" : "%.0f %s", bytes, units[unit]);
	return buf;
}

/**
 * ticks_number() - write how many there are
 * @number: that
 * @buf: TICKS_TEXT_MAX bytes for the text
 *
 * Return: @buf.
 */
const char *ticks_number(double number, char *buf)
{
	static const char *const units[] = { "", " k", " M", " G", " T", " P", " E" };
	unsigned int unit = 0;

	while (number >= 1000 && unit + 1 < sizeof(units) / sizeof(*units)) {
		number /= 1000;
		unit++;
	}
	snprintf(buf, TICKS_TEXT_MAX, "%.4g%s", number, units[unit]);
	return buf;
}

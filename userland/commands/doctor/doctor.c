// SPDX-License-Identifier: GPL-2.0
/*
 * The order in which things are looked at, and how they are said.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "doctor.h"

/**
 * doctor_run() - look at everything
 * @d: examination; root, proc, sysfs, release, runs, machine, take and ctx are set
 *
 * What a kernel that doesn't run would say can't be known.
 *
 * Return: 0, or what @d->take returned.
 */
int doctor_run(struct doctor *d)
{
	doctor_kernel(d);
	doctor_headers(d);
	doctor_file(d);
	if (d->runs) {
		doctor_secure_boot(d);
		doctor_lockdown(d);
	}
	doctor_signature(d);
	if (d->runs) {
		doctor_loaded(d);
		doctor_tracefs(d);
		doctor_process(d);
		doctor_stream(d);
		doctor_untold(d);
	}
	return d->err;
}

/**
 * doctor_say() - one line
 * @d: examination
 * @check: what was looked at
 * @result: how it is
 * @next: command that helps, "" for none
 * @format: what was found
 */
void doctor_say(struct doctor *d, const char *check, enum doctor_result result, const char *next,
		const char *format, ...)
{
	char found[DOCTOR_TEXT];
	const struct doctor_line line = {
		.check = check, .result = result, .found = found, .next = next,
	};
	va_list args;

	va_start(args, format);
	vsnprintf(found, sizeof(found), format, args);
	va_end(args);
	d->failed += result == DOCTOR_FAILS;
	if (!d->err)
		d->err = d->take(d->ctx, &line);
}

/**
 * doctor_read() - the beginning of a small file
 * @buf: gets it, without the newline at its end
 * @size: bytes of @buf
 * @base: folder
 * @path: name below it, as for printf()
 *
 * Return: length, or -1 if it can't be read, and then @buf is "".
 */
int doctor_read(char *buf, size_t size, const char *base, const char *path, ...)
{
	char name[4096];
	ssize_t n = -1;
	va_list args;
	int fd, len;

	len = snprintf(name, sizeof(name), "%s/", base);
	va_start(args, path);
	vsnprintf(name + len, sizeof(name) - len, path, args);
	va_end(args);
	*buf = '\0';
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	n = read(fd, buf, size - 1);
	close(fd);
	if (n > 0 && buf[n - 1] == '\n')
		n--;
	buf[n > 0 ? n : 0] = '\0';
	return n;
}

/**
 * doctor_has() - is there such a file?
 * @d: examination
 * @path: name below @d->root, as for printf()
 *
 * Return: whether there is.
 */
bool doctor_has(const struct doctor *d, const char *path, ...)
{
	char name[4096];
	va_list args;
	int len;

	len = snprintf(name, sizeof(name), "%s/", d->root);
	va_start(args, path);
	vsnprintf(name + len, sizeof(name) - len, path, args);
	va_end(args);
	return !access(name, F_OK);
}

/**
 * doctor_installer() - how are packages installed here?
 * @d: examination
 *
 * Return: the beginning of a command, NULL if that isn't known.
 */
const char *doctor_installer(const struct doctor *d)
{
	if (doctor_has(d, "usr/bin/apt-get"))
		return "apt install";
	if (doctor_has(d, "usr/bin/dnf"))
		return "dnf install";
	return doctor_has(d, "usr/bin/zypper") ? "zypper install" : NULL;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Files of the system that is looked at.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "doctor.h"

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

/* SPDX-License-Identifier: GPL-2.0 */
/* Modules of the tests, loaded and unloaded by system calls: no process is started. */
#ifndef TESTS_MODULES_H
#define TESTS_MODULES_H

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct module {
	const char *name;
	const char *file;
};

/* Return: 0 or errno. */
__attribute__((unused))
static int module_load(const struct module *module, const char *parameters)
{
	int fd = open(module->file, O_RDONLY | O_CLOEXEC), err = 0;

	if (fd < 0 || syscall(SYS_finit_module, fd, parameters, 0))
		err = errno;
	close(fd);
	return err;
}

/* Return: 0 or errno, EWOULDBLOCK if somebody uses it. */
__attribute__((unused))
static int module_unload(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) ? errno : 0;
}

#endif /* TESTS_MODULES_H */

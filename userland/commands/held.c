// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a command that waits before its first instruction
 *
 * A socket holds the process between fork() and execve(), so that what is to be done with its PID
 * can begin before.  If we end meanwhile, the socket closes, and it ends, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_codes.h"
#include "base/say.h"
#include "held.h"

static int check_file(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISREG(st.st_mode))
		return -EACCES;
	return faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) ? -errno : 0;
}

static int check_below(const char *dir, size_t len, const char *name)
{
	char *path;
	int err;

	/* an empty one is where we are */
	if (asprintf(&path, "%.*s%s%s", (int)len, dir, len ? "/" : "", name) < 0)
		return -ENOMEM;
	err = check_file(path);
	free(path);
	return err;
}

/**
 * held_check() - can a command be run, as far as one can tell without?
 * @name: its first word, which is looked for as execvp() does
 *
 * Return: 0 or a negative errno.
 */
int held_check(const char *name)
{
	const char *dirs = getenv("PATH") ?: "/bin:/usr/bin";
	int why = -ENOENT, err;
	size_t len;

	if (strchr(name, '/'))
		return check_file(name);
	for (; *name; dirs += len + 1) {
		len = strcspn(dirs, ":");
		err = check_below(dirs, len, name);
		if (err != -ENOENT && err != -ENOTDIR)
			why = err;
		if (!err || !dirs[len])
			break;
	}
	return why;
}

static void run(int hold, char **argv, bool no_huge)
{
	ssize_t n;
	char go;
	int err;

	/* execve() and fork() hand it on */
	if (no_huge && prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)) {
		say_error("%s: without huge pages: %s", say_safe(argv[0]), strerror(errno));
		_exit(EXIT_NOT_RUN);
	}
	while ((n = read(hold, &go, 1)) < 0 && errno == EINTR)
		;
	if (n != 1)
		_exit(EXIT_NOT_RUN);
	execvp(argv[0], argv);
	err = errno;
	say_error("%s: %s", say_safe(argv[0]), strerror(err));
	_exit(err == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN);
}

/**
 * held_start() - start a command, and hold it
 * @held: all zero
 * @argv: its words, with NULL behind the last
 * @no_huge: it gets no transparent huge pages, nor does what it runs or forks
 *
 * Return: 0 or a negative errno.
 */
int held_start(struct held *held, char **argv, bool no_huge)
{
	int ends[2], err;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -errno;
	pid = fork();
	err = -errno;
	if (!pid) {
		close(ends[1]);
		run(ends[0], argv, no_huge);
	}
	close(ends[0]);
	if (pid < 0) {
		close(ends[1]);
		return err;
	}
	*held = (struct held){ .pid = pid, .hold = ends[1] };
	return 0;
}

/**
 * held_release() - let it go
 * @held: command
 *
 * If it was killed meanwhile, there is nobody to read; that is no error.
 */
void held_release(struct held *held)
{
	ssize_t n;

	if (!held->pid || held->is_running)
		return;
	held->is_running = true;
	/* a pipe would have SIGPIPE */
	n = send(held->hold, "", 1, MSG_NOSIGNAL);
	(void)n;
	close(held->hold);
}

/**
 * held_wait() - wait until it ends
 * @held: command that was started
 *
 * Return: status, as wait() says it.
 */
int held_wait(struct held *held)
{
	int status = 0;

	if (!held->is_running)
		close(held->hold);
	while (waitpid(held->pid, &status, 0) < 0 && errno == EINTR)
		;
	held->pid = 0;
	return status;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a process needs that answers from memory
 *
 * Nothing but its descriptors.  Whoever finds a fault in what reads his bytes is nobody then, and
 * can start no program, write no file, and open no more than clients need.
 */
#include <errno.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "http.h"
#include "rights.h"

/* Debian's nobody and nogroup, and what the kernel calls overflow. */
#define NOBODY 65534
/* Besides those of clients. */
#define DESCRIPTORS 32
/* In the number of a system call of x32. */
#define X32 0x40000000

static int become_nobody(void)
{
	if (geteuid())
		return 0;
	if (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
	    setresuid(NOBODY, NOBODY, NOBODY))
		return -errno;
	return 0;
}

/* What an unprivileged caller was given, as by systemd. */
static int drop_capabilities(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	static const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];

	/* of older kernels, which have no such set */
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	return syscall(SYS_capset, &head, none) ? -errno : 0;
}

static int limit(void)
{
	const struct rlimit none = { 0, 0 };
	const struct rlimit some = { HTTP_CLIENTS + DESCRIPTORS, HTTP_CLIENTS + DESCRIPTORS };

	if (setrlimit(RLIMIT_NOFILE, &some) || setrlimit(RLIMIT_FSIZE, &none) ||
	    setrlimit(RLIMIT_NPROC, &none) || setrlimit(RLIMIT_CORE, &none))
		return -errno;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? -errno : 0;
}

/*
 * Without fork() a process can still become another program.  Other architectures' system calls
 * have other numbers, and x32's are these with a bit more.
 */
static int start_nothing(void)
{
#ifdef __x86_64__
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 0, 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { sizeof(filter) / sizeof(*filter), filter };

	/* a kernel that was built without filters says EINVAL */
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) && errno != EINVAL)
		return -errno;
#endif
	return 0;
}

/**
 * rights_drop() - give up all rights
 *
 * Return: 0 or a negative errno.
 */
int rights_drop(void)
{
	return become_nobody() ?: drop_capabilities() ?: limit() ?: start_nothing();
}

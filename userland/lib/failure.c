// SPDX-License-Identifier: GPL-2.0
/*
 * Why an index file can't be opened, and what to do about it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collection.h"
#include "internal.h"

/* Bit of CAP_SYS_ADMIN in CapEff, see linux/capability.h. */
#define ADMIN_BIT 21

/* The beginning of a small file of the kernel's; "" if it can't be read. */
static void read_small(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = 0;

	if (fd >= 0) {
		n = read(fd, buf, size - 1);
		close(fd);
	}
	buf[n > 0 ? n : 0] = '\0';
}

/**
 * pagesnap_is_inner_ns() - is this some other than the initial user namespace?
 * @uid_map: /proc/self/uid_map
 *
 * Return: true if it is; false if @uid_map is "", as without user namespaces.
 */
bool pagesnap_is_inner_ns(const char *uid_map)
{
	unsigned long inside, outside, count;

	if (!*uid_map)
		return false;
	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	return sscanf(uid_map, "%lu %lu %lu", &inside, &outside, &count) != 3 || inside ||
	       outside || count != UINT32_MAX;
}

/**
 * pagesnap_is_locked() - does lockdown keep tracefs shut?
 * @lockdown: /sys/kernel/security/lockdown; brackets are around what is in force
 *
 * Return: true if it does.
 */
bool pagesnap_is_locked(const char *lockdown)
{
	return strstr(lockdown, "[confidentiality]");
}

/**
 * pagesnap_is_admin() - does this process have CAP_SYS_ADMIN?
 * @status: /proc/self/status
 *
 * Return: true if it does, or if that is unknown.
 */
bool pagesnap_is_admin(const char *status)
{
	const char *line = strstr(status, "\nCapEff:");

	return !line || strtoull(line + 8, NULL, 16) >> ADMIN_BIT & 1;
}

/**
 * pagesnap_get_facts() - look at what opening index files depends on
 * @f: all but err, path and chosen are filled
 */
void pagesnap_get_facts(struct pagesnap_facts *f)
{
	char text[4096];

	f->mounted = pagesnap_has_tracefs();
	f->root = !geteuid();
	read_small("/proc/self/uid_map", text, sizeof(text));
	f->user_ns = pagesnap_is_inner_ns(text);
	read_small("/proc/self/status", text, sizeof(text));
	f->admin = pagesnap_is_admin(text);
	read_small("/sys/kernel/security/lockdown", text, sizeof(text));
	f->locked = pagesnap_is_locked(text);
}

static const char not_mounted[] =
	"tracefs is not mounted\n"
	"Mount it: mount -t tracefs tracefs /sys/kernel/tracing";
static const char in_user_ns[] =
	"not permitted in a user namespace (a container without real root)\n"
	"Run it on the host, as root.";
static const char not_root[] =
	"not permitted: only root may ask\n"
	"Run it as root, as with sudo.";
static const char no_capability[] =
	"not permitted: root, but without CAP_SYS_ADMIN (a container?)\n"
	"Run it on the host, or give the container CAP_SYS_ADMIN.";
static const char locked_down[] =
	"not permitted: the kernel is locked down (confidentiality)\n"
	"Boot it with lockdown=integrity or lockdown=none; Secure Boot may have to be off.";

/* Each collection may have a module of its own. */
static const char *absent(const struct pagesnap_facts *f, char *buf, size_t size)
{
	const char *module = f->of->module;

	if (!f->chosen && !f->mounted)
		return not_mounted;
	if (f->chosen)
		snprintf(buf, size, "no index file here\n"
			 "Give the directory %s of tracefs, or none ($PAGESNAP_DIR unset) to find it.",
			 f->of->folder);
	else
		snprintf(buf, size, "the module %s is not loaded\n"
			 "Load it: modprobe %s, or insmod %s.ko where it was built.", module,
			 module, module);
	return buf;
}

static const char *forbidden(const struct pagesnap_facts *f)
{
	if (f->user_ns)
		return in_user_ns;
	if (!f->root && !f->admin)
		return not_root;
	if (!f->admin)
		return no_capability;
	return f->locked ? locked_down : NULL;
}

/**
 * pagesnap_explain() - what is wrong, and what to do next
 * @f: facts
 * @buf: gets it, a line each
 * @size: bytes of @buf
 */
void pagesnap_explain(const struct pagesnap_facts *f, char *buf, size_t size)
{
	const char *why = NULL;
	char text[256];

	switch (-f->err) {
	case ENOENT:
	case ENOTDIR:
		why = absent(f, text, sizeof(text));
		break;
	case EACCES:
	case EPERM:
		why = forbidden(f);
		break;
	case ENXIO:
	case ENODEV:
		why = "the module is being loaded or removed\nTry again.";
		break;
	}
	if (!why)
		why = strerror_r(-f->err, text, sizeof(text));
	snprintf(buf, size, "%s%s%s\nMore: run pagesnap doctor.", f->path ? f->path : "",
		 f->path ? ": " : "", why);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * The module: its file, who signed it, whether it runs.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doctor.h"
#include "lib/internal.h"

#define MODULE "pagesnap"

/* Starts modinfo, whose stdout is @out.  0 or an errno. */
static int start_modinfo(const struct doctor *d, int out, pid_t *pid)
{
	/* users other than root may not have sbin in their path */
	static const char *const programs[] = { "/usr/sbin/modinfo", "/sbin/modinfo", "modinfo" };
	const char *const argv[] = {
		"modinfo", "-0", "-b", *d->root ? d->root : "/", "-k", d->release, MODULE, NULL
	};
	posix_spawn_file_actions_t actions;
	size_t i;
	int err;

	err = posix_spawn_file_actions_init(&actions);
	if (err)
		return err;
	err = posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if (!err)
		err = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	if (!err)
		err = ENOENT;
	for (i = 0; err == ENOENT && i < sizeof(programs) / sizeof(programs[0]); i++)
		err = posix_spawnp(pid, programs[i], &actions, NULL, (char *const *)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return err;
}

/* One of its lines: "filename:       PATH", and with -0 "signer=SOMEBODY". */
static void take_info(struct doctor *d, const char *line, char *path, size_t size)
{
	const char *value = strpbrk(line, ":=");
	size_t len;

	if (!value)
		return;
	len = value - line;
	value += 1 + strspn(value + 1, " ");
	if (len == 8 && !strncmp(line, "filename", len))
		snprintf(path, size, "%s", value);
	else if (len == 7 && !strncmp(line, "version", len))
		snprintf(d->version, sizeof(d->version), "%s", value);
	else if (len == 10 && !strncmp(line, "srcversion", len))
		snprintf(d->srcversion, sizeof(d->srcversion), "%s", value);
	else if (len == 6 && !strncmp(line, "sig_id", len))
		d->is_signed = true;
	else if (len == 6 && !strncmp(line, "signer", len))
		snprintf(d->signer, sizeof(d->signer), "%s", value);
}

/*
 * What modinfo says, which finds modules as modprobe does, compressed or not.  Not
 * by its library: that brings a dozen others, for each run of any command.
 * Return: 0 or an errno; "" in @path if there is no module.
 */
static int read_info(struct doctor *d, char *path, size_t size)
{
	char *line = NULL;
	int fds[2], err;
	size_t cap = 0;
	FILE *said;
	pid_t pid;

	*path = '\0';
	if (pipe2(fds, O_CLOEXEC))
		return errno;
	err = start_modinfo(d, fds[1], &pid);
	close(fds[1]);
	said = err ? NULL : fdopen(fds[0], "r");
	while (said && getdelim(&line, &cap, '\0', said) > 0)
		take_info(d, line, path, size);
	free(line);
	if (said)
		fclose(said);
	else
		close(fds[0]);
	if (!err)
		waitpid(pid, NULL, 0);
	return err;
}

/**
 * doctor_is_live() - does a module run?
 * @d: examination
 * @module: its name
 * @state: gets where it is in its life, "" if it isn't there
 * @size: bytes of @state
 *
 * Return: whether it does.
 */
bool doctor_is_live(const struct doctor *d, const char *module, char *state, size_t size)
{
	*state = '\0';
	if (d->runs)
		doctor_read(state, size, d->sysfs, "module/%s/initstate", module);
	return !strcmp(state, "live");
}

/* What is there if modprobe finds nothing: a build that failed, or none. */
static void say_no_file(struct doctor *d)
{
	const char *installer = doctor_installer(d);
	char next[DOCTOR_TEXT], what[DOCTOR_TEXT - 64], version[NAME_MAX + 1], state[32];

	if (doctor_is_live(d, MODULE, state, sizeof(state))) {
		doctor_say(d, "module", DOCTOR_NOTE, "make install",
			   "it runs, but none is installed for %s", d->release);
		return;
	}
	if (doctor_lacks(d, what, sizeof(what))) {
		doctor_say(d, "module", DOCTOR_FAILS, "", "not built: this kernel lacks %s", what);
		return;
	}
	/* not autoinstall: the package does without it (dist/dkms.conf) */
	if (doctor_dkms_version(d, version, sizeof(version)))
		snprintf(next, sizeof(next), "dkms install " MODULE "/%s -k %s", version, d->release);
	else if (installer && doctor_has(d, "usr/bin/pagesnap"))
		snprintf(next, sizeof(next), "%s pagesnap-dkms", installer);
	else
		snprintf(next, sizeof(next), "make && make install");
	doctor_say(d, "module", DOCTOR_FAILS, next, "none installed for %s", d->release);
}

/**
 * doctor_file() - does modprobe find the module?
 * @d: examination
 */
void doctor_file(struct doctor *d)
{
	char path[4096];
	int err = read_info(d, path, sizeof(path));
	size_t root = strlen(d->root);

	if (err == ENOENT) {
		doctor_say(d, "module", DOCTOR_UNKNOWN, "", "there is no modinfo here");
	} else if (err) {
		doctor_say(d, "module", DOCTOR_UNKNOWN, "", "modinfo: %s", strerror(err));
	} else if (!*path) {
		say_no_file(d);
	} else {
		d->has_file = true;
		snprintf(d->file, sizeof(d->file), "%.*s", (int)sizeof(d->file) - 1,
			 strncmp(path, d->root, root) ? path : path + root);
		doctor_say(d, "module", DOCTOR_OK, "", "%s, version %s", d->file,
			   *d->version ? d->version : "unknown");
	}
}

/**
 * doctor_signature() - will the kernel take the module?
 * @d: examination, behind doctor_file()
 *
 * Whether it knows the key shows when the module is loaded, and not before.
 */
void doctor_signature(struct doctor *d)
{
	char next[DOCTOR_TEXT];

	if (!d->has_file)
		return;
	/* enrolling a key helps only what is signed with it */
	snprintf(next, sizeof(next),
		 "/lib/modules/%s/build/scripts/sign-file sha256 KEY.pem CERTIFICATE.der %s",
		 d->release, d->file);
	if (d->is_signed)
		doctor_say(d, "signature", DOCTOR_OK, "", "by %s",
			   *d->signer ? d->signer : "somebody without a name");
	else if (doctor_is_strict(d))
		doctor_say(d, "signature", DOCTOR_FAILS, next,
			   "none, and this kernel takes signed modules only");
	else
		doctor_say(d, "signature", DOCTOR_OK, "", "none, and none is asked for");
}

/* DKMS makes a key of its own, which nobody knows until somebody enrols it. */
static const char *how_to_load(const struct doctor *d)
{
	if (!d->has_file)
		return "";
	if (d->is_signed && doctor_is_strict(d) && doctor_has(d, "var/lib/dkms/mok.pub"))
		return "modprobe " MODULE " || mokutil --import /var/lib/dkms/mok.pub";
	return "modprobe " MODULE;
}

/**
 * doctor_loaded() - does the module run?
 * @d: examination, behind doctor_file()
 */
void doctor_loaded(struct doctor *d)
{
	char state[32], version[64], sources[64], taint[32];

	d->is_loaded = doctor_is_live(d, MODULE, state, sizeof(state));
	if (!d->is_loaded) {
		doctor_say(d, "loaded", DOCTOR_FAILS, how_to_load(d),
			   *state ? "not yet, or not any more: %s" : "no%s", state);
		return;
	}
	doctor_read(version, sizeof(version), d->sysfs, "module/" MODULE "/version");
	doctor_read(sources, sizeof(sources), d->sysfs, "module/" MODULE "/srcversion");
	doctor_read(taint, sizeof(taint), d->sysfs, "module/" MODULE "/taint");
	if (*sources && *d->srcversion && strcmp(sources, d->srcversion) != 0)
		doctor_say(d, "loaded", DOCTOR_NOTE, PAGESNAP_RELOAD,
			   "version %s, but another one is installed", version);
	else
		doctor_say(d, "loaded", DOCTOR_OK, "", "version %s, taints the kernel: %s",
			   version, *taint ? taint : "no");
}

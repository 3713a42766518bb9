// SPDX-License-Identifier: GPL-2.0
/*
 * The module: its file, who signed it, whether it runs.
 */
#include <libkmod.h>
#include <stdio.h>
#include <string.h>

#include "doctor.h"

#define MODULE "pagesnap"

static void keep(char *to, size_t size, const struct kmod_list *entry)
{
	snprintf(to, size, "%s", kmod_module_info_get_value(entry));
}

/* What modinfo would say. */
static void read_info(struct doctor *d, struct kmod_module *module)
{
	struct kmod_list *list = NULL, *entry;

	if (kmod_module_get_info(module, &list) < 0)
		return;
	kmod_list_foreach(entry, list) {
		const char *key = kmod_module_info_get_key(entry);

		if (!strcmp(key, "version"))
			keep(d->version, sizeof(d->version), entry);
		else if (!strcmp(key, "srcversion"))
			keep(d->srcversion, sizeof(d->srcversion), entry);
		else if (!strcmp(key, "sig_id"))
			d->is_signed = true;
		else if (!strcmp(key, "signer"))
			keep(d->signer, sizeof(d->signer), entry);
	}
	kmod_module_info_free_list(list);
}

/* What is there if modprobe finds nothing: a build that failed, or none. */
static void say_no_file(struct doctor *d)
{
	const char *installer = doctor_installer(d);
	char next[DOCTOR_TEXT];

	if (doctor_has(d, "var/lib/dkms/" MODULE))
		snprintf(next, sizeof(next), "dkms autoinstall -k %s", d->release);
	else if (installer)
		snprintf(next, sizeof(next), "%s pagesnap-dkms", installer);
	else
		snprintf(next, sizeof(next), "make && make install");
	doctor_say(d, "module", DOCTOR_FAILS, next, "none installed for %s", d->release);
}

static void look_at_file(struct doctor *d, struct kmod_module *module)
{
	const char *path = kmod_module_get_path(module);

	if (!path) {
		say_no_file(d);
		return;
	}
	d->has_file = true;
	read_info(d, module);
	doctor_say(d, "module", DOCTOR_OK, "", "%s, version %s", path + strlen(d->root),
		   *d->version ? d->version : "unknown");
}

/**
 * doctor_file() - does modprobe find the module?
 * @d: examination
 */
void doctor_file(struct doctor *d)
{
	static const char *const no_config[] = { NULL };
	struct kmod_module *module = NULL;
	struct kmod_list *list = NULL;
	struct kmod_ctx *kmod;
	char folder[4096];

	snprintf(folder, sizeof(folder), "%s/lib/modules/%s", d->root, d->release);
	kmod = kmod_new(folder, no_config);
	if (kmod && kmod_module_new_from_lookup(kmod, MODULE, &list) >= 0 && list)
		module = kmod_module_get_module(list);
	if (module)
		look_at_file(d, module);
	else
		say_no_file(d);
	kmod_module_unref(module);
	kmod_module_unref_list(list);
	kmod_unref(kmod);
}

/**
 * doctor_signature() - will the kernel take the module?
 * @d: examination, behind doctor_file()
 *
 * Whether it knows the key shows when the module is loaded, and not before.
 */
void doctor_signature(struct doctor *d)
{
	if (!d->has_file)
		return;
	if (d->is_signed)
		doctor_say(d, "signature", DOCTOR_OK, "", "by %s",
			   *d->signer ? d->signer : "somebody without a name");
	else if (doctor_is_strict(d))
		doctor_say(d, "signature", DOCTOR_FAILS, "mokutil --import /var/lib/dkms/mok.pub",
			   "none, and this kernel takes signed modules only");
	else
		doctor_say(d, "signature", DOCTOR_OK, "", "none, and none is asked for");
}

/**
 * doctor_loaded() - does the module run?
 * @d: examination, behind doctor_file()
 */
void doctor_loaded(struct doctor *d)
{
	char state[32], version[64], sources[64], taint[32];

	doctor_read(state, sizeof(state), d->sysfs, "module/" MODULE "/initstate");
	d->is_loaded = !strcmp(state, "live");
	if (!d->is_loaded) {
		doctor_say(d, "loaded", DOCTOR_FAILS,
			   d->has_file ? "modprobe " MODULE : "",
			   *state ? "not yet, or not any more: %s" : "no%s", state);
		return;
	}
	doctor_read(version, sizeof(version), d->sysfs, "module/" MODULE "/version");
	doctor_read(sources, sizeof(sources), d->sysfs, "module/" MODULE "/srcversion");
	doctor_read(taint, sizeof(taint), d->sysfs, "module/" MODULE "/taint");
	if (*sources && *d->srcversion && strcmp(sources, d->srcversion) != 0)
		doctor_say(d, "loaded", DOCTOR_NOTE, "rmmod " MODULE " && modprobe " MODULE,
			   "version %s, but another one is installed", version);
	else
		doctor_say(d, "loaded", DOCTOR_OK, "", "version %s, taints the kernel: %s",
			   version, *taint ? taint : "no");
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Where the index files are looked for, and what is said when they can't be
 * opened.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"
#include "lib/collection.h"
#include "lib/internal.h"

#define FOLDER "objects/mm/pages"

/* mountinfo -------------------------------------------------------------- */

static const char mountinfo[] =
	"22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
	"30 22 0:12 / /sys/kernel/tracing rw shared:5 - tracefs tracefs rw\n"
	"31 22 0:13 / /mnt/tracefs rw - ext4 tracefs rw\n"
	"32 22 0:12 /objects /srv/part rw - tracefs tracefs rw\n"
	"33 22 0:12 / /mnt/a\\040b\\134c rw,nosuid master:3 propagate_from:2 - tracefs none rw\n"
	"34 22\n"
	"\n"
	"35 22 0:12 / /last rw - tracefsx none rw\n"
	"36 22 0:12 / /end rw - tracefs x rw";

static void test_mountinfo(void)
{
	FILE *f = fmemopen((char *)mountinfo, strlen(mountinfo), "r");
	char at[64], *small = malloc(20);

	ktap_ok(pagesnap_next_tracefs(f, at, sizeof(at)) && !strcmp(at, "/sys/kernel/tracing"),
		"the first tracefs");
	ktap_ok(pagesnap_next_tracefs(f, at, sizeof(at)) && !strcmp(at, "/mnt/a b\\c"),
		"the next one that is whole, its name unescaped");
	ktap_ok(pagesnap_next_tracefs(f, at, sizeof(at)) && !strcmp(at, "/end"), "the last one");
	ktap_ok(!pagesnap_next_tracefs(f, at, sizeof(at)), "no tracefs comes after the last");
	rewind(f);
	ktap_ok(pagesnap_next_tracefs(f, small, 20) && !strcmp(small, "/sys/kernel/tracing"),
		"a name that just fits");
	rewind(f);
	ktap_ok(pagesnap_next_tracefs(f, small, 19) && !strcmp(small, "/mnt/a b\\c"),
		"one that doesn't is passed over");
	fclose(f);
	free(small);
}

/* The folder ------------------------------------------------------------- */

static void test_folder(void)
{
	char buf[32];

	setenv("PAGESNAP_DIR", "/from/the/environment", 1);
	ktap_ok(pagesnap_find_dir("/given", FOLDER, buf, sizeof(buf)) == 1 && !strcmp(buf, "/given"),
		"a folder that is given");
	ktap_ok(pagesnap_find_dir(NULL, FOLDER, buf, sizeof(buf)) == 1 &&
		!strcmp(buf, "/from/the/environment"), "$PAGESNAP_DIR");
	ktap_equal(pagesnap_find_dir(NULL, FOLDER, buf, 21), -ENAMETOOLONG, "one that is too long");
	unsetenv("PAGESNAP_DIR");
}

static char dir[] = "/tmp/pagesnap-test-XXXXXX";

static const char *said(const struct pagesnap_session *s)
{
	return shown(pagesnap_message(s), strlen(pagesnap_message(s)));
}

/* Opening @which in @where fails with @err, and says all of @words. */
static void fails(const char *where, enum pagesnap_index_file which, int err, const char *words)
{
	struct pagesnap_session *s = NULL;
	int ret;

	errno = 77;
	ret = pagesnap_open(&s, which, where);
	if (!ktap_ok(ret == err && s && strstr(pagesnap_message(s), words) && errno == 77,
		     "%s in %s: %s", pagesnap_index_name(which), where, words))
		ktap_note("%d: %s", ret, s ? said(s) : "");
	if (!s)
		return;
	ktap_equal(pagesnap_fd(s), -1,
		   "%s in %s: there is no descriptor", pagesnap_index_name(which), where);
	ktap_equal(pagesnap_queue_line(s, "0-", 2), -EBADF,
		   "%s in %s: nothing can be asked", pagesnap_index_name(which), where);
	ktap_equal(pagesnap_read(s, NULL, NULL), -EBADF,
		   "%s in %s: nothing can be read", pagesnap_index_name(which), where);
	pagesnap_close(s);
}

static void test_open(void)
{
	struct pagesnap_session *s = NULL;
	char path[64], long_path[5000];
	FILE *f;

	fails("/nosuch", PAGESNAP_PFN, -ENOENT, "/nosuch/pfn_index: no index file");
	fails("/dev/null", PAGESNAP_SB, -ENOTDIR, "/dev/null/sb_index: no index file");
	memset(long_path, '/', sizeof(long_path) - 1);
	long_path[sizeof(long_path) - 1] = '\0';
	ktap_equal(pagesnap_open(&s, PAGESNAP_PFN, long_path), -ENAMETOOLONG, "a path that is too long");
	ktap_ok(s && *pagesnap_message(s), "why: %s", said(s));
	pagesnap_close(s);
	ktap_equal(pagesnap_open(&s, pagesnap_nr_indexes(), NULL), -EINVAL, "no such index");
	pagesnap_close(s);
	pagesnap_close(NULL);

	if (!mkdtemp(dir))
		ktap_die("mkdtemp");
	snprintf(path, sizeof(path), "%s/task_index", dir);
	f = fopen(path, "w");
	if (!f)
		ktap_die("%s", path);
	fclose(f);
	setenv("PAGESNAP_DIR", dir, 1);
	ktap_equal(pagesnap_open(&s, PAGESNAP_TASK, NULL), 0, "a file in $PAGESNAP_DIR is opened");
	ktap_ok(pagesnap_fd(s) > 2 && !*pagesnap_message(s), "with no complaint");
	pagesnap_close(s);
	unsetenv("PAGESNAP_DIR");
	unlink(path);
	rmdir(dir);
}

/* What is said ----------------------------------------------------------- */

static void says(struct pagesnap_facts f, const char *what, const char *next)
{
	char text[512];

	f.of = f.of ?: &pagesnap_collection_pages;
	pagesnap_explain(&f, text, sizeof(text));
	if (!ktap_ok(strstr(text, what) && strstr(text, next), "%s: %s", what, next))
		ktap_note("%s", shown(text, strlen(text)));
}

static void test_explain(void)
{
	const char *path = "/sys/kernel/tracing/objects/mm/pages/pfn_index";
	const struct collection other = {
		.module = "pagesnap_other", .folder = "objects/mm/other",
	};
	struct pagesnap_facts f = { .err = -ENOENT, .root = true, .admin = true };
	char small[8];

	says(f, "tracefs is not mounted", "mount -t tracefs");
	f.mounted = true;
	says(f, "the module pagesnap is not loaded", "modprobe pagesnap, or insmod pagesnap.ko");
	f.of = &other;
	says(f, "the module pagesnap_other is not loaded",
	     "modprobe pagesnap_other, or insmod pagesnap_other.ko");
	f.chosen = true;
	says(f, "no index file here", "objects/mm/other of tracefs");
	f.of = NULL;
	f.chosen = true;
	f.path = path;
	says(f, "pfn_index: no index file here", "$PAGESNAP_DIR unset");

	f = (struct pagesnap_facts) { .err = -EACCES, .mounted = true };
	says(f, "only root", "sudo");
	f = (struct pagesnap_facts) { .err = -EPERM, .path = path, .root = true, .mounted = true };
	says(f, "without CAP_SYS_ADMIN", "on the host");
	f.user_ns = true;
	says(f, "user namespace", "on the host");
	f.root = false;
	says(f, "user namespace", "on the host");
	f = (struct pagesnap_facts) { .err = -EPERM, .path = path, .root = true, .admin = true,
				      .locked = true };
	says(f, "locked down", "lockdown=integrity");
	f.locked = false;
	says(f, "pfn_index: Operation not permitted", "");
	f.err = -ENXIO;
	says(f, "being loaded or removed", "Try again");
	f.err = -EMFILE;
	says(f, "pfn_index: Too many open files", "");
	pagesnap_explain(&f, small, sizeof(small));
	ktap_ok(!strcmp(small, "/sys/ke"), "a small buffer is not overrun");
}

/* What the kernel's files say -------------------------------------------- */

static void test_facts(void)
{
	struct pagesnap_facts f = { };

	ktap_ok(!pagesnap_is_inner_ns("         0          0 4294967295\n"), "the initial namespace");
	ktap_ok(!pagesnap_is_inner_ns(""), "a kernel without user namespaces");
	ktap_ok(pagesnap_is_inner_ns("         0     100000      65536\n"), "a container");
	ktap_ok(pagesnap_is_inner_ns("      1000          0 4294967295\n"), "another mapping of all");
	ktap_ok(pagesnap_is_inner_ns("         0       1000          1\n"), "unshare -r");
	ktap_ok(pagesnap_is_inner_ns("         0          0      65536\n"), "a part of all");
	ktap_ok(pagesnap_is_inner_ns("\n"), "a mapping of nothing");
	ktap_ok(!pagesnap_is_locked("[none] integrity confidentiality\n"), "no lockdown");
	ktap_ok(!pagesnap_is_locked("none [integrity] confidentiality\n"), "integrity lets tracefs be");
	ktap_ok(pagesnap_is_locked("none integrity [confidentiality]\n"), "confidentiality doesn't");
	ktap_ok(!pagesnap_is_locked(""), "a kernel without lockdown");
	ktap_ok(pagesnap_is_admin("Name:\tx\nCapPrm:\t0\nCapEff:\t000001ffffffffff\nCapBnd:\t0\n"), "root");
	ktap_ok(!pagesnap_is_admin("Name:\tx\nCapEff:\t00000000a80425fb\nCapBnd:\t000001ffffffffff\n"),
		"root of a container");
	ktap_ok(pagesnap_is_admin("Name:\tx\nCapEff:\t0000000000200000\n"), "CAP_SYS_ADMIN alone");
	ktap_ok(pagesnap_is_admin(""), "no /proc");
	pagesnap_get_facts(&f);
	ktap_equal(f.root, geteuid() == 0, "who we are");
}

int main(void)
{
	test_mountinfo();
	test_folder();
	test_open();
	test_explain();
	test_facts();
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Whole outputs of userland/render against golden files, one for each format
 * and view in tests/golden/out.  With GOLDEN_UPDATE set they are written.
 */
#include <locale.h>
#include <yajl/yajl_parse.h>

#include "commands/digests.h"
#include "out-scenes.h"

/* Where the mounts of the tests are: /data is hidden by a mount on /. */
#define MOUNTINFO GOLDEN "/out/mountinfo"

static char var[] = "/var", log_file[] = "/var/log/app.log.1";
static char *root_list[] = { var, log_file };
static const struct roots roots = { root_list, 2 };

struct view {
	const char *name;
	void (*scene)(struct scene *s);
	enum out_ending ending;
	struct out_options options;
};

static const struct view views[] = {
	{ "fs", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT } },
	{ "fs-bytes", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT, .bytes = true,
		  .no_headings = true, .columns = "+name,orders" } },
	{ "fs-terminal", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .terminal = true, .width = 80,
		  .group = PAGESNAP_GROUP_OBJECT, .color = true } },
	/* too narrow for any name: nothing is cut */
	{ "fs-narrow", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .terminal = true, .width = 50,
		  .group = PAGESNAP_GROUP_OBJECT } },
	{ "fs-whole", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .terminal = true, .width = 80,
		  .group = PAGESNAP_GROUP_OBJECT, .no_truncate = true } },
	{ "fs-top", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT, .sort = true,
		  .top = 3 } },
	{ "fs-sorted", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT, .sort = true,
		  .sort_column = "name", .columns = "inode,orders,state" } },
	{ "fs-shares", scene_fs, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT,
		  .columns = "inode,nodes,cgroups" } },
	{ "total-shares", scene_total, false, { .columns = "pages,nodes,cgroups" } },
	{ "types", scene_types, false,
		{ .defaults = PAGES_FS_COLUMNS, .group = PAGESNAP_GROUP_OBJECT } },
	{ "long", scene_long, false,
		{ .columns = "pages,name,inode" } },
	{ "file", scene_file, true,
		{ .page_defaults = PAGES_FILE_PAGE_COLUMNS } },
	{ "file-all", scene_file, false,
		{ .page_defaults = PAGES_FILE_PAGE_COLUMNS, .all_columns = true } },
	{ "task", scene_task, false,
		{ .page_defaults = PAGES_TASK_PAGE_COLUMNS } },
	{ "task-all", scene_task, false,
		{ .page_defaults = PAGES_TASK_PAGE_COLUMNS, .all_columns = true } },
	{ "pfn", scene_pfn, false,
		{ .page_defaults = PAGES_PFN_PAGE_COLUMNS } },
	{ "pfn-all", scene_pfn, false,
		{ .page_defaults = PAGES_PFN_PAGE_COLUMNS, .all_columns = true } },
	{ "who", scene_who, false,
		{ .page_defaults = PAGES_WHO_COLUMNS, .columns = "+file,state,name" } },
	{ "who-table", scene_who, false,
		{ .page_defaults = PAGES_WHO_COLUMNS, .columns = "pfn,state,where" } },
	{ "total", scene_total, false,
		{ .group = PAGESNAP_GROUP_TOTAL, .columns = "+combos,objects_by_pages" } },
	{ "summary", scene_total, false,
		{ .group = PAGESNAP_GROUP_TOTAL, .summary = true } },
	{ "summary-raw", scene_total, true,
		{ .group = PAGESNAP_GROUP_TOTAL, .summary = true, .raw_flags = true } },
	{ "summary-runs", scene_file, false,
		{ .summary = true, .columns = "+res,kpf" } },
	{ "du-dir", scene_fs, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_DIR, .pages.depth = 1 } },
	{ "du-roots", scene_fs, true,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_DIR, .pages.depth = 2,
		  .pages.roots = &roots, .sort = true, .top = 3 } },
	{ "du-root", scene_types, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_DIR, .all_columns = true } },
	{ "du-fs", scene_types, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_FS } },
	{ "du-type", scene_fs, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_TYPE,
		  .columns = "+orders,dir" } },
	{ "du-cgroup", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_CGROUP,
		  .columns = "+evicted,orders,nodes,active" } },
	{ "cgroup", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_CGROUP,
		  .row_columns = PAGES_CGROUPS_COLUMNS ",SHARED_PAGES,LARGEST_PAGES" } },
	{ "cgroup-dead", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_CGROUP, .pages.dead = true,
		  .row_columns = PAGES_CGROUPS_COLUMNS } },
	{ "cgroup-shared", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.shared = true,
		  .row_columns = PAGES_SHARED_COLUMNS } },
	{ "cgroup-matrix", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_PAIR,
		  .columns = "+cgroup,with" } },
	{ "du-once", scene_shared, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .pages.by = TALLY_BY_DIR, .pages.once = true } },
	{ "du-snapshots", scene_snapshots, false,
		{ .group = PAGESNAP_GROUP_OBJECT, .columns = "+subvol", .pages.once = true } },
	{ "empty", scene_empty, false,
		{ .page_defaults = PAGES_FILE_PAGE_COLUMNS } },
};

static const struct {
	enum out_format format;
	const char *name;
} formats[] = {
	{ OUT_TABLE, "table" }, { OUT_JSON, "json" }, { OUT_JSONL, "jsonl" }, { OUT_CSV, "csv" },
	{ OUT_RAW, "raw" }, { OUT_TEXT, "text" },
};

static char *read_all(const char *path, size_t *len)
{
	FILE *f = fopen(path, "re");
	char *text = calloc(1, 1 << 20);

	*len = 0;
	if (!text)
		ktap_die("calloc");
	if (!f)
		return text;
	*len = fread(text, 1, (1 << 20) - 1, f);
	fclose(f);
	return text;
}

static void write_all(const char *path, const char *text, size_t len)
{
	FILE *f = fopen(path, "we");

	if (!f || fwrite(text, 1, len, f) != len || fclose(f))
		ktap_die("%s", path);
}

static void show_difference(const char *got, const char *want)
{
	size_t line = 1, from = 0, i;

	for (i = 0; got[i] && got[i] == want[i]; i++) {
		if (got[i] == '\n') {
			line++;
			from = i + 1;
		}
	}
	ktap_note("line %zu is:  %.*s", line, (int)strcspn(got + from, "\n"), got + from);
	ktap_note("line %zu was: %.*s", line, (int)strcspn(want + from, "\n"), want + from);
}

static void check_golden(const char *name, const char *got, size_t len)
{
	char path[256];
	size_t want_len;
	char *want;

	snprintf(path, sizeof(path), "%s/out/%s", GOLDEN, name);
	if (getenv("GOLDEN_UPDATE"))
		write_all(path, got, len);
	want = read_all(path, &want_len);
	if (!ktap_ok(len == want_len && !memcmp(got, want, len), "%s is as it was", name))
		show_difference(got, want);
	free(want);
}

static char *print_view(const struct view *view, enum out_format format, size_t *len)
{
	struct out_options options = view->options;
	struct scene s = { .q = 0 };
	char why[128] = "";
	char *text = NULL;

	options.to = open_memstream(&text, len);
	options.format = format;
	options.kind = &kind_pages;
	options.digests = digests;
	s.out = out_new(&options, why, sizeof(why));
	if (!s.out)
		ktap_die("%s: %s", view->name, why);
	view->scene(&s);
	if (!s.status)
		s.status = out_finish(s.out, view->ending);
	ktap_equal(s.status, 0, "%s can be printed", view->name);
	out_free(s.out);
	fclose(options.to);
	return text;
}

/* The parser checks strings too: they must be valid UTF-8. */
static void check_json(const char *name, const char *text, size_t len, bool lines)
{
	yajl_handle parser = yajl_alloc(NULL, NULL, NULL);
	yajl_status status;

	yajl_config(parser, yajl_allow_multiple_values, lines);
	status = yajl_parse(parser, (const unsigned char *)text, len);
	if (status == yajl_status_ok && (len || !lines))
		status = yajl_complete_parse(parser);
	ktap_ok(status == yajl_status_ok, "%s is valid", name);
	yajl_free(parser);
}

/* Control characters other than the end of a line, colours excepted. */
static bool harmless(const char *text, size_t len, bool color)
{
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = text[i];

		if ((c < 0x20 && c != '\n' && !(color && c == 033)) || c == 0x7f)
			return false;
		if (c == 0xc2 && (unsigned char)text[i + 1] < 0xa0)
			return false;
	}
	return !memmem(text, len, "\xe2\x80\xae", 3) && !memmem(text, len, "\xe2\x81\xa6", 3);
}

static void check_view(const struct view *view, size_t nth)
{
	enum out_format format = formats[nth].format;
	char name[64];
	size_t len;
	char *text = print_view(view, format, &len);

	snprintf(name, sizeof(name), "%s.%s", view->name, formats[nth].name);
	check_golden(name, text, len);
	if (format == OUT_JSON || format == OUT_JSONL)
		check_json(name, text, len, format == OUT_JSONL);
	if (format == OUT_TABLE || format == OUT_RAW || format == OUT_TEXT)
		ktap_ok(harmless(text, len, view->options.color), "%s fools no terminal", name);
	free(text);
}

static void check_list(size_t nth)
{
	struct out_options options = { .kind = &kind_pages, .format = formats[nth].format };
	char *text = NULL;
	char name[64];
	size_t len;

	options.to = open_memstream(&text, &len);
	ktap_equal(out_list_columns(&options), 0, "columns can be listed as %s",
		   formats[nth].name);
	fclose(options.to);
	snprintf(name, sizeof(name), "columns.%s", formats[nth].name);
	check_golden(name, text, len);
	if (options.format == OUT_JSON)
		check_json(name, text, len, false);
	free(text);
}

int main(void)
{
	size_t i, nth;

	setenv("PAGESNAP_MOUNTINFO", MOUNTINFO, 1);
	setenv("PAGESNAP_CGROUPS", "/nowhere", 1);
	setenv("PAGESNAP_SYSFS", GOLDEN "/out/sysfs", 1);
	setenv("PAGESNAP_PROC", "/nowhere", 1);
	ktap_ok(setlocale(LC_ALL, "C.UTF-8"), "the locale of the golden files is there");
	for (i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		for (nth = 0; nth < sizeof(formats) / sizeof(formats[0]); nth++)
			check_view(&views[i], nth);
	for (nth = 0; nth < 5; nth++)
		check_list(nth);
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=session,load needs=- disturbs=- */
/*
 * The file stats of pages: it counts what sessions do, and nothing else.  What it says is
 * compared with what was asked and read here; nobody else asks meanwhile.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "only-root.h"
#include "stats.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"
#define STATS DIR "stats"
#define PFN_INDEX DIR "pfn_index"
#define OUT_MAX (4 << 20)

static char out[OUT_MAX + 1];

static unsigned long before(const char *key)
{
	static char text[STATS_MAX];

	stats_read(STATS, text);
	return stats_value(text, "stats ", key);
}

/* Read to the end, @step bytes at a time. Return: bytes. */
static size_t drain(int fd, size_t step)
{
	size_t len = 0;
	ssize_t n;

	while (len + step <= OUT_MAX && (n = read(fd, out + len, step)) > 0)
		len += n;
	out[len] = '\0';
	return len;
}

static unsigned long records_of_ends(void)
{
	unsigned long sum = 0;
	const char *at = out;

	while ((at = strstr(at, "\nend "))) {
		at = strstr(at, " records=") + strlen(" records=");
		sum += strtoul(at, NULL, 10);
	}
	return sum;
}

static void test_line(void)
{
	static char text[STATS_MAX];

	stats_read(STATS, text);
	ktap_ok(!strncmp(text, "stats abi=1.", 12) && strstr(text, " collection=pages "),
		"the first line is of the collection");
	ktap_ok(strchr(text, '\n') == text + strlen(text) - 1, "pages has no rings, and no line more");
	ktap_ok(strstr(text, " rings=0 events=0 lost=0\n"),
		"pages has no rings and no events in its stats");
}

static void test_answers(void)
{
	unsigned long answers = before("answers"), errors = before("errors"),
		      records = before("records"), bytes = before("bytes"), opened = before("opened");
	const char lines[] = "0x1000 0x1100 group=page\n0x100+1\nnonsense\n0x1000 0x1080\n";
	int fd = open(PFN_INDEX, O_RDWR);
	size_t len;

	ktap_equal(before("opened"), opened + 1, "an open file is counted");
	if (write(fd, lines, strlen(lines)) != (ssize_t)strlen(lines))
		ktap_note("short write");
	len = drain(fd, 4096);
	ktap_equal(before("answers"), answers + 3, "each line that is answered is counted");
	ktap_equal(before("errors"), errors + 1, "each line that is wrong is counted");
	ktap_ok(records_of_ends() > 0, "answers have records");
	ktap_equal(before("records"), records + records_of_ends(),
		   "as many records are counted as the ends say");
	ktap_equal(before("bytes"), bytes + len, "all bytes that were read are counted");
	if (write(fd, "0x100+1\n", 8) != 8)
		ktap_note("short write");
	len += drain(fd, 1);
	ktap_equal(before("bytes"), bytes + len, "one by one, too");
	close(fd);
}

static void test_sessions(void)
{
	unsigned long sessions = before("sessions");
	int fds[3] = { open(PFN_INDEX, O_RDWR), open(PFN_INDEX, O_RDONLY), open(DIR "format", O_RDONLY) };

	ktap_equal(before("sessions"), sessions + 2, "open index files are sessions, and no others");
	close(fds[0]);
	close(fds[1]);
	ktap_equal(before("sessions"), sessions, "sessions end with close()");
	close(fds[2]);
}

static void test_reading(void)
{
	unsigned long bytes = before("bytes"), opened = before("opened");
	int fd = open(STATS, O_RDONLY);
	char whole[STATS_MAX];

	stats_read(STATS, whole);
	drain(fd, 1);
	ktap_ok(!strcmp(out, whole), "stats says the same when read byte by byte");
	ktap_equal(read(fd, out, 100), 0, "stats has an end when read byte by byte");
	close(fd);
	ktap_ok(before("bytes") == bytes && before("opened") == opened,
		"who reads stats isn't counted");
}

static void test_who(void)
{
	struct stat st;

	ktap_ok(!stat(STATS, &st) && (st.st_mode & 07777) == 0400, "the mode of stats is 0400");
	ktap_ok(open(STATS, O_RDWR) < 0 && errno == EACCES && open(STATS, O_WRONLY) < 0 && errno == EACCES,
		"nobody can write to stats");
	only_root_opens(STATS);
}

int main(void)
{
	test_line();
	test_answers();
	test_sessions();
	test_reading();
	test_who();
	return ktap_end();
}

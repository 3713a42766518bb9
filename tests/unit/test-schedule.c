// SPDX-License-Identifier: GPL-2.0
/* When samples are due, late and missed, and how durations are written. */
#include "unit.h"
#include "core/schedule.h"

static void test_durations(void)
{
	static const struct {
		const char *text;
		u64 ns;
	} good[] = {
		{ "1ns", 1 }, { "20us", 20000 }, { "100ms", 100000000 }, { "10s", 10000000000 },
		{ "2m", 120000000000 }, { "1h", 3600000000000 }, { "876000h", 3153600000000000000 },
	};
	static const char *const bad[] = {
		"", "5", "ms", "0s", "1d", "1 s", "1.5s", "-1s", "0x10s", "1sec", "1ms ", "876001h",
		"18446744073709551616ns", "99999999999999999h",
	};
	u64 ns;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		char *copy = exact(good[i].text, strlen(good[i].text));

		ns = 0;
		ktap_ok(!pagesnap_duration(copy, strlen(good[i].text), &ns) && ns == good[i].ns,
			"%s is a duration", good[i].text);
		free(copy);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		char *copy = exact(bad[i], strlen(bad[i]));

		ktap_equal(pagesnap_duration(copy, strlen(bad[i]), &ns), -EINVAL,
			   "\"%s\" is no duration", bad[i]);
		free(copy);
	}
}

static void test_in_time(void)
{
	struct pagesnap_schedule s;
	struct pagesnap_sample at;
	u64 i;

	pagesnap_schedule_init(&s, 100);
	pagesnap_schedule_begin(&s, 5000);
	for (i = 0; i < 3; i++) {
		ktap_ok(pagesnap_schedule_due(&s) == 5000 + 100 * i &&
			pagesnap_schedule_take(&s, 5000 + 100 * i, &at) && at.nr == i &&
			!at.late && !at.missed, "sample %d is taken when it is due", (int)i);
		ktap_ok(!pagesnap_schedule_take(&s, 5099 + 100 * i, &at),
			"sample %d is not taken before its time", (int)i + 1);
	}
	ktap_ok(!pagesnap_schedule_over(&s, U64_MAX), "without for= and samples= it goes on");
	ktap_equal(pagesnap_schedule_missed(&s, 5299), 0, "nothing was missed");
}

static void test_late(void)
{
	struct pagesnap_schedule s;
	struct pagesnap_sample at;

	pagesnap_schedule_init(&s, 100);
	pagesnap_schedule_begin(&s, 0);
	pagesnap_schedule_take(&s, 7, &at);
	ktap_ok(!at.nr && at.late == 7, "a late sample says by how much");
	ktap_ok(pagesnap_schedule_take(&s, 450, &at) && at.nr == 4 && at.late == 50 && at.missed == 3,
		"of several that are due the latest is taken, the others were missed");
	ktap_equal(pagesnap_schedule_due(&s), 500, "the next one keeps its time");
	ktap_equal(pagesnap_schedule_missed(&s, 499), 3, "the missed samples are counted");
	ktap_equal(pagesnap_schedule_missed(&s, 750), 6, "with those that are due now");
}

static void test_ends(void)
{
	struct pagesnap_schedule s;
	struct pagesnap_sample at;

	pagesnap_schedule_init(&s, 100);
	s.lasts = 250;
	pagesnap_schedule_begin(&s, 0);
	pagesnap_schedule_take(&s, 0, &at);
	ktap_ok(!pagesnap_schedule_over(&s, 249) && pagesnap_schedule_over(&s, 250), "for= ends it");
	pagesnap_schedule_take(&s, 200, &at);
	ktap_equal(pagesnap_schedule_due(&s), 250, "the end of for= comes before the next sample");
	ktap_equal(pagesnap_schedule_missed(&s, 10000), 1, "what would come behind the end was not missed");
	s.lasts = 300;
	ktap_equal(pagesnap_schedule_missed(&s, 10000), 1,
		   "a sample that would come with the end was not missed");
	s.lasts = 301;
	ktap_equal(pagesnap_schedule_missed(&s, 10000), 2,
		   "a sample that comes just before the end was missed");
	s.lasts = 0;
	ktap_ok(pagesnap_schedule_over(&s, 0) && pagesnap_schedule_missed(&s, 0) == 1,
		"for nothing: over at once");

	pagesnap_schedule_init(&s, 100);
	s.samples = 2;
	pagesnap_schedule_begin(&s, 0);
	pagesnap_schedule_take(&s, 0, &at);
	ktap_ok(!pagesnap_schedule_over(&s, 99), "samples=2: one is not all");
	pagesnap_schedule_take(&s, 900, &at);
	ktap_ok(pagesnap_schedule_over(&s, 900), "two are, whatever was missed");
	ktap_equal(pagesnap_schedule_missed(&s, 10000), 8, "behind them nothing is missed");
}

static void test_check(void)
{
	struct pagesnap_schedule s;
	struct pagesnap_diag d = {};

	pagesnap_schedule_init(&s, 100);
	ktap_equal(pagesnap_schedule_check(&s, true, &d), 0, "the last line may go on for ever");
	ktap_ok(pagesnap_schedule_check(&s, false, &d) == -EINVAL && d.msg && d.err == -EINVAL,
		"a line that is not the last may not go on for ever");
	s.lasts = 5;
	ktap_equal(pagesnap_schedule_check(&s, false, &d), 0,
		   "a line with for= need not be the last");
	s.lasts = U64_MAX;
	s.samples = 5;
	ktap_equal(pagesnap_schedule_check(&s, false, &d), 0,
		   "a line with samples= need not be the last");
}

static void test_change(void)
{
	struct pagesnap_schedule s;
	struct pagesnap_sample at;

	pagesnap_schedule_init(&s, 100);
	s.lasts = 2000;
	pagesnap_schedule_begin(&s, 50);
	pagesnap_schedule_change(&s, 200, 40);
	ktap_equal(pagesnap_schedule_due(&s), 50, "a change before the first sample moves nothing");
	pagesnap_schedule_take(&s, 50, &at);
	pagesnap_schedule_take(&s, 250, &at);
	pagesnap_schedule_change(&s, 1000, 260);
	ktap_equal(pagesnap_schedule_due(&s), 1250,
		   "the next sample is so long behind the last one");
	ktap_ok(!pagesnap_schedule_take(&s, 1249, &at) &&
		pagesnap_schedule_take(&s, 1253, &at) && at.nr == 2 && at.late == 3 && !at.missed,
		"a sample behind a change has the next number");
	pagesnap_schedule_change(&s, 10, 1400);
	ktap_ok(pagesnap_schedule_due(&s) == 1400 && pagesnap_schedule_take(&s, 1411, &at) &&
		at.nr == 4 && at.missed == 1, "what should have been is due now, and not made up for");
	ktap_ok(!pagesnap_schedule_over(&s, 2049) && pagesnap_schedule_over(&s, 2050),
		"a change leaves the end where it was");
}

int main(void)
{
	test_durations();
	test_in_time();
	test_late();
	test_change();
	test_ends();
	test_check();
	return ktap_end();
}

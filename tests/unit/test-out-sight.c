// SPDX-License-Identifier: GPL-2.0
/* Heat on a screen, without one: what is kept of rounds, which rows there are, how keys move. */
#include "unit.h"
#include "kinds/heat_line.h"
#include "render/heat/sight.h"

#define SECOND 1000000000ULL

static void take(struct heat_model *m, enum pagesnap_collection_id collection, const void *record,
		 const char *bytes)
{
	const struct pagesnap_record r = {
		.u = record, .bytes = bytes, .len = strlen(bytes), .collection = collection,
	};

	if (heat_model_take(m, &r))
		ktap_die("no memory");
}

static void map(struct heat_model *m, u64 start, u64 end, const char *name)
{
	const struct pagesnap_vma vma = {
		.rec.type = PAGESNAP_REC_VMA, .start = start, .end = end, .name_len = strlen(name),
	};

	take(m, PAGESNAP_COLLECTION_PAGES, &vma, name);
}

static void task(struct heat_model *m, enum pagesnap_collection_id collection, u32 pid)
{
	const struct pagesnap_task task = {
		.rec.type = PAGESNAP_REC_TASK, .pid = pid, .comm = "x",
	};

	take(m, collection, &task, "");
}

static void ask(struct heat_model *m, const char *text)
{
	const struct pagesnap_query_rec query = {
		.rec.type = PAGESNAP_REC_QUERY, .text_len = strlen(text),
	};

	take(m, PAGESNAP_COLLECTION_ACCESSES, &query, text);
}

static void sample(struct heat_model *m)
{
	const struct pagesnap_accesses_sample sample = {
		.rec.type = PAGESNAP_REC_SAMPLE, .missed = 1, .took_ns = SECOND / 100,
	};

	take(m, PAGESNAP_COLLECTION_ACCESSES, &sample, "");
}

static void heat(struct heat_model *m, u64 index, u64 nr, u32 accessed, u32 node)
{
	const struct pagesnap_accesses_heat heat = {
		.rec.type = PAGESNAP_REC_HEAT, .index = index, .nr = nr, .of = 2,
		.accessed = accessed, .node = node, .kind = PAGESNAP_KIND_ANON,
		.dirtied = accessed, .age = accessed ? 0 : 3,
		.rec.flags = accessed ? 0 : PAGESNAP_RF_AT_LEAST,
	};

	take(m, PAGESNAP_COLLECTION_ACCESSES, &heat, "");
}

/* Two mappings, and a page in none. */
static void begin(struct heat_model *m, size_t runs_max)
{
	heat_model_init(m, runs_max);
	task(m, PAGESNAP_COLLECTION_PAGES, 7);
	map(m, 0x100, 0x110, "a");
	map(m, 0x200, 0x100000, "b");
	ask(m, "7 every=1s aggregate=2 write=1");
}

static void round_of(struct heat_model *m, u32 accessed)
{
	sample(m);
	sample(m);
	task(m, PAGESNAP_COLLECTION_ACCESSES, 7);
	heat(m, 0x100, 8, accessed, 0);
	heat(m, 0x108, 8, 0, 1);
	heat(m, 0x8000, 4, 2, 0);
	heat(m, 0x200000, 1, 0, 0);
}

static const struct heat_seen *first(const struct heat_model *m)
{
	return (const struct heat_seen *)m->processes.list[0];
}

static void look(struct heat_sight *s, const struct heat_model *m, size_t height, size_t width)
{
	if (heat_sight_init(s))
		ktap_die("no memory");
	s->height = height;
	s->width = width;
	heat_sight_turn(s, m, first(m));
}

/* The signs of row @nth, blank for what was not there. */
static bool shows(const struct heat_sight *s, size_t nth, const char *want)
{
	struct heat_cell cell;
	unsigned int level;
	char got[64] = "";
	size_t i;

	for (i = 0; i < s->width; i++)
		got[i] = heat_sight_cell(s, nth, i, &cell) ?
			 heat_overlay_sign(s->overlay, &cell, &level) : ' ';
	if (!strcmp(got, want))
		return true;
	ktap_note("row %zu: \"%s\"", nth, got);
	return false;
}

static void test_cells(void)
{
	struct heat_model m;
	struct heat_sight s;

	begin(&m, 1000);
	round_of(&m, 2);
	round_of(&m, 0);
	sample(&m);
	look(&s, &m, 3, 4);
	ktap_ok(s.nr_rows == 3 && s.rows[0].start == 0x100 && s.rows[2].start == 0x200000 &&
		!s.rows[2].area, "a row for each mapping, and one for what is in none");
	ktap_ok(shows(&s, 0, "  +."), "half of a range was accessed, then nothing");
	ktap_ok(shows(&s, 1, "  @@"), "of a mapping that is mostly empty, what is there");
	heat_sight_move(&s, HEAT_MOVE_OVERLAY);
	ktap_ok(s.overlay == HEAT_OVERLAY_NODE && shows(&s, 0, "  **") && shows(&s, 1, "  00"),
		"nodes: several, and one");
	heat_sight_move(&s, HEAT_MOVE_OVERLAY);
	ktap_ok(shows(&s, 0, "  aa"), "kinds");
	heat_sight_move(&s, HEAT_MOVE_OVERLAY);
	ktap_ok(shows(&s, 0, "  +."), "writes");
	ktap_ok(heat_sight_move(&s, HEAT_MOVE_OVERLAY) && s.overlay == HEAT_OVERLAY_HEAT,
		"heat comes behind writes");
	ktap_ok(first(&m)->sums.pages == 21 && first(&m)->sums.cold == 17 &&
		first(&m)->sums.accessed[0] == 4 && first(&m)->sums.accessed[1] == PAGESNAP_UNKNOWN,
		"the working set of the newest round; of a window that is too long, nothing");
	ktap_ok(m.missed == 5 && m.samples == 5, "what samples lack is counted");
	heat_sight_free(&s);
	heat_model_free(&m);
}

static void test_moves(void)
{
	struct heat_model m;
	struct heat_sight s;
	unsigned int i;

	begin(&m, 10000);
	for (i = 0; i < 20; i++)
		round_of(&m, i & 1);
	round_of(&m, 0);
	look(&s, &m, 3, 4);
	ktap_ok(heat_sight_move(&s, HEAT_MOVE_ENTER) && s.inside && s.rows[0].end == 0x108 &&
		s.nr_rows == 2, "one mapping, in as many rows as fit");
	ktap_ok(shows(&s, 0, "+.+.") && shows(&s, 1, "...."), "smaller ranges tell more");
	ktap_ok(heat_sight_move(&s, HEAT_MOVE_IN) && s.nr_rows == 4, "smaller still: more rows");
	heat_sight_move(&s, HEAT_MOVE_LAST);
	ktap_ok(s.cursor == 3 && s.top == 1 && !heat_sight_move(&s, HEAT_MOVE_DOWN),
		"the last row is seen, and there is none below");
	ktap_ok(heat_sight_move(&s, HEAT_MOVE_LEAVE) && s.nr_rows == 3 && s.cursor == 0,
		"all again, and the cursor is where it was");
	while (heat_sight_move(&s, HEAT_MOVE_IN))
		;
	ktap_ok(s.shift == 0 && s.nr_rows == 21, "at last a row is a page");
	while (heat_sight_move(&s, HEAT_MOVE_OUT))
		;
	ktap_equal(s.nr_rows, 3, "zoomed out as far as can be, a row is all of a mapping");
	ktap_ok(heat_sight_move(&s, HEAT_MOVE_EARLIER) && s.held && s.newest == 19,
		"earlier rounds stay");
	round_of(&m, 1);
	heat_sight_update(&s);
	ktap_ok(s.newest == 19 && shows(&s, 0, ".-.-"), "whatever comes");
	while (heat_sight_move(&s, HEAT_MOVE_EARLIER))
		;
	ktap_equal(s.newest, 3, "the first rounds fill the screen");
	heat_sight_move(&s, HEAT_MOVE_PAUSE);
	ktap_ok(!s.held && s.newest == 21, "the newest again");
	heat_sight_free(&s);
	heat_model_free(&m);
}

static void test_bounds(void)
{
	struct heat_model m;
	struct heat_sight s;
	struct heat_cell cell;
	u64 i;

	begin(&m, 80);
	for (i = 0; i < 100; i++)
		round_of(&m, 1);
	look(&s, &m, 3, 40);
	ktap_ok(m.runs <= 80 && m.forgotten == 90, "the oldest rounds go: %zu runs, from %lu",
		m.runs, m.forgotten);
	ktap_ok(!heat_sight_cell(&s, 0, 29, &cell) && heat_sight_cell(&s, 0, 30, &cell),
		"nothing is shown of them");
	heat_sight_free(&s);
	heat_model_free(&m);

	begin(&m, 10 * HEAT_RUNS_MAX);
	sample(&m);
	task(&m, PAGESNAP_COLLECTION_ACCESSES, 7);
	for (i = 0; i < 4 * HEAT_RUNS_MAX; i++)
		heat(&m, 0x200 + 2 * i, 1, i & 1, 0);
	sample(&m);
	look(&s, &m, 20, 1);
	ktap_ok(m.runs <= HEAT_RUNS_MAX + HEAT_ROUND_COST && first(&m)->history.rounds[0].shift,
		"of a round with too many runs neighbours are added up: %zu", m.runs);
	ktap_ok(heat_sight_cell(&s, 1, 0, &cell) &&
		heat_permille(cell.accessed, cell.there) >= 245 &&
		heat_permille(cell.accessed, cell.there) <= 255, "and still tell how much it was");
	heat_sight_free(&s);
	heat_model_free(&m);
}

static void test_working_sets(void)
{
	struct heat_model m;
	const struct heat_round *rounds;

	begin(&m, 1000);
	round_of(&m, 1);
	round_of(&m, 0);
	sample(&m);
	rounds = first(&m)->history.rounds;
	ktap_ok(rounds[0].sums.pages == 21 && rounds[0].sums.accessed[WSS_1S] == 12 &&
		rounds[1].sums.accessed[WSS_1S] == 4, "each round has the working set behind it");
	ktap_ok(rounds[1].sums.accessed[WSS_10S] == PAGESNAP_UNKNOWN,
		"which is unknown for a time that samples don't reach back");
	heat_model_free(&m);
}

/* As wss asks: several targets, and their mappings behind the samples. */
static void test_targets(void)
{
	struct heat_model m;
	const struct heat_seen *other;

	heat_model_init(&m, 1000);
	ask(&m, "7 every=1s aggregate=2");
	round_of(&m, 1);
	round_of(&m, 1);
	ask(&m, "uid:8 every=1s aggregate=2");
	round_of(&m, 2);
	task(&m, PAGESNAP_COLLECTION_ACCESSES, 8);
	heat(&m, 0x500, 1, 2, 0);
	task(&m, PAGESNAP_COLLECTION_PAGES, 8);
	map(&m, 0x500, 0x510, "late");
	other = (const struct heat_seen *)m.processes.list[1];
	ktap_ok(other->history.nr == 1 && !other->history.rounds[0].number && m.rounds == 2,
		"targets begin at the same time");
	ktap_ok(heat_round_sum(first(&m)->history.rounds, 0x100, 0x108).accessed == 8,
		"who is named by two has what the first tells");
	ktap_equal(other->process.areas.nr, 1, "mappings may come behind the samples");
	heat_model_free(&m);
}

/* What no module writes, but a file that is read may have. */
static void test_damaged(void)
{
	struct heat_model m;
	struct heat_sight s;

	heat_model_init(&m, 1000);
	heat(&m, 1, 1, 1, 0);
	task(&m, PAGESNAP_COLLECTION_ACCESSES, 0);
	heat(&m, 1, 1, 1, 0);
	task(&m, PAGESNAP_COLLECTION_ACCESSES, 7);
	heat(&m, 1, 1, 1, 0);
	ask(&m, "7 every=1s aggregate=2");
	sample(&m);
	task(&m, PAGESNAP_COLLECTION_ACCESSES, 7);
	heat(&m, UINT64_MAX - 1, 8, 1, 0);
	heat(&m, 0x100, 0, 1, 0);
	heat(&m, 1ULL << 51, 1ULL << 50, UINT32_MAX, 0);
	heat(&m, 0x100, 1, 1, 0);
	sample(&m);
	look(&s, &m, 4, 4);
	s.process = (const struct heat_seen *)m.processes.list[m.processes.nr - 1];
	heat_sight_update(&s);
	while (heat_sight_move(&s, HEAT_MOVE_IN))
		;
	ktap_ok(s.nr_rows && s.nr_rows <= HEAT_ROWS_MAX && s.shift, "rows have an end: %zu",
		s.nr_rows);
	ktap_equal(((const struct heat_seen *)m.processes.list[1])->history.rounds[0].nr, 1,
		   "pages that are none, or come twice, are passed over");
	heat_sight_free(&s);
	heat_model_free(&m);
}

int main(void)
{
	test_cells();
	test_moves();
	test_bounds();
	test_working_sets();
	test_targets();
	test_damaged();
	return ktap_end();
}

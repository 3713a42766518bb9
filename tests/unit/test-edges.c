// SPDX-License-Identifier: GPL-2.0
/* The borders of a range of frames: what is told, and what becomes a row. */
#include "engine/parallel/edges.h"
#include "unit.h"

static struct edges piece;

static struct pagesnap_record record(union pagesnap_any *u, u32 type, const char *bytes)
{
	memset(u, 0, sizeof(*u));
	u->rec.type = type;
	return (struct pagesnap_record){ .u = u, .bytes = bytes, .len = strlen(bytes) };
}

static void step(u32 type, enum edge_step want, const char *name)
{
	union pagesnap_any u;
	struct pagesnap_record r = record(&u, type, "");

	ktap_equal(edge_step(&piece, &r), want, "%s", name);
}

static void test_steps(void)
{
	step(PAGESNAP_REC_HOLE, EDGE_EMIT, "a hole at the beginning");
	step(PAGESNAP_REC_HOLE, EDGE_EMIT, "and another one");
	step(PAGESNAP_REC_RUN, EDGE_EMIT, "the first run");
	step(PAGESNAP_REC_RUN, EDGE_KEEP, "any other may be the last");
	step(PAGESNAP_REC_HOLE, EDGE_KEEP, "so may a hole");
	piece.begun = false;
	step(PAGESNAP_REC_PAGE, EDGE_ROW, "a page is cut by nothing");
	step(PAGESNAP_REC_HOLE, EDGE_KEEP, "behind it is no beginning");
}

static void test_kept(void)
{
	static char name[PAGESNAP_MORE_MAX + 1];
	union pagesnap_any u;
	struct pagesnap_record r = record(&u, PAGESNAP_REC_RUN, "name");
	const struct pagesnap_record *kept;

	ktap_ok(!edges_take(&piece), "nothing was kept");
	u.run.nr = 7;
	ktap_equal(edges_keep(&piece, &r), 0, "a run is kept");
	memset(&u, 0xff, sizeof(u));
	kept = edges_take(&piece);
	ktap_ok(kept && kept->u->run.nr == 7 && !strcmp(kept->bytes, "name"),
		"a run is kept as a copy");
	ktap_ok(!edges_take(&piece), "a run that was kept is taken once");
	memset(name, 'x', sizeof(name) - 1);
	r = record(&u, PAGESNAP_REC_RUN, name);
	ktap_equal(edges_keep(&piece, &r), 0, "a long name");
	kept = edges_take(&piece);
	ktap_ok(kept && !strcmp(kept->bytes, name), "is kept as well");
}

int main(void)
{
	test_steps();
	test_kept();
	edges_free(&piece);
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
/* Tables of a reference trace, from its records to what is printed. */
#include <ktap.h>
#include <stdlib.h>

#include "kinds/kind.h"
#include "render/out.h"
#include "render/trace/tables.h"

static const struct out_digest *const digests[] = { &out_digest_tallies, NULL };

static void put(struct out *o, union pagesnap_any any, unsigned int type, unsigned int flags,
		const char *bytes)
{
	const struct pagesnap_record r = {
		.u = &any, .bytes = bytes, .len = strlen(bytes), .size = sizeof(any),
		.collection = PAGESNAP_COLLECTION_FAULTS,
	};

	any.rec = (struct pagesnap_rec){ .len = sizeof(any), .type = type, .flags = flags };
	if (type != PAGESNAP_REC_HEADER)
		any.query.q = 1;
	if (out_record(o, 1, "5", &r))
		ktap_die("out_record");
}

static void put_map(struct out *o, uint64_t start, uint64_t ino, const char *name)
{
	const union pagesnap_any any = { .map = {
		.pid = 5, .start = start, .end = start + 16, .ino = ino, .dev_major = 8,
		.kind = ino == PAGESNAP_NONE ? PAGESNAP_MAP_HEAP : PAGESNAP_MAP_FILE,
		.name_len = strlen(name),
	} };

	put(o, any, PAGESNAP_REC_FAULT_MAP, 0, name);
}

static void put_fault(struct out *o, uint64_t vpn, unsigned int flags)
{
	const union pagesnap_any any = { .fault = {
		.tid = 5, .time_ns = 1000, .page = vpn << PAGESNAP_FAULT_CPU_BITS,
	} };

	put(o, any, PAGESNAP_REC_FAULT, flags, "");
}

static void put_trace(struct out *o)
{
	const union pagesnap_any header = { .header = { .page_shift = 12 } };
	const union pagesnap_any query = { .query = { .text_len = 1 } }, none = { .end.q = 1 };
	const union pagesnap_any thread = { .thread = { .tid = 5, .pid = 5, .comm = "sorter" } };

	put(o, header, PAGESNAP_REC_HEADER, 0, "");
	put(o, query, PAGESNAP_REC_QUERY, 0, "5");
	put(o, none, PAGESNAP_REC_SWEEP, 0, "");
	put(o, thread, PAGESNAP_REC_THREAD, 0, "");
	put_map(o, 0x100, 77, "/usr/bin/sort");
	put_map(o, 0x200, PAGESNAP_NONE, "[heap]");
	put_fault(o, 0x101, PAGESNAP_RF_FETCH);
	put_fault(o, 0x200, PAGESNAP_RF_WRITE);
	put_fault(o, 0x201, PAGESNAP_RF_WRITE);
	put_fault(o, 0x200, 0);
	put(o, none, PAGESNAP_REC_END, 0, "");
}

/* What is printed of the trace, to be freed. */
static char *printed(bool by_file)
{
	struct out_options options = {
		.kind = &kind_tallies, .format = OUT_CSV, .digests = digests, .no_headings = true,
		.defaults = TALLIES_COLUMNS, .tallies.by_file = by_file,
		.columns = "PID,COMMAND,PAGES,REFERENCES,READS,WRITES,FETCHES,REUSE,"
			   "WSS-1_PAGES,WSS-4_PAGES,SEQ%,SHARE%,NAME",
	};
	struct out *o;
	char *buf, why[256];
	size_t len;

	options.to = open_memstream(&buf, &len);
	o = options.to ? out_new(&options, why, sizeof(why)) : NULL;
	if (!o)
		ktap_die(why);
	put_trace(o);
	if (out_finish(o, OUT_WHOLE))
		ktap_die("out_finish");
	out_free(o);
	fclose(options.to);
	return buf;
}

static void test(bool by_file, const char *wanted, const char *name)
{
	char *got = printed(by_file);

	ktap_ok(!strcmp(got, wanted), "%s", name);
	if (strcmp(got, wanted))
		ktap_note("%s", got);
	free(got);
}

int main(void)
{
	test(false, "5,sorter,2,3,1,2,0,1,2,?,33,75,[heap]\r\n"
	     "5,sorter,1,1,0,0,1,1,1,?,0,25,/usr/bin/sort\r\n",
	     "a trace is a row for each mapping, those with most references first");
	test(true, "-,-,2,3,1,2,0,1,2,?,33,75,-\r\n-,-,1,1,0,0,1,1,1,?,0,25,/usr/bin/sort\r\n",
	     "a trace is a row for each file, and one for what is of none");
	return ktap_end();
}

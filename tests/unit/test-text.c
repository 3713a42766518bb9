// SPDX-License-Identifier: GPL-2.0
/* Text: numbers, names that fool no terminal, and buffers that are too small. */
#include "unit.h"

/* Written into an exact buffer, so that ASan sees a byte too many. */
struct out {
	struct pagesnap_text t;
	char *buf;
};

static struct out out_new(u32 cap)
{
	struct out o = { .buf = malloc(cap) };

	if (!o.buf)
		ktap_die("malloc");
	o.t.buf = o.buf;
	o.t.cap = cap;
	return o;
}

static bool out_is(struct out *o, const char *want, u32 len)
{
	bool good = o->t.len == len && !memcmp(o->buf, want, len) && !o->t.full;

	if (!good)
		ktap_note("\"%.*s\", full %d, not \"%.*s\"", (int)o->t.len, o->buf, o->t.full,
			  (int)len, want);
	free(o->buf);
	return good;
}

/* Numbers ---------------------------------------------------------------- */

static void test_numbers(void)
{
	static const struct {
		u64 v;
		const char *dec;
		const char *hex;
	} cases[] = {
		{ 0, "0", "0x0" }, { 1, "1", "0x1" }, { 9, "9", "0x9" }, { 10, "10", "0xa" },
		{ 16, "16", "0x10" }, { 255, "255", "0xff" },
		{ U32_MAX, "4294967295", "0xffffffff" },
		{ 1ULL << 63, "9223372036854775808", "0x8000000000000000" },
		{ 10000000000000000000ULL, "10000000000000000000", "0x8ac7230489e80000" },
		{ U64_MAX - 2, "18446744073709551613", "0xfffffffffffffffd" },
		{ PAGESNAP_NONE, "-", "0xfffffffffffffffe" },
		{ PAGESNAP_UNKNOWN, "?", "0xffffffffffffffff" },
	};
	struct out o;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		o = out_new(strlen(cases[i].dec));
		pagesnap_text_dec(&o.t, cases[i].v);
		ktap_ok(out_is(&o, cases[i].dec, strlen(cases[i].dec)), "dec %s", cases[i].dec);
		o = out_new(strlen(cases[i].hex));
		pagesnap_text_hex(&o.t, cases[i].v);
		ktap_ok(out_is(&o, cases[i].hex, strlen(cases[i].hex)), "hex %s", cases[i].hex);
	}
}

static void test_keys(void)
{
	static const char want[] = " a=5 b=0x1f c=word d=x\\040y e=- f=-";
	struct out o = out_new(sizeof(want) - 1);

	pagesnap_text_key(&o.t, " a=", 5);
	pagesnap_text_key_hex(&o.t, " b=", 31);
	pagesnap_text_key_str(&o.t, " c=", "word");
	pagesnap_text_key_escaped(&o.t, " d=", "x y", 3);
	pagesnap_text_key_escaped(&o.t, " e=", "", 0);
	pagesnap_text_key(&o.t, " f=", PAGESNAP_NONE);
	ktap_ok(out_is(&o, want, sizeof(want) - 1), "keys and values");
}

/* Small buffers ---------------------------------------------------------- */

static void put_char(struct pagesnap_text *t) { pagesnap_text_char(t, 'x'); }
static void put_bytes(struct pagesnap_text *t) { pagesnap_text_bytes(t, "12345", 5); }
static void put_str(struct pagesnap_text *t) { pagesnap_text_str(t, "abcdef"); }
static void put_dec(struct pagesnap_text *t) { pagesnap_text_dec(t, 1234567890); }
static void put_none(struct pagesnap_text *t) { pagesnap_text_dec(t, PAGESNAP_NONE); }
static void put_hex(struct pagesnap_text *t) { pagesnap_text_hex(t, U64_MAX); }
static void put_escaped(struct pagesnap_text *t) { pagesnap_text_escaped(t, "a b\xc3\xa9", 5); }
static void put_key(struct pagesnap_text *t) { pagesnap_text_key(t, " key=", 42); }
static void put_key_hex(struct pagesnap_text *t) { pagesnap_text_key_hex(t, " key=", 42); }
static void put_key_str(struct pagesnap_text *t) { pagesnap_text_key_str(t, " key=", "v"); }
static void put_key_esc(struct pagesnap_text *t) { pagesnap_text_key_escaped(t, " k=", " ", 1); }
static void put_key_empty(struct pagesnap_text *t) { pagesnap_text_key_escaped(t, " k=", "", 0); }
static void put_flags(struct pagesnap_text *t) { pagesnap_text_flags(t, U64_MAX); }
static void put_no_flags(struct pagesnap_text *t) { pagesnap_text_flags(t, 0); }

static const struct {
	const char *name;
	void (*put)(struct pagesnap_text *t);
} puts_[] = {
	{ "char", put_char }, { "bytes", put_bytes }, { "str", put_str }, { "dec", put_dec },
	{ "none", put_none }, { "hex", put_hex }, { "escaped", put_escaped }, { "key", put_key },
	{ "key_hex", put_key_hex }, { "key_str", put_key_str }, { "key_escaped", put_key_esc },
	{ "key_escaped of nothing", put_key_empty }, { "flags", put_flags },
	{ "flags of nothing", put_no_flags },
};

/* With every size below the one it needs, full is set; with that one it isn't. */
static bool fits_exactly(void (*put)(struct pagesnap_text *t))
{
	struct out o = out_new(1024);
	bool good = true;
	u32 need, cap;

	put(&o.t);
	need = o.t.len;
	free(o.buf);
	for (cap = 0; cap <= need + 1; cap++) {
		o = out_new(cap);
		put(&o.t);
		good = good && o.t.full == (cap < need) && o.t.len <= cap;
		/* nothing takes it back, and what is appended later can't overrun */
		put(&o.t);
		good = good && (o.t.full || 2 * need <= cap) && o.t.len <= cap;
		free(o.buf);
	}
	return good;
}

static void test_small_buffers(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(puts_); i++)
		ktap_ok(fits_exactly(puts_[i].put), "small buffers: %s", puts_[i].name);
}

/* All or none: a cut number or escape would be another one. */
static void test_whole_pieces(void)
{
	struct out o = out_new(7);

	pagesnap_text_str(&o.t, "a=");
	pagesnap_text_dec(&o.t, 123456);
	ktap_ok(o.t.full && o.t.len == 2 && !memcmp(o.buf, "a=", 2), "a number is never cut");
	free(o.buf);
	o = out_new(5);
	pagesnap_text_escaped(&o.t, "ab\n", 3);
	ktap_ok(o.t.full && o.t.len == 2 && !memcmp(o.buf, "ab", 2), "an escape is never cut");
	free(o.buf);
	o = out_new(2);
	pagesnap_text_escaped(&o.t, "a\xc3\xa9", 3);
	ktap_ok(o.t.full && o.t.len == 1 && o.buf[0] == 'a', "a character is never cut");
	free(o.buf);
}

/* Names ------------------------------------------------------------------ */

/* Escaped, from and into exact buffers. Return: malloc'ed, its length in @n. */
static char *escape(const char *s, u32 len, u32 *n)
{
	struct pagesnap_text t = { .cap = 4 * len };
	char *copy = exact(s, len);

	t.buf = malloc(4 * len);
	if (!t.buf)
		ktap_die("malloc");
	pagesnap_text_escaped(&t, copy, len);
	free(copy);
	*n = t.len;
	if (t.full)
		ktap_ok(false, "four columns a byte are enough");
	return t.buf;
}

/* Does @s stand as it is? */
static bool is_plain(const char *s, u32 len)
{
	u32 n;
	char *text = escape(s, len, &n);
	bool plain = n == len && !memcmp(text, s, len);

	free(text);
	return plain;
}

/* Is every byte of @s escaped on its own? */
static bool is_escaped(const char *s, u32 len)
{
	u32 n, i;
	char *text = escape(s, len, &n);
	char want[5];
	bool good = n == 4 * len;

	for (i = 0; good && i < len; i++) {
		snprintf(want, sizeof(want), "\\%03o", (unsigned char)s[i]);
		good = !memcmp(text + 4 * i, want, 4);
	}
	free(text);
	return good;
}

static void test_single_bytes(void)
{
	bool low = true, high = true, plain = true;
	char c;
	int i;

	for (i = 0; i < 256; i++) {
		c = i;
		if (i < 0x21 || i == 0x7f || c == '\\')
			low = low && is_escaped(&c, 1);
		else if (i >= 0x80)
			high = high && is_escaped(&c, 1);
		else if (c != '"')
			plain = plain && is_plain(&c, 1);
	}
	c = '"';
	ktap_ok(low, "escape: control bytes, blank, backslash and 0x7f");
	ktap_ok(high, "escape: bytes that are no UTF-8 on their own");
	ktap_ok(plain, "plain: printable ASCII");
	ktap_ok(is_escaped(&c, 1), "escape: the double quote, for pasting");
}

/* UTF-8 of @code with @len bytes, the shortest or a longer form. */
static void encode(u32 code, u32 len, char *s)
{
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc };
	u32 i;

	for (i = len - 1; i; i--) {
		s[i] = 0x80 | (code & 0x3f);
		code >>= 6;
	}
	s[0] = lead[len] | code;
}

static u32 shortest(u32 code)
{
	return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static bool range_plain(u32 first, u32 last, bool want)
{
	char s[4];
	u32 code, n;

	for (code = first; code <= last; code++) {
		n = shortest(code);
		encode(code, n, s);
		if (want ? is_plain(s, n) : is_escaped(s, n))
			continue;
		ktap_note("U+%04X is the first", code);
		return false;
	}
	return true;
}

/* @first to @last in @len bytes, more than they need or than UTF-8 has. */
static bool overlong_escaped(u32 first, u32 last, u32 len)
{
	char s[6];
	u32 code;

	for (code = first; code <= last; code++) {
		encode(code, len, s);
		if (is_escaped(s, len))
			continue;
		ktap_note("U+%04X in %u bytes is the first", code, len);
		return false;
	}
	return true;
}

static void test_code_points(void)
{
	ktap_ok(range_plain(0x80, 0x9f, false), "escape: U+0080-9F, terminals obey them");
	ktap_ok(range_plain(0xa0, 0x7ff, true), "plain: U+00A0-07FF");
	ktap_ok(range_plain(0x800, 0xd7ff, true), "plain: U+0800-D7FF");
	ktap_ok(range_plain(0xd800, 0xdfff, false), "escape: surrogates are no UTF-8");
	ktap_ok(range_plain(0xe000, 0xffff, true), "plain: U+E000-FFFF");
	ktap_ok(range_plain(0x10000, 0x10ffff, true), "plain: U+10000-10FFFF");
	ktap_ok(range_plain(0x110000, 0x13ffff, false), "escape: past U+10FFFF is no UTF-8");
	ktap_ok(range_plain(0x140000, 0x1fffff, false), "escape: leads F5 to F7");
	ktap_ok(overlong_escaped(0, 0x7f, 2), "escape: ASCII in 2 bytes");
	ktap_ok(overlong_escaped(0, 0x7ff, 3), "escape: overlong in 3 bytes");
	ktap_ok(overlong_escaped(0, 0xffff, 4), "escape: overlong in 4 bytes");
	ktap_ok(overlong_escaped(0x200000, 0x200fff, 5), "escape: 5 bytes");
}

/* A sequence cut at the end of the name, or in its middle. */
static void test_cut_sequences(void)
{
	static const char * const whole[] = { "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x90\xa7" };
	char s[8];
	bool at_end = true, inside = true;
	u32 i, len, n;
	char *text;

	for (i = 0; i < ARRAY_SIZE(whole); i++) {
		for (len = 1; len < strlen(whole[i]); len++) {
			at_end = at_end && is_escaped(whole[i], len);
			memcpy(s, whole[i], len);
			s[len] = 'z';
			text = escape(s, len + 1, &n);
			inside = inside && n == 4 * len + 1 && text[n - 1] == 'z';
			free(text);
		}
	}
	ktap_ok(at_end, "escape: characters cut at the end of the name");
	ktap_ok(inside, "escape: characters cut by another byte, which stands");
}

/* The columns that a caret has to be moved by. */
static u32 columns(const char *text, u32 n)
{
	u32 i, columns = 0;

	for (i = 0; i < n; i++)
		columns += (text[i] & 0xc0) != 0x80;
	return columns;
}

/* A printed name, pasted between quotes, is the name. */
static bool round_trip(const char *name, u32 len)
{
	struct pagesnap_grammar g = { .subject = PAGESNAP_SUBJECT_FILE, .page_shift = 12 };
	struct pagesnap_diag d = { };
	struct pagesnap_query q;
	u32 n;
	char *text = escape(name, len, &n), *line = malloc(n + 2), *back = malloc(len + 1);
	bool good;
	int got = -1;

	memcpy(line + 1, text, n);
	line[0] = '"';
	line[n + 1] = '"';
	if (!pagesnap_query_parse(&g, line, n + 2, &q, NULL, &d))
		got = pagesnap_query_path(&q, line, back, len + 1, &d);
	good = got == (int)len && !memcmp(back, name, len) && !back[len] &&
	       pagesnap_escaped_len(name, len) == columns(text, n);
	if (!good)
		ktap_note("\"%.*s\": %d, %s", (int)n, text, got, d.msg ?: "-");
	free(back);
	free(line);
	free(text);
	return good;
}

static void test_round_trip(void)
{
	static const char bytes[] = "\"\\ \t\n01234567/ab\x7f\x80\x9f\xa0\xc2\xc3\xe2\x82\xac\xf0";
	bool good = true, pairs = true, random = true;
	char name[40] = "/";
	u32 i, j, len;

	for (i = 1; i < 256; i++) {
		name[1] = i;
		good = good && round_trip(name, 2);
		for (j = 1; j < 256; j++) {
			name[2] = j;
			pairs = pairs && round_trip(name, 3);
		}
	}
	for (i = 0; i < 20000; i++) {
		len = 1 + pick(sizeof(name) - 1);
		for (j = 1; j < len; j++)
			name[j] = i & 1 ? bytes[pick(sizeof(bytes) - 1)] : (char)(1 + pick(255));
		random = random && round_trip(name, len);
	}
	ktap_ok(good, "round trip: every byte");
	ktap_ok(pairs, "round trip: every pair of bytes");
	ktap_ok(random, "round trip: random names");
}

/* What any reader of the lines relies on. */
static void test_no_blanks(void)
{
	bool good = true;
	char name[24];
	u32 i, j, n;

	for (i = 0; i < 20000; i++) {
		char *text;

		for (j = 0; j < sizeof(name); j++)
			name[j] = pick(256);
		text = escape(name, sizeof(name), &n);
		for (j = 0; j < n; j++) {
			unsigned char c = text[j];

			good = good && c >= 0x21 && c != 0x7f && c != '"';
		}
		free(text);
	}
	ktap_ok(good, "printed names hold no blank, control byte or quote");
}

int main(void)
{
	test_numbers();
	test_keys();
	test_small_buffers();
	test_whole_pieces();
	test_single_bytes();
	test_code_points();
	test_cut_sequences();
	test_round_trip();
	test_no_blanks();
	return ktap_end();
}

// SPDX-License-Identifier: GPL-2.0
/* Bytes in words, digits in place. */
#include "unit.h"

#include "kinds/ascii.h"
#include "kinds/value.h"

static bool is_harmless(unsigned char c)
{
	return c > ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Each byte at each place of two words, among neighbours that make others borrow and carry. */
static void test_words(void)
{
	static const char around[] = "a\x7f\xff!";
	u32 c, at, n, wrong = 0, wrong_name = 0;

	for (n = 0; n < 4; n++)
		for (c = 0; c < 256; c++)
			for (at = 0; at < 16; at++) {
				char text[16];
				bool others = n == 0 || n == 3;
				size_t below = at / 8 * 8;

				memset(text, around[n], sizeof(text));
				text[at] = c;
				wrong += ascii_printable(text, 16) !=
					 (!others ? 0 : c >= ' ' && c <= '~' ? 16 : below);
				wrong_name += ascii_harmless(text, 16) !=
					      (!others ? 0 : is_harmless(c) ? 16 : below);
			}
	ktap_equal(wrong, 0, "printable bytes are counted in words with any byte anywhere");
	ktap_equal(wrong_name, 0, "bytes that need no escape in names are counted in any word");
	ktap_equal(ascii_printable("abcdefghijk", 11), 8, "the rest of a word is not looked at");
}

/* A number of any number of digits. */
static u64 any_number(void)
{
	u64 number = (u64)pick(1U << 31) << 33 | (u64)pick(1U << 31) << 2 | pick(4);

	return number >> pick(64);
}

static void test_over(void)
{
	u32 tries = 20000, wrong = 0, over = 0;
	char largest[24];

	while (tries--) {
		u64 old = any_number(), number = pick(2) ? old + pick(20) - 10 : any_number();
		char decimal[24], hex[24], wanted[24];
		size_t len = value_decimal(old, decimal), hex_len = value_hex(old, hex);
		size_t wanted_len = value_decimal(number, wanted);

		if (value_over_decimal(number, old, decimal + len)) {
			wrong += len != wanted_len || memcmp(decimal, wanted, len);
			over++;
		} else {
			wrong += len == wanted_len;
		}
		wanted_len = value_hex(number, wanted);
		if (value_over_hex(number, old, hex + hex_len))
			wrong += hex_len != wanted_len || memcmp(hex, wanted, hex_len);
		else
			wrong += hex_len == wanted_len;
	}
	value_decimal(UINT64_MAX, largest);
	ktap_ok(!value_over_decimal(0, UINT64_MAX, largest + 20), "0 is not one up from the largest");
	ktap_ok(over > 1000, "numbers of as many digits are written over others");
	ktap_equal(wrong, 0, "numbers written over others equal those written anew");
}

int main(void)
{
	test_words();
	test_over();
	return ktap_end();
}

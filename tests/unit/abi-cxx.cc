// SPDX-License-Identifier: GPL-2.0
/* The contract as C++ programs see it; the compiler does the checks. */
#include <cstdio>

#include <abi-asserts.h>

int main()
{
	std::puts("ok 1 linux/pagesnap.h compiles as C++, with the same layout");
	std::puts("1..1");
	return 0;
}

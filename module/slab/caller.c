// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: who called a function that returns to somebody else's probe first
 *
 * A kretprobe, an fprobe or the function graph tracer on a function of the allocator has put the
 * address of a trampoline of its own where the function returns to, and so it is the call site
 * that tracepoints and our probes see.  It is known by its name when it is met first, and from then
 * on by its address; who called is found by the unwinder then.  One whose name the kernel doesn't
 * tell isn't known.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "../compat/unwind.h"
#include "caller.h"

/* Those of the allocator, and of who probes it, lie before it. */
#define FRAMES 32
/* An address that nothing returns to. */
#define NOWHERE 1UL

static const char *const names[] = {
	"arch_rethook_trampoline+0x0", "return_to_handler+0x0",
};

static unsigned long trampolines[ARRAY_SIZE(names)] = { NOWHERE, NOWHERE };

/**
 * pagesnap_caller_is_trampoline() - does a function that returns there return to a probe?
 * @site: address
 *
 * Context: any.
 * Return: true if so, of one that was learned.
 */
bool pagesnap_caller_is_trampoline(unsigned long site)
{
	return site == READ_ONCE(trampolines[0]) || site == READ_ONCE(trampolines[1]);
}

/**
 * pagesnap_caller_learn() - is a call site that was met first a trampoline?
 * @site: address
 * @name: its symbol, as "symbol+0x1f"
 *
 * Context: any.
 * Return: true if so.
 */
bool pagesnap_caller_learn(unsigned long site, const char *name)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]))
			continue;
		WRITE_ONCE(trampolines[i], site);
		return true;
	}
	return false;
}

/**
 * pagesnap_caller_behind() - whom a function goes back to in the end
 * @site: where it returns to, by what is on the stack
 *
 * Context: a probe, within that function.
 * Return: address; 0 if nobody can tell.
 */
unsigned long pagesnap_caller_behind(unsigned long site)
{
	return compat_returns_to(site, FRAMES);
}

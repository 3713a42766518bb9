// SPDX-License-Identifier: GPL-2.0
/*
 * Somebody else's probe of what a function returns.  Writing the name of a function to the parameter
 * "returns" sets one there, and "-" removes it; reading "returned" says how often it was hit.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

#include "alloc.h"

static unsigned int returned;

static int on_return(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	returned++;
	return 0;
}

static struct kretprobe probe;

static int set_returns(const char *text, const struct kernel_param *param)
{
	static char symbol[64];
	int err;

	pagesnap_test_returns_exit();
	if (*text == '-')
		return 0;
	if (sscanf(text, "%63s", symbol) != 1)
		return -EINVAL;
	probe = (struct kretprobe){
		.kp.symbol_name = symbol, .handler = on_return, .maxactive = 256,
	};
	err = register_kretprobe(&probe);
	if (err)
		probe.kp.addr = NULL;
	return err;
}

static const struct kernel_param_ops returns_ops = { .set = set_returns };

module_param_cb(returns, &returns_ops, NULL, 0200);
module_param(returned, uint, 0444);

void pagesnap_test_returns_exit(void)
{
	if (probe.kp.addr)
		unregister_kretprobe(&probe);
	probe.kp.addr = NULL;
}

/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TESTS_ONE_CPU_H
#define TESTS_ONE_CPU_H

/*
 * For tests that have the kernel patch its code, as kprobes do: QEMU that runs CPUs in parallel
 * without KVM may execute a breakpoint that is gone already, and the guest dies of it.  So
 * all CPUs but the first are off, until exit(); unless PAGESNAP_ALL_CPUS is set, which is safe
 * with --tcg single.
 */
void one_cpu(void);

#endif /* TESTS_ONE_CPU_H */

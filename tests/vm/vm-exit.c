// SPDX-License-Identifier: GPL-2.0
/*
 * vm-exit STATUS: ends the virtual machine with a verdict.
 *
 * QEMU's isa-debug-exit device leaves with (STATUS << 1) | 1, so that a
 * status of 0 from QEMU always means that no verdict was given.  Distribution
 * kernels have no /dev/port, hence the port permission.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/io.h>
#include <unistd.h>

#define VERDICT_PORT 0xf4

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: vm-exit STATUS\n");
		return 2;
	}
	if (ioperm(VERDICT_PORT, 4, 1)) {
		perror("vm-exit: ioperm");
		return 1;
	}
	sync();
	outb(atoi(argv[1]) & 0x7f, VERDICT_PORT);
	return 1;
}

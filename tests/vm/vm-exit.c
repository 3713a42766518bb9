// SPDX-License-Identifier: GPL-2.0
/*
 * vm-exit STATUS: ends the virtual machine with a verdict.
 * vm-exit --then COMMAND...: gets the permission to do so for COMMAND and all
 * its children, before a test of lockdown takes the chance away.
 *
 * QEMU's isa-debug-exit device leaves with (STATUS << 1) | 1, so that a
 * status of 0 from QEMU always means that no verdict was given.  Distribution
 * kernels have no /dev/port, hence the port permission.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/io.h>
#include <unistd.h>

#define VERDICT_PORT 0xf4

int main(int argc, char **argv)
{
	int err = ioperm(VERDICT_PORT, 4, 1);

	if (argc > 2 && !strcmp(argv[1], "--then")) {
		execv(argv[2], argv + 2);
		perror("vm-exit: exec");
		return 1;
	}
	if (argc != 2) {
		fprintf(stderr, "usage: vm-exit STATUS, or vm-exit --then COMMAND...\n");
		return 2;
	}
	/* A permission that was inherited is there all the same. */
	if (err)
		perror("vm-exit: ioperm");
	sync();
	outb(atoi(argv[1]) & 0x7f, VERDICT_PORT);
	return 1;
}

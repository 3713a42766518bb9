#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=load needs=- disturbs=- always=flavours,debug
#
# The guest is what the other tests take for granted: file systems, the
# module, disks, tools.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

have()
{
	command -v "$1" >/dev/null
}

is_mounted()
{
	[ "$(findmnt -n -o FSTYPE "$1")" = "$2" ]
}

check 'tracefs is on /sys/kernel/tracing' is_mounted /sys/kernel/tracing tracefs
check 'debugfs is on /sys/kernel/debug' is_mounted /sys/kernel/debug debugfs
check 'debugfs is on /debug' is_mounted /debug debugfs
if zcat /proc/config.gz 2>/dev/null | grep -q '^# CONFIG_TRACEFS_AUTOMOUNT_DEPRECATED is not set'; then
	skip 'tracefs is under /debug' 'this kernel was told not to mount it there'
else
	check 'tracefs is under /debug' test -e /debug/tracing/trace
fi
check 'cgroup2 is on /sys/fs/cgroup' is_mounted /sys/fs/cgroup cgroup2
check 'memory cgroups can be made' grep -qw memory /sys/fs/cgroup/cgroup.subtree_control
check '/dev/shm is a tmpfs' is_mounted /dev/shm tmpfs
check 'the guest has two scratch disks' test -b /dev/scratch0 -a -b /dev/scratch1
check 'kernel modules can be found' modprobe -n xfs
check 'page-types is there' have page-types
check 'fincore is there' have fincore
check 'the module is loaded' test -d /sys/module/pagesnap
ktap_end

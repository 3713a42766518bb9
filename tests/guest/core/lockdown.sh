#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=load,session needs=lockdown disturbs=kernel,readers
#
# Kernel lockdown, switched on while the module is loaded.  It can't be
# switched off again, so this test's name sorts last.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/sys/kernel/tracing/objects/mm/pages
lockdown=/sys/kernel/security/lockdown

mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
if [ ! -w "$lockdown" ]; then
	skip lockdown 'this kernel has none'
	ktap_end
	exit 0
fi

refused_with_eperm()
{
	cat "$1" > /tmp/out 2> /tmp/err && return 1
	grep -q 'Operation not permitted' /tmp/err
}

exec 3<>"$dir/pfn_index"
echo integrity > "$lockdown"
check 'lockdown=integrity leaves the files alone' cmp -s "$dir/format" "$dir/format"
echo confidentiality > "$lockdown"
for file in pfn_index format stats error_log; do
	check "lockdown=confidentiality: open of $file is refused" refused_with_eperm "$dir/$file"
done
exec 3>&-
ktap_end

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Kernel lockdown, switched on while the module is loaded.  It can't be
# switched off again, so this test's name sorts last.

set -u
dir=/sys/kernel/tracing/objects/mm/pages
lockdown=/sys/kernel/security/lockdown

mountpoint -q /sys/kernel/security || mount -t securityfs securityfs /sys/kernel/security
if [ ! -w "$lockdown" ]; then
	echo 'ok 1 lockdown # SKIP this kernel has no lockdown'
	echo '1..1'
	exit 0
fi

exec 3<>"$dir/pfn_index"
echo integrity > "$lockdown"
if cat "$dir/format" > /dev/null; then
	echo 'ok 1 lockdown=integrity leaves the files alone'
else
	echo 'not ok 1 lockdown=integrity leaves the files alone'
fi
echo confidentiality > "$lockdown"
if message=$(cat "$dir/pfn_index" 2>&1); then
	echo 'not ok 2 lockdown=confidentiality: open is refused'
elif [[ $message == *'Operation not permitted'* ]]; then
	echo 'ok 2 lockdown=confidentiality: open is refused'
else
	echo "not ok 2 lockdown=confidentiality: open is refused, with EPERM: $message"
fi
exec 3>&-
echo '1..2'

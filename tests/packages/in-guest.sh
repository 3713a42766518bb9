#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The packages in a guest, beside the module that DKMS has built.

set -u
# shellcheck source=tests/guest/ktap.sh
. "${0%/*}/ktap.sh"

# Another client is in the payload's own folder.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
unset PAGESNAP_DIR
quiet() { "$@" >/tmp/said 2>&1 || { cat /tmp/said; return 1; }; }
files() { find /usr /etc /var/lib -xdev -not -path '/var/lib/dpkg/*' -not -path /etc/ld.so.cache | LC_ALL=C sort; }

files >/tmp/before
check 'the client and its library install' quiet dpkg -i /payload/pagesnap_*.deb /payload/libpagesnap0_*_amd64.deb
check 'it answers' [ "$(pagesnap file /usr/bin/bash -nr -o FILE)" = /usr/bin/bash ]
check 'the doctor finds the module that runs' [ "$(pagesnap doctor -nr -o RESULT,CHECK | grep -c '^ok \(loaded\|records\)$')" -eq 2 ]
check 'it is purged' quiet dpkg -P pagesnap libpagesnap0
files >/tmp/after
check 'nothing is left behind' cmp /tmp/before /tmp/after
ktap_end

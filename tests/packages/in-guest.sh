#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The packages in a guest that was started with Secure Boot, with the module that
# DKMS has built and signed with a key that the firmware knows.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/ktap.sh"

# Another client is in the payload's own folder.
PATH=/usr/sbin:/usr/bin:/sbin:/bin
unset PAGESNAP_DIR
securityfs=/sys/kernel/security
quiet() { "$@" >/tmp/said 2>&1 || { cat /tmp/said; return 1; }; }
files() { find /usr /etc /var/lib -xdev -not -path '/var/lib/dpkg/*' -not -path /etc/ld.so.cache | LC_ALL=C sort; }
doctor() { pagesnap doctor -nr -o RESULT,CHECK,FOUND >/tmp/out 2>/tmp/err; has "^$1\$"; }
# tainted BIT: is the kernel?  See Documentation/admin-guide/tainted-kernels.rst.
tainted() { [ $(($(cat /proc/sys/kernel/tainted) >> $1 & 1)) -eq 1 ]; }
not() { ! "$@"; }
# A module that is not what was signed: its first bytes after the header differ.
spoil() { cp "$1" "$2" && printf 'x' | dd of="$2" bs=1 seek="$(($(stat -c %s "$1") / 2))" conv=notrunc status=none; }
refused()
{
	exits 1 "${0%/*}/load-module" "$1" &&
		grep -q 'Key was rejected by service' /tmp/err && grep -q 'docs/install.md, "Secure Boot"' /tmp/err
}

mountpoint -q "$securityfs" || mount -t securityfs securityfs "$securityfs"
mount -t efivarfs efivarfs /sys/firmware/efi/efivars

files >/tmp/before
check 'the client and its library install' quiet dpkg -i /payload/pagesnap_*.deb /payload/libpagesnap0_*_amd64.deb

# --- the module ---------------------------------------------------------------------

check 'the doctor sees Secure Boot' doctor 'ok secure.040boot on'
check 'the doctor sees that Secure Boot locks down' doctor 'ok lockdown integrity'
check 'a module that is not signed is refused, and that explained' refused /payload/unsigned.ko
spoil /payload/signed.ko /tmp/spoilt.ko
check 'a module that was changed after it was signed is refused' refused /tmp/spoilt.ko
check 'modules that are refused leave no taint' not tainted 12
check 'the one that DKMS has signed is loaded' quiet "${0%/*}/load-module" /payload/signed.ko
check 'the module taints as one that is not of the kernel' tainted 12
check 'the module does not taint as unsigned' not tainted 13
exits 1 "${0%/*}/load-module" /payload/signed.ko
check 'loading the module a second time is explained' grep -q 'loaded already' /tmp/err

# --- under lockdown -------------------------------------------------------------------

check 'integrity: the module answers' [ "$(pagesnap file /usr/bin/bash -nr -o FILE)" = /usr/bin/bash ]
check 'the doctor finds the module that runs' [ "$(pagesnap doctor -nr -o RESULT,CHECK | grep -c '^ok \(loaded\|records\)$')" -eq 2 ]
check 'integrity: the module unloads' quiet rmmod pagesnap
check 'the taint stays when the module is gone' tainted 12
check 'integrity: the module loads again' quiet "${0%/*}/load-module" /payload/signed.ko
echo confidentiality >"$securityfs/lockdown"
check 'confidentiality: the module does not answer' exits 1 pagesnap file /usr/bin/bash
check 'confidentiality: the client says why' grep -qi lockdown /tmp/err
check 'confidentiality: the doctor says why' doctor 'FAILS lockdown confidentiality.*'
check 'confidentiality: the module unloads all the same' quiet rmmod pagesnap
exits 1 "${0%/*}/load-module" /payload/signed.ko
check 'confidentiality: that the module does not load is explained' grep -q 'lockdown=confidentiality' /tmp/err

check 'the client and its library are purged' quiet dpkg -P pagesnap libpagesnap0
files >/tmp/after
check 'nothing is left behind' cmp /tmp/before /tmp/after
ktap_end

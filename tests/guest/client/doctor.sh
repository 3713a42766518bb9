#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,load needs=userns once=kernel disturbs=module
#
# pagesnap doctor and --version, beside the module that is loaded, without it, and as
# others than root.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
release=$(uname -r)

# row RESULT CHECK FOUND NEXT: of the last one, all words.
row() { grep -qxF -- "$1,$2,$3,$4" /tmp/out; }
# as COMMAND...: by which the doctor is run.
as() { "$@" pagesnap doctor --csv -n 2>/tmp/err | tr -d '\r' >/tmp/out; }

as env
check 'the module is loaded' has '^ok,loaded,"version 0.1, taints the kernel: O?E?",-$'
check 'tracefs that is mounted is ok' row ok tracefs /sys/kernel/tracing -
check 'the initial user namespace' row ok 'user namespace' 'the initial one' -
check 'the capability of root is ok' row ok capability CAP_SYS_ADMIN -
check 'client and module' has '^ok,records,"client 1\.[0-9]+, module 1\.[0-9]+",-$'
check 'what is not installed' row note module "\"it runs, but none is installed for $release\"" 'make install'
sed -n 's/^unknown: //p' /sys/kernel/tracing/objects/mm/pages/format >/tmp/want
sed -n 's/^note,unknown,\(.*\),-$/\1/p' /tmp/out | tr -d '"' >/tmp/unknown
check 'what is unknown on this kernel is what the module says' [ -s /tmp/want -a "$(cmp /tmp/want /tmp/unknown 2>&1)" = '' ]
check 'the client and the module have versions' [ "$(pagesnap --version | grep -cE '^(pagesnap|module:) 0\.1 \(ABI 1\.[0-9]+\)$')" -eq 2 ]

# --- somebody else --------------------------------------------------------------

as setpriv --reuid 1000 --clear-groups
check 'who has no capability is told of sudo' row FAILS capability 'no CAP_SYS_ADMIN' 'sudo pagesnap doctor'
check 'doctor that may not open the index files asks for no records' has '^\?,records,'
setpriv --reuid 1000 --clear-groups pagesnap --version >/tmp/out
check 'anybody may know which module is loaded' has '^module: 0\.1 \(ABI is reported to root only\)$'
as unshare -r
check 'a user namespace' row FAILS 'user namespace' 'not the initial one: run it on the host' -
setpriv --reuid 1000 --clear-groups pagesnap pfn 0 2>/tmp/out
check 'who may not is sent to the doctor' [ "$(tail -n 1 /tmp/out)" = 'More: run pagesnap doctor.' ]

# --- without it -----------------------------------------------------------------

rmmod pagesnap
as env
check 'doctor without the module says that it is not loaded' has '^FAILS,loaded,no,'
check 'which is to be built' row FAILS module "none installed for $release" 'make && make install'
check 'doctor without the module has no records' has '^\?,records,'
check '--version without the module has no version of it' [ "$(pagesnap --version | tail -n 1)" = 'module: not loaded' ]
insmod /payload/pagesnap.ko
as env
check 'doctor has records when the module is loaded again' has '^ok,records,'
ktap_end

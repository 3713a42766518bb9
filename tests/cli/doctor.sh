#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# doctor: each thing that may be missing, on a system that is made of files.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

release=$(uname -r)
export PAGESNAP_ROOT=$work/root PAGESNAP_PROC=$work/proc PAGESNAP_SYSFS=$work/sys
modules=$PAGESNAP_ROOT/lib/modules/$release
loaded=$PAGESNAP_SYSFS/module/pagesnap
key=firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c

# module_file SOURCES: a module as far as modprobe looks, made from these sources.
module_file()
{
	mkdir -p "$modules/updates/dkms"
	printf 'const char info[] __attribute__((section(".modinfo"), aligned(1))) =\n%s;\n' \
		"\"name=pagesnap\\0version=0.1\\0srcversion=$1\"" |
		"${CC:-gcc}" -xc -c -o "$modules/updates/dkms/pagesnap.ko" -
	depmod -b "$PAGESNAP_ROOT" "$release" 2>/dev/null
}

# sign SIGNER: in the older form, which tells the signer without a certificate.
sign()
{
	local length

	printf -v length '\\%03o' "${#1}"
	printf '%sKSS%b~Module signature appended~\n' "$1" "\1\4\1$length\1\0\0\0\0\0\0\2" \
		>>"$modules/updates/dkms/pagesnap.ko"
}

healthy()
{
	rm -rf "$PAGESNAP_ROOT" "$PAGESNAP_PROC" "$PAGESNAP_SYSFS"
	mkdir -p "$modules/build" "$PAGESNAP_ROOT/usr/bin" "$PAGESNAP_PROC/self" "$loaded" \
		"$PAGESNAP_SYSFS"/{kernel/security,"${key%/*}",module/module/parameters}
	: >"$modules/build/Makefile"
	: >"$PAGESNAP_ROOT/usr/bin/apt-get"
	module_file AAAA
	echo live >"$loaded/initstate"
	echo 0.1 >"$loaded/version"
	echo AAAA >"$loaded/srcversion"
	echo OE >"$loaded/taint"
	echo '[none] integrity confidentiality' >"$PAGESNAP_SYSFS/kernel/security/lockdown"
	printf '\6\0\0\0\0' >"$PAGESNAP_SYSFS/$key"
	echo N >"$PAGESNAP_SYSFS/module/module/parameters/sig_enforce"
	echo '24 1 0:12 / /sys/kernel/tracing rw - tracefs tracefs rw' >"$PAGESNAP_PROC/self/mountinfo"
	echo '         0          0 4294967295' >"$PAGESNAP_PROC/self/uid_map"
	printf 'Name:\tx\nCapEff:\t000001ffffffffff\n' >"$PAGESNAP_PROC/self/status"
}

# row RESULT CHECK FOUND NEXT: the whole row of that check, in CSV without quotes.
row() { grep -qxF -- "$1,$2,$3,${4:--}" "$work/out"; }
doctor()
{
	run doctor --csv -n "$@"
	tr -d '\r"' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

healthy
doctor
check 'nothing is missing' all 'exits 0' silent '! out_has ^FAILS' '! out_has "^[?]"'
check 'headers that are there are ok' row ok headers "/lib/modules/$release/build" ''
check 'a module that is installed is ok' row ok module "/lib/modules/$release/updates/dkms/pagesnap.ko, version 0.1" ''
check 'a module without a signature that none asks for is ok' row ok signature 'none, and none is asked for' ''
check 'Secure Boot that is off is ok' row ok 'secure boot' off ''
check 'the module runs' row ok loaded 'version 0.1, taints the kernel: OE' ''
check 'tracefs that is mounted is ok' row ok tracefs /sys/kernel/tracing ''
check 'records that client and module agree on are ok' out_has '^ok,records,client 1\.[0-9]+, module 1\.[0-9]+,-$'
run doctor
check 'as a table' out_has '^RESULT +CHECK +FOUND +NEXT'
run doctor --json
check 'as JSON' test "$(jq -r '.pagesnap[] | select(.check == "tracefs").found' "$work/out")" = /sys/kernel/tracing

# --- other collections ----------------------------------------------------------

healthy
doctor
check 'a collection that is not loaded is a note, and how it is' all 'exits 0' \
	'row note accesses "pagesnap_accesses is not loaded" "modprobe pagesnap_accesses"' \
	'row note faults "pagesnap_faults is not loaded" "modprobe pagesnap_faults"' \
	'row note slab "pagesnap_slab is not loaded" "modprobe pagesnap_slab"'
check 'no trace events is a note, with how there are some' \
	row note events 'pagesnap_events is not loaded' 'modprobe pagesnap_events'
mkdir -p "$PAGESNAP_SYSFS/module/pagesnap_events"
echo live >"$PAGESNAP_SYSFS/module/pagesnap_events/initstate"
doctor
check 'trace events are there' row ok events 'pagesnap_events runs' ''
mkdir "$PAGESNAP_SYSFS/module/pagesnap_events/parameters"
echo Y >"$PAGESNAP_SYSFS/module/pagesnap_events/parameters/stays"
doctor
check 'where their module stays loaded, that is said' \
	row ok events 'pagesnap_events runs, and with it pagesnap stays loaded until the next boot' ''
mkdir -p "$PAGESNAP_SYSFS/module/pagesnap_accesses" "$work/objects/accesses"
echo live >"$PAGESNAP_SYSFS/module/pagesnap_accesses/initstate"
doctor
check 'a collection whose format can not be read is unknown' \
	row '?' accesses "pagesnap_accesses runs, but its records can't be asked" ''
healthy
mkdir "$PAGESNAP_SYSFS/hypervisor"
echo PV >"$PAGESNAP_SYSFS/hypervisor/guest_type"
doctor
check 'a Xen PV guest can load no collection that changes page tables' all 'exits 0' \
	'row note accesses "pagesnap_accesses can'"'"'t be loaded: a Xen PV guest can'"'"'t change page tables" ""' \
	'row note faults "pagesnap_faults can'"'"'t be loaded: a Xen PV guest can'"'"'t change page tables" ""'
check 'a Xen PV guest can load slab, which changes none' \
	row note slab 'pagesnap_slab is not loaded' 'modprobe pagesnap_slab'
healthy
mkdir -p "$PAGESNAP_PROC/sys/kernel"
echo Linux >"$PAGESNAP_PROC/sys/kernel/ostype"
doctor
check 'without NUMA balancing faults can not be loaded' all 'exits 0' \
	'row note faults "pagesnap_faults can'"'"'t be loaded: this kernel has no CONFIG_NUMA_BALANCING" ""' \
	'row note accesses "pagesnap_accesses is not loaded" "modprobe pagesnap_accesses"'
echo 0 >"$PAGESNAP_PROC/sys/kernel/numa_balancing"
echo 'Linux version 6.12 (gcc 12) #1 SMP PREEMPT_RT Debian 6.12' >"$PAGESNAP_PROC/version"
doctor
check 'on PREEMPT_RT faults can not be loaded' \
	row note faults "pagesnap_faults can't be loaded: this kernel has PREEMPT_RT" ''
echo 'Linux version 6.12 (gcc 12) #1 SMP PREEMPT_DYNAMIC Debian 6.12' >"$PAGESNAP_PROC/version"
doctor
check 'on other kernels faults can be loaded' \
	row note faults 'pagesnap_faults is not loaded' 'modprobe pagesnap_faults'
healthy
mkdir -p "$PAGESNAP_SYSFS/module/pagesnap_accesses"
echo live >"$PAGESNAP_SYSFS/module/pagesnap_accesses/initstate"
# the fake has this folder as that of pages, and files beside it
of_format()
{
	echo "abi: $1" >"$work/objects/accesses/format"
	status=0
	PAGESNAP_DIR=$work/objects/pages "$client" doctor --csv -n 2>"$work/err" | tr -d '\r"' >"$work/out" ||
		status=$?
}
of_format 1.7
check 'a collection of the same ABI is ok' out_has '^ok,accesses,client 1\.[0-9]+, pagesnap_accesses 1\.7,-$'
of_format 2.0
check 'a collection of another ABI fails' out_has \
	'^FAILS,accesses,client 1\.[0-9]+, pagesnap_accesses 2\.0,rmmod pagesnap_accesses && modprobe pagesnap_accesses$'

# --- the file -------------------------------------------------------------------

healthy
rm -r "$modules"
doctor
check 'no headers: what to install' row note headers \
	"none: the module can't be built for $release here" "apt install linux-headers-$release"
check 'no file, but the module runs' all 'exits 0' \
	'row note module "it runs, but none is installed for $release" "make install"'
rm -r "$loaded"
touch "$PAGESNAP_ROOT/usr/bin/pagesnap"
doctor
check 'no file: which package has it' all 'exits 1' 'row FAILS module "none installed for $release" "apt install pagesnap-dkms"'
rm "$PAGESNAP_ROOT/usr/bin/pagesnap"
doctor
check 'no file: how it is made, where the client is not of a package' \
	row FAILS module "none installed for $release" 'make && make install'
mv "$PAGESNAP_ROOT/usr/bin/apt-get" "$PAGESNAP_ROOT/usr/bin/dnf"
doctor
check 'where packages are installed by dnf' row note headers \
	"none: the module can't be built for $release here" "dnf install kernel-devel-$release"
rm "$PAGESNAP_ROOT/usr/bin/dnf"
doctor
check 'where it is not known how' row FAILS module "none installed for $release" 'make && make install'
mkdir -p "$PAGESNAP_ROOT/var/lib/dkms/pagesnap/0.9"
touch "$PAGESNAP_ROOT/var/lib/dkms/pagesnap/0.9/source"
doctor
check 'DKMS has it, but not built' row FAILS module "none installed for $release" \
	"dkms install pagesnap/0.9 -k $release"
log=$PAGESNAP_ROOT/var/lib/dkms/pagesnap/0.1/build/make.log
mkdir -p "${log%/*}"
printf 'make: Entering directory\npagesnap: Linux %s lacks folios (5.16 and later): nothing was built\n' "$release" >"$log"
doctor
check 'a module that can not be built has no next step' \
	all 'exits 1' 'row FAILS module "not built: this kernel lacks folios (5.16 and later)" ""'
sed -i "s/Linux /&9./" "$log"
doctor
check 'what was said of building for another kernel does not count' row FAILS module "none installed for $release" \
	"dkms install pagesnap/0.9 -k $release"
printf 'pagesnap: Linux %s lacks' "$release" >"$log"
doctor
check 'what was said of building and cut off does not count' row FAILS module "none installed for $release" \
	"dkms install pagesnap/0.9 -k $release"

healthy
module_file BBBB
doctor
check 'another one runs than is installed' all 'exits 0' 'row note loaded "version 0.1, but another one is installed" "rmmod pagesnap && modprobe pagesnap"'
echo going >"$loaded/initstate"
doctor
check 'a module that is being removed fails' row FAILS loaded 'not yet, or not any more: going' 'modprobe pagesnap'
rm -r "$loaded"
doctor
check 'a module that does not run fails' all 'exits 1' 'row FAILS loaded no "modprobe pagesnap"'

# --- signatures -----------------------------------------------------------------

healthy
echo Y >"$PAGESNAP_SYSFS/module/module/parameters/sig_enforce"
doctor
check 'a kernel that takes signed modules wants a signature' \
	all 'exits 1' 'row FAILS signature "none, and this kernel takes signed modules only" \
		"/lib/modules/$release/build/scripts/sign-file sha256 KEY.pem CERTIFICATE.der /lib/modules/$release/updates/dkms/pagesnap.ko"'
sign 'my own key'
doctor
check 'a signature that is there when it is asked for is ok' all 'exits 0' 'row ok signature "by my own key" ""'
rm "$loaded/initstate"
doctor
check 'the module is to be loaded' row FAILS loaded no 'modprobe pagesnap'
mkdir -p "$PAGESNAP_ROOT/var/lib/dkms"
touch "$PAGESNAP_ROOT/var/lib/dkms/mok.pub"
doctor
check 'the module is to be loaded, or the key of DKMS made known' \
	row FAILS loaded no 'modprobe pagesnap || mokutil --import /var/lib/dkms/mok.pub'
healthy
echo 'none [integrity] confidentiality' >"$PAGESNAP_SYSFS/kernel/security/lockdown"
printf '\6\0\0\0\1' >"$PAGESNAP_SYSFS/$key"
doctor
check 'Secure Boot is on' row ok 'secure boot' on ''
check 'lockdown: integrity' row ok lockdown integrity ''
check 'which asks for a signature as well' out_has '^FAILS,signature,'
echo 'none integrity [confidentiality]' >"$PAGESNAP_SYSFS/kernel/security/lockdown"
doctor
check 'lockdown: confidentiality' row FAILS lockdown 'confidentiality: nobody may read tracefs' 'boot with lockdown=integrity'
rm -r "$PAGESNAP_SYSFS/firmware"
doctor
check 'a machine without UEFI' row ok 'secure boot' 'off: started without UEFI' ''

# --- this process ---------------------------------------------------------------

healthy
: >"$PAGESNAP_PROC/self/mountinfo"
doctor
check 'tracefs is not mounted' all 'exits 1' 'row FAILS tracefs "not mounted" "mount -t tracefs tracefs /sys/kernel/tracing"'
healthy
echo '         0       1000          1' >"$PAGESNAP_PROC/self/uid_map"
doctor
check 'a user namespace' row FAILS 'user namespace' 'not the initial one: run it on the host' ''
healthy
printf 'Name:\tx\nCapEff:\t0000000000000000\n' >"$PAGESNAP_PROC/self/status"
doctor
check 'who has no capability is told of sudo' row FAILS capability 'no CAP_SYS_ADMIN' 'sudo pagesnap doctor'

# --- other kernels, and what is no command --------------------------------------

healthy
doctor --kernel 5.10.0-9-rt-amd64
check 'a kernel that does not run' all 'exits 1' 'row note kernel "5.10.0-9-rt-amd64, flavour rt-amd64: older than 6.1, not tested" ""'
check 'of which nobody knows what it would say' all '! out_has loaded' '! out_has records'
doctor --kernel nonsense
check 'what is no release' out_has '^\?,kernel,nonsense,-$'
doctor now
check 'doctor takes no operand' all 'exits 2' 'err_has "^pagesnap: now: doctor takes no operand$"'
status=0
PAGESNAP_DIR=/nowhere "$client" doctor --csv -n >"$work/out" 2>"$work/err" || status=$?
sed -i 's/\r$//' "$work/out"
check 'index files that are not there' all 'exits 1' 'out_has "^FAILS,records,/nowhere/pfn_index: no index file here,-$"'
ktap_end

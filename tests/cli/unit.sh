# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# For tests of services, behind cli.sh.

# systemd_takes FILE: a service of systemd, which may do little.
# shellcheck disable=SC2154,SC2034 # these are of who sources this
systemd_takes()
{
	local name=${1##*/}
	local unit=$work/${name#pagesnap.}

	unit_name=${unit##*/}
	if ! command -v systemd-analyze >/dev/null; then
		skip "systemd takes $unit_name" 'no systemd'
		skip "systemd finds that $unit_name may do little" 'no systemd'
		return
	fi
	sed "s|/usr/bin/pagesnap|$plain|; s|/sbin/modprobe|/bin/true|" "$1" >"$unit"
	systemd-analyze verify --man=no "$unit" >"$work/out" 2>"$work/err"
	# shellcheck disable=SC2016 # all() evaluates it
	check "systemd takes $unit_name" all '! err_has "${unit_name%.service}"'
	systemd-analyze security --offline=true --no-pager --threshold=40 "$unit" >"$work/out" 2>"$work/err"
	status=$?
	check "systemd finds that $unit_name may do little" exits 0
}

# timer_takes FILE: a timer of systemd, whose service systemd_takes() had.
timer_takes()
{
	unit_name=${1##*/}
	if ! command -v systemd-analyze >/dev/null; then
		skip "systemd takes $unit_name" 'no systemd'
		return
	fi
	cp "$1" "$work/"
	systemd-analyze verify --man=no "$work/$unit_name" >"$work/out" 2>"$work/err"
	# shellcheck disable=SC2016 # all() evaluates it
	check "systemd takes $unit_name" all '! err_has "${unit_name%.timer}"'
}

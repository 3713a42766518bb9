#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# cgroup: what it asks, and how a cgroup may be named.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export PAGESNAP_CGROUPS=$work/cgroups
id=$(printf '0123456789abcdef%.0s' 1 2 3 4)
other=0123450000000000$(printf '0%.0s' {1..48})
mkdir -p "$work"/cgroups/{system.slice/{mysql,ssh}.service,user.slice/ssh.service} \
	"$work/cgroups/system.slice/docker-$id.scope" "$work/cgroups/pod/$other"
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"

# asks CGROUP FOLDER [/]: are the files of CGROUP those of the folder?
asks()
{
	run cgroup --files "$1" --print-query
	[ "$(head -n 1 "$work/out")" = \
		"fs type:ext4 cgroup=$(stat -c %i "$work/cgroups/$2")${3:-} group=object" ]
}

# --- which one ------------------------------------------------------------------

check 'a cgroup is asked for by its path' asks system.slice/mysql.service system.slice/mysql.service
check 'a path that ends in a slash is a cgroup and what is below' asks system.slice/ system.slice /
check 'a cgroup is asked for by its unit' asks mysql.service system.slice/mysql.service
check 'a unit without its end' asks mysql system.slice/mysql.service
check 'the start of a container id' asks 0123456 "system.slice/docker-$id.scope"
check 'a container without an engine' asks 01234500 "pod/$other"
run cgroup --files 012345 --print-query
check 'the start of several' all 'exits 2' 'err_has "^pagesnap: --files 012345: there are several: /.* and /"'
run cgroup --files ssh.service --print-query
check 'a unit that several cgroups have is refused' \
	all 'exits 2' 'err_has "^pagesnap: --files ssh.service: there are several: "'
run cgroup --files 01234 --print-query
check 'too little of an id' all 'exits 1' 'err_has "no such cgroup below "'
run cgroup --files my --print-query
check 'the start of a unit is none' all 'exits 1' 'err_has "no such cgroup below "'
run cgroup --files @77 --print-query
check '@INODE' out_has '^fs type:ext4 cgroup=77 group=object$'
run du --cgroup mysql --print-query
check 'as with --cgroup' out_has "cgroup=$(stat -c %i "$work/cgroups/system.slice/mysql.service") "
run cgroup --files '' --print-query
check 'a cgroup without a name is refused' exits 2

# --- rows --------------------------------------------------------------------------

run cgroup --print-query
check 'all filesystems are asked' all 'exits 0' 'out_has "^fs type:ext4 group=object$"' 'lines 2'
run cgroup -nr
check 'the module of ABI 1.0 tells no cgroups' all 'exits 0' 'out_is "32768 ? 8192 1 ? ? type:ext4"'
run cgroup --json
check 'JSON' all 'exits 0' \
	'[ "$(jq -c ".pagesnap[0] | [.res, .files, .state, .largest]" "$work/out")" != "" ]'
run cgroup --files @77 -nr -o PAGES
check '--files: a row a file' all 'exits 0' 'out_is 8'
run cgroup --shared -nr
check '--shared: of each file it is not known' all 'exits 0' 'out_is "32768 8192 12 ? type:ext4"'
run cgroup --matrix -nr
check '--matrix: nor by whom' all 'exits 0' 'out_is "32768 1 ? ?"'
run cgroup --dead -nr
check '--dead: of these it is not known' all 'exits 0' 'lines 0'

# --- usage -------------------------------------------------------------------------

run cgroup --dead --shared
check 'one sort of rows' all 'exits 2' 'err_has "takes no other of --files, --shared, --dead and --matrix"'
run cgroup /x
check 'cgroup takes no operand' \
	all 'exits 2' 'err_has "^pagesnap: /x: cgroup takes no operand; --files CGROUP shows one$"'
run du --dead
check 'rows of cgroup are its own' all 'exits 2' 'err_has "du has no option --dead; it is one of: cgroup$"'
ktap_end

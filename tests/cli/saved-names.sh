#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# A recording keeps what memory cgroups were called.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# The inode of the fake's cgroup, 27, can't be chosen, and cgroups are opened by handle:
# so what is there is written as a module's stream would have it.
# cgroup_record INODE PATH: as --save writes it.
cgroup_record()
{
	local len=$(((24 + ${#2} + 8) / 8 * 8))

	perl -e 'print pack("VvvVVQ", @ARGV[0], 32, 0, 0, 0, $ARGV[1]) . pack("a*", $ARGV[2]) .
		"\0" x ($ARGV[0] - 24 - length $ARGV[2])' "$len" "$1" "$2"
}
# with_record RECORD: behind the header, which is the first 248 bytes.
with_record() { { head -c 248 "$work/snap"; cat "$1"; tail -c +249 "$work/snap"; } >"$work/named"; }

run file --group run /a --save "$work/snap" --print -nr -o CGROUP,CGROUP_PATH
check 'what is not there is not saved' all 'exits 0' 'out_has "^27 \?$"'
cgroup_record 27 /system.slice/db.service >"$work/record"
with_record "$work/record"
run file -R "$work/named" -nr -o CGROUP,CGROUP_PATH
check 'a saved name is shown' all 'exits 0' silent '[ "$(sort -u "$work/out")" = "27 /system.slice/db.service
- -" ] || [ "$(grep -c "^27 /system.slice/db.service$" "$work/out")" -eq 2 ]'
run file -R - -nr -o CGROUP_PATH <"$work/named"
check 'from a pipe, too' all 'exits 0' silent 'out_has "^/system.slice/db.service$"'
run file -R "$work/named" --text
cp "$work/out" "$work/text"
run file -R "$work/snap" --text
check 'text has no line for it' cmp -s "$work/out" "$work/text"
cp "$work/snap" "$work/runs"
cp ../golden/abi-1.2/answer-sb_index-object.bin "$work/snap"
cgroup_record 2417 '' >"$work/record"
cgroup_record 88 /user.slice >>"$work/record"
with_record "$work/record"
PAGESNAP_CGROUPS='' run cgroup -R "$work/named" -nr -o CGROUP,STATE,CGROUP_PATH
check 'one that was gone' all 'exits 0' 'out_has "^2417 DEAD \?$"' 'out_has "^88 live /user.slice$"'
PAGESNAP_CGROUPS='' run cgroup -R "$work/named" --dead -nr -o CGROUP
check '--dead finds a saved cgroup that was gone' out_is 2417
cp "$work/runs" "$work/snap"
cgroup_record 27 '' >"$work/record"
{ cat "$work/snap"; cat "$work/record"; } >"$work/named"
run file -R "$work/named" -nr -o CGROUP_PATH
check 'the name of a cgroup may stand at the end of a stream' all 'exits 0' silent 'out_has "^\?$"'
for cut in 250 262 271; do
	head -c $cut "$work/named" >"$work/damaged"
	run file -R "$work/damaged" -nr
	check "cut at byte $cut" all 'exits 3' '! silent'
done

# --- what is saved -------------------------------------------------------------------

if [ "$(id -u)" -ne 0 ] || ! cgroups=$(findmnt -nt cgroup2 -o TARGET | head -n 1) || [ -z "$cgroups" ]; then
	skip 'names are saved' 'no cgroup2 here, or not root'
	ktap_end
fi
inode=$(stat -c %i "$cgroups")
PAGESNAP_CGROUPS=$cgroups FAKE_CGROUP=$inode run file --group run /a --save "$work/snap"
PAGESNAP_CGROUPS=/nowhere run file -R "$work/snap" -nr -o CGROUP,CGROUP_PATH
check 'names are saved' all 'exits 0' 'out_has "^$inode /$"'

ktap_end

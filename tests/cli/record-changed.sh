#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# A flight recorder that is told of what has changed alone: each moment is as if all had been told.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
. ./changing.sh

export PAGESNAP_BOOT_ID=$work/boot TZ=UTC PAGESNAP_CGROUPS=$work/cgroups FAKE_HANDLES=1
echo boot >"$PAGESNAP_BOOT_ID"
rec=$work/rec
mkdir -p "$PAGESNAP_CGROUPS"/{a,b}
a=$(stat -c %i "$PAGESNAP_CGROUPS/a") b=$(stat -c %i "$PAGESNAP_CGROUPS/b")

# version N: files, of which N says some.
version()
{
	local i n=$1 lines=()

	lines=("10 $((1000 + n)) 4 0 $a /var/lib/a")
	for ((i = 0; i < 30; i++)); do
		[ $(((n + i) % 17)) = 0 ] || lines+=("$((100 + i)) $((i + 1)) $(((n + i) % 11 == 0)) 0 $((i % 3 ? a : b)) /srv/$i")
	done
	lines+=("$((200 + n)) 1 0 0 $b /new/$n")
	world "${lines[@]}"
}
series() { run record "$rec" --every 100ms --iterations "$1" --max-cpu 100 "${@:2}"; }
listed() { alone record --list "$rec" --jsonl --output-all; }
count() { jq -s "map(select($1)) | length" "$work/out"; }
pages() { jq -r 'select(.file == "/var/lib/a").res / 4096' "$work/out"; }
# text ARGUMENT...: all records of a moment, but for times.  Names of
# cgroups, of which text has no line, are in what cgroup shows.
text()
{
	alone batch -R "$@" --text
	sed -E 's/ (time|session|age|us|set_by)=[^ ]*//g' "$work/out"
	PAGESNAP_CGROUPS='' alone cgroup -R "$@" -nr -o CGROUP,CGROUP_PATH,RES,FILE
	sort "$work/out"
}
# compare MOMENT...: these with moments of the same files, each of which was recorded by itself.
compare()
{
	local nr n

	wrong='' versions=0 seen=''
	for nr; do
		alone fs -R "$rec" --at "moment:$nr" --jsonl
		exits 0 || wrong+=" $nr:$status"
		n=$(($(pages) - 1000))
		[ "$n" = "$seen" ] || versions=$((versions + 1))
		seen=$n
		version "$n"
		rm -rf "$work/alone"
		run record "$work/alone" --once
		text "$work/alone" >"$work/expected"
		text "$rec" --at "moment:$nr" >"$work/moment"
		[ "$(grep -c '^file .* name=/srv/' "$work/expected")" -ge 28 ] && cmp -s "$work/moment" "$work/expected" || wrong+=" $nr"
	done
}

version 0
(for i in {1..40}; do sleep 0.03 && version "$i"; done) &
FAKE_LOG=$work/log series 8
wait
# Moments that a busy machine has no time for are told of.
is_late='^# .*: missed [0-9]+ as a moment takes longer than --every$'
check 'moments are recorded of what has changed' all 'exits 0' '! grep -qvE "$is_late" "$work/err"' no_out
check 'what was told before is asked for by its number' grep -q '^type:ext4 group=object changed=[1-9]' "$work/log"
compare {1..8}
check "each moment is as if all had been told of ($versions versions)" all '[ -z "$wrong" ]' '[ "$versions" -ge 4 ]'
listed
check 'deltas say that' [ "$(count '.form == "delta"')" = 7 ]

# began NUMBER: what the header of that moment says of its time.
began() { alone batch -R "$rec" --at "moment:$1" --text && sed -n '1s/.* time=\([0-9]*\).*/\1/p' "$work/out"; }
check 'a session that goes on gives each moment a time of its own' [ "$(began 3)" -gt "$(began 2)" ]

rm -rf "$rec"
version 0
(for i in {1..40}; do sleep 0.03 && version "$i"; done) &
series 9 --keep 1600ms
wait
listed
check 'a new file begins with a moment that stands for itself' [ "$(count '.form == "full"')" -ge 3 ]
compare {1..9}
check "moments of later files are as if all had been told of ($versions versions)" all '[ -z "$wrong" ]' '[ "$versions" -ge 4 ]'

rm -rf "$rec"
version 0
(
	wait_for 20 [ -s "$rec/moments-0000000001.pagesnap" ]
	sleep 0.2
	mv "$FAKE_WORLD" "$FAKE_WORLD.away"
	wait_for 20 err_has 'no moment of'
	mv "$FAKE_WORLD.away" "$FAKE_WORLD"
	for i in {1..30}; do sleep 0.03 && version "$i"; done
) &
FAKE_LOG=$work/log3 series 14
wait
check 'a moment that fails is missed' all 'exits 3' 'err_has "no moment of"'
# the first two moments of a session ask from there on
check 'another session numbers files from 0 on' [ "$(grep -c '^type:ext4 .* changed=0 ' "$work/log3")" -ge 4 ]
listed
mapfile -t good < <(jq 'select(.kept == "good").moment' "$work/out")
compare "${good[@]}"
check "moments behind one that failed are as if all had been told of (${#good[@]} of 14)" all '[ -z "$wrong" ]' \
	'[ "${#good[@]}" -ge 6 ]' '[ "${#good[@]}" -lt 14 ]' '[ "$versions" -ge 3 ]'

rm -rf "$rec"
version 3
(
	wait_for 20 [ -s "$rec/moments-0000000001.pagesnap" ]
	sleep 0.3
	mv "$PAGESNAP_CGROUPS/b" "$PAGESNAP_CGROUPS/renamed"
) &
series 9
wait
# names NUMBER: of cgroups that the moment has.
names() { PAGESNAP_CGROUPS='' alone cgroup -R "$rec" --at "moment:$1" -nr -o CGROUP_PATH && sort "$work/out" | paste -sd ' '; }
check 'cgroups have names where no record of theirs is told' grep -qxE '/a /(b|renamed)' <(names 2)
check 'a cgroup has the name that it has at that moment' [ "$(names 9)" = '/a /renamed' ]

# subjects: another type comes before the one that was asked about
rm -rf "$rec"
(
	wait_for 20 [ -s "$rec/moments-0000000001.pagesnap" ]
	sleep 0.3
	printf '\txfs\n\text4\n' >"$PAGESNAP_FILESYSTEMS"
) &
FAKE_LOG=$work/log2 series 9
wait
check 'another filesystem comes while it is recorded' all 'exits 0' 'grep -q xfs "$work/log2"'
compare 9
check 'queries that have moved are told all' [ -z "$wrong" ]
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"

# --- what a module may be like ----------------------------------------------

rm -rf "$rec"
FAKE_OLD=1 FAKE_LOG=$work/old series 3
listed
check 'an older module is asked for all' all '[ "$(count ".kept == \"good\"")" = 3 ]' \
	'[ "$(grep -c "^type:ext4 .*changed=" "$work/old")" = 0 ]' '[ "$(grep -c "^type:ext4 " "$work/old")" = 3 ]'
rm -rf "$rec"
FAKE_LIES=1 series 4
check 'files that no one was told of are no moment' all 'exits 3' \
	'[ "$(grep -c "no moment of .*: what the module told makes no sense$" "$work/err")" = 1 ]'
listed
check 'whoever says so is asked for all from then on' [ "$(count '.kept == "good"')" = 3 ]
FAKE_LOG=$work/once run record "$work/single" --once
FAKE_LOG=$work/once run record "$work/single" --iterations 1
check 'a moment by itself is asked for as ever' all 'exits 0' '! grep -q changed= "$work/once"'

ktap_end

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
# series_while COMMAND ARGUMENT...: as many moments as there are until COMMAND has returned.
series_while()
{
	: >"$FAKE_LOG"
	run_while "$1" record "$rec" --every 100ms --max-cpu 100 "${@:2}"
}
asked() { grep -c '^type:ext4 ' "$FAKE_LOG"; }
# Nor does anything wait for a client that has gone: then what is checked is not there.
asked_for() { [ "$(asked)" -ge "$1" ] || ! kill -0 "$pid" 2>/dev/null; }
# whole_moment: one that began later than now.  It is over when the next one asks.
whole_moment() { wait_for 60 asked_for $(($(asked) + 2)); }
# lasting VERSION...: each until there was a whole moment of it.
lasting()
{
	local n

	for n; do
		version "$n"
		whole_moment
	done
}
# recorded FILTER NUMBER: at least so many moments are there, while more are being recorded.
recorded()
{
	local nr

	nr=$("$client" record --list "$rec" --jsonl --output-all 2>/dev/null | jq -s "map(select($1)) | length")
	[ "$nr" -ge "$2" ] || ! kill -0 "$pid" 2>/dev/null
}
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
# While a busy machine holds the test many are of the same files: the first three of them do.
compare()
{
	local nr n same=0

	wrong='' versions=0 seen=''
	for nr; do
		alone fs -R "$rec" --at "moment:$nr" --jsonl
		exits 0 || wrong+=" $nr:$status"
		n=$(($(pages) - 1000))
		same=$((same + 1))
		[ "$n" = "$seen" ] || versions=$((versions + 1)) same=1
		seen=$n
		[ "$same" -le 3 ] || continue
		version "$n"
		rm -rf "$work/alone"
		run record "$work/alone" --once
		text "$work/alone" >"$work/expected"
		text "$rec" --at "moment:$nr" >"$work/moment"
		[ "$(grep -c '^file .* name=/srv/' "$work/expected")" -ge 28 ] && cmp -s "$work/moment" "$work/expected" || wrong+=" $nr"
	done
}

version 0
changing() { wait_for 60 recorded true 2 && lasting 3 7 9 14 17 20; }
FAKE_LOG=$work/log series_while changing
# Moments that a busy machine has no time for are told of.
is_late='^# .*: missed [0-9]+ as a moment takes longer than --every$'
check 'moments are recorded of what has changed' all 'exits 0' '! grep -qvE "$is_late" "$work/err"' no_out
check 'what was told before is asked for by its number' grep -q '^type:ext4 group=object changed=[1-9]' "$work/log"
listed
moments=$(count true)
compare $(seq "$moments")
check "each moment is as if all had been told of ($versions versions)" all '[ -z "$wrong" ]' '[ "$versions" -ge 7 ]'
listed
check 'deltas say that' [ "$(count '.form == "delta"')" = $((moments - 1)) ]

# began NUMBER: what the header of that moment says of its time.
began() { alone batch -R "$rec" --at "moment:$1" --text && sed -n '1s/.* time=\([0-9]*\).*/\1/p' "$work/out"; }
check 'a session that goes on gives each moment a time of its own' [ "$(began 3)" -gt "$(began 2)" ]

rm -rf "$rec"
version 0
# each file takes an eighth of what is kept
changing()
{
	wait_for 60 recorded '.form == "full"' 1
	lasting 3 7 9
	wait_for 60 recorded '.form == "full"' 2
	lasting 14 17 20
	wait_for 60 recorded '.form == "full"' 3
	lasting 22 26
}
FAKE_LOG=$work/log4 series_while changing --keep 8s
listed
check 'a new file begins with a moment that stands for itself' [ "$(count '.form == "full"')" -ge 3 ]
mapfile -t good < <(jq 'select(.kept == "good").moment' "$work/out")
compare "${good[@]}"
check "moments of later files are as if all had been told of ($versions versions)" all '[ -z "$wrong" ]' '[ "$versions" -ge 4 ]'

rm -rf "$rec"
version 0
failing()
{
	wait_for 60 recorded true 2
	lasting 2
	mv "$FAKE_WORLD" "$FAKE_WORLD.away"
	wait_for 60 err_has 'no moment of'
	before=$("$client" record --list "$rec" --jsonl | wc -l)
	mv "$FAKE_WORLD.away" "$FAKE_WORLD"
	wait_for 60 recorded true $((before + 1))
	lasting 5 9 14 17 20
}
FAKE_LOG=$work/log3 series_while failing
check 'a moment that fails is missed' all 'exits 3' 'err_has "no moment of"'
# the first two moments of a session ask from there on
check 'another session numbers files from 0 on' [ "$(grep -c '^type:ext4 .* changed=0 ' "$work/log3")" -ge 4 ]
listed
mapfile -t good < <(jq 'select(.kept == "good").moment' "$work/out")
compare "${good[@]}"
check "moments behind one that failed are as if all had been told of (${#good[@]}, $before before it)" \
	all '[ -z "$wrong" ]' '[ "${#good[@]}" -ge $((before + 6)) ]' '[ "$before" -ge 3 ]' '[ "$versions" -ge 7 ]'

rm -rf "$rec"
version 3
renaming()
{
	wait_for 60 recorded true 3
	mv "$PAGESNAP_CGROUPS/b" "$PAGESNAP_CGROUPS/renamed"
	whole_moment
}
FAKE_LOG=$work/log5 series_while renaming
listed
last=$(count true)
# names NUMBER: of cgroups that the moment has.
names() { PAGESNAP_CGROUPS='' alone cgroup -R "$rec" --at "moment:$1" -nr -o CGROUP_PATH && sort "$work/out" | paste -sd ' '; }
check 'cgroups have names where no record of theirs is told' [ "$(names 2)" = '/a /b' ]
check 'a cgroup has the name that it has at that moment' [ "$(names "$last")" = '/a /renamed' ]

# subjects: another type comes before the one that was asked about
rm -rf "$rec"
mounting()
{
	wait_for 60 recorded true 3
	printf '\txfs\n\text4\n' >"$PAGESNAP_FILESYSTEMS"
	wait_for 60 grep -q xfs "$FAKE_LOG"
	whole_moment
}
FAKE_LOG=$work/log2 series_while mounting
check 'another filesystem comes while it is recorded' all 'exits 0' 'grep -q xfs "$work/log2"'
listed
compare "$(count true)"
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

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# export: numbers for Prometheus, and the file that node_exporter reads.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
# shellcheck source=tests/cli/exporting.sh
. ./exporting.sh

page=4096
dashboard=../../dist/grafana/pagesnap.json

# --- numbers --------------------------------------------------------------------------

world '10 100 5 3 27 /a' '11 50 0 0 28 /b' '12 7 2 1 29 /c'
run export
check 'export exits with 0 when all was seen' all 'exits 0' silent 'sample_is pagesnap_up 1' \
	'sample_is pagesnap_look_complete 1'
check 'promtool finds nothing wrong' eval '[ -z "$(lint)" ]'
check 'classes sum to MemTotal' all '[ "$(sum_of pagesnap_memory_class_bytes)" = $((7608 * page)) ]' \
	"sample_is pagesnap_memory_total_bytes $((7608 * page))"
check 'classes are those of memory' sample_is 'pagesnap_memory_class_bytes{class="shared memory, tmpfs"}' $((400 * page))
check 'states of a class are told' all \
	"sample_is 'pagesnap_memory_dirty_bytes{class=\"file cache\"}' $((200 * page))" \
	"sample_is 'pagesnap_memory_huge_bytes{class=\"anonymous\"}' $((512 * page))"
check 'frames that MemTotal leaves out are told' \
	eval '[ "$(sum_of pagesnap_memory_reserved_bytes)" = $((720 * page)) ]'
root='{device="254:2",fstype="ext4",mountpoint="/"}'
check 'a filesystem has what its files have' all "sample_is 'pagesnap_filesystem_resident_bytes$root' $((157 * page))" \
	"sample_is 'pagesnap_filesystem_dirty_bytes$root' $((7 * page))" \
	"sample_is 'pagesnap_filesystem_evicted_bytes$root' $((4 * page))"
check 'a type of filesystem has the same' sample_is 'pagesnap_fstype_resident_bytes{fstype="ext4"}' $((157 * page))
check 'a cgroup whose name cannot be known has its inode' sample_is 'pagesnap_cgroup_dirty_bytes{cgroup="@27"}' $((5 * page))
check 'filesystems, types and cgroups sum to the same' eval '[ "$(for by in filesystem fstype cgroup; do
	sum_of "pagesnap_${by}_resident_bytes"; done | sort -u)" = $((157 * page)) ]'
check 'to which cgroup evicted pages were charged is not said' eval '! out_has "^pagesnap_cgroup_evicted"'
check 'when and how long it was looked is told' all \
	'[ "$(sample pagesnap_look_timestamp_seconds | cut -d. -f1)" -gt $(($(date +%s) - 100)) ]' \
	'sample pagesnap_look_duration_seconds | grep -q "^[0-9]*\.[0-9]*$"'
check 'no series comes twice' no_series_twice
cp "$work/out" "$work/text"

run export --openmetrics
check 'a strict reader of OpenMetrics takes it' all 'exits 0' '[ -z "$(parse_openmetrics)" ]'
check 'OpenMetrics has units and an end' all 'out_has "^# UNIT pagesnap_cgroup_dirty_bytes bytes$"' \
	'[ "$(tail -1 "$work/out")" = "# EOF" ]' '! grep -q "UNIT\|EOF" "$work/text"'

# --- few series ---------------------------------------------------------------------------

run export --top 1
check '--top leaves the largest, and all others in one' all 'exits 0' \
	"sample_is 'pagesnap_cgroup_resident_bytes{cgroup=\"@27\"}' $((100 * page))" \
	"sample_is 'pagesnap_cgroup_resident_bytes{cgroup=\"other\"}' $((57 * page))" \
	"sample_is 'pagesnap_cgroup_dirty_bytes{cgroup=\"other\"}' $((2 * page))" 'sample_is pagesnap_cgroups 3'
seq 1 10000 | sed 's|.*|& & 0 0 100000& /f|' >"$FAKE_WORLD"
run export
check 'of ten thousand cgroups twenty have series' all 'exits 0' \
	'[ "$(series pagesnap_cgroup_resident_bytes)" = 24 ]' 'sample_is pagesnap_cgroups 10000' \
	'[ "$(grep -vc "^#" "$work/out")" -lt 350 ]'
check 'their sum is exact' eval '[ "$(sum_of pagesnap_cgroup_resident_bytes)" = $((10000 * 10001 / 2 * page)) ]'
check 'of ten thousand cgroups no series comes twice' no_series_twice
for top in 0 1001 x; do
	run export --top $top
	check "--top $top is refused" all 'exits 2' no_out
done

# --- names of others -------------------------------------------------------------------------

export FAKE_HANDLES=1 PAGESNAP_CGROUPS=$work/cgroups
cg=$work/cgroups
odd=$'new\nline' quote='"} 1' escaped='new\012line' latin=$'\xe9' latin_escaped='\351' turn=$'\u202egpj'
# a path of more bytes than one name may have, twice: the two differ at their ends alone
long=$(printf '%0200d/' 1 2 3 4 5 6)
mkdir -p "$cg"/{other,removed,none,unknown,system.slice/a.service} "$cg/$odd" "$cg/$quote" "$cg/$escaped" "$cg/$latin" \
	"$cg/$latin_escaped" "$cg/$turn" "$cg/$long"{a,b} "$cg/two  blanks" "$cg/日本"
find "$cg" -mindepth 1 -type d -printf '%i\n' | awk '{ print NR, NR, 0, 0, $1, "/f" }' >"$FAKE_WORLD"
folders=$(wc -l <"$FAKE_WORLD")
printf '%s\n' '1000 3000 0 0 424242 /gone' '1001 4000 0 0 424243 /gone' >>"$FAKE_WORLD"
run export --top 100
check 'hostile names break no line' all 'exits 0' '[ -z "$(lint)" ]' no_series_twice
check 'each cgroup has a series of its own' eval '[ "$(series pagesnap_cgroup_resident_bytes)" = $((folders + 4)) ]'
check 'a path is a label' out_has '^pagesnap_cgroup_resident_bytes\{cgroup="/system.slice/a.service"\}'
check 'a line end is escaped, and what looks so is another name' all \
	'grep -qF "{cgroup=\"/new\\\\012line\"}" "$work/out"' 'grep -qF "{cgroup=\"/new\\\\134012line\"}" "$work/out"'
check 'invalid UTF-8 is escaped, and what looks so is another name' all \
	'grep -qF "{cgroup=\"/\\\\351\"}" "$work/out"' 'grep -qF "{cgroup=\"/\\\\134351\"}" "$work/out"'
check 'a quote ends no label' grep -qF '{cgroup="/\\042} 1"}' "$work/out"
check 'what turns text is escaped' grep -qF '{cgroup="/\\342\\200\\256gpj"}' "$work/out"
check 'other characters and blanks stay' all 'grep -qF "{cgroup=\"/日本\"}" "$work/out"' 'grep -qF "{cgroup=\"/two  blanks\"}" "$work/out"'
check 'long names are cut, and stay apart' eval \
	'[ "$(grep "^pagesnap_cgroup_resident_bytes" "$work/out" | grep -cE "\\\\\\\\\\.\\.\\.@[0-9]+\"}")" -ge 2 ]'
check 'no line is endless' eval '[ "$(wc -L <"$work/out")" -lt 1400 ]'
check 'cgroups called as our words forge none' all 'sample_is "pagesnap_cgroup_resident_bytes{cgroup=\"other\"}" 0' \
	'out_has "cgroup=\"/other\""' "sample_is 'pagesnap_cgroup_resident_bytes{cgroup=\"none\"}' 0"
check 'cgroups that are gone have one series' \
	sample_is 'pagesnap_cgroup_resident_bytes{cgroup="removed"}' $((7000 * page))
run export --openmetrics --top 100
check 'hostile names do not break OpenMetrics' all 'exits 0' '[ -z "$(parse_openmetrics)" ]'
unset FAKE_HANDLES
export PAGESNAP_CGROUPS=
world '10 100 5 3 27 /a'
FAKE_MOUNT=$'/media/u/"x\n\xff' run export
check 'a hostile mount point is escaped' all 'exits 0' '[ -z "$(lint)" ]' \
	'grep -qF "mountpoint=\"/media/u/\\\\042x\\\\012\\\\377\"" "$work/out"'

# --- less than all ----------------------------------------------------------------------------

printf '1 1 0:1 / / rw - ext4 /dev/vda2 rw\n2 1 0:9 / /mnt/busy rw - btrfs /dev/vdb rw\n' >"$PAGESNAP_MOUNTINFO"
printf '\text4\n\tbtrfs\n' >"$PAGESNAP_FILESYSTEMS"
run export
check 'what was not looked at is said' all 'exits 3' 'sample_is pagesnap_look_complete 0' \
	'sample_is "pagesnap_look_skipped{why=\"busy\"}" 1' 'sample_is pagesnap_up 1' '[ -z "$(lint)" ]'
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"
FAKE_REFUSE=pfn_index run export
check 'without frames there are no classes, not classes of nothing' all 'exits 3' \
	'! out_has pagesnap_memory' 'out_has pagesnap_cgroup_resident' 'sample_is pagesnap_look_complete 0'
FAKE_REFUSE=sb_index run export
check 'without files there are no sums of files' all 'exits 3' 'out_has pagesnap_memory' \
	'! out_has pagesnap_cgroup' 'sample_is pagesnap_look_complete 0'
mv "$work/proc/meminfo" "$work/meminfo"
run export
check 'without MemTotal there are no classes' all 'exits 3' '! out_has pagesnap_memory' 'err_has "counters can.t be read"'
mv "$work/meminfo" "$work/proc/meminfo"
FAKE_WORLD=$work/none run export
check 'without the module there are no numbers' all 'exits 1' 'sample_is pagesnap_up 0' \
	'[ "$(grep -vc "^#" "$work/out")" = 2 ]' '[ -z "$(lint)" ]'
world '10 100 5 3 27 /a' '11 8 0 0 27 /b'
FAKE_SHARED=28 run export
check 'what cannot be known is NaN, not 0' all 'exits 0' '[ -z "$(lint)" ]' \
	"sample_is 'pagesnap_cgroup_resident_bytes{cgroup=\"@28\"}' $((54 * page))" \
	"sample_is 'pagesnap_cgroup_dirty_bytes{cgroup=\"@28\"}' NaN" \
	"sample_is 'pagesnap_filesystem_dirty_bytes$root' $((5 * page))"
FAKE_SHARED=28 run export --openmetrics
check 'OpenMetrics takes what cannot be known' eval '[ -z "$(parse_openmetrics)" ]'

FAKE_NEWER=4 run export
check 'what is passed over for a reason of a newer module is told' all 'exits 0' \
	'sample_is "pagesnap_look_skipped{why=\"other\"}" 8' '[ -z "$(lint)" ]' no_series_twice
run export
check 'without such reasons there is a zero' sample_is 'pagesnap_look_skipped{why="other"}' 0

# --- a file -------------------------------------------------------------------------------------

mkdir "$work/textfile"
prom=$work/textfile/pagesnap.prom
echo old >"$prom"
run export --file "$prom"
check '--file replaces the file' all 'exits 0' silent no_out 'grep -q "^pagesnap_up 1$" "$prom"'
check '--file leaves nothing else' eval '[ "$(ls "$work/textfile")" = pagesnap.prom ]'
check '--file is for others to read' eval '[ "$(stat -c %a "$prom")" = 644 ]'
FAKE_WORLD=$work/none run export --file "$prom"
check 'a look that fails leaves no old numbers' all 'exits 1' 'grep -q "^pagesnap_up 0$" "$prom"' '! grep -q cgroup "$prom"'
run export --file "$work/nosuch/x"
check '--file in no folder fails' all 'exits 1' no_out 'err_has "nosuch/x: No such file or directory"'
run export --file /dev/null
check '--file replaces no device' all 'exits 1' 'err_has "is no regular file"' '[ -c /dev/null ]'
ln -s "$prom" "$work/link"
run export --file "$work/link"
check '--file replaces no link' all 'exits 1' '[ -L "$work/link" ]'
(
	# as a full disk
	trap '' XFSZ
	ulimit -f 1
	run export --file "$prom"
	echo "$status" >"$work/status"
)
status=$(<"$work/status")
check 'what can not be written replaces nothing' all 'exits 1' 'err_has "pagesnap.prom: File too large"' \
	'grep -q "^pagesnap_up 0$" "$prom"' '[ "$(ls "$work/textfile")" = pagesnap.prom ]'
interrupted()
{
	echo old >"$prom"
	FAKE_SLOW=sb_index interrupt TERM export --max-cpu 1 --file "$prom"
}
FAKE_BURN=3000 interrupted
check 'an interrupted look replaces nothing' all 'exits 130' '[ "$(cat "$prom")" = old ]' \
	'[ "$(ls "$work/textfile")" = pagesnap.prom ]'

: >"$work/foreign"
left=$prom.pagesnap-
touch -d '2 minutes ago' "${left}abcdef" "$prom.backup" "$prom.pagesnap-abcdefg" "$work/foreign" \
	"$work/textfile/other.prom.pagesnap-abcdef" "${left}hold12"
touch "${left}young1"
ln -s "$work/foreign" "${left}alink1"
ln "$work/foreign" "${left}hlink1"
mkfifo "${left}afifo1"
mkdir "${left}folder"
touch -h -d '2 minutes ago' "${left}alink1" "${left}afifo1" "${left}folder"
exec 9<"${left}hold12"
flock -n 9
run export --file "$prom"
exec 9<&-
check 'what a killed client has left goes with the next one' all 'exits 0' silent '[ ! -e "${left}abcdef" ]'
check 'files of others, and of who is still at work, stay' all '[ -e "$prom.backup" ]' '[ -e "$prom.pagesnap-abcdefg" ]' \
	'[ -e "$work/textfile/other.prom.pagesnap-abcdef" ]' '[ -e "${left}hold12" ]' '[ -e "${left}young1" ]'
check 'links, pipes and folders of such a name stay' all '[ -L "${left}alink1" ]' '[ -e "$work/foreign" ]' \
	'[ -e "${left}hlink1" ]' '[ -p "${left}afifo1" ]' '[ -d "${left}folder" ]'

# --- usage ------------------------------------------------------------------------------------

run export /x
check 'export takes no operand' all 'exits 2' 'err_has "/x: export takes no operand"'
run export --file x --openmetrics
check 'node_exporter gets no OpenMetrics' all 'exits 2' no_out 'err_has "^pagesnap: --openmetrics: "'
run export --file x --listen 9
check '--file excludes --listen' all 'exits 2' 'err_has "^pagesnap: --file excludes --listen$"'
run export --max-age 5s
check '--max-age is for --listen' all 'exits 2' 'err_has "^pagesnap: --max-age is for --listen$"'
for where in x 1.2.3.4 :x 0 65536 127.0.0.1:99999 :18446744073709551617 '[::1' ::1:99 unix:x "unix:/$(printf %0200d 0)" ''; do
	run export --listen "$where"
	check "--listen $where is refused" all 'exits 2' no_out 'err_has "^pagesnap: --listen .*: "'
done

# --- the dashboard ---------------------------------------------------------------------------

# what it asks for, without labels and functions
jq -r '.. | objects | select(has("expr")).expr' "$dashboard" | grep -oE 'pagesnap_[a-z_]+' | sort -u >"$work/asked"
sed -n 's/^# TYPE \([a-z_]*\) gauge$/\1/p' "$work/text" | sort >"$work/named"
# sorts of files are a table of their own there
grep -oE 'pagesnap_[a-zA-Z_]+' ../../docs/export.md | sed -E 'h; s/SORT/cgroup/p; g; s/SORT/filesystem/p; g; s/SORT/fstype/' |
	sort -u >"$work/documented"
check 'the dashboard is JSON, and asks for series' [ -s "$work/asked" ]
check 'all series that the dashboard asks for exist' eval '[ -z "$(comm -23 "$work/asked" "$work/named")" ]'
check 'all series are in the document' eval '[ -z "$(comm -23 "$work/named" "$work/documented")" ]'

ktap_end

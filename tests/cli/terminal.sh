#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What only people on a terminal get: context, footers, progress, colours.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

if ! command -v script >/dev/null; then
	echo '1..0 # SKIP no script (package bsdutils)'
	exit 0
fi

# on_terminal ARGUMENT...: stdout and stderr are one terminal, 80 columns wide.
on_terminal()
{
	status=0
	PAGESNAP_DIR=${fake_dir:-/fake} TERM=xterm script -qec "stty cols 80; LD_PRELOAD=$OUT/fake-index.so $client $*" \
		/dev/null </dev/null >"$work/raw" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/raw" >"$work/out"
}

on_terminal fs /many-30
check 'the first 20 rows are shown' all 'exits 0' '[ "$(grep -c " /file-" "$work/out")" -eq 20 ]'
check 'how many rows there are is told' out_has '^20 of 30 cached files, 1\.7M of 1\.9M\. More: --top 0\.$'
check 'what is shown of a filesystem is told' \
	out_has '^/many-30 is part of / \(ext4, 254:2\): the whole filesystem is shown\. Below it only: pagesnap du /many-30$'
mkdir -p "$work/proc/sys/fs"
echo '170874	130000	45	0	167327	0' >"$work/proc/sys/fs/dentry-state"
printf 'slabinfo - version: 2.1\nbuffer_head 5120 5148 104 39 1 : tunables 0 0 0 : slabdata 132 132 0\n' >"$work/proc/slabinfo"
PAGESNAP_PROC=$work/proc on_terminal fs /many-30 --with-slab
check 'what is no file'"'"'s is told with --with-slab' \
	out_has '^Not in SLAB: 167,327 negative dentries and 5,120 buffer heads of the whole machine\.$'
PAGESNAP_PROC=$work/none on_terminal fs /many-30 --with-slab
check 'what is left out is told where nobody can count it' out_has '^Not in SLAB: negative dentries and buffer heads\.$'
on_terminal fs /many-30
check 'nothing is left out of SLAB where it was not asked for' all 'exits 0' '! out_has "Not in SLAB"'
on_terminal fs /many-30 --top 0
check '--top 0 shows all rows' \
	all 'exits 0' '[ "$(grep -c " /file-" "$work/out")" -eq 30 ]' 'out_has "^30 cached files, 1\.9M\.$"'
on_terminal fs /many-30 --sort INODE
check '20 rows sorted by another column are shown as well' \
	all 'exits 0' '[ "$(grep -c " /file-" "$work/out")" -eq 20 ]' \
	'out_has "^20 of 30 cached files, "'
on_terminal fs /many-1
check 'one cached file is told in the singular' all 'exits 0' 'out_has "^1 cached file, 8K\.$"'
on_terminal fs /a /deleted --state deleted
check 'files of the state that is wanted are told' all 'exits 0' 'out_has "^1 cached file, 32K\.$"'
mkdir "$work/deep"
printf '22 1 254:1 / / rw - ext4 a rw\n30 22 254:2 / %s rw - ext4 b rw\n' "$work/deep" >"$work/mounts"
PAGESNAP_MOUNTINFO=$work/mounts on_terminal du / --top 1
check 'how many directories there are is told' all 'exits 0' 'out_has "^1 of [0-9]+ directories, .* More: --top 0\.$"'
"$make_stream" task_index '4 group=object' >"$work/task"
on_terminal fs -R "$work/task"
check 'mappings are no files' all 'exits 0' 'out_has " /lib/a\.so$"' '! out_has "cached file"'
on_terminal fs /many-30 --csv
check 'no context with machine formats' all 'exits 0' '! out_has "whole filesystem"' '! out_has "cached files"'
on_terminal fs / --summary
check 'no row counts in a summary' all 'exits 0' '! out_has "cached files"'
on_terminal file /a /nosuch /b
check 'how many queries failed is told' all 'exits 3' 'out_has "^1 of 3 queries failed\.$"'
on_terminal fs /a '2>/dev/null'
check 'what is told of an answer does not go to stdout' all 'exits 0' '! out_has "whole filesystem"'
PAGESNAP_DIR=/fake script -qec "LD_PRELOAD=$OUT/fake-index.so $client fs /a 2>$work/err" /dev/null \
	</dev/null >"$work/out" 2>&1
check 'what is told of an answer goes nowhere without a terminal' silent


"$OUT/make-trace" three >"$work/trace"
on_terminal trace --read "$work/trace" --format libcachesim
check 'requests, which are binary, are not written to a terminal' all 'exits 2' \
	'out_has "format libcachesim is binary: stdout has to be a file or pipe"'
on_terminal trace --read "$work/trace" --format libcachesim '>/dev/null'
check 'requests are written to what is no terminal' all 'exits 0'
# ^C reaches pagesnap and the command, as both are in the foreground
on_terminal_interrupted()
{
	status=0
	{ wait_for 20 test -e "$work/runs"; sleep 0.2; printf '\003'; } |
		PAGESNAP_DIR=/fake/pages TERM=xterm timeout 60 script -qec \
			"LD_PRELOAD=$OUT/fake-index.so $client $*" /dev/null >"$work/raw" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/raw" >"$work/out"
}
on_terminal_interrupted trace -- sh -c "': >$work/runs; exec sleep 50'"
check '^C ends a command and its trace, and what was traced is shown' all 'exits 130' \
	'out_has "REFERENCES"' 'out_has " fake +1 +1 "'

long=/$(printf '%0200d' 1)
on_terminal file "$long"
check 'long names are cut to the width' all 'exits 0' '[ "$(wc -L <"$work/out")" -le 80 ]'
on_terminal file "$long" -u
check 'long names are not cut with -u' all 'exits 0' '[ "$(wc -L <"$work/out")" -gt 200 ]'

on_terminal file /late /late /late /late -j 1
check 'progress after two seconds' all 'exits 0' 'out_has "[0-9]+ queries answered, [0-9]+ records"'
check 'progress is taken away' grep -qF "$(printf '\r\033[K')" "$work/raw"
on_terminal file /late /late /late /late -j 1 --csv '>/dev/null'
check 'for machine formats as well' all 'exits 0' 'out_has "[0-9]+ queries answered, [0-9]+ records"'
# on a busy machine it may be right to tell it: what takes two seconds in all is not early
for file in /late /late /a /a /a; do
	begun=${EPOCHREALTIME/./}
	on_terminal file $file
	[ $((${EPOCHREALTIME/./} - begun)) -ge 2000000 ] || break
done
check 'progress is not told early' all 'exits 0' '! out_has "queries answered"'
on_terminal file /late /late /late '2>/dev/null'
check 'progress is not told on stdout' all 'exits 0' '! out_has "queries answered"'

escape=$(printf '\033')
on_terminal fs /deleted --color=never
check '--color=never shows no colours' all 'exits 0' '! out_has "$escape\["'
NO_COLOR=1 on_terminal fs /deleted
check 'no colours with NO_COLOR' all 'exits 0' '! out_has "$escape\["'
on_terminal fs /deleted
cp "$work/out" "$work/auto"
on_terminal fs /deleted --color
check 'colours on a terminal' all 'exits 0' 'cmp -s "$work/auto" "$work/out"' 'out_has "$escape\["'
run fs /deleted
check 'no colours in a pipe' all 'exits 0' '! out_has "$escape\["'
run fs /deleted --color=always
check 'colours are in a pipe if they are wanted' all 'exits 0' 'out_has "$escape\["'

printf '22 1 254:2 / / rw - hugetlbfs none rw\n' >"$work/mountinfo"
PAGESNAP_MOUNTINFO=$work/mountinfo on_terminal du /tmp
check 'what the kernel does not count as cached' out_has \
	'^32K of it are huge pages \(hugetlbfs\), which Cached in /proc/meminfo leaves out\.$'
on_terminal du /tmp
check 'hugetlbfs is not told of where it is not mounted' all 'exits 0' '! out_has hugetlbfs'
fake_dir=/fake/pages
on_terminal wss 51 --for 15s
check 'a window that the samples do not cover is explained' out_has '^[?]: the samples .* that window'
on_terminal wss 51 --for 15s -o WSS-10s,COLD
check 'a window that is not shown is not explained' all 'out_has "WSS-10s +COLD"' '! out_has "that window"'
on_terminal wss 51 9 --for 15s
check 'a target that is asked for samples and mappings fails once' all 'exits 3' 'out_has "^1 of 2 targets failed\.$"'
on_terminal heat --once 51 file:/some/file 9 --rounds 2
check 'a file is a target as well' all 'exits 3' 'out_has "^1 of 3 targets failed\.$"'
ktap_end

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Every allocation of the client and the library fails once (nth.c).

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# sweep ARGUMENT...: each call fails in its turn; what is wrong goes to stdout.
sweep() { PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$OUT/nth" "$@"; }

printf 'file /a group=total\nbad\ntask 1\n' >"$work/batch"
run file /a --print --save "$work/saved"
printf 'bad\nfile /a/note\nfile /a/partial\n' >"$work/bad"
export PAGESNAP_MOUNTINFO=$PWD/../golden/out/mountinfo
printf 'nodev\ttmpfs\n\text4\n\tbtrfs\n' >"$work/filesystems"
export PAGESNAP_FILESYSTEMS=$work/filesystems
export PAGESNAP_PROC=$work/proc PAGESNAP_SYSFS=$work/sys PAGESNAP_CGROUPS=$work/cgroups
mkdir -p "$work"/{proc,cgroups/pod} "$work/sys/devices/system/node/node0"
printf 'nr_file_pages 15\nnr_swapcached 4\nnr_dirty 2\n' | tee "$work/proc/vmstat" \
	>"$work/sys/devices/system/node/node0/vmstat"
printf 'MemTotal: 30432 kB\nBuffers: 0 kB\n' >"$work/proc/meminfo"
printf '0xf1-0xf2 8192 load_module+0x1/0x2 pages=1 vmalloc N0=1\n' >"$work/proc/vmallocinfo"
printf 'shmem 4096\n' >"$work/cgroups/pod/memory.stat"
mkdir -p "$work/sys/kernel/tracing"
echo 14 >"$work/sys/kernel/tracing/buffer_total_size_kb"
"$OUT/make-trace" three >"$work/three"
"$OUT/make-map" process >"$work/mapped"
run fs /a --print --save "$work/look"
cat "$work/look" "$work/look" >"$work/looks"
run record "$work/recording" --every 100ms --iterations 2
run task 1 --group object --save "$work/tasks"
run top -b -n 1 --by class --save "$work/frames"
PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" slab --for 2s --save "$work/slab"
commands=(
	'fs /a'
	'file /a --json'
	'file /a /b --range 0+4 --flags dirty --sort SIZE --top 3 --csv'
	'task 1 --jsonl'
	'pfn --range 0x10+4 --raw'
	'fs /a --summary'
	"file -R $work/saved --text"
	"file /a --print --save $work/again -n"
	"batch $work/batch --group object --jobs 2 -nr"
	"batch $work/bad --json"
	'fs /a/note /nosuch --jobs 2 -nr'
	"fs / --group total --jobs 2 --json --print --save $work/again"
	'pfn --summary --jobs 2'
	'file /srv/outside -o FILE -nr'
	'du / -d2 --json'
	'du --by cgroup -nr'
	'du --by fs'
	'du /tmp / --by type --csv'
	'audit -nr'
	'memory --parts -nr'
	"export --file $work/prom"
	"top -b -R $work/looks --by file --sort name"
	"top -b -R $work/looks --by cgroup --jsonl"
	"diff $work/look $work/look --by dir"
	"diff $work/saved $work/saved --sort name --csv"
	"diff --from moment:1 $work/recording"
	"file --from $work/look --in $work/look"
	"report $work/looks $work/saved $work/tasks $work/frames $work/slab -o $work/page.html"
	'cgroup'
	'map 51 /a'
	'map --frames --json'
	"map -R $work/mapped -nu --color"
	'cgroup --matrix -nr'
	'cgroup --files pod -nr'
	'trace 51 --list --csv'
	'trace 51 --by mapping -nr'
	"trace -R $work/three --by file --window-refs 64 --json"
	"trace -R $work/three --mrc"
	"trace -R $work/three --mrc --files --sizes 4,64 --csv"
	"trace -R $work/three --simulate lru,clock,fifo,s3fifo,arc,opt --sizes 4,64 --jsonl"
	"trace -R $work/three --format libcachesim"
	"fleet $work/look $work/saved --csv"
	'slab --for 2s --csv'
	'slab --by cgroup --every 1s --for 2s'
	'slab --leaks --for 4s --every 1s --json'
	'slab --live --by pid --for 2s -nr'
	'slab --list --jsonl'
	"record $work/rec --once --max-size 64K"
	"record --list $work/recording --csv"
	"replay $work/recording at moment:2 fs -nr"
)
for i in "${!commands[@]}"; do
	# shellcheck disable=SC2086 # words
	sweep ${commands[i]} >"$work/wrong.$i" 2>&1 &
done
wait
for i in "${!commands[@]}"; do
	cp "$work/wrong.$i" "$work/err"
	: >"$work/out"
	check "without memory: ${commands[i]//$work\//}" silent
done
ktap_end

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=events needs=cgroup,swap disturbs=kernel,disks,memory machine=turns timeout=240
#
# Records of all collections as trace events: each has what its record has for the reader, and
# what is needed to join it with others.

# shellcheck disable=SC2317 # functions that check calls
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
# shellcheck source=tests/guest/lib/events.sh
. "${0%/*}/../lib/events.sh"

work=/var/tmp/events-work
pages=10

needs_turns
mkdir -p "$work"
head -c $((pages * 4096)) /dev/urandom >"$work/file"
ino=$(stat -c %i "$work/file")
load_events
for module in accesses faults slab; do
	insmod "/payload/pagesnap_$module.ko"
done
end()
{
	all_off
	[ -z "${holder:-}" ] || kill "$holder"
	[ -z "${toucher:-}" ] || kill "$toucher"
	[ -z "${remapper:-}" ] || kill "$remapper"
	[ -z "${swapper:-}" ] || kill -9 "$swapper"; swapoff /dev/scratch1
	for module in accesses faults slab; do
		rmmod "pagesnap_$module"
	done
	stays || rmmod pagesnap_events
	rm -rf "$work"
} 2>/dev/null
trap end EXIT
echo 16384 >"$tracing/buffer_size_kb"
echo 1 >"$events/enable"

# of COLLECTION FILE QUERY: its answer goes to /tmp/out, and its events to the rings, alone.
of()
{
	forget
	PAGESNAP_DIR=$objects/$1 ask "$2" "$3"
}
# has_field EVENT TYPE NAME: it is in the format file.
has_field() { grep -qE "field:$2 $3;" "$events/$1/format"; }
# same_sum EVENT FIELD RECORD [KEY]: events and the reader's records add up to the same.
same_sum() { [ "$(told "$1" | field "$2" | sum)" = "$(grep -E "^$3 " /tmp/out | field "${4:-$2}" | sum)" ]; }
# same_number EVENT RECORD: there are as many, and at least one.
same_number() { [ "$(nr told "$1")" -ge 1 ] && [ "$(nr told "$1")" = "$(grep -cE "^$2 " /tmp/out)" ]; }
complete() { told end | grep -q ' status=complete .* off=0 '; }

# --- pages ---------------------------------------------------------------------------------

hold "$work/file" >/tmp/holder &
holder=$!
wait_for 20 [ -s /tmp/holder ]
of pages task_index "$holder to=both"
check 'a process is told of' [ "$(told task | field pid)" = "$holder" ]
check 'mappings of a process are told of' same_number vma vma
check 'each mapping says whose it is' [ "$(told vma | field pid | sort -u)" = "$holder" ]
check 'pages of a process say whose they are' [ "$(told run | field pid | sort -u)" = "$holder" ]
of_file() { told run | grep " ino=$ino "; }
check 'pages of a mapped file say of which' [ "$(of_file | field nr | sum)" -eq $pages ]
check 'pages of a mapped file say which they are' [ "$(of_file | field owner_index | sort -n | head -n 1)" = 0 ]
check 'the answer is told of to its end' complete

check 'an anonymous mapping has no state of a file' eval "told vma | grep -E ' name=.(anon|stack).\$' | grep -q ' ino=-2 .* state=- '"
of pages task_index "$holder group=object to=both"
check 'sums of mappings are told of' same_sum vma pages vma
# pages of a large file in a small cgroup are evicted
head -c 4M /dev/urandom >"$work/large"
sync "$work/large"
mkdir /sys/fs/cgroup/events
echo 1M >/sys/fs/cgroup/events/memory.max
(echo 0 >/sys/fs/cgroup/events/cgroup.procs && exec cat "$work/large" >/dev/null)
(echo 0 >/sys/fs/cgroup/events/cgroup.procs && dd if="$work/large" iflag=nocache count=0 status=none && exec cat "$work/large" >/dev/null)
of pages filename_index "$work/large to=both"
check 'pages that were evicted are told of' same_sum gap nr gone
check 'there are some of these' [ "$(told gap | grep -c ' what=gone ')" -ge 1 ]
check 'they say of which file they are' [ "$(told gap | field ino | sort -u)" = "$(stat -c %i "$work/large")" ]
check 'they say which pages of it they are' [ "$(told gap | field owner_index)" = "$(told gap | field index)" ]
check 'what is no swap entry names none' [ "$(told gap | sed 's/.* \(order=.*\)/\1/' | sort -u)" = 'order=-2 swap=-2:-2 pfn=-2' ]
rmdir /sys/fs/cgroup/events
# What was swapped out and is read again stays in the swap cache.
swaps_in()
{
	mkdir /sys/fs/cgroup/events && mkswap -q /dev/scratch1 && swapon /dev/scratch1 || return
	# shellcheck disable=SC2016 # it expands what is its own
	bash -c 'echo $$ >/sys/fs/cgroup/events/cgroup.procs && x=$(printf %4000000s)
		for _ in {1..5}; do echo 4M >/sys/fs/cgroup/events/memory.reclaim; done 2>/dev/null
		echo ${#x}; kill -STOP $$' >/tmp/swapper &
	swapper=$!
	wait_for 60 [ -s /tmp/swapper ]
}
check 'memory is swapped out and read again' swaps_in
of pages pfn_index 'flags=swapcache to=both'
in_swap() { sed -n 's/^run .* type=\([0-9]*\) offset=\([^ ]*\).*/\1 \2/p' /tmp/out | while read -r type at; do echo "$type:$((at))"; done; }
check 'frames in the swap cache have their place in the swap area' [ "$(told run | field swap | grep -v '^-2:')" = "$(in_swap)" ]
check 'there are some of these' [ "$(in_swap | wc -l)" -ge 1 ]
kill -9 "$swapper"
wait "$swapper" 2>/dev/null
swapoff /dev/scratch1
rmdir /sys/fs/cgroup/events
of pages pfn_index '0x1000 0x2000 names=1 to=both'
check 'frames are told of' same_sum run nr run
check 'frames of no file have no state of one' \
	[ "$(told run | grep -E ' kind=(kernel|buddy) ' | field state | sort -u)" = - ]
slab_states() { grep '^run .* kind=slab ' /tmp/out | field state | sort -u; }
check 'frames of slabs have the state that the reader is told' \
	[ "$(told run | grep ' kind=slab ' | field state | sort -u)" = "$(slab_states)" ]
of pages filename_index '/nonexistent to=trace tag=failing'
check 'an answer that fails ends with its tag' eval "told end | grep -q ' tag=failing status=error '"
of pages pfn_index '0- group=total kinds=1 to=both'
check 'a total is told of' same_sum total pages total
combos() { grep '^total' /tmp/out | field flags | tr , '\n' | wc -l; }
check 'each of its combinations of flags is told of' [ "$(nr told combo)" = "$(combos)" ]
check 'combinations of flags add up to the total' [ "$(told combo | field pages | sum)" = "$(told total | field pages)" ]
check 'combinations of flags are of kinds' eval "told combo | grep -q ' kind=buddy '"
nodes() { told subtotal | grep ' part_of=total by=node ' | field pages | sum; }
check 'nodes of a total add up to it' [ "$(nodes)" = "$(told total | field pages)" ]
cgroups() { told subtotal | grep ' part_of=total by=cgroup ' | field pages | sum; }
check 'cgroups are told of' [ "$(cgroups)" -gt 0 ]
check 'parts have the number of their record' [ "$(told combo | field seq | sort -u)" = "$(told total | field seq)" ]
of pages sb_index "$work group=total to=both"
buckets() { told bucket | grep ' part_of=total ' | field nr | sum; }
check 'files of a total are told of by their size' [ "$(buckets)" = "$(grep '^end' /tmp/out | field objects)" ]
of pages filename_index "$work/file group=object to=both"
check 'sums of a file are told of' same_sum file pages file cached
check 'a file has its type' [ "$(told file | field mode)" = 0100000 ]
check 'what could be dropped of a file is told of' same_sum file droppable file
check 'pages of a file are told of by order' [ "$(told subtotal | grep ' part_of=file by=order ' | field pages | sum)" -eq $pages ]
check 'pages of a file are told of by node' [ "$(told subtotal | grep ' part_of=file by=node ' | field pages | sum)" -eq $pages ]
of pages filename_index "$work/file to=both"
check 'pages of a file have its state' [ "$(told run | field state | sort -u)" = "$(told file | field state)" ]
# Fewer than the event has bytes for, but for the mark of those that are cut.
deep=$work/$(printf '\001%.0s' {1..240})/$(printf '\001%.0s' {1..240})
mkdir -p "${deep%/*}"
head -c 4096 /dev/zero >"$deep"
of pages sb_index "$work group=object to=both"
long() { told file | sed 's/.* name=//' | awk 'length > 1000'; }
check 'a long name is cut behind a whole byte' eval "long | grep -qE '^[^ ]*(\\\\001){200,}(/(\\\\001)*)?\\\\\.\.\.\$'"
check 'no name is longer than it may be' [ "$(told file | sed 's/.* name=//' | awk 'length > 1023' | wc -l)" -eq 0 ]
# a name has one type, or none can be joined by it
types()
{
	has_field page s64 ino && has_field fault s64 ino || return
	sed -nE 's/^\tfield:(.*) ([a-z0-9_]+)(\[[0-9]*\])?;.*signed:([01]);/\2 \1 \4/p' "$events"/*/format |
		grep -v '__data_loc\|char' | sort -u | awk '{ print $1 }' | uniq -d >/tmp/out
	[ ! -s /tmp/out ]
}
of pages filename_index "$work/file group=total to=both"
one_bucket() { [ "$(told bucket | sed -n 's/.* log2=\([0-9]*\) .*/\1/p')" = 4 ]; }
check '10 pages are fewer than 16, not fewer than 8' one_bucket
check 'fields of one name have one type' types

# --- accesses ---------------------------------------------------------------------------------

of accesses task_index "$holder every=50ms samples=4 aggregate=4 to=both"
check 'samples are told of' same_number sample sample
check 'heat is told of' same_number heat heat
check 'heat says whose it is' [ "$(told heat | field pid | sort -u)" = "$holder" ]
check 'heat has as many pages' same_sum heat nr heat
check 'working sets are told of' same_number wss wss
check 'windows of a working set are told of' \
	[ "$(told window | grep ' samples=1 ' | field accessed)" = "$(told wss | field accessed)" ]
windows() { sed -n 's/^wss .* accessed=//p' /tmp/out | tr , '\n' | cut -d: -f1; }
check 'there is one window for each that is not unknown' \
	[ "$(windows | wc -l)" -ge 3 -a "$(told window | field samples)" = "$(windows)" ]
check 'a watch is told of to its end' complete
of accesses task_index "$holder every=50ms samples=2 aggregate=2 by=file to=both"
check 'heat of files says of which' [ "$(told heat | grep -E " ino=$ino( |$)" | field nr | sum)" -eq $pages ]
check 'working sets of files say of which' [ "$(told wss | grep " ino=$ino " | field pages)" -eq $pages ]
check 'windows of these do, too' [ "$(told window | grep " ino=$ino " | grep ' samples=1 ' | field accessed)" -eq "$(told wss | grep " ino=$ino " | field accessed)" ]
check 'files with heat are told of, with names' eval "told file | grep -q ' ino=$ino .* name=$work/file\$'"

# --- faults ------------------------------------------------------------------------------------

# Reads the file in a mapping, over and over.
touches "$work/file" $pages $pages >/tmp/toucher &
toucher=$!
wait_for 20 [ -s /tmp/toucher ]
of faults task_index "$toucher for=3s to=both"
check 'faults are told of' same_number fault fault
check 'faults say in which process' [ "$(told fault | field pid | sort -u)" = "$toucher" ]
check 'those in a file say in which' eval "told fault | grep -q ' ino=$ino '"
indices() { told fault | grep " ino=$ino " | field owner_index | sort -nu | tr '\n' ' '; }
check 'faults say in which page of it' [ "$(indices)" = "$(seq 0 $((pages - 1)) | tr '\n' ' ')" ]
check 'mappings with faults are told of, with names' \
	eval "told vma | grep -q ' pid=$toucher .* ino=$ino .* name=$work/file\$'"

# faults_as_told: of which file, and which page of it, each fault is by the last record of a map
# behind which it stands, in the reader's answer.
faults_as_told()
{
	awk '
		function hex(s, i, n) {
			for (i = 3; i <= length(s); i++)
				n = 16 * n + index("0123456789abcdef", substr(s, i, 1)) - 1
			return n
		}
		function value(key) {
			match($0, " " key "=[^ ]*")
			return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
		}
		/^map / {
			nr++
			start[nr] = hex(value("start")); end[nr] = hex(value("end"))
			ino[nr] = value("ino"); first[nr] = hex(value("pgoff"))
		}
		/^fault / {
			vpn = hex(value("vpn"))
			for (i = value("map") + 0 ? nr : 0; i && (vpn < start[i] || vpn >= end[i]); i--)
				;
			if (!i)
				print value("vpn"), -1, -1
			else if (ino[i] == "-")
				print value("vpn"), -2, -2
			else
				print value("vpn"), ino[i], first[i] + vpn - start[i]
		}' /tmp/out
}
faults_as_traced() { told fault | sed 's/.* vpn=\([^ ]*\) .* ino=\([^ ]*\) owner_index=\([^ ]*\).*/\1 \2 \3/'; }
remaps "$work/file" "$work/large" >/tmp/remapper &
remapper=$!
wait_for 20 [ -s /tmp/remapper ]
of faults task_index "$remapper for=2s every=20ms to=both"
faults_as_told >/tmp/expected
faults_as_traced >/tmp/got
as_told() { diff /tmp/expected /tmp/got >/tmp/err || { cp /tmp/err /tmp/out && false; }; }
check 'where one file covers a part of another each fault is in the right one' as_told
in_file() { grep -c " $(stat -c %i "$work/$1") " /tmp/got; }
check 'there are faults in both files' [ "$(in_file file)" -ge 10 -a "$(in_file large)" -ge 4 ]
check 'maps have changed meanwhile' [ "$(told vma | grep -c " ino=$ino ")" -ge 4 ]
kill "$remapper"
wait "$remapper" 2>/dev/null

# --- a synthetic event ---------------------------------------------------------------------------

# join EVENT KEYS FIELDS MET VALUES: each fault makes a synthetic event of what an event with the same
# KEYS had in FIELDS; unjoin takes that away.
join()
{
	local name saves='' again='' values=''

	for name in ${3//,/ }; do
		saves=$saves,$name=$name
		again=$again,$name=\$$name
		values=$values,\$$name
	done
	keeps="hist:keys=$2:${saves#,}"
	meets="hist:keys=$2:${again#,}:onmatch(pagesnap.$1).trace(met,ino,owner_index,pid$values)"
	kept=$events/$1/trigger
	echo "met $4" >"$tracing/synthetic_events" && echo "$keeps" >"$kept" &&
		echo "$meets" >"$events/fault/trigger" && echo 1 >"$tracing/events/synthetic/met/enable"
}
unjoin()
{
	echo 0 >"$tracing/events/synthetic/met/enable" && echo "!$meets" >"$events/fault/trigger" &&
		echo "!$keeps" >"$kept" && echo '!met' >>"$tracing/synthetic_events"
}
# met FIELD: of synthetic events.
met() { sed -n "s/.* met: .*\b$1=\([0-9-]*\).*/\1/p" "$tracing/trace"; }
# meets_faults QUERY: it is told of first, and the faults behind it.
meets_faults()
{
	of pages filename_index "$1"
	PAGESNAP_DIR=$objects/faults ask task_index "$toucher for=1s to=trace"
}
if [ -e "$tracing/synthetic_events" ]; then
	echo 0 >"$events/enable"
	check 'faults can be joined with pages' \
		join page ino,owner_index node,order 's64 ino; s64 page; s32 pid; s32 node; s16 order'
	meets_faults "$work/file group=page to=trace"
	check 'faults of the file meet its pages' \
		[ "$(met page | sort -nu | tr '\n' ' ')" = "$(seq 0 $((pages - 1)) | tr '\n' ' ')" ]
	check 'joined faults have the process of the fault' [ "$(met pid | sort -u)" = "$toucher" ]
	check 'joined faults have the inode of the page' [ "$(met ino | sort -u)" = "$ino" ]
	check 'a join can be undone' unjoin
	check 'faults can be joined with runs' join run ino nr,node 's64 ino; s64 page; s32 pid; u64 nr; s32 node'
	meets_faults "$work/file to=both"
	check 'faults of the file meet its run' [ "$(met ino | sort -u)" = "$ino" ]
	last=$(PAGESNAP_DIR=$objects/pages ask filename_index "$work/file" && grep '^run' /tmp/out | tail -n 1 | field nr)
	check 'they have what the run has' [ "$(met nr | sort -u)" = "$last" ]
	check 'a join with runs can be undone' unjoin
	echo 1 >"$events/enable"
else
	skip 'faults can be joined with pages' 'this kernel has no synthetic events'
fi
kill "$toucher"
wait "$toucher" 2>/dev/null

# --- slab ---------------------------------------------------------------------------------------

# Somebody allocates meanwhile.
while :; do : </etc/passwd; : | :; done &
busy=$!
of slab site_index 'every=500ms samples=2 to=both'
check 'call sites are told of' same_number site site-sum
check 'call sites have names' [ "$(told site | grep -c ' name=?$')" -eq 0 ]
check 'call sites have as many bytes' same_sum site allocated site-sum
of slab cache_index 'every=500ms samples=2 to=both'
check 'caches are told of' same_number cache cache-sum
check 'caches have names' eval "told cache | grep -q ' name=filp\$'"
lived() { told bucket | grep ' part_of=cache ' | field nr | sum; }
check 'lifetimes of their objects are told of' [ "$(lived)" -ge 1 ]
# A reader who stops misses what was made meanwhile, for which there is no room.
stops_reading()
{
	local session

	forget
	exec {session}<>"$objects/slab/$1"
	echo "$2" >&"$session"
	dd bs=4096 count=1 status=none <&"$session" >/tmp/out
	sleep 2
	cat <&"$session" >>/tmp/out
	exec {session}>&-
}
stops_reading event_index "for=1s buffer=64K to=both"
check 'events that a stopped reader misses are told of' same_number lost lost
check 'all that it misses is told of' same_sum lost nr lost events
check 'the end of the answer has all that was lost' \
	[ "$(told end | field lost)" = "$(told lost | field nr | sum)" ]
kill "$busy"
wait "$busy" 2>/dev/null
check 'what has no event of its own is one of others' eval "told other | grep -q ' type=0x'"
ktap_end

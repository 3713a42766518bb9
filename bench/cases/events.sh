#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a record costs as a trace event: beside the same one by read(), where nobody wants it, in the
# kernel's ring, and with those who read events; and what an event of ours costs beside one of the
# kernel's.  There is one CPU, so what a reader takes of it is part of that.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

here=$(realpath "${0%/*}/..")
PATH=$here/peers/bin:$PATH
tracing=/sys/kernel/tracing
page=$tracing/events/pagesnap/page
histogram='hist:keys=node,order:vals=nr'
file=$BENCH_DIR/cached
# What contenders were told of, each in a file NAME.KIND, and that of their last rounds.
told=$BENCH_DIR/events-told
last=$BENCH_DIR/events-last
runs=$BENCH_DIR/events-runs
# Of contenders at several lengths: "NAME|PAGES|CPU|EVENTS|LOST|BYTES".
figures=$BENCH_DIR/events-figures

# What contenders, and trace-cmd, leave behind; none has to free what it wrote before.
forget="for events in pagesnap filemap kmem; do echo 0 >$tracing/events/\$events/enable; done &&
	echo 0 >$page/filter && echo 1 >$tracing/tracing_on && : >$tracing/trace &&
	{ mv -f '$told'/* '$last'/ 2>/dev/null || :; }"

stats="cat $tracing/per_cpu/cpu*/stats"

# --- each page of a file --------------------------------------------------------------

# ask OPTION...
ask() { echo "read-index filename_index '\"$file\" group=page $*'"; }

# by_read NAME OPTION...
by_read()
{
	contender "$1" "$(ask "${@:2}") 2>'$told/$1.read'"
}

# to_ring NAME OPTION...: with the event enabled, and nobody who reads it.
to_ring()
{
	contender "$1" "echo 1 >$page/enable && $(ask "${@:2}") && $stats >'$told/$1.ring'"
}

# filtered NAME OPTION...
filtered()
{
	contender "$1" "echo 'nr > 1' >$page/filter && echo 1 >$page/enable && $(ask "${@:2}") &&
		$stats >'$told/$1.ring'"
}

# to_histogram NAME OPTION...: what it adds up is all there is of an event then.
to_histogram()
{
	contender "$1" "echo '$histogram' >$page/trigger && $(ask "${@:2}") &&
		cat $page/hist >'$told/$1.hist' && echo '!$histogram' >$page/trigger"
}

# whole NAME COMMAND: measured from its start to its end, whatever read-index says.
whole() { contender "$1" "unset BENCH_FD && $2"; }

# to_file NAME OPTION...: as recorders have it.
to_file()
{
	whole "$1" "exec 3<>$tracing/objects/mm/pages/filename_index &&
		echo '\"$file\" group=page ${*:2}' >&3 && cat <&3 >'$told/$1.answer'"
}

# as_text NAME COMMAND OPTION...: the kernel's own, which COMMAND reads.
as_text()
{
	whole "$1" "echo 1 >$page/enable && $(ask "${@:3}") && $2 >'$told/$1.text'"
}

# recorded NAME KIND RECORDER OPTION...: by one who starts read-index himself, so that he is ready.
recorded()
{
	whole "$1" "$3 -o '$told/$1.$2' $(ask "${@:4}")"
}

# Where trace-cmd finds a library to compress by it does so, and by its own size of buffers perf
# loses some.
recorders()
{
	local name

	for name in 'trace-cmd record' 'trace-cmd record --compression none'; do
		! has trace-cmd || recorded "to=trace, $name" dat "$name -q -e pagesnap:page" \
			to=trace format=binary
	done
	for name in 'perf record' 'perf record -m 64M'; do
		! has perf || recorded "to=trace, $name" perf "$name -q -B -e pagesnap:page" \
			to=trace format=binary
	done
}

# read_told FILE [PAGES]: "EVENTS LOST BYTES"; what of PAGES did not come is lost where nobody says.
read_told()
{
	local events='' bytes

	bytes=$(stat -c %s "$1")
	case $1 in
	*.read)   awk '{ print 0, 0, $1 }' "$1" ;;
	*.answer) echo "0 0 $bytes" ;;
	*.ring)   awk '/^entries:/ { n += $2 } /^bytes:/ { bytes += $2 }
			/overrun:|^dropped/ { lost += $NF } END { print n + 0, lost + 0, bytes + 0 }' "$1" ;;
	*.hist)   awk '/Hits:/ { n = $2 } /Dropped:/ { lost = $2 } END { print n + 0, lost + 0, 0 }' "$1" ;;
	*.text)   events=$(grep -c ' page: ' "$1") ;;
	# Its --stat is from before it has read the rest.
	*.dat)    events=$(trace-cmd report -i "$1" 2>/dev/null | grep -c ' page: ') ;;
	# Its LOST events are gaps.
	*.perf)   events=$(perf report --stats -i "$1" 2>/dev/null |
			awk '/SAMPLE events:/ { n = $3 } END { print n + 0 }') ;;
	esac
	[ -z "$events" ] || echo "$events $(($2 - events)) $bytes"
}

# cpu NAME: median of its rounds.
cpu()
{
	awk -F '\t' -v name="$1" '$2 == name { print $5 }' "$runs" | sort -n |
		awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# compared CASE
compared()
{
	compare "$1" "$forget" >"$runs"
	eval "$forget"
	cat "$runs"
}

# names: those of contenders in their order.
names() { awk -F '\t' '!seen[$2]++ { print $2 }' "$runs"; }

# The first is what all others are compared with.
all_ways()
{
	local none='to=trace format=binary'

	by_read 'read(), binary' format=binary
	to_file 'read(), binary to a file' format=binary
	by_read 'read(), text'
	by_read 'to=both, no event enabled' to=both format=binary
	by_read 'to=trace, no event enabled' "$none"
	filtered 'to=trace, a filter passes none' "$none"
	to_ring 'to=trace, into the ring' "$none"
	to_ring 'to=both, into the ring' to=both format=binary
	[ ! -e "$page/hist" ] || to_histogram 'to=trace, a histogram' "$none"
	recorders
	as_text 'to=trace, cat trace' "cat $tracing/trace" "$none"
	# At its end there would be more to wait for.
	as_text 'to=trace, trace_pipe' "{ dd if=$tracing/trace_pipe bs=64k iflag=nonblock || :; }" "$none"
}

# of_pages NUMBER: takes down what each took with so many.
of_pages()
{
	local name events lost bytes

	sparse "$file" $(($1 / 256))
	cache-file "$file"
	all_ways
	compared "events: $1 pages"
	while read -r name; do
		read -r events lost bytes < <(read_told "$last/$name".* "$1")
		echo "$name|$1|$(cpu "$name")|$events|$lost|$bytes" >>"$figures"
	done < <(names)
	rm -f "$last"/*
}

# a_record: what one takes, as the slope between the shortest and the longest answer, so that nothing
# of it is what somebody does once; that is in ONCE, in millions.  EVENTS and LOST are of a page asked
# for and of both answers.
a_record()
{
	awk -F '|' '
		!($1 in least) { names[++nr] = $1; least[$1] = $2; most[$1] = $2 }
		{
			if ($2 < least[$1]) least[$1] = $2
			if ($2 > most[$1]) most[$1] = $2
			cpu[$1, $2] = $3; events[$1, $2] = $4; bytes[$1, $2] = $6
			lost[$1] += $5
		}
		function slope(of, name)
		{
			return (of[name, most[name]] - of[name, least[name]]) / (most[name] - least[name])
		}
		END {
			for (i = 1; i <= nr; i++) {
				name = names[i]
				each = slope(cpu, name)
				printf "# row\tevents: a record\t%s\tTIME=%.3f", name, each / slope(cpu, names[1])
				printf "\tINSTRUCTIONS=%d\tONCE=%.1f", each,
				       (cpu[name, least[name]] - least[name] * each) / 1e6
				printf "\tEVENTS=%.3f\tLOST=%d", events[name, most[name]] / most[name], lost[name]
				printf "\tBYTES=%d\n", slope(bytes, name)
			}
		}' "$figures"
}

# A guest's clock doesn't wait for disks: who reads his program from one comes late.
warm_recorders()
{
	! has trace-cmd || trace-cmd record -q -e pagesnap:page -o "$told/dat" true
	! has perf || perf record -q -B -e pagesnap:page -o "$told/data" true
	rm -f "$told"/*
} >/dev/null 2>&1

records()
{
	local pages=${BENCH_EVENT_PAGES:-16384}

	warm_recorders
	of_pages "$pages"
	of_pages $((3 * pages))
	a_record
}

# --- beside the kernel's own events -----------------------------------------------------

# with SYSTEM:EVENT: what it takes to read all of them as text is measured behind it.
with()
{
	contender "$1" "{ $before; } && echo 1 >$tracing/events/${1/://}/enable && $work &&
		$stats >'$told/$1.ring' && BENCH_FD=1 read-files $tracing/trace >'$told/$1.took'"
}

without() { contender without "{ $before; } && $work"; }

# fields SYSTEM:EVENT: its own, not those of all.
fields() { grep 'field:' "$tracing/events/${1/://}/format" | grep -vc common_; }

# one_event TABLE: it takes, in the ring, all that the program took more than without it.
one_event()
{
	local name events lost bytes took

	compared "events: $1"
	while read -r name; do
		[ -e "$last/$name.ring" ] || continue
		read -r events lost bytes < <(read_told "$last/$name.ring")
		read -r _ took <"$last/$name.took"
		row 'events: one beside the kernel'\''s' "$name" "EVENTS=$events" "LOST=$lost" \
			"FIELDS=$(fields "$name")" "BYTES=$((bytes / (events + !events)))" \
			"INSTRUCTIONS=$((($(cpu "$name") - $(cpu without)) / (events + !events)))" \
			"TEXT=$((took / (events + !events)))"
	done < <(names)
	rm -f "$last"/*
}

# Ours and filemap's are one a page, those of kmem 2 and 11 a call.  Before them is the same each
# time: no page of the file is cached, and no CPU has free objects (slab.sh).
beside()
{
	local work before=:

	sparse "$file" 64
	cache-file "$file"
	work=$(ask to=trace format=binary)
	without
	with pagesnap:page
	one_event 'a page asked for'

	before="rm -f '$file' && truncate -s 64M '$file'"
	work="foreground run 1 \"cache-file $file\""
	without
	with filemap:mm_filemap_add_to_page_cache
	one_event 'a page read'

	head -c 100 /dev/zero >"$file"
	before="for cache in /sys/kernel/slab/*/shrink; do echo 1 >\$cache; done"
	work="foreground calls ${BENCH_CALLS:-20000} $file"
	without
	with kmem:kmalloc
	with kmem:kmem_cache_alloc
	one_event 'pipe, stat, open and read'
}

end()
{
	eval "$forget"
	echo "$ring_was" >$tracing/buffer_size_kb
	rm -rf "$file" "$told" "$last" "$runs" "$figures"
	# Before Linux 6.11 it stays.
	rmmod pagesnap_events 2>/dev/null || true
}

load_collection events
mkdir -p "$told" "$last"
# "7 (expanded: 1408)" as long as nobody has traced.
ring_was=$(grep -o '[0-9]*' $tracing/buffer_size_kb | tail -n 1)
trap end EXIT
# So that nothing is lost: each CPU has room for all.
echo $((32 << 10)) >$tracing/buffer_size_kb
parts=${BENCH_EVENT_PARTS:-records,beside}
for part in ${parts//,/ }; do
	$part
done

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=slab about=slab needs=programs disturbs=module,settings machine=turns
#
# One run of a process, as events of objects/mm/slab and as the kernel's own events, which an
# instance of ftrace, trace-cmd and perf record: the same sites allocated and freed as often, and
# asked for and had as many bytes.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
PATH=/payload/programs/peers/bin:$PATH
dir=/sys/kernel/tracing/objects/mm/slab
instance=/sys/kernel/tracing/instances/slab
work=/tmp/slab-work
events=(kmalloc kfree kmem_cache_alloc kmem_cache_free)

needs_turns
mkdir -p "$work"
# Many ways to allocate, in one process that starts no other.
cat >"$work/run" <<'RUN'
echo $$ >/tmp/slab-work/pid
for i in {1..100}; do
	read -r _ </etc/passwd
	read -r _ </proc/self/status
	echo "$i" >/tmp/slab-work/file.$i
	[ ! -e /root/none.$i ]
done
RUN

# The pid of a run, and what was told of it: "KIND SITE COUNT REQUESTED ALLOCATED".  Of frees
# there are no bytes.  What an interrupt does while it runs is not its own.
ours()
{
	awk -v pid="$(<"$work/pid")" '
		function value(key,  i) {
			for (i = 2; i <= NF; i++)
				if (index($i, key "=") == 1)
					return substr($i, length(key) + 2)
			return ""
		}
		function add(what, requested, allocated) {
			n[what]++
			r[what] += requested
			a[what] += allocated
		}
		$1 == "site" {
			name = $0
			sub(/.* name=/, "", name)
			gsub(/\\040/, " ", name)
			names[value("id")] = name
		}
		value("pid") != pid { next }
		$1 == "alloc" && value("bulk") != 1 {
			add(value("from") " " names[value("site")], value("requested"), value("allocated"))
		}
		$1 == "free" && value("free") == "now" && names[value("site")] !~ /^rcu_do_batch/ {
			add("free " names[value("site")], 0, 0)
		}
		END { for (what in n) print what, n[what], r[what], a[what] }' /tmp/answer | sort
}

# theirs: text of the kernel in lines "COMM-PID [CPU] FLAGS TIME: EVENT: call_site=...", with FLAGS
# or without, and of perf "PID EVENT: call_site=...".
theirs()
{
	awk -v pid="$(<"$work/pid")" '
		function value(key,  at, rest) {
			at = index($0, " " key "=")
			rest = substr($0, at + length(key) + 2)
			sub(/ .*/, "", rest)
			return at ? rest : ""
		}
		function is_ours() {
			return $0 ~ "-" pid " +(\\[|[0-9])" || $1 == pid
		}
		# the third of the flags is that of an interrupt
		/ [0-9]?[d.D][n.N][hsH][0-9.a-f]/ { next }
		!is_ours() || !/ (kmem:)?(kmalloc|kmem_cache_alloc|kfree|kmem_cache_free): / { next }
		# RCU frees in interrupts, too, which not all flags of 7.2 say
		/ call_site=\(?rcu_do_batch/ { next }
		# kfree(NULL), and no bytes at all, are nothing
		/ ptr=(\(nil\)|\(null\)|0+|0x0|0x10|0x0+) / || / bytes_req=0 / || / ptr=(\(nil\)|0+|0x0)$/ { next }
		{
			site = $0
			sub(/.* call_site=/, "", site)
			sub(/ ptr=.*/, "", site)
			sub(/\/0x[0-9a-f]+/, "", site)
			gsub(/^\(|\)$/, "", site)
			kind = / kfree: |:kfree: | kmem_cache_free: |:kmem_cache_free: / ? "free" : \
				/kmalloc: / ? "kmalloc" : "cache"
			what = kind " " site
			n[what]++
			r[what] += value("bytes_req")
			a[what] += value("bytes_alloc")
		}
		END { for (what in n) print what, n[what], r[what] + 0, a[what] + 0 }' "$1" | sort
}

# As theirs(), where sites are not told as ours are: what each had, without its name.
nameless() { sed -E 's/^([a-z]+) .* ([0-9]+ [0-9]+ [0-9]+)$/\1 \2/' | sort; }

# beside COMMAND...: runs the process by COMMAND, in a process of its own, while our events are read.
beside()
{
	local session

	exec {session}<>"$dir/event_index"
	echo "for=$((8 * ${PAGESNAP_SLOWNESS:-1}))s buffer=64M" >&"$session"
	cat <&"$session" >/tmp/answer &
	wait_for 20 grep -q '^query ' /tmp/answer
	# the process is a child of what the recorder starts, and it sees all of that
	"$@" bash -c "bash $work/run; true" >/tmp/recorder 2>&1
	wait $!
	exec {session}>&-
}

nothing_lost() { grep '^end ' /tmp/answer >/tmp/out && has ' lost=0( |$)'; }
same() { diff "$1" "$2" >/tmp/out; }
has_sites() { [ "$(wc -l <"$1")" -ge 20 ]; }

with_instance()
{
	local event

	mkdir -p "$instance"
	echo 16384 >"$instance/buffer_size_kb"
	for event in "${events[@]}"; do
		echo 1 >"$instance/events/kmem/$event/enable"
	done
	"$@"
	echo 0 >"$instance/tracing_on"
	cat "$instance/trace" >/tmp/theirs
	for event in "${events[@]}"; do
		echo 0 >"$instance/events/kmem/$event/enable"
	done
	rmdir "$instance"
}

with_trace_cmd()
{
	trace-cmd record -q -b 16384 "${events[@]/#/-ekmem:}" -o /tmp/trace.dat "$@"
	trace-cmd report -l -i /tmp/trace.dat >/tmp/theirs 2>/dev/null
}

with_perf()
{
	perf kmem --slab record -m 8M -o /tmp/perf.data "$@"
	perf script -i /tmp/perf.data -F pid,event,trace >/tmp/theirs 2>/dev/null
}

# compare NAME: by names of sites, too.
compare()
{
	ours >"$work/ours"
	theirs /tmp/theirs >"$work/theirs"
	check "the run beside $1 has many sites" has_sites "$work/ours"
	check "none of the events beside $1 is lost" nothing_lost
	check "sites, counts and bytes are those that $1 has" same "$work/ours" "$work/theirs"
}

# compare_nameless NAME [LEAVE-OUT]
compare_nameless()
{
	ours | nameless | grep -v "${2:-^$}" >"$work/ours"
	theirs /tmp/theirs | nameless | grep -v "${2:-^$}" >"$work/theirs"
	check "the run beside $1 has many sites" has_sites "$work/ours"
	check "none of the events beside $1 is lost" nothing_lost
	check "counts and bytes of each site are those that $1 has" same "$work/ours" "$work/theirs"
}

insmod /payload/pagesnap_slab.ko || exit 1
trap 'rmmod pagesnap_slab; rm -rf "$work" /tmp/trace.dat /tmp/perf.data' EXIT
# once, so that nothing is done for the first time
bash "$work/run"
beside with_instance
compare 'an instance of ftrace'
if command -v trace-cmd >/dev/null; then
	beside with_trace_cmd
	compare_nameless 'trace-cmd'
else
	skip 'counts and bytes of each site are those that trace-cmd has' 'no trace-cmd: --programs'
fi
# It doesn't tell frees in interrupts apart, whose objects are not of this process alone.
if command -v perf >/dev/null; then
	beside with_perf
	compare_nameless 'perf kmem' '^free'
else
	skip 'counts and bytes of each site are those that perf kmem has' 'no perf: --programs'
fi
ktap_end

# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# KTAP for tests that are shell scripts; they source this file.  A test leaves
# what it looks at in /tmp/out and /tmp/err, and ends with ktap_end.

number=0
rm -f /tmp/out /tmp/err

# check NAME COMMAND...: one result, with the last lines looked at if it fails.
check()
{
	local name=$1
	shift

	number=$((number + 1))
	if "$@"; then
		printf 'ok %d %s\n' "$number" "$name"
	else
		printf 'not ok %d %s\n' "$number" "$name"
		printf '# failed: %s\n' "$*"
		tail -qn 8 /tmp/out /tmp/err 2> /dev/null | awk '{ print "# saw: " $0 }'
	fi
}

# skip NAME WHY: a result that this guest can't give.
skip()
{
	number=$((number + 1))
	printf 'ok %d %s # SKIP %s\n' "$number" "$1" "$2"
}

# needs_turns: an emulated CPU may meet a breakpoint that another one has just taken away, unless
# they take turns.
needs_turns()
{
	[ "${PAGESNAP_TCG-}" = multi ] || return 0
	echo '1..0 # SKIP CPUs take no turns here: tests/vm/run --tcg single'
	exit
}

# exits STATUS COMMAND...: leaves what it printed, and how it ended.
exits()
{
	local want=$1 status=0
	shift

	"$@" >/tmp/out 2>/tmp/err || status=$?
	echo "status=$status" >>/tmp/err
	[ "$status" -eq "$want" ]
}

# wait_for SECONDS CONDITION...: until the command holds, but no longer; on a slow
# kernel as much longer as that is slow.
wait_for()
{
	local end=$((SECONDS + $1 * ${PAGESNAP_SLOWNESS:-1}))
	shift

	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return
		sleep 0.1
	done
}

has() { grep -qE -- "$1" /tmp/out; }
has_no() { ! has "$1"; }
# count PATTERN NUMBER: has it as many lines?
count() { [ "$(grep -cE -- "$1" /tmp/out)" -eq "$2" ]; }

# ask INDEX QUERY...: in a session of its own; leaves the answer in /tmp/out.
ask()
{
	local session

	exec {session}<>"$PAGESNAP_DIR/$1"
	printf '%s\n' "${@:2}" >&"$session"
	cat <&"$session" >/tmp/out
	exec {session}>&-
}

# On some kernels DAMON marks pages idle at random.
stop_damon()
{
	[ ! -w /sys/module/damon_stat/parameters/enabled ] ||
		echo N >/sys/module/damon_stat/parameters/enabled
}

# mount_two FILES: an empty ext4 at /mnt/one, and at /mnt/two a tmpfs with FILES of one page
# and a large one.
mount_two()
{
	mkdir -p /mnt/one /mnt/two
	mkfs.ext4 -qF /dev/scratch0
	mount /dev/scratch0 /mnt/one
	mount -t tmpfs none /mnt/two
	head -c $(($1 * 4096)) /dev/zero | split -b 4096 -a 5 -d - /mnt/two/f
	head -c 1M /dev/zero >/mnt/two/large
}

# timeless: JSON without what differs from run to run.
timeless() { jq -S 'del(.. | .us?, .rescans?, .rescanned?)'; }

ktap_end()
{
	echo "1..$number"
}

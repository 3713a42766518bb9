# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# For tests of the client; they source this file and end with ktap_end.  $OUT is
# where tests/cli/Makefile has built.

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1

client=$OUT/sanitized/pagesnap
plain=$OUT/plain/pagesnap
make_stream=$OUT/make-stream
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# fontconfig keeps what it has read
printf 'leak:libfontconfig\n' >"$work/leaks"
export LC_ALL=C.UTF-8 LSAN_OPTIONS=detect_leaks=1:suppressions=$work/leaks:print_suppressions=0
# a preloaded library stands before ASan's, which is what it should
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=1
export UBSAN_OPTIONS=print_stacktrace=1
unset NO_COLOR COLUMNS PAGESNAP_DIR

number=0
failed=0
status=

# check NAME COMMAND...: one result.
check()
{
	local name=${1//$'\n'/ }
	shift

	number=$((number + 1))
	if "$@"; then
		printf 'ok %d %s\n' "$number" "$name"
		return
	fi
	failed=1
	printf 'not ok %d %s\n' "$number" "$name"
	printf '# failed: %s\n' "$*"
	printf '# status: %s\n' "$status"
	tail -qn 8 "$work/out" "$work/err" 2>/dev/null | cut -c1-200 | tr -d '\000' | sed 's/^/# saw: /'
}

skip()
{
	number=$((number + 1))
	printf 'ok %d %s # SKIP %s\n' "$number" "$1" "$2"
}

ktap_end()
{
	echo "1..$number"
	exit "$failed"
}

# run ARGUMENT...: the client, beside index files that need no kernel.
run()
{
	status=0
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$client" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
}

# run_while COMMAND ARGUMENT...: as run, but until COMMAND has returned, however long that takes:
# then it is sent SIGTERM.  COMMAND has to wait for what the client does.
run_while()
{
	local steps=$1 pid
	shift

	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$client" "$@" >"$work/out" 2>"$work/err" &
	pid=$!
	"$steps"
	kill -s TERM "$pid" 2>/dev/null
	status=0
	wait "$pid" || status=$?
}

# waits NUMBER: so many sessions of the fake kernel, those of /late or what is endless, wait, and
# the client $pid has taken what came before: whoever hands it over wakes its first thread.
waits()
{
	local nr

	nr=$(grep -csE '^(late|endless) one waits$' "$FAKE_LOG") && [ "$nr" -ge "$1" ] &&
		grep -qs '^State:.S' "/proc/$pid/status"
}

# catches: the client $pid catches SIGTERM by now.
catches()
{
	local caught

	caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null) || return 0
	[ $((0x${caught:-0} >> 14 & 1)) -ne 0 ]
}

# interrupt SIGNAL ARGUMENT...: the client is sent SIGNAL while it asks, and once $until, a command,
# holds.
interrupt()
{
	local signal=$1 pid
	shift

	PAGESNAP_DIR=${fake_dir:-/fake} LD_PRELOAD=$OUT/fake-index.so "$client" "$@" \
		>"$work/out" 2>"$work/err" &
	pid=$!
	# a machine with much else to do starts it late
	wait_for 60 catches
	if [ -n "${until:-}" ]; then wait_for 60 eval "$until"; else sleep 0.7; fi
	kill -s "$signal" "$pid"
	status=0
	wait "$pid" || status=$?
}

# alone ARGUMENT...: the client, with nothing to ask.
alone()
{
	status=0
	"$client" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

# wait_for SECONDS CONDITION...: until the command holds, but no longer.
wait_for()
{
	local end=$((SECONDS + $1))
	shift

	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || return
		sleep 0.1
	done
}

# What the last run left.
exits() { [ "$status" -eq "$1" ]; }
out_has() { grep -qE -- "$1" "$work/out"; }
err_has() { grep -qE -- "$1" "$work/err"; }
out_is() { [ "$(<"$work/out")" = "$1" ]; }
err_is() { [ "$(<"$work/err")" = "$1" ]; }
silent() { ! [ -s "$work/err" ]; }
no_out() { ! [ -s "$work/out" ]; }
lines() { [ "$(wc -l <"$work/out")" -eq "$1" ]; }

# all CONDITION...: each "name arguments", all of which hold.
all()
{
	local condition

	for condition in "$@"; do
		eval "$condition" || return 1
	done
}

# no_races NAME STATUS ARGUMENT...: threads of that run share nothing without a
# lock.  ThreadSanitizer doesn't know pthread_clockjoin_np(): for it, what comes
# after is a race.
no_races()
{
	local name=$1 want=$2
	shift 2

	if ! "$OUT/threads/pagesnap" --version >"$work/out" 2>&1; then
		skip "$name" 'no ThreadSanitizer'
		return
	fi
	printf 'race:%s\n' workers_stop free_engine asking_free >"$work/known"
	TSAN_OPTIONS="suppressions=$work/known report_thread_leaks=0" client=$OUT/threads/pagesnap run "$@"
	sed -n '/ThreadSanitizer/,/^$/p' "$work/err" | head -n 8 >"$work/out"
	check "$name" all "exits $want" '! out_has ThreadSanitizer'
}

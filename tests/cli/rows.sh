#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Rows that are made by several workers: the same as those of one thread, in the
# order of the queries, or in any order.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# Of all groups and index files, with mistakes, and answers that are not whole.
kinds=('file /a%d' 'fs /b%d group=object tag=t%d' 'task %d group=page' 'pfn 0x%d0+8' 'file /nosuch'
	'file /partial group=object' 'wrong %d' 'fs /note group=total' 'file /cut' 'file "/q \042%d" group=object'
	'fs /many-70 group=object' 'file /q nosuchkey=%d' 'pfn 0- group=total' 'task 9')
for ((i = 0; i < 700; i++)); do
	# shellcheck disable=SC2059 # a format
	printf "${kinds[i % ${#kinds[@]}]}\n" $((i + 1)) $((i + 1))
done | cut -d' ' -f1-4 >"$work/lines"
columns=Q,LINE,TAG,GROUP,QUERY,RECORD,INDEX,FILE,PFN,FLAGS,PAGES,MAJ:MIN,FSTYPE,PID,ORDERS,CGROUPS

# alike FILE: its messages without what depends on the order of the queries: of those
# that repeat only the first few are printed.
alike() { sed -E 's/, the last: .*//; / more like this$/!s/[0-9]+/N/g' "$1" | sort; }

# --- in order -------------------------------------------------------------------

for format in --raw --csv --jsonl --json '--raw -n'; do
	# shellcheck disable=SC2086 # words
	run batch "$work/lines" $format -o $columns
	alone=$status
	mv "$work/out" "$work/want"
	mv "$work/err" "$work/want_err"
	for jobs in 2 5; do
		# shellcheck disable=SC2086
		run batch "$work/lines" $format -o $columns --jobs $jobs
		check "$jobs sessions print what one does: $format" all 'exits $alone' \
			'cmp -s "$work/want" "$work/out"' 'cmp -s "$work/want_err" "$work/err"'
	done
	sort "$work/want" >"$work/want_any"
	alike "$work/want_err" >"$work/want_err_any"
	# shellcheck disable=SC2086
	run batch "$work/lines" $format -o $columns --jobs 3 --unordered
	[ "$format" = --json ] || check "in any order, too: $format" all 'exits $alone' \
		'cmp -s "$work/want_any" <(sort "$work/out")' 'cmp -s "$work/want_err_any" <(alike "$work/err")'
done
run batch "$work/lines" --json --jobs 1
jq -S '.pagesnap |= sort | .end |= sort_by(.q)' "$work/out" >"$work/want"
run batch "$work/lines" --json --jobs 3 --unordered
check 'a document in any order has the same rows and ends' \
	cmp -s "$work/want" <(jq -S '.pagesnap |= sort | .end |= sort_by(.q)' "$work/out")
awk '/^(file|fs|task)/' "$work/lines" >"$work/three"
run batch "$work/three" -r --output-all
cut -d' ' -f1-6 "$work/out" >"$work/want"
run batch "$work/three" -r --output-all --jobs 3
check 'all columns: those of the first answer' cmp -s "$work/want" <(cut -d' ' -f1-6 "$work/out")
run batch "$work/lines" -nr -o INDEX_FILE,PID,UNIT --jobs 3
check 'each row knows its index file' \
	awk '($1 == "task_index") != ($2 != "-") || ($1 == "pfn_index") != ($3 == "pfn") && $3 != "-" { exit 1 }' "$work/out"
printf '%s\n' 'file /nosuch' 'wrong' 'task 9' >"$work/bad"
{ cat "$work/bad" "$work/bad"; echo 'fs /a group=total'; cat "$work/lines"; } >"$work/batch"
run batch "$work/batch" -r
head -n 2 "$work/out" >"$work/want"
run batch "$work/batch" -r --jobs 3
check 'the first that is answered says which columns there are' \
	cmp -s "$work/want" <(head -n 2 "$work/out")
run batch "$work/batch" -r --jobs 3 --unordered
check 'with --unordered the first answer says which columns there are' \
	cmp -s <(head -n 1 "$work/want") <(head -n 1 "$work/out")
{ echo 'fs /late group=total'; grep '^file' "$work/lines"; } >"$work/batch"
run batch "$work/batch" -r
head -n 1 "$work/out" >"$work/want"
run batch "$work/batch" -r --jobs 3 --unordered
check 'the first line says which columns there are though it comes late' cmp -s "$work/want" <(head -n 1 "$work/out")
run batch "$work/bad" --json --jobs 3
check 'without an answer JSON has ends only' \
	all 'exits 1' '[ "$(jq -c "[.pagesnap, (.end|length)]" "$work/out")" = "[[],3]" ]'

# --- in any order -----------------------------------------------------------------

printf '%s\n' 'file /a group=object' 'fs /late group=object' >"$work/batch"
for ((i = 0; i < 200; i++)); do echo "file /f$i group=run"; done >>"$work/batch"
run batch "$work/batch" -nr -o Q --jobs 2
check 'what is late holds the others' [ "$(head -n 2 "$work/out" | tr '\n' ' ')" = '1 2 ' ]
run batch "$work/batch" -nr -o Q --jobs 2 --unordered
check 'with --unordered what is late comes last' [ "$(tail -n 1 "$work/out")" = 2 ]
for ((i = 0; i < 30; i++)); do echo "fs /many-$((i % 2 * 30000 + 5)) group=object"; done >"$work/batch"
run batch "$work/batch" --csv -n -o Q,INODE --jobs 4 --unordered
check 'with --unordered answers stay whole' all 'exits 0' silent 'lines 450150' \
	'[ "$(cut -d, -f1 "$work/out" | uniq | wc -l)" -eq 30 ]'
cp "$work/out" "$work/any"
run batch "$work/batch" --csv -n -o Q,INODE
check 'with --unordered rows of an answer are in the order of the walk' \
	cmp -s "$work/out" <(sort -s -t, -k1n,1 "$work/any")

printf '%s\n' 'file /a group=object' 'fs /late group=object' 'file /b group=object' >"$work/batch"
: >"$work/out"
FAKE_HOLD=$work/go PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$plain" batch "$work/batch" -nr -o FILE \
	--unordered --jobs 2 >"$work/out" 2>"$work/err" &
wait_for 60 lines 2
cp "$work/out" "$work/early"
: >"$work/go"
wait $!
check 'with --unordered nobody waits to read what is not late' \
	all '[ "$(<"$work/early")" = "$(printf "/a\n/b")" ]' 'lines 3'

# A program that keeps a pipe gets its answers one by one.
mkfifo "$work/pipe"
for ((i = 1; i < 4; i++)); do
	rm "$work/out"
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$plain" batch -nr -o FILE --unordered --jobs 2 \
		<"$work/pipe" >"$work/out" 2>"$work/err" &
	pid=$!
	exec 9>"$work/pipe"
	echo 'file /a group=object' >&9
	for ((j = 0; j < 50; j++)); do [ -s "$work/out" ] && break; sleep 0.1; done 2>/dev/null
	got=$(<"$work/out")
	exec 9>&-
	wait "$pid"
	[ "$got" = /a ] || break
done
check 'a slow pipe is answered line by line' [ "$i" -eq 4 ]

wrong()
{
	run "${@:2}"
	check "refused: ${*:2}" all 'exits 2' no_out "err_has '$1'"
}
wrong '--unordered is for --json, --jsonl, --csv and --raw' fs --unordered
wrong '--unordered is for --json' batch --unordered --text
wrong '--unordered excludes --top' fs --csv --unordered --top 3
wrong '--unordered excludes --sort' fs --csv --unordered --sort RES
wrong '--unordered excludes --save: what is saved is in order' fs --csv --unordered --print --save "$work/x"
wrong '--unordered asks the kernel' fs --csv --unordered --read "$work/x"
run fs /many-9 /a --unordered -nr -o Q --jobs 1
check 'one session is in order' all 'exits 0' silent 'lines 10' '[ "$(uniq "$work/out" | tr -d "\n")" = 12 ]'
run du -x /many-9 --csv --unordered --jobs 3
check 'sums have none' all 'exits 0' silent

# --- one query ----------------------------------------------------------------------

# Memory of 128k frames, in sixteen pieces.
export FAKE_MEMORY=1
for what in '--raw' '--csv --group page' '--json' '--json --group page' '--jsonl --names' \
	'-r -o RECORD,INDEX,NR,NODE,KIND,WHY,QUERY,RES' '-nr -o Q,NODE,NR,FRAMES --range 0x1234,0x17777' \
	'-r -o +SIZE' '-r --output-all'; do
	case $what in *range*) range= ;; *) range=0,0x20000 ;; esac
	# shellcheck disable=SC2086 # words
	run pfn $range $what --tag x --jobs 1
	mv "$work/out" "$work/want"
	for jobs in 2 7; do
		: >"$work/log"
		# shellcheck disable=SC2086
		FAKE_LOG=$work/log run pfn $range $what --tag x --jobs $jobs
		check "frames in $jobs sessions: $what" all 'exits 0' silent 'cmp -s "$work/want" "$work/out"'
		case $what in
		*SIZE* | *all*) check 'what tells of the span is asked as a whole' [ "$(wc -l <"$work/log")" -eq 1 ] ;;
		*) check 'asked in pieces' [ "$(wc -l <"$work/log")" -gt 10 ] ;;
		esac
	done
done
run pfn 0,0x20000 0x3000,0x9000 5 0x4000,0x1f000 -nr --jobs 1
mv "$work/out" "$work/want"
run pfn 0,0x20000 0x3000,0x9000 5 0x4000,0x1f000 -nr --jobs 3
check 'one range after the other' all 'exits 0' silent 'cmp -s "$work/want" "$work/out"'
run pfn 0,0x20000 0x3000,0x9000 5 0x4000,0x1f000 -nr --jobs 3 --unordered
check 'of which each stays in order' cmp -s <(sort "$work/want") <(sort "$work/out")
run pfn 0,0x20000 -nr --jobs 1
mv "$work/out" "$work/want"
run pfn 0,0x20000 -nr --jobs 3 --unordered
check 'as a single one does' all 'exits 0' silent 'cmp -s "$work/want" "$work/out"'
run pfn 0,0x20000 --print --save "$work/saved" -nr --jobs 3
alone pfn -R "$work/saved" -nr
check 'what is saved is asked as a whole' cmp -s "$work/want" "$work/out"
FAKE_FAIL='0x8000 0xa000' run pfn 0,0x20000 --json --jobs 3
check 'a piece that fails: the answer is cut' all 'exits 1' 'err_has "read: Input/output error"' \
	'jq -e ".cut" "$work/out" >/dev/null'
unset FAKE_MEMORY

run fs /many-3000 /many-9 --group run --csv -o Q,FILE,INDEX,NR
sort "$work/out" >"$work/want"
: >"$work/log"
FAKE_LOG=$work/log run fs /many-3000 /many-9 --group run --csv -o Q,FILE,INDEX,NR --jobs 3 --unordered
check 'rows of files in parts, in any order' all 'exits 0' silent 'cmp -s "$work/want" <(sort "$work/out")' \
	'[ "$(grep -c part= "$work/log")" -eq 6 ]'
run fs /many-3000 --group page --csv -n -o FILE,INDEX,FLAGS,QUERY,RELEASE,BOOT,RECORD --jobs 3 --unordered
check 'with --unordered rows of a file stay together, and in order' all 'exits 0' silent 'lines 1501500' \
	'[ "$(cut -d, -f1 "$work/out" | uniq | wc -l)" -eq 3000 ]' \
	'awk -F, "\$1 == file && \$2 + 0 != last + 1 { exit 1 } { file = \$1; last = \$2 + 0 }" "$work/out"'
FAKE_OLD=1 run fs /many-30 /a --group run -nr -o FILE --jobs 3 --unordered
check 'a module that knows no parts' all 'exits 0' silent 'lines 33'

# --- what goes wrong --------------------------------------------------------------

{ echo 'file /a'; for ((i = 0; i < 9; i++)); do echo 'fs /late group=object'; done; } >"$work/held"
big() { for ((i = 0; i < 8; i++)); do echo 'fs /many-60000 group=object'; done; }
for order in '' --unordered; do
	status=0
	# shellcheck disable=SC2086
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so timeout 60 "$client" batch -nr --jobs 3 $order \
		< <(big) 2>"$work/err" >/dev/full || status=$?
	check "a full disk $order" all 'exits 1' 'err_is "pagesnap: write error: No space left on device"'
	# shellcheck disable=SC2086
	(
		trap '' PIPE
		PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so timeout 60 "$client" batch -nr --jobs 3 $order \
			< <(big) 2>"$work/err"
		echo $? >"$work/code"
	) | head -n 1 >"$work/out"
	status=$(<"$work/code")
	check "a reader that goes $order" all 'exits 1' 'err_is "pagesnap: write error: Broken pipe"'
	# shellcheck disable=SC2086
	FAKE_FAIL=many-100000 run batch - --json --jobs 3 $order \
		< <(echo file /a; echo fs /many-100000 group=object; big)
	check "a session that fails $order" all 'exits 1' 'err_has "read: Input/output error"' \
		'jq -e ".cut" "$work/out" >/dev/null' '[ "$(wc -l <"$work/err")" -eq 1 ]'
	rm -f "$work/log"
	# shellcheck disable=SC2086
	until='waits 2' FAKE_HOLD=$work/never FAKE_LOG=$work/log \
		interrupt TERM batch "$work/held" --json --jobs 2 $order
	check "^C $order" all 'exits 130' 'jq -e .interrupted "$work/out" >/dev/null' \
		'jq -e ".pagesnap|length > 0" "$work/out" >/dev/null'
done

# A reader that does not read holds all of them, with as much as they may have: 2 MB
# each, where an answer is one of 14.
long=$(printf '%0600d' 0)
for ((i = 0; i < 12; i++)); do echo "fs /$long/many-20000 group=object"; done >"$work/batch"
for order in '' --unordered; do
	# shellcheck disable=SC2086
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so MALLOC_ARENA_MAX=1 bash -c '
		ulimit -s 128; ulimit -v 80000; exec "$@"' - "$plain" batch "$work/batch" --csv --jobs 4 $order \
		-o +QUERY 2>"$work/err" | { sleep 1; wc -l; } >"$work/out"
	check "memory is bounded $order" all silent 'out_is 240001'
done

# --- found by reviews -------------------------------------------------------------

# What comes while the reader of a wait that is over waits for the lock.
late()
{
	status=0
	PAGESNAP_DIR=/fake LD_PRELOAD="$OUT/late.so $OUT/fake-index.so" "$plain" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
}
late_is_whole()
{
	local i

	for ((i = 0; i < 5; i++)); do
		late "$@"
		exits 0 && silent && cmp -s "$work/want" "$work/out" || return 1
	done
}
run pfn --group total --raw
mv "$work/out" "$work/want"
for n in 1 2 3; do
	check "nothing is lost of an answer that comes late, $n sessions" \
		late_is_whole pfn --group total --raw --jobs "$n"
done

printf 'pfn 0- group=%s\n' total run total >"$work/batch"
for n in 1 2; do
	FAKE_NUMBERS=1 run batch "$work/batch" --csv --jobs "$n"
	check "a sum that answers no query, $n sessions" all 'exits 1' \
		'err_has "an answer to no query came"'
done

printf '%s\n' 'file /a' 'fs /b' 'file /c' 'task 1' 'fs /d' >"$work/batch"
for n in 1 2; do
	run batch "$work/batch" --raw -n -o Q,INDEX_FILE --jobs "$n"
	uniq "$work/out" | tr '\n' ' ' >"$work/files"
	check "each row knows its own session, of $n" [ "$(<"$work/files")" = \
		'1 filename_index 2 sb_index 3 filename_index 4 task_index 5 sb_index ' ]
done

# --- at a time --------------------------------------------------------------------

for order in '' --unordered; do
	# shellcheck disable=SC2086
	no_races "workers share nothing without a lock $order" 3 \
		batch "$work/lines" --jobs 8 --csv --output-all $order
done
FAKE_MEMORY=1 no_races 'nor for pieces of frames' 0 pfn 0,0x20000 0x100,0x14000 --jobs 4 --csv

ktap_end

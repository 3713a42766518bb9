#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# heat: addresses down, time to the right, of what answer-accesses.c says that processes access.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

heat()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" heat "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

heat 51 --rounds 3 --aggregate 1 --rows 4
check 'ranges of addresses, a column for each round, and mappings' all 'exits 0' \
	'out_is "PID      ADDR SIZE HEAT MAPPING
 51 0x1000000  32K +++  /lib/a.so
 51 0x1008000  32K ...  /lib/a.so
 51 0x2000000  32K ...  [heap]
 51 0x2008000  32K ...  [heap]
 51 0x2010000  32K ...  [heap]
 51 0x2018000  32K ...  [heap]
 51 0x2020000  32K ...  [heap]
 51 0x2028000  32K ...  [heap]
 51 0x2030000  32K ...  [heap]
 51 0x2038000  32K ...  [heap]
 51 0x2040000  32K ...  [heap]
 51 0x2048000  32K ...  [heap]
 51 0x2050000  32K ...  [heap]
 51 0x2058000  32K ...  [heap]
 51 0x2060000  32K ...  [heap]
 51 0x2068000  32K ...  [heap]
 51 0x2070000  32K ...  [heap]
 51 0x2078000  32K ...  [heap]
 51 0x2080000  32K ...  [heap]
 51         -    - ...  [mapped since]"'
heat 51 --csv -n -o HEAT
check 'sixty rounds unless others are asked for' out_has '^:{60}$'
heat 41 --rounds 2 --aggregate 4 --rows 1 --jsonl -o PID,COMMAND,ADDR,SIZE,HEAT,ROUNDS,MAPPING
check 'of a round, what was accessed of what was there in its samples' out_is \
	'{"pid":41,"command":"fake","addr":16777216,"size":65536,"heat":"::","rounds":[{"round":1,"permille":62},{"round":2,"permille":62}],"mapping":"/lib/a.so"}'
heat 77 --rounds 4 --aggregate 2 --rows 1 --csv -n -o HEAT
check 'rounds in which nobody looked are no rounds without accesses' all 'exits 3' 'out_has "^::__$"' \
	'! out_has "[.:]{3}"'
heat uid:5 --rounds 2 --csv -n -o PID,HEAT,MAPPING
check 'of processes that came since no mapping is known' all 'exits 0' 'out_has "^51,::,[?]$"' \
	'out_has "^52,:_,[?]$"'

heat --print-query 51 41 --every 1s --aggregate 5 --rounds 7
check 'mappings are asked before samples' out_is 'task 51 group=object
task 41 group=object
heat 51 every=1s samples=35 aggregate=5
heat 41 every=1s samples=35 aggregate=5'
heat --print-query 51 --every 1s --aggregate 5 --rounds 7 --trace
check 'trace events are made of mappings and of samples' out_is 'task 51 group=object to=both
heat 51 to=both every=1s samples=35 aggregate=5'
heat 51 --rounds 3 --save "$work/saved"
heat 51 --rounds 3 --csv
cp "$work/out" "$work/live"
alone heat --read "$work/saved" --csv
tr -d '\r' <"$work/out" >"$work/plain"
check 'a saved run is read back as it was' cmp -s "$work/plain" "$work/live"
alone wss --read "$work/saved" --raw -n -o PID,COLD_PAGES,LARGEST_COLD
check 'wss can read what heat has saved, but for mappings, which came too early' out_is '51 122 ?'

export FAKE_ENDLESS=1 fake_dir=/fake/pages
rm -f "$work/log"
until='waits 2' FAKE_LOG=$work/log \
	interrupt TERM heat 51 41 --rounds 4 --aggregate 1 --rows 1 --csv -o PID,HEAT,MAPPING --save "$work/cut" --print
tr -d '\r' <"$work/out" >"$work/live"
check 'an interrupted run shows the rounds of all targets' all 'exits 130' 'out_has "^51,--__,/lib/a.so"' \
	'out_has "^41,--__,/lib/a.so"' 'err_has "interrupted: what is shown is not all"'
unset FAKE_ENDLESS
alone heat --read "$work/cut" --csv -o PID,HEAT,MAPPING --rows 1
tr -d '\r' <"$work/out" >"$work/plain"
check 'an interrupted run is read back as it was' cmp "$work/plain" "$work/live"
heat 9 51 --rounds 2 --csv -n -o PID
check 'a process that is not there is named once, though its mappings are asked, too' all 'exits 3' \
	'out_has "^51$"' '[ "$(grep -c "^pagesnap: 9: no such task" "$work/err")" = 1 ]'

heat file:/some/file --rounds 3 --aggregate 1 --rows 8
check 'of a file there are ranges of it, and no process' all 'exits 0' \
	'out_is "PID      ADDR SIZE HEAT MAPPING
  - 0x1000000 128K ---  /some/file
  - 0x2000000 128K ...  /some/file
  - 0x2020000 128K ...  /some/file
  - 0x2040000 128K ...  /some/file
  - 0x2060000 128K ...  /some/file
  - 0x2080000 128K ...  /some/file
  - 0x3000000   8K ...  /some/file"'
heat file:/some/file 51 --rounds 2 --aggregate 1 --csv -n -o PID,COMMAND,MAPPING
check 'a file and a process at the same time' all 'exits 0' 'out_has "^-,-,/some/file$"' 'out_has "^51,fake,/lib/a.so$"'
heat file:/some/file --rounds 2 --save "$work/of-file"
heat --read "$work/of-file" --json
check 'heat of a file is saved and read back' all 'exits 0' 'out_has "\"addr\":16777216,.*\"mapping\":\"/some/file\""'
heat file:/some/file --rounds 2 --plot "$work/of-file.png"
check 'heat of a file is drawn' all 'exits 0' 'head -c 4 "$work/of-file.png" | grep -q PNG'

heat 1 --rounds 0
check 'one round at least' all 'exits 2' 'err_has "rounds 0: one at least is needed"'
heat 1 --aggregate 101
check 'a round has 100 samples at the most' all 'exits 2' 'err_has "aggregate 101: "'
heat 1 --every never
check 'an interval is a time' all 'exits 2' 'err_has "every never: a time expected"'
heat
check 'a target is needed' all 'exits 2' 'err_has "heat takes at least one PID"'
ktap_end

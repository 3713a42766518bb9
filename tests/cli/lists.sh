#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Names of files from a list: --files-from and --files0-from; and messages that repeat.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

printf '%s\n' /one /two '/with blank' >"$work/names"
printf '/one\0/two\0/with\nnewline\0' >"$work/names0"

for command in file batch; do
	run $command --files-from "$work/names" -nr -o FILE
	check "$command: a row for each name" all 'exits 0' silent 'out_is "/one
/two
/with\\040blank"'
	run $command --files0-from "$work/names0" -nr -o FILE
	check "$command: names that end with a zero byte" all 'exits 0' silent 'out_is "/one
/two
/with\\012newline"'
	run $command --files-from - -nr -o FILE <"$work/names"
	check "$command: from stdin" all 'exits 0' silent 'lines 3'
	run $command --files-from "$work/names" --group run -nr -o FILE
	check "$command: other groups" all 'exits 0' silent 'lines 9'
	run $command --files-from "$work/nosuch"
	check "$command: no such list" all 'exits 1' 'err_is "pagesnap: $work/nosuch: No such file or directory"'
	run $command --files-from "$work/names" /more
	check "$command: operands beside it" all 'exits 2' 'err_has "^pagesnap: /more: with --files-from names"'
	run $command --files-from "$work/names" --files0-from "$work/names0"
	check "$command: two lists" all 'exits 2' 'err_has "from one list only"'
	run $command --files-from "$work/names" --save "$work/names"
	check "$command: it is not saved over" all 'exits 2' 'err_has "^pagesnap: --save "' \
		'[ "$(wc -l <"$work/names")" -eq 3 ]'
done
run file --files-from "$work/names" --range 0+2 --range 4+2 -nr -o FILE
check 'each range of each name is asked for' all 'exits 0' silent 'lines 6'
run file --files-from "$work/names" --print-query
check 'names are printed as queries' out_is 'file "/one" group=object
file "/two" group=object
file "/with\040blank" group=object'
: >"$work/empty"
run file --files-from "$work/empty" -r
check 'a list of none' all 'exits 0' silent
printf '/one\0\0/two\0' >"$work/gap"
run file --files0-from "$work/gap" -nr -o FILE
check 'a name of no length' all 'exits 3' 'lines 2' 'err_has "a name of no length$"'
printf '/nosuch\n' >"$work/missing"
run file --files-from "$work/missing"
check 'a message names the file as it was written' all 'exits 1' 'err_is "pagesnap: /nosuch: no such file or directory"'
(cd / && for ((i = 0; i < 3000; i++)); do echo "/f$i"; done >"$work/many")
run file --files-from "$work/many" -nr -o FILE -j 3
check 'many, in their order' all 'exits 0' silent 'cmp -s "$work/many" "$work/out"'

# --- a list of names taken for queries ---------------------------------------------

tr '\n' '\0' <"$work/many" >"$work/many0"
run batch -0 "$work/many0"
check 'names that batch takes for queries: few words' all 'exits 1' no_out \
	'[ "$(wc -l <"$work/err")" -le 20 ]'
check 'names taken for queries: what is right is said once' \
	[ "$(grep -c -- "--files0-from $work/many0$" "$work/err")" -eq 1 ]
check 'names taken for queries: how many more there were is said' \
	err_has "^pagesnap: file, fs, task, pfn, heat, heat-pfn, heat-file, trace, slab-event, slab-site, slab-cache or slab-object expected: 2,995 more like this, the last: $work/many0:3000$"
run batch <"$work/names"
check 'lines of names from stdin are told of --files-from' all 'exits 1' 'err_has "pagesnap batch --files-from -$"'
run batch "$work/names" --json
check 'JSON has all of them' all 'exits 1' '[ "$(jq ".end | length" "$work/out")" -eq 3 ]'
for name in ./here ../there; do
	echo "$name" >"$work/relative"
	run batch "$work/relative"
	check "a relative name is one as well: $name" all 'exits 1' 'err_has "pagesnap batch --files-from $work/relative$"'
done
printf 'tsak 1\n' >"$work/typo"
run batch "$work/typo"
check 'a word that is no name gets no such hint' all 'exits 1' '! err_has files-from'
for ((i = 0; i < 40; i++)); do echo /nosuch; done >"$work/missing"
run file --files-from "$work/missing"
check 'failures of the module repeat as little' all 'exits 1' '[ "$(wc -l <"$work/err")" -eq 6 ]' \
	'err_has "^pagesnap: no such file or directory: 35 more like this, the last: /nosuch$"'

ktap_end

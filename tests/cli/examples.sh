#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# The examples of the documents are commands that work.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

docs=$PWD/../../docs
mkdir "$work/bin" "$work/dir"
cat >"$work/bin/pagesnap" <<END
#!/bin/sh
PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so exec $client "\$@"
END
chmod +x "$work/bin/pagesnap"
touch "$work/dir/a file" "$work/dir/another"

# From the manual page: what stands between .EX and .EE behind the mark.
man_examples()
{
	awk -v dir="$work" '
		/^\.\\" example: / { status = $3; next }
		/^\.EX/ && status != "" { file = dir "/example-" ++nr "-" status; next }
		/^\.EE/ { file = status = ""; next }
		file { print >file }' "$1"
	sed -i -E 's/\\-/-/g; s/\\\(aq/'"'"'/g; s/\\\(dq/"/g; s/\\e/\\/g' "$work"/example-*
}

# From Markdown: the block behind the mark.
md_examples()
{
	awk -v dir="$work" '
		/^<!-- example: [0-9]+ -->$/ { status = $3; next }
		/^```$/ && file { file = status = ""; next }
		/^```$/ && status != "" { file = dir "/example-" ++nr "-" status; next }
		file { print >file }' "$1"
}

# run_examples NAME: each in the order of its page.
run_examples()
{
	local file want name

	check "$1 has examples" [ -e "$work/example-1-0" ]
	while read -r file; do
		want=${file##*-}
		name=$(head -1 "$file")
		status=0
		(cd "$work/dir" && PATH=$work/bin:$PATH bash -euo pipefail "$file") \
			>"$work/out" 2>"$work/err" </dev/null || status=$?
		check "$1: ${name//\#/}" all 'exits $want'
	done < <(printf '%s\n' "$work"/example-* | sort -V)
	rm -f "$work"/example-*
}

man_examples "$docs/man/pagesnap.1"
run_examples 'pagesnap(1)'
md_examples "$docs/client.md"
run_examples 'client.md'

check 'examples come before the reference' [ "$(sed -n 's/^\.SH //p' "$docs/man/pagesnap.1" |
	grep -nxE 'EXAMPLES|COMMANDS|OPTIONS|COLUMNS' | head -1)" = 4:EXAMPLES ]

# Its options, as the program knows them.
for command in file fs task pfn batch; do
	alone "$command" --help
	grep -oE '^ +(-., )?--[a-z-]+' "$work/out" | sed 's/.*--/--/' >"$work/options"
	sed -E 's/\\-/-/g' "$docs/man/pagesnap.1" >"$work/man"
	missing=
	while read -r option; do
		grep -qE -- "$option(\$|[^a-z-])" "$work/man" || missing+=" $option"
	done <"$work/options"
	check "options of $command are in the manual" all '[ -z "$missing" ]' '[ -s "$work/options" ]'
done
# Columns of records of accesses have names there, but no list with their types.
for command in fs memory top diff map record wss heat trace 'trace --list' 'trace --mrc' 'trace --simulate lru --sizes 64' \
	fleet slab 'slab --by pid' 'slab --by cgroup' 'slab --live' 'slab --leaks' 'slab --list'; do
	# shellcheck disable=SC2086 # words
	alone $command -H --noheadings
	awk '{ print $1, $2 }' "$work/out"
done | sort -u >"$work/columns"
echo 'heat 51 samples=1' >"$work/batch"
PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" batch "$work/batch" --csv --output-all \
	2>"$work/err" | head -n 1 | tr -d '\r' | tr ',' '\n' >"$work/names"
sed -n '/^lB l lx\.$/,/^\.TE$/s/^\([[:alnum:]_:%-]*\)|\([a-z]*\)|.*/\1 \2/p' "$docs/man/pagesnap.1" |
	sort -u >"$work/documented"
cut -d ' ' -f 1 "$work/columns" | sort -u - "$work/names" >"$work/all"
check 'columns are in the manual, and no others' all '[ -s "$work/names" ]' \
	'cut -d " " -f 1 "$work/documented" | sort -u | cmp -s - "$work/all"'
check 'columns and types are in the manual' all '[ -s "$work/columns" ]' \
	'[ -z "$(comm -13 "$work/documented" "$work/columns")" ]'

ktap_end

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What is read from a saved stream is what was printed when it was saved, for every
# subcommand and every option that says what rows are; or it is refused when saving.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export PAGESNAP_CGROUPS=$work/cgroups
tree=$work/tree
mkdir -p "$tree"/{a/deep/er,b/deep} "$work/cgroups/one"
printf '\text4\n\tbtrfs\n' >"$PAGESNAP_FILESYSTEMS"
cat >"$PAGESNAP_MOUNTINFO" <<END
22 1 254:1 / / rw - ext4 /dev/vda1 rw
30 22 254:1 /bound $tree/a/deep rw - ext4 /dev/vda2 rw
END

# same COMMAND 'OPTIONS' [OPERAND...]: is the same printed in each format?  OPTIONS are
# repeated for reading, operands are what was asked.  With sanitizers it takes ten times
# as long: what formats have in common is looked at in one of them.
same()
{
	local command=$1 options format live client
	read -ra options <<<"$2"
	shift 2

	for format in --csv --raw --jsonl --json --notruncate; do
		client=$plain
		[ "$format" != --csv ] || client=$OUT/sanitized/pagesnap
		rm -f "$work/stream"
		run "$command" "${options[@]}" "$format" "$@"
		exits 0 && [ -s "$work/out" ] || return 1
		jq_out "$format" >"$work/live"
		run "$command" "${options[@]}" "$format" --print --save "$work/stream" "$@"
		exits 0 || return 1
		run "$command" "${options[@]}" "$format" -R "$work/stream"
		exits 0 || return 1
		jq_out "$format" >"$work/read"
		cmp -s "$work/live" "$work/read" || return 1
	done
}

# The time that an answer took is no part of it.
jq_out()
{
	if [ "$1" = --json ]; then
		jq -S 'del(.end)' "$work/out"
	else
		cat "$work/out"
	fi
}

for options in '' '-d 2' '-d 0' '--by file' '--by fs' '--by type' '--by cgroup' '--top 1' \
	'--sort PAGES -o +ORDERS'; do
	check "du of a folder ${options:-as it is}" same du "$options" "$tree/a"
	check "du of two folders ${options:-as it is}" same du "$options" "$tree/a" "$tree/b"
	[[ $options == '-d'* ]] || check "du of all ${options:-as it is}" same du "$options"
done
check 'du -x of saved answers is the same' same du '' -x "$tree/a"
run du --save "$work/stream" "$tree/a"
run du -nr -o DIR -R "$work/stream"
check 'folders are told apart below the one that was named' all 'exits 0' 'out_has "^$tree/a"'
run du --save "$work/stream" "$tree/a" "$tree/a/deep/er"
check 'what will not be told apart is said when saving' err_has '^# --save: one of these directories is in another'
for options in '' '--shared' '--matrix' '--files one' '--files one/' '-o +ORDERS'; do
	check "cgroup ${options:-as it is}" same cgroup "$options"
done
run cgroup --save "$work/stream"
run cgroup --files one -R "$work/stream"
check '--files of a stream that is not of one cgroup' all 'exits 1' no_out \
	'err_has ": query 1: not of --files one: fs type:ext4"'
for options in '' '--summary' '-o +TIME' '--top 1'; do
	case $options in --summary) group=(--group total) ;; --top*) group=(--group object) ;; *) group=() ;; esac
	check "file ${options:-as it is}" same file "$options" "${group[@]}" /a /b
	check "fs ${options:-as it is}" same fs "$options" "${group[@]}" /a
done
for group in run page object total; do
	check "file --group $group" same file '' --group "$group" /a
	check "fs --group $group" same fs '' --group "$group" /a
	check "pfn --group $group" same pfn '' --group "$group"
	check "task --group $group" same task '' --group "$group" 1
done
check 'pfn --names of saved answers is the same' same pfn --names
check 'who of saved answers is the same' same who '' 0x1000+4
check 'task of two processes is the same when saved' same task '' 1 4
for command in 'file /a' 'fs /a' 'du'; do
	# shellcheck disable=SC2086 # some words
	run $command --recently-evicted --save "$work/stream"
	check "$command --recently-evicted can't be saved" all 'exits 2' no_out \
		'err_has "^pagesnap: --recently-evicted excludes --save: "'
done
ktap_end

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Options, wrong usage, help, the queries that options make, and completion.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

commands='file fs task pfn batch'

# --- help -------------------------------------------------------------------

alone --help
check '--help names how it is used' all 'exits 0' silent 'out_has "usage: pagesnap COMMAND"'
cp "$work/out" "$work/all"
for command in $commands; do
	check "help names $command" grep -q "^  $command " "$work/all"
	alone "$command" --help
	check "help of $command" all 'exits 0' silent 'out_has "^usage: pagesnap $command "'
	cp "$work/out" "$work/help"
	alone help "$command"
	check "help $command is the same" cmp -s "$work/help" "$work/out"
done
alone help
check 'help is a command' all 'exits 0' 'out_has Commands:'
alone --version
check '--version tells client and ABI' all 'exits 0' 'out_has "^pagesnap [0-9.]+ \(ABI [0-9]+\.[0-9]+\)$"'
alone file -V
check '-V of a command tells the version' all 'exits 0' 'out_has "^pagesnap [0-9.]+ "'
alone fs -H
check '-H lists the columns of a command' all 'exits 0' silent 'out_has "^RES " ' 'out_has "^MAJ:MIN "'

# --- wrong usage ------------------------------------------------------------

# wrong MESSAGE ARGUMENT...: exit 2, nothing on stdout, and a hint.
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: $message"' 'err_has "^Try: pagesnap"'
}

alone
check 'without a command, and without the module, it is said how to ask' all 'exits 1' no_out \
	'err_has "^Try: pagesnap --help$"'
wrong 'unknown command files; did you mean file\?$' files
wrong 'unknown command ' ''
wrong 'unknown option --frobnicate' --frobnicate
wrong 'unknown command nosuch$' help nosuch
wrong 'unknown option --nosuch$' fs --nosuch
wrong 'ambiguous option --no: --node, --no-names, --noheadings, --notruncate$' fs --no=1
wrong 'unknown option -q' fs -q
wrong 'unknown option -q' fs -nq
wrong '--output takes COLUMNS' fs -o
wrong '--node takes N' fs --node
wrong '--json takes nothing behind "="' fs --json=1
wrong '--output : takes something' fs -o ''
wrong 'file takes at least one PATH' file
wrong 'task takes at least one PID, uid:USER or cgroup:PATH' task
wrong 'who takes at least one PFN' who
for task in x 0 2147483648 uid: cgroup: UID:1 user:1; do
	wrong "$task: PID, uid:USER or cgroup:PATH expected" task "$task"
done
wrong '5,3: END is below START' pfn 5,3
wrong '5-8: START- has nothing behind it' pfn 5-8
wrong '--range 8,5: END is below START' file /a --range 8,5
wrong '--range x: number expected' task 1 --range x
wrong 'fs has no option --range; it is one of: file, task, pfn, map, trace$' fs --range 1
wrong 'batch takes one FILE' batch a b
wrong '--flags nosuch: no flag' fs --flags nosuch
wrong '--flags re: several flags' fs --flags re
wrong '--bits nosuch: no flag' fs --bits nosuch
wrong '--bits dirty: a flag is both' fs --flags=-dirty --bits dirty
wrong '--node x: number expected' fs --node x
wrong '--node 65536: takes at most 65535' fs --node 65536
wrong '--min-order 20: takes at most 19' fs --min-order 20
wrong '--min-order is above --max-order' fs --min-order 3 --max-order 2
wrong '--min-pages -1: number expected' fs --min-pages -1
wrong '--dev 8: MAJ:MIN expected' fs --dev 8 type:ext4
wrong '--dev 8:1x: MAJ:MIN expected' fs --dev 8:1x type:ext4
wrong 'pfn has no option --min-pages; it is one of: du, file, fs, cgroup$' pfn --min-pages 1
wrong '--limit 0: takes a number of records above 0' fs --limit 0
wrong '--mask dirty,-lru: takes names, or only names' fs --mask dirty,-lru
wrong '--group rnu: takes run, page, object or total' fs --group rnu
wrong '--tag a b: takes 1 to 31 bytes' fs --tag 'a b'
wrong '--jobs 0: takes a number of sessions above 0' fs --jobs 0
wrong '--jobs 1000: takes at most 256' fs --jobs 1000
wrong '--color=?.*takes auto, always or never' fs --color=maybe
wrong '--csv: excludes --json' fs --json --csv
wrong '--output excludes --output-all' fs -o RES --output-all
wrong '--summary excludes --group run' fs --summary --group run
wrong '--summary excludes --text' fs --summary --text
wrong '--top is for files, VMAs and spans' pfn --top 5
wrong '--sort is for files, VMAs and spans' fs --group run --sort RES
wrong '--top excludes --text' fs --top 5 --text
wrong '--top x: number expected' fs --top x
wrong '--flags asks the kernel, --read asks nothing' fs --flags dirty --read x
wrong '--jobs asks the kernel' fs --jobs 2 --read x
wrong '/var: with --read nothing is asked' fs /var --read x
wrong '--save excludes --read|--save asks the kernel' fs --save y --read x
wrong '.*NOSUCH' fs -o NOSUCH
wrong '.*nosuch' fs --sort nosuch
wrong '.*RES,DIRTY' fs --sort RES,DIRTY

# A name in a message can't fool the terminal.
escape=$(printf '\033')
alone "${escape}[31mx"
check 'messages are safe' all 'exits 2' 'err_has "033.31mx"' '! err_has "$escape"'
alone fs --nosuch --help
check 'wrong usage goes before help' exits 2

# --- queries ----------------------------------------------------------------

# asks QUERY ARGUMENT...: the only query is QUERY.
asks()
{
	local query=$1
	shift

	alone "$1" --print-query "${@:2}"
	check "asks: $*" all 'exits 0' silent 'out_is "$query"'
}

g='group=object'
asks "file \"/a\" $g" file /a
asks "fs \"/\" $g" fs
asks "fs \"/var\" $g" fs /var
asks "task 1 $g" task 1
asks "task uid:5 $g" task uid:5
asks "task uid:1000 $g" task uid:0x3e8
asks "task uid:0 $g" task uid:root
asks "task cgroup:@77 $g" task cgroup:@77
asks "task cgroup:\"/no\\040such\\040\" $g" task 'cgroup:/no such '
asks "$(printf 'task 1 %s\ntask uid:5 %s' $g $g)" task 1 uid:5
mkdir -p "$work/cgroups/system.slice/two words.service"
export PAGESNAP_CGROUPS=$work/cgroups
asks "task cgroup:@$(stat -c %i "$work/cgroups/system.slice/two words.service") $g" task 'cgroup:two words'
unset PAGESNAP_CGROUPS
asks 'pfn 0x0-' pfn
asks 'pfn 0x5 0x6' pfn 5
asks 'pfn 0x5 0x8' pfn 5,8
asks 'pfn 0x5 0x8' pfn 5+3
asks 'pfn 0x5-' pfn 5-
asks 'pfn 0x0 0x8' pfn ,8
asks "$(printf 'pfn 0x20 0x21\npfn 0x10 0x11')" pfn 0x10 --range 0x20
asks 'file "/a"' file /a --group run
asks 'file "/a" group=page' file /a --group page
asks 'file "/a" group=total' file /a --group total
asks "$(printf 'file "/a" 1 2 %s\nfile "/a" 5- %s\nfile "/b" 1 2 %s\nfile "/b" 5- %s' $g $g $g $g)" \
	file /a /b --range 1,2 --range 5,
asks "task 1 0x1 0x3 $g" task 1 --range 1+2
asks "fs \"/\" flags=dirty,-mmap $g" fs --flags dirty,-mmap
asks "fs \"/\" flags=dirty,-mmap $g" fs --flags dirty,~mmap
asks "fs \"/\" any=dirty,lru $g" fs --bits dirty,lru
asks "fs \"/\" flags=lru,-dirty $g" fs --bits dirty,lru=lru
asks "fs \"/\" flags=dirty,lru $g" fs --flags dirty --bits lru
asks "fs \"/\" node=1 $g" fs --node 1
asks "fs \"/\" cgroup=27 $g" fs --cgroup 27
asks "fs \"/\" cgroup=27/ $g" fs --cgroup 27/
asks "fs \"/\" min-order=1 max-order=19 $g" fs --min-order 1
asks "fs \"/\" min-order=0 max-order=3 $g" fs --max-order 3
asks "fs \"/\" min-pages=100 $g" fs --min-pages 100
asks "fs type:tmpfs $g" fs type:tmpfs
asks "fs type:bdev dev=254:2 $g" fs --dev 254:2 type:bdev
asks "fs \"$PWD/./type:x\" $g" fs ./type:x
asks "fs \"/\" $g limit=5" fs --limit 5
asks "fs \"/\" $g names=0" fs --no-names
asks "fs \"/\" $g tag=x" fs --tag x
asks "fs \"/\" $g to=both" fs --trace
asks 'trace 1 to=both every=500ms' trace 1 --trace
asks 'slab-site for=1s every=1s to=both' slab --for 1s --trace
asks "fs \"/\" mask=0x30 $g" fs --mask dirty,lru
asks 'pfn 0x10 0x11 group=page names=1' who 0x10
asks 'pfn 0x10 0x11 names=1' pfn --names 0x10
asks 'pfn 0x0- mask=0xffffffff group=total' pfn --summary
asks 'pfn 0x0- mask=0xffffffffffffffff group=total' pfn -s --raw-flags
asks 'pfn 0x0- mask=0x10 group=total' pfn -s --mask 0x10
asks "file \"$PWD/a\" $g" file a
asks "file \"$PWD/./a\" $g" file ./a
asks "file \"/a\\040b\" $g" file '/a b'
asks "file \"/a\\012b\" $g" file "$(printf '/a\nb')"
asks "file \"/\\042\\134\" $g" file "/\"\\"
asks "file \"/\\377\" $g" file "$(printf '/\377')"
asks "file \"$PWD/-x\" $g" file -- -x
long=/$(printf '%04000d' 0)
asks "file \"$long\" $g" file "$long"

alone file '' --print-query
check 'an empty path is no query' all 'exits 1' no_out 'err_has "no such file or directory"'
alone fs --cgroup /no/such/cgroup --print-query
check 'a cgroup that does not exist' all 'exits 1' 'err_has "^pagesnap: --cgroup /no/such/cgroup: "'
file=$(find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs 2>/dev/null | head -n 1)
if [ -n "$file" ]; then
	alone fs --cgroup "$file" --print-query
	check 'a file that is no cgroup' all 'exits 1' no_out \
		'err_is "pagesnap: --cgroup $file: Not a directory"'
else
	skip 'a file that is no cgroup' 'no cgroups are mounted'
fi
printf 'file /a\n\n# c\nfs / group=run\n' >"$work/lines"
alone batch --print-query "$work/lines"
check 'queries of a batch' all 'exits 0' 'out_is "$(printf "file /a\nfs / group=run")"'
alone batch --print-query --group page "$work/lines"
check 'with a default group' all 'exits 0' \
	'out_is "$(printf "file /a group=page\nfs / group=run")"'

printf 'file /a\nwrong\n\nfile\n' >"$work/lines"
alone batch --print-query "$work/lines"
check 'queries of a batch with mistakes' all 'exits 3' 'out_is "file /a"' \
	'err_has "lines:2: file, fs, task, pfn, heat, heat-pfn, heat-file, trace, slab-event, slab-site, slab-cache or slab-object expected$"' 'err_has "lines:4: absolute path expected$"' \
	'err_has "^      \^$"'
alone file '' /a --print-query
check 'of arguments with mistakes' all 'exits 3' 'lines 1' 'err_is "pagesnap: : no such file or directory"'

# print-query and batch agree: what one prints, the other takes.
alone file "$(printf '/a b\n"\\\377')" --range 0x10,0x20 --flags dirty,-lru --print-query
cp "$work/out" "$work/lines"
alone batch --print-query "$work/lines"
check 'batch takes what --print-query prints' all 'exits 0' 'cmp -s "$work/out" "$work/lines"'

# --- completion -------------------------------------------------------------

# what is offered is the completion's, and it asks the client often
client=$plain
alone --completion
cp "$work/out" "$work/completion"
check 'completion is a script' all 'exits 0' 'bash -n "$work/completion"'

# completes WORDS... : the words that bash would offer for the last one.
completes()
{
	bash -c '
		. "$1" || exit 1
		shift
		compopt() { :; }
		COMP_WORDS=(pagesnap "$@")
		COMP_CWORD=$#
		_pagesnap
		printf "%s\n" "${COMPREPLY[@]}"' - "$work/completion" "$@" >"$work/out" 2>"$work/err"
	status=$?
}

completes ''
check 'commands are completed' all silent 'out_has "^fs$"' 'out_has "^batch$"' 'out_has "^--help$"'
completes f
check 'beginnings of commands are completed' all 'lines 3' 'out_has "^fleet$"' 'out_has "^fs$"' 'out_has "^file$"'
completes fs --no
check 'options of a command are completed' all 'out_has "^--no-names$"' 'out_has "^--node$"' '! out_has "^--null$"'
completes batch --n
check 'options of another command are completed' all 'out_has "^--null$"' '! out_has "^--no-names$"'
completes fs -o R
check 'columns are completed' all 'out_has "^RES$"' '! out_has "^SIZE$"'
completes fs -o RES,SIZ
check 'columns behind a comma are completed' out_is RES,SIZE
completes fs -o +SIZ
check 'columns behind a plus are completed' out_is +SIZE
completes fs --sort MAPPED_P
check 'columns to sort by are completed' out_is MAPPED_PAGES
completes fs --group ''
check 'groups are completed' all 'lines 4' 'out_has "^object$"'
completes trace --by ''
check 'words of an option are those of its command' out_is 'mapping
file'
completes du --by m
check 'words of an option of another command are not offered' silent
completes trace -o VTI
check 'columns of rows of a trace are completed' out_is VTIME
completes trace -o PAGES,POL
check 'columns of caches are completed' out_is PAGES,POLICY
completes fs --color = al
check 'colours are completed' out_is always
completes fs --color ''
check 'words of --color are not completed without =' all '! out_has "^always$"'
completes fs --flags dirty,-mm
check 'flags are completed' out_is dirty,-mmap
touch "$work/a file"
completes file "$work/a f"
check 'names of files are completed' out_is "$work/a file"
mkdir "$work/folder"
completes fs "$work/"
check 'names of folders are completed' all 'out_has folder' '! out_has "a file"'
completes batch -R "$work/a f"
check 'files to read are completed' out_is "$work/a file"
completes task "$$"
check 'PIDs are completed' out_has "^$$\$"
completes task ui
check 'words before a user are completed' out_is uid:
completes task uid : roo
check 'users are completed' out_is root
completes task uid :
check 'users are offered' out_has '^root$'
completes slab -- printen
check 'a command behind -- is completed' all 'out_has "^printenv$"' '! out_has "^--"'
completes trace --list -- ls --by "$work/a f"
check 'files of a command behind -- are completed' out_is "$work/a file"
completes slab -- ls --fr
check 'options of a command behind -- are none of ours' out_is ''
completes help ba
check 'commands behind help' out_is batch
for command in $commands; do
	alone "$command" --help
	grep -oE -- '--[a-z0-9-]+' "$work/out" | grep -vxE -- '--(list-columns\.|top\.)' | sort -u >"$work/help"
	completes "$command" --
	sort "$work/out" >"$work/offered"
	check "all options of $command are completed" \
		all '! comm -23 "$work/offered" "$work/help" | grep .' '[ -s "$work/offered" ]'
done

# offers SHELL WORDS: what another shell would offer for the last of them.
offers()
{
	status=0
	case $1 in
	fish)
		HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
			"$work/fish" "$2" >"$work/out" 2>"$work/err" || status=$?
		sed -i 's/\t.*//' "$work/out" ;;
	zsh)
		HOME=$work zsh -f "$PWD/zsh-offers" "$work/zsh" "$2" >"$work/out" 2>"$work/err" || status=$? ;;
	esac
}

mkdir "$work/zsh"
alone --completion zsh
cp "$work/out" "$work/zsh/_pagesnap"
alone --completion fish
cp "$work/out" "$work/fish"
for shell in fish zsh; do
	offers "$shell" 'pagesnap f'
	check "$shell: beginnings of commands" all 'out_has "^fs$"' 'out_has "^file$"' '! out_has "^du$"'
	offers "$shell" 'pagesnap fs --no'
	check "$shell: options of a command" all 'out_has "^--no-names$"' 'out_has "^--node$"' '! out_has "^--null$"'
	offers "$shell" 'pagesnap batch --n'
	check "$shell: of another one" all 'out_has "^--null$"' '! out_has "^--no-names$"'
	offers "$shell" 'pagesnap fs -o MAPPED,S'
	check "$shell: columns behind a comma" all 'out_has "^(MAPPED,)?SIZE$"' 'out_has "^(MAPPED,)?SWAPPED$"'
	offers "$shell" 'pagesnap du --by '
	check "$shell: words of an option" all 'out_has "^cgroup$"' 'out_has "^type$"'
	offers "$shell" 'pagesnap help b'
	check "$shell: commands behind help" all '! out_has "^fs$"'
	offers "$shell" 'pagesnap task cg'
	check "$shell: what tasks are of" out_has '^cgroup:'
done
alone --completion ksh
check 'no completion for another shell' all 'exits 2' 'err_is "pagesnap: no completion for ksh; there is: bash fish zsh"'
ktap_end

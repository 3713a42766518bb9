#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=session,query needs=- disturbs=mounts
#
# The index files by hand: the seed's lines as written, > and >>, bad lines,
# quotes, and one descriptor for both ways, in bash and in dash.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/debug/tracing/objects/mm/pages
[ -d "$dir" ] || dir=$PAGESNAP_DIR

# Run a script in the shell under test, in the folder of the index files.
sh_run()
{
	(cd "$dir" && $shell -c "$1") > /tmp/out 2> /tmp/err
}

# dash has one message for every errno of a failed write.
complains() { grep -qE -- "$1|echo: I/O error" /tmp/err; }

mkdir -p /home/foo "/home/a b"
head -c 409600 /dev/urandom > /home/foo/bar.txt
head -c 8192 /dev/urandom > '/home/a b/c d'
printf 'x' > '/home/foo/q"uo\te'
printf 'x' > $'/home/foo/new\nline'

for shell in bash dash; do
	# The seed's lines, letter by letter.
	sh_run 'echo "/home/foo/bar.txt 0 1000" > filename_index; cat filename_index'
	check "$shell: seed: filename_index answers" has '^file .* cached=100 name=/home/foo/bar\.txt$'
	check "$shell: seed: all 100 pages" has '^end .* status=complete .* pages=100 '
	check "$shell: the header names the setter" has "^# pagesnap abi=1\\.2 collection=pages file=filename_index .*set_by=$shell\\[[0-9]+\\] age="

	sh_run 'echo "/var" > sb_index; cat sb_index'
	check "$shell: seed: sb_index answers" has '^sb .* fstype=ext4 .* asked=/var name=/$'
	check "$shell: seed: and knows the file" has '^file .* name=/home/foo/bar\.txt$'
	check "$shell: seed: completely" has '^end .* status=complete '

	# shellcheck disable=SC2016
	sh_run 'echo $$ > task_index; cat task_index'
	check "$shell: seed: task_index answers" has '^task .* vmas='
	check "$shell: seed: with a stack" has '^vma .* name=\[stack\]$'

	sh_run 'echo "0x100 0x200" > pfn_index; cat pfn_index'
	check "$shell: frames are answered" has '^span .* start=0x100 end=0x200 node=0$'
	check "$shell: 256 of them" has '^end .* pages=256 '

	sh_run ': > filename_index; cat filename_index'
	check "$shell: an empty set shows the usage" has '^# no query set\. Try:  echo '
	check "$shell: also with sudo" has '^# with sudo: .*sudo tee filename_index; sudo cat'
	check "$shell: and where it is said what is wrong" has '^# if it was refused: .*error_log'

	sh_run 'echo /home/foo/bar.txt > filename_index; echo "/home/foo/bar.txt 5" >> filename_index
		cat filename_index'
	check "$shell: >> adds" count '^end ' 2
	check "$shell: the first answer is whole" has '^end   q=1 .* pages=100 '
	check "$shell: a lone START is one page" has '^end   q=2 .* pages=1 '

	sh_run 'echo /home/foo/nosuch > filename_index; echo status=$?; cat filename_index'
	check "$shell: a bad first line fails the write" complains 'No such file'
	check "$shell: the shell sees it" has '^status=[^0]'
	check "$shell: the set stays empty" has '^# no query set'

	sh_run 'printf "/home/foo/nosuch\n/home/foo/bar.txt\n" > filename_index; cat filename_index'
	check "$shell: behind a bad first line nothing is set" has '^# no query set'

	sh_run 'printf "/home/foo/bar.txt\n/home/foo/nosuch\n/home/foo/bar.txt 7\n" > filename_index
		cat filename_index'
	check "$shell: a bad line in the middle becomes a record" \
		has '^error q=2 line=2 errno=ENOENT col=1 .*query=/home/foo/nosuch$'
	check "$shell: it ends like every answer" has '^end   q=2 status=error '
	check "$shell: the lines around it run" has '^end   q=3 status=complete .* pages=1 '

	sh_run 'printf "\n# comment\n/home/foo/bar.txt 9\n" > filename_index; cat filename_index'
	check "$shell: blank lines and comments only count as lines" has '^query q=1 line=3 '

	sh_run 'echo "/home/a b/c d" > filename_index; true'
	sh_run 'cat error_log; echo "/home/a b/c d" > filename_index'
	check "$shell: forgotten quotes are suspected" has 'quote the path'
	sh_run 'printf "\"%s\"\n" "/home/a b/c d" > filename_index; cat filename_index'
	check "$shell: a quoted path" has '^file .* name=/home/a\\040b/c\\040d$'
	# shellcheck disable=SC2028
	sh_run 'printf "%s\n" "\"/home/foo/q\\\"uo\\\\te\" 0 1" > filename_index; cat filename_index'
	check "$shell: quotes and backslashes in a name" has '^file .* name=/home/foo/q\\042uo\\134te$'
	sh_run 'printf "%s\n" "\"/home/foo/new\\012line\"" > filename_index; cat filename_index'
	check "$shell: octal in a name" has '^file .* name=/home/foo/new\\012line$'

	sh_run 'echo "/home/foo/bar.txt 10 3" > filename_index; tail -n 3 error_log'
	check "$shell: error_log: the message" has 'filename_index: error: END is below START'
	check "$shell: error_log: a caret under the fault" has '^ {32}\^$'
	check "$shell: error_log: the errno, line and pid" has 'errno=22 line=1 session=[0-9]+ pid=[0-9]+ '

	sh_run 'echo /home > filename_index; cat filename_index'
	check "$shell: a directory is every cached file below it" has '^file .* name=/home/foo/bar.txt$'
	sh_run 'echo /home 0 10 > filename_index'
	check "$shell: a directory has no range" complains 'directory'
	mkdir -p /mnt/shell && mount -t tmpfs shell /mnt/shell && echo x >/mnt/shell/x
	sh_run 'echo type:tmpfs > sb_index; cat sb_index'
	umount /mnt/shell
	check "$shell: all filesystems of a type" has '^sb +q=1 dev=0:[0-9]+ fstype=tmpfs .* asked=- name=-'
	sh_run 'echo type:nosuch > sb_index'
	check "$shell: a type that is not there" complains 'No such device'
	sh_run 'echo 999999 > task_index'
	check "$shell: an unknown PID is ESRCH" complains 'No such process'
	sh_run 'echo 2 > task_index; cat task_index'
	check "$shell: a kernel thread has no memory" has '^error .* errno=ESRCH '

	sh_run 'exec 3<>filename_index
		printf "/home/foo/bar.txt 0 4\n/home/foo/bar.txt 8+8 tag=second\n" >&3
		head -c 65536 <&3
		printf "/home/foo/bar.txt 90-\n" >&3
		cat <&3'
	check "$shell: one descriptor both ways: three answers" count '^end ' 3
	check "$shell: numbered through" has '^end   q=3 .* pages=10 '
	check "$shell: with the tag" has '^end   q=2 tag=second .* pages=8 '
	check "$shell: a private session has no setter" has_no 'set_by='

	# shellcheck disable=SC2016
	sh_run 'for i in 1 2 3 4 5; do echo "/home/foo/bar.txt $i"; done | tee filename_index > /dev/null
		cat filename_index'
	check "$shell: tee sets" count '^end .* pages=1 ' 5
done

check "files can't be made in our folder" bash -c "! : > $dir/new 2> /dev/null"
check "files can't be removed in our folder" bash -c "! rm -f $dir/format 2> /dev/null"
check "read-only files can't be written" bash -c "! : 2> /dev/null > $dir/format"
chmod 0640 "$dir/sb_index" && chown root:daemon "$dir/sb_index"
check 'chmod and chown work' [ "$(stat -c '%a %G %F' "$dir/sb_index")" = '640 daemon regular empty file' ]
chmod 0600 "$dir/sb_index" && chown root:root "$dir/sb_index"
check 'format is the same below /sys/kernel/tracing' cmp -s "$dir/format" /sys/kernel/tracing/objects/mm/pages/format
cat "$dir/format" > /tmp/out
check 'format gives the ABI' has '^abi: 1\.2$'
check 'format describes runs' has '^record: run type:9 size:'

ktap_end

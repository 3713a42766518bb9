#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# --mnt-ns: whose paths are meant, and what can't be joined.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# --- usage ------------------------------------------------------------------

# wrong MESSAGE ARGUMENT...: exit 2, nothing on stdout.
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: $message"' 'err_has "^Try: pagesnap"'
}

for bad in 0 x -1 1.5 2147483648 99999999999999999999; do
	wrong "--mnt-ns $bad: PID expected" file "--mnt-ns=$bad" /a
done
wrong '--mnt-ns takes PID' file --mnt-ns
wrong '--mnt-ns asks the kernel, --read asks nothing' fs --mnt-ns 1 --read x
wrong 'audit has no option --mnt-ns; it is one of: ' audit --mnt-ns 1
wrong 'doctor has no option --mnt-ns; it is one of: ' doctor --mnt-ns 1

# --- what can't be joined ---------------------------------------------------

gone=$(bash -c 'echo $$')
alone file --mnt-ns "$gone" /a --print-query
check 'no such process' all 'exits 1' no_out 'err_is "pagesnap: --mnt-ns $gone: no such process"'
# a zombie: its parent does not wait
bash -c 'sleep 0.5 & echo $!; exec sleep 1000' >"$work/zombie" &
parent=$!
is_zombie() { [ -s "$work/zombie" ] && grep -qs '^State:.Z' "/proc/$(<"$work/zombie")/status"; }
check 'a process ends that nobody waits for' wait_for 60 is_zombie
zombie=$(<"$work/zombie")
alone file --mnt-ns "$zombie" /a --print-query
check 'a process that has ended' all 'exits 1' no_out 'err_is "pagesnap: --mnt-ns $zombie: the process has ended"'
kill "$parent"
status=0
PAGESNAP_DIR=/no/such "$client" file --mnt-ns $$ /a >"$work/out" 2>"$work/err" || status=$?
check 'what can not be asked is said first' all 'exits 1' no_out 'err_has "^pagesnap: /no/such/pfn_index: no index file here$"'

# --- inside -----------------------------------------------------------------

if ! ../own-mounts true 2>/dev/null; then
	skip 'asking in another namespace' 'no mount namespace can be made here'
	ktap_end
fi
mkdir "$work/data"
../own-mounts bash -c '
	mount -t tmpfs none "$1" && ln -s /proc "$1/link" && touch "$1/ready" && exec sleep 1000' - "$work/data" &
inside=$!
# Its root may be another one: see own-mounts.
enter() { nsenter --mount --root --target "$inside" "$@"; }
if ! wait_for 60 enter test -e "$work/data/ready"; then
	check 'a process in another namespace' false
	ktap_end
fi

asks()
{
	local query=$1
	shift

	alone "$@" --mnt-ns "$inside" --print-query
	check "asks: $*" all 'exits 0' silent 'out_is "$query"'
}

g='group=object'
asks "file \"/a\" $g" file /a
asks "fs \"/\" $g" fs
asks "task 1 $g" task 1
asks 'pfn 0x5 0x6' pfn 5
asks "file \"/proc\" $g" du -x "$work/data/link"
asks "$(printf 'file "%s" %s' "$work/data" $g)" du "$work/data"
alone file --mnt-ns "$inside" a ./b /c --print-query
check 'a relative path' all 'exits 3' 'out_is "file \"/c\" $g"' \
	'err_is "$(printf "pagesnap: a: with --mnt-ns a path is absolute\npagesnap: ./b: with --mnt-ns a path is absolute")"'
alone du --mnt-ns "$inside" data --print-query
check 'a relative folder' all 'exits 1' no_out 'err_is "pagesnap: data: with --mnt-ns a path is absolute"'

# Nothing but what a word says itself: names are the container's, and so is the code that knows them.
asks "$(printf "task %s $g\n" uid:0 uid:1000 cgroup:@77 'cgroup:"/a"' 'cgroup:"/sys/fs/cgroup"')" \
	task uid:0 uid:0x3e8 cgroup:@77 cgroup:/a cgroup:/sys/fs/cgroup
alone task --mnt-ns "$inside" uid:root cgroup:ssh cgroup:a/b cgroup:@x uid:5 --print-query
check 'users and cgroups are not looked up inside' all 'exits 3' 'out_is "task uid:5 $g"' \
	'err_has "^pagesnap: uid:root: with --mnt-ns name the user by number: uid:N$"' \
	'err_has "^pagesnap: cgroup:ssh: with --mnt-ns name the cgroup by path or inode: cgroup:/PATH, cgroup:@INODE$"' \
	'err_has "^pagesnap: cgroup:a/b: with --mnt-ns name the cgroup by path or inode: "' 'err_has "^pagesnap: cgroup:@x: "'

# The files that are named for the run itself lie out of it, under the same paths.
printf 'file /a group=object\nfile /b group=object\n' >"$work/data/batch"
run file /a /b --csv -o FILE
cp "$work/out" "$work/want"
for jobs in 1 2; do
	rm -f "$work/data/saved"
	run batch "$work/data/batch" --mnt-ns "$inside" --csv -o FILE --print --save "$work/data/saved" --jobs $jobs
	check "a batch that is saved, jobs $jobs" all 'exits 0' silent 'cmp -s "$work/out" "$work/want"'
	alone batch --read "$work/data/saved" --csv -o FILE
	check "a batch that was saved is read, jobs $jobs" all 'exits 0' 'cmp -s "$work/out" "$work/want"'
done
check 'nothing of it is inside' [ "$(enter ls "$work/data" | xargs)" = 'link ready' ]
cd "$work/data" || exit 1
run batch batch --mnt-ns "$inside" --csv -o FILE
check 'a batch is found in the folder that the client is in' all 'exits 0' silent 'cmp -s "$work/out" "$work/want"'
run batch --mnt-ns "$inside" --csv -o FILE --print --save saved batch
check 'a stream is saved in the folder that the client is in' all 'exits 0' '[ -s saved ]'
run batch --mnt-ns "$inside" --print --save batch batch
check 'a stream is not saved over the batch beside' all 'exits 2' 'err_has "that is the batch"' '[ -s batch ]'
echo kept >other
run file --mnt-ns "$gone" --print --save other /a
check 'what is there stays if nothing is asked' all 'exits 1' '[ "$(<other)" = kept ]'
run file --mnt-ns "$inside" --print --save /no/such/folder/file /a
check 'what can not be saved' all 'exits 1' no_out 'err_is "pagesnap: /no/such/folder/file: No such file or directory"'
run fs /many-300 --csv -o FILE,CGROUP_PATH,FSTYPE --jobs 2
sort "$work/out" >"$work/want"
run fs /many-300 --mnt-ns "$inside" --csv -o FILE,CGROUP_PATH,FSTYPE --jobs 2
check '--mnt-ns in several sessions finds the same' all 'exits 0' silent 'sort "$work/out" | cmp -s - "$work/want"'

if [ "$(id -u)" -eq 0 ]; then
	status=0
	setpriv --reuid 1000 --clear-groups "$plain" file --mnt-ns "$inside" /a --print-query \
		>"$work/out" 2>"$work/err" || status=$?
	check "another user's" all 'exits 1' no_out \
		'err_is "pagesnap: --mnt-ns $inside: not permitted: this takes CAP_SYS_PTRACE"'
	status=0
	setpriv --bounding-set -sys_chroot "$plain" file --mnt-ns "$inside" /a --print-query \
		>"$work/out" 2>"$work/err" || status=$?
	check 'without a capability' all 'exits 1' no_out \
		'err_is "pagesnap: --mnt-ns $inside: not permitted: this takes CAP_SYS_ADMIN and CAP_SYS_CHROOT"'
else
	skip "another user's" 'not root'
	skip 'without a capability' 'not root'
fi

# Nothing that a container may have put there is opened: all but its own paths is relative.
if command -v strace >/dev/null; then
	status=0
	LD_PRELOAD=$OUT/fake-index.so PAGESNAP_DIR=/fake strace -f -e trace=%file,setns -o "$work/calls" "$plain" \
		fs /many-5 /nosuch --mnt-ns "$inside" --jobs 2 -o +CGROUP_PATH,WHERE >"$work/out" 2>"$work/err" || status=$?
	sed -n '/setns(/,$p' "$work/calls" | grep -E '"/' >"$work/out"
	check 'no file of the container is opened' all 'exits 3' no_out 'grep -q "setns(" "$work/calls"'
	status=0
	LD_PRELOAD=$OUT/fake-index.so PAGESNAP_DIR=/fake strace -f -e trace=%file,%network,setns -o "$work/calls" "$plain" \
		task uid:root uid:nosuch uid:5 cgroup:ssh cgroup:/sys/fs/cgroup cgroup:@7 --mnt-ns "$inside" \
		-o +COMMAND >"$work/out" 2>"$work/err" || status=$?
	sed -n '/setns(/,$p' "$work/calls" | grep -E '"/' >"$work/out"
	check 'none is opened for a user or a cgroup' all 'exits 3' no_out 'grep -q "setns(" "$work/calls"'
else
	skip 'no file of the container is opened' 'no strace'
	skip 'none is opened for a user or a cgroup' 'no strace'
fi
kill "$inside"
ktap_end

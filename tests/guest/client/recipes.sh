#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,load needs=userns once=kernel disturbs=mounts
#
# The recipes of docs/security.md for privileges and containers, as they stand there,
# and what is seen in each.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
echo 'alice:x:1000:1000::/tmp:/bin/sh' >>/etc/passwd
file=/root/recipe
head -c 20000 /dev/urandom >$file
install "$(command -v pagesnap)" /usr/bin/pagesnap

err_has() { grep -qE -- "$1" /tmp/err; }

# --- root -------------------------------------------------------------------------

exits 0 pagesnap file -nr -o PAGES,FILE $file
check 'root may ask' has "^5 $file\$"
exits 1 setpriv --reuid 1000 --regid 1000 --clear-groups pagesnap du
check 'users without the capability are told that only root may ask' err_has '^pagesnap: not permitted: only root may ask$'

# --- capabilities -------------------------------------------------------------------

# capable CAPS COMMAND...: as alice, with these and no other.
capable()
{
	local caps=$1
	shift

	setpriv --reuid 1000 --regid 1000 --clear-groups --bounding-set "-all,$caps" \
		--inh-caps "-all,$caps" --ambient-caps "-all,$caps" "$@"
}

two=+sys_admin,+dac_override
exits 0 capable $two pagesnap file -nr -o PAGES,FILE $file
check 'two capabilities are enough for file' has "^5 $file\$"
for query in 'du -nr' "task $$ -nr" 'who 0x1000' 'fs / --jobs 2 -nr'; do
	# shellcheck disable=SC2086 # words
	exits 0 capable $two pagesnap $query
	check "two capabilities are enough for $query" [ -s /tmp/out ]
done
for caps in +sys_admin +dac_override +sys_admin,+dac_read_search; do
	check "$caps is not enough" exits 1 capable $caps pagesnap du
done
check 'two capabilities are enough for sums by cgroup' exits 0 capable $two pagesnap cgroup -nr -o CGROUP_PATH
check 'cgroups have no names with two capabilities' [ "$(sort -u /tmp/out)" = '?' ]
check 'with a third capability cgroups are shown' exits 0 capable $two,+dac_read_search pagesnap cgroup -nr -o CGROUP_PATH
check 'with a third capability cgroups have names' has '^/$'
unshare --mount sleep 1000 &
other=$!
is_apart() { [ "$(readlink /proc/$other/ns/mnt)" != "$(readlink /proc/self/ns/mnt)" ]; }
wait_for 60 is_apart || check 'there is another mount namespace' false
check 'two capabilities show no mount namespace of others' exits 1 capable $two pagesnap file --mnt-ns "$other" $file
check '--mnt-ns without further capabilities is refused' err_has 'not permitted: this takes CAP_SYS_PTRACE$'
check '--mnt-ns with one more capability is refused' exits 1 capable $two,+sys_ptrace pagesnap file --mnt-ns "$other" $file
check '--mnt-ns names the capabilities that it takes' err_has 'not permitted: this takes CAP_SYS_ADMIN and CAP_SYS_CHROOT$'
check '--mnt-ns with two more capabilities is answered' \
	exits 0 capable $two,+sys_ptrace,+sys_chroot pagesnap file --mnt-ns "$other" $file
kill "$other"
wait "$other" 2>/dev/null

# --- sudo -----------------------------------------------------------------------------

alice() { setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }

if command -v sudo >/dev/null; then
	echo 'alice:*:19000:0:99999:7:::' >>/etc/shadow
	echo "127.0.0.1 $(hostname)" >>/etc/hosts
	echo 'alice ALL=(root) NOPASSWD: /usr/bin/pagesnap du, /usr/bin/pagesnap cgroup' \
		>/etc/sudoers.d/pagesnap
	chmod 0440 /etc/sudoers.d/pagesnap
	check 'the line for sudo has no error' exits 0 visudo -cf /etc/sudoers.d/pagesnap
	check 'sudo runs what its line names' exits 0 alice sudo -n /usr/bin/pagesnap du
	check 'what sudo runs is answered' has ' ext4 '
	check 'sudo does not run what its line does not name' exits 1 alice sudo -n /usr/bin/pagesnap du --save /etc/shadow
	check 'sudo asks for a password where its line does not name it' err_has 'sudo:.*password'
	check 'no environment goes along with sudo' exits 0 alice env PAGESNAP_DIR=/tmp sudo -n /usr/bin/pagesnap du
	rm /etc/sudoers.d/pagesnap
else
	skip 'the line for sudo has no error' 'no sudo in this guest'
fi

# --- a privileged container --------------------------------------------------------------

mkdir -p /srv/image /sys/fs/cgroup/box
mount --bind / /srv/image
sleep 1000 &
outside=$!

# What an engine does for --privileged: namespaces of its own but for users, and a root.
# contained SCRIPT: run there.
contained()
{
	printf '%s\n' 'mount -t proc proc /proc' 'mount -t sysfs sysfs /sys' 'mount -t tmpfs tmpfs /tmp' \
		'mount -t cgroup2 cgroup2 /sys/fs/cgroup' "$1" >/root/script
	bash -c 'echo $$ >/sys/fs/cgroup/box/cgroup.procs
		exec unshare --mount --pid --fork --cgroup --uts --ipc --net chroot /srv/image bash /root/script'
}

check 'a container without tracefs' exits 1 contained 'pagesnap du'
check 'is told so' err_has '^pagesnap: tracefs is not mounted$'
tracefs='mount -t tracefs tracefs /sys/kernel/tracing'
check 'a container with the recipe asks' exits 0 contained "$tracefs; pagesnap file $file -nr -o PAGES,FILE"
check 'a container with the recipe gets answers' has "^5 $file\$"
echo kept >/tmp/kept
check 'about the whole machine' exits 0 contained "$tracefs; pagesnap du --csv -n --by fs -o FSTYPE,MAJ:MIN,DIR"
tr -d '\r' </tmp/out | cut -d, -f1,2 | sort -u >/tmp/want
pagesnap du --csv -n --by fs -o FSTYPE,MAJ:MIN | tr -d '\r' | sort -u >/tmp/all
check 'du in a container has no filesystem that du outside has not' [ -z "$(comm -13 /tmp/want /tmp/all)" ]
check 'a container names its own files' exits 0 contained "mkdir /tmp/in; echo x >/tmp/in/side; $tracefs; pagesnap du / --by file -nr -o FILE"
check 'a container finds a file that it alone sees' has '^/tmp/in/side$'
check 'PIDs are those inside' exits 0 contained "$tracefs; pagesnap task 1 -nr -o PID,COMMAND"
check 'a container sees the processes outside in answers' [ "$(awk '$1 > 1 && $2 == "bash"' /tmp/out | wc -l)" -gt 0 ]
check 'a container cannot ask for a process outside' exits 1 contained "$tracefs; pagesnap task $outside"
check 'a container may sum up by cgroup' \
	exits 0 contained "$tracefs; cat $file >/dev/null; head -c 9000 /dev/zero >/tmp/mine; pagesnap cgroup -nr -o CGROUP_PATH"
check 'a container names its own cgroup' has '^/$'
check 'a container does not name processes outside' has '^\?$'
check 'doctor finds nothing wrong' exits 0 contained "$tracefs; pagesnap doctor --csv -n"
check 'doctor in a container does not know where the module is from' has '^note,module,"it runs, but none is installed'
kill "$outside"
wait "$outside" 2>/dev/null
umount /srv/image

# --- a user namespace ----------------------------------------------------------------------

check 'root of a user namespace' exits 1 alice unshare --user --map-root-user pagesnap du
check 'is told so, too' err_has '^pagesnap: not permitted in a user namespace \(a container without real root\)$'
exits 1 unshare --user --map-root-user --mount mount -t tracefs tracefs /mnt
check 'real root in one can not mount tracefs' err_has 'permission denied'
check 'root of a user namespace cannot ask' exits 1 unshare --user --map-root-user pagesnap du
check 'root of a user namespace is told why' err_has 'not permitted in a user namespace'
ktap_end

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,names needs=userns once=kernel disturbs=disks,mounts
#
# --mnt-ns: what a process sees in a mount namespace of its own, and in a chroot, is
# asked for from outside, and is what it is told inside.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

dir=$PAGESNAP_DIR
columns=PAGES,DIRTY_PAGES,INODE,MAJ:MIN,STATE,FILE
mkdir -p /data /srv/jail/data /mnt/ext /bound

mkfs.ext4 -qF /dev/scratch0
mount --make-rprivate /
mount /dev/scratch0 /mnt/ext
mkdir /mnt/ext/shown
head -c 20000 /dev/urandom >/mnt/ext/shown/file
head -c 30000 /dev/urandom >/mnt/ext/hidden

# A namespace: memory of its own at /data, and a part of a disk under another name.
unshare --mount --propagation private bash -c '
	mount -t tmpfs private /data && head -c 12345 /dev/urandom >/data/x &&
	mount --bind /mnt/ext/shown /bound && umount /mnt/ext &&
	touch /tmp/inside && exec sleep 1000' &
inside=$!
# A chroot in ours: its / is a mount, as that of a container is.
mount --bind /srv/jail /srv/jail
head -c 54321 /dev/urandom >/srv/jail/data/y
mkdir -p /srv/jail/{bin,lib,lib64,usr,proc,tmp,payload,sys}
for from in bin lib lib64 usr payload tmp sys; do
	mount --rbind "/$from" "/srv/jail/$from"
done
mount -t proc proc /srv/jail/proc
chroot /srv/jail /bin/sh -c '> /tmp/jailed; exec sleep 1000' &
jailed=$!
for one in inside jailed; do
	wait_for 60 [ -e "/tmp/$one" ] || check "there is one that is $one" false
done

# same PID ARGUMENT...: from outside all is as the client inside says.
same()
{
	local pid=$1
	shift

	nsenter --mount --root --target "$pid" env PAGESNAP_DIR="$dir" "$(command -v pagesnap)" "$@" \
		>/tmp/want 2>/tmp/err || return 1
	exits 0 pagesnap "$@" --mnt-ns "$pid" && [ -s /tmp/want ] &&
		diff <(sort /tmp/want) <(sort /tmp/out) >>/tmp/err
}

# --- a mount namespace ------------------------------------------------------------

exits 1 pagesnap file /data/x
check 'without the option there is no such file' grep -q 'no such file' /tmp/err
check '--mnt-ns has the same file as inside' same "$inside" file /data/x -nr -o $columns
check '--mnt-ns finds a file by its name in the namespace' has '^4 .* live /data/x$'
ino=$(nsenter --mount --target "$inside" stat -c %i /data/x)
check '--mnt-ns finds the file of the namespace, not that outside' has "^4 [0-9]+ $ino "
check '--mnt-ns has the same pages as inside' same "$inside" file /data/x --group page -nr -o INDEX,PFN
check '--mnt-ns has the same filesystem as inside' same "$inside" fs /data -nr -o $columns,MOUNT
check 'what is mounted' has ' /data/x /data$'
check '--mnt-ns has the same folder as inside' same "$inside" du /data -nr -o PAGES,FILES,DIR
check '--mnt-ns adds up the folder' has '^4 1 /data$'
check 'two folders, and what is mounted there' same "$inside" du /data /bound --csv -o PAGES,FILES,DIR
check 'the disk by its other name' same "$inside" fs /bound -nr -o $columns
check 'what is shown' has ' live /bound/file$'
check 'what is not is marked' has ' outside .outside.*/hidden$'
check '--mnt-ns in two sessions is the same as inside' same "$inside" fs /bound --jobs 2 -nr -o $columns
check '--mnt-ns --unordered is the same as inside' same "$inside" fs /bound --jobs 2 --unordered --group page --csv -o FILE,INDEX,PFN
exits 0 pagesnap fs /mnt/ext -nr -o FILE
check 'without --mnt-ns a file has its name outside' has '^/mnt/ext/shown/file$'
pfn=$(pagesnap file --mnt-ns "$inside" /bound/file --group page -nr -o PFN | head -n 1)
check 'whose a frame is' same "$inside" who "$pfn" -nr -o FILE,INODE
check '--mnt-ns shows a file by its name in the namespace' has '^/bound/file '
check 'what a process has mapped' same "$inside" task "$inside" -nr -o START,FILE,INODE
exits 0 pagesnap du --by file --csv -o PAGES,FILE --mnt-ns "$inside" --top 0
check 'the whole machine' has '^4,/data/x'
check 'du --mnt-ns uses names of the namespace' has '^5,/bound/file'
exits 0 pagesnap cgroup --mnt-ns "$inside" -nr -o CGROUP_PATH
check 'cgroups have their names' has '^/'
check '--mnt-ns names as many cgroups as without' [ "$(grep -cx '?' /tmp/out)" = "$(pagesnap cgroup -nr -o CGROUP_PATH | grep -cx '?')" ]

# --- a batch of ours, and what is saved ---------------------------------------------

printf '%s\n' 'file /data/x group=object' 'fs /bound group=object' 'file /nosuch' >/data/batch
for jobs in 1 2; do
	exits 3 pagesnap batch /data/batch --mnt-ns "$inside" --jobs $jobs -nr -o FILE --print --save /data/saved
	check "a batch in a mount namespace names the line that fails, jobs $jobs" \
		grep -qx 'pagesnap: /data/batch:3: no such file or directory' /tmp/err
	check "a batch in a mount namespace is answered, jobs $jobs" [ "$(head -n 1 /tmp/out)" = /data/x ]
	grep '^/' /tmp/out >/tmp/want
	exits 3 pagesnap batch --read /data/saved -nr -o FILE
	check "a batch in a mount namespace is saved, jobs $jobs" \
		[ "$(grep -vx /mnt/ext/hidden /tmp/out | grep '^/')" = "$(</tmp/want)" ]
done
exits 1 pagesnap file --mnt-ns "$inside" x
check 'a relative path is refused with --mnt-ns' grep -qx 'pagesnap: x: with --mnt-ns a path is absolute' /tmp/err

# Files of the kernel that are no such: the client looks at the host's.
nsenter --mount --target "$inside" bash -c 'mount -t tmpfs none /proc; mount -t tmpfs none /sys'
exits 0 pagesnap fs /bound --mnt-ns "$inside" -nr -o PAGES,CGROUP_PATH,FILE
check '--mnt-ns works where /proc and /sys are not mounted' has '/bound/file$'
exits 1 pagesnap fs type:tmpfs --mnt-ns "$inside"
check 'a type of filesystem needs the list in /proc/filesystems' \
	grep -q 'type:tmpfs: no filesystem of this type: see /proc/filesystems' /tmp/err

# --- a chroot -----------------------------------------------------------------------

exits 1 pagesnap file /data/y
check 'without the option there is no such file, either' grep -q 'no such file' /tmp/err
check 'a file below a root' same "$jailed" file /data/y -nr -o $columns
check '--mnt-ns of a chroot finds a file by its name there' has '^14 .* live /data/y$'
check '--mnt-ns du of a chroot is the same as inside' same "$jailed" du /data -nr -o PAGES,FILES,DIR
check 'adds up as well' has '^14 1 /data$'
check 'the root is that one' same "$jailed" fs --min-pages 14 -nr -o FILE
check '--mnt-ns of a chroot names files from its root' has '^/data/y$'

# A folder that is no mount.
mkdir -p /srv/plain/data
head -c 67890 /dev/urandom >/srv/plain/data/z
for from in bin lib lib64 usr; do
	mkdir "/srv/plain/$from"
	mount --bind "/$from" "/srv/plain/$from"
done
chroot /srv/plain /bin/sleep 1000 &
plain=$!
is_plain() { [ "$(readlink "/proc/$plain/root")" = /srv/plain ]; }
wait_for 60 is_plain || check 'there is a process with that root' false
exits 0 pagesnap file /data/z --mnt-ns "$plain" -nr -o PAGES,FILE
check 'a file below a root that is no mount' has '^17 /data/z$'
exits 0 pagesnap fs --mnt-ns "$plain" -nr -o PAGES,FILE --min-pages 17
check 'has the name by the mount above in a list' has '^17 /srv/plain/data/z$'
kill "$plain"
wait "$plain"

# A kernel thread is where the first process is.
mount --bind /mnt/ext/shown /bound
exits 0 pagesnap file /bound/file --mnt-ns 2 -nr -o FILE
check 'a kernel thread' has '^/bound/file$'
umount /bound

# --- nothing stays ------------------------------------------------------------------

# another test may have left it, and the client empties it some time later
rm -f /tmp/answer
pagesnap batch --mnt-ns "$inside" -nr -o FILE < <(echo 'file /data/x group=object'; sleep 3) >/tmp/answer 2>/tmp/said &
client=$!
has_answered() { [ -s /tmp/answer ] || ! kill -0 "$client"; }
wait_for 60 has_answered || check 'the client answers' false
kill "$inside"
wait "$inside" 2>/dev/null
rm -f /tmp/out
cp /tmp/said /tmp/err
check 'a process that ends while it is asked' wait "$client"
exits 1 pagesnap file --mnt-ns "$inside" /data/x
check '--mnt-ns of a process that has ended is an error' grep -qx "pagesnap: --mnt-ns $inside: no such process" /tmp/err
check 'our mounts are free' umount /mnt/ext
check 'the disk is free when the namespace has ended' mkfs.ext4 -qF /dev/scratch0
kill "$jailed"
wait "$jailed"
check 'mounts of the chroot can be unmounted' umount -R /srv/jail
ktap_end

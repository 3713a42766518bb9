#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=files,records,screen needs=- disturbs=disks,mounts,memory,settings
#
# What inodes, dentries and nodes of the page cache take: of files whose trees are known, and of
# many, against /proc/slabinfo and memory.stat.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
work=/mnt/cost
mkfs.ext4 -qF -N 20000 /dev/scratch0
mkdir -p "$work"
mount /dev/scratch0 "$work"

# of a cache in slabinfo: bytes of an object, and how many objects are allocated
object() { awk -v c="$1" '$1 == c { print $4 }' /proc/slabinfo; }
objects() { awk -v c="$1" '$1 == c { print $2 }' /proc/slabinfo; }

# pages FILE NR: by pages, so that no folio is large
pages() { dd if=/dev/zero of="$work/$1" bs=4096 count="$2" status=none; }
pages none 0
pages one 1
pages leaf 64
pages two-leaves 65
pages three-levels 4097
dd if=/dev/zero of="$work/far" bs=4096 count=1 seek=4096 status=none
sync
ln "$work/one" "$work/second"
ln "$work/one" "$work/third"

inode=$(object ext4_inode_cache)
dentry=$(object dentry)
node=$(object radix_tree_node)
# told FILE NODES DENTRIES
told()
{
	ask filename_index "$work/$1 group=object slab=1"
	has "^file .* inode=1:$inode:[0-9-]+ dentries=$3:$(($3 * dentry)):[0-9-]+ xa_nodes=$2:$(($2 * node)):[0-9-]+ name=$work/$1$"
}
check 'a file without pages has an inode and a name' told none 0 1
check 'one page at the beginning needs no node' told one 0 3
check '64 pages are one node' told leaf 1 1
check '65 pages are two nodes below one' told two-leaves 3 1
check '4097 pages are 65 nodes below two below one' told three-levels 68 1
check 'a page far behind has a node on each level' told far 3 1
check 'nothing is unknown' has_no '\?'
ask filename_index "$work/one group=object"
check 'without slab=1 nothing is told of slabs' has_no 'xa_nodes='
ask filename_index "$work/one slab=1"
check 'slab=1 is for group=object' has 'msg=slab=1.040is.040for.040group=object'

# sums of a filesystem, before and after
sums() { pagesnap du --by fs --with-slab -nr -o INODES,DENTRIES,XA_NODES,SLAB,MOUNT | grep " $work\$"; }
read -r inodes names nodes slab _ <<<"$(sums)"
before=$(objects ext4_inode_cache)
mkdir "$work/many"
for i in $(seq 3000); do : >"$work/many/$i"; done
after=$(objects ext4_inode_cache)
read -r more_inodes more_names more_nodes more_slab _ <<<"$(sums)"
echo "before $inodes $names $nodes $slab after $more_inodes $more_names $more_nodes $more_slab slabinfo $before $after" >/tmp/out
check '3000 new files and their folder are as many inodes' [ $((more_inodes - inodes)) -eq 3001 ]
check '3000 new files and their folder are as many names' [ $((more_names - names)) -eq 3001 ]
# which counts as allocated what CPUs keep for the next: some hundreds
check 'slabinfo has so many more inodes' [ $((after - before)) -ge 2500 -a $((after - before)) -le 3500 ]
check 'they cost what their objects take' \
	[ $((more_slab - slab)) -eq $((3001 * (inode + dentry) + (more_nodes - nodes) * node)) ]
negative() { awk '{ print $5 }' /proc/sys/fs/dentry-state; }
read -r inodes names nodes slab _ <<<"$(sums)"
before=$(negative)
for i in $(seq 2000); do [ -e "$work/many/none-$i" ]; done
after=$(negative)
read -r more_inodes more_names _ <<<"$(sums)"
echo "before $inodes $names after $more_inodes $more_names negative $before $after" >/tmp/out
check 'looking for 2000 files that are not there makes negative dentries' [ $((after - before)) -ge 1900 ]
check 'negative dentries count as names of no file' [ "$more_inodes $more_names" = "$inodes $names" ]
pagesnap fs "$work" --with-slab -nr -o INODES,DENTRIES,XA_NODES,FILE >/tmp/out
check 'pagesnap fs has files without pages' has "^1 1 0 $work/many/3000$"
check 'pagesnap fs has the nodes of a file' has "^1 1 68 $work/three-levels$"
pagesnap fs "$work" -nr -o INODES,FILE >/tmp/out
check 'without --with-slab only cached files are shown' has_no many/
pagesnap du "$work" --with-slab -nr -o INODES,DIR >/tmp/out
check 'pagesnap du has a row for the folder' has "^300[01] $work/many$"

# charged to a cgroup
root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
if [ -n "$root" ] && grep -q memory "$root/cgroup.controllers"; then
	echo +memory >"$root/cgroup.subtree_control"
	mkdir "$root/cost"
	mkdir "$work/charged"
	bash -c "echo \$\$ >$root/cost/cgroup.procs; for i in \$(seq 3000); do : >$work/charged/\$i; done"
	pagesnap cgroup --with-slab -nr -o INODES,DENTRIES,SLAB,CGROUP_PATH >/tmp/out
	read -r inodes names slab _ <<<"$(grep ' /cost$' /tmp/out)"
	stat=$(awk '$1 == "slab" { print $2 }' "$root/cost/memory.stat")
	echo "told $inodes $names $slab memory.stat $stat" >>/tmp/out
	check 'what a cgroup made is charged to it' [ "${inodes:-0}" -ge 2990 -a "${names:-0}" -ge 2990 ]
	check 'what is charged to a cgroup is most of what memory.stat has as slab' \
		[ "${slab:-0}" -le $((stat * 11 / 10)) -a "${slab:-0}" -ge $((stat * 7 / 10)) ]
	rm -rf "$work/charged"
	rmdir "$root/cost"
else
	skip 'what a cgroup made is charged to it' 'no memory controller'
fi
umount "$work"
ktap_end

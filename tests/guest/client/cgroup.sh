#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=cgroup once=kernel disturbs=disks,mounts,memory
#
# pagesnap cgroup: files that are charged to one cgroup, to two, and to one that is gone.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

top=/sys/fs/cgroup/shop
id=$(printf 'abcdef0123456789%.0s' 1 2 3 4)
echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
mkdir "$top" 2>/dev/null
echo +memory >"$top/cgroup.subtree_control" 2>/dev/null
mkdir "$top"/{db.service,web.service,"docker-$id.scope"} 2>/dev/null
if [ ! -e "$top/db.service/memory.stat" ]; then
	rmdir "$top"/* "$top" 2>/dev/null
	skip 'pagesnap cgroup' 'no memory cgroups'
	ktap_end
	exit
fi

# charge CGROUP FILE FIRST PAGES: pages of the file that come to be charged to the cgroup.
charge()
{
	bash -c "echo \$\$ >$top/$1/cgroup.procs
		dd if=$2 bs=4096 skip=$3 count=$4 of=/dev/null status=none"
}

mkfs.xfs -qf /dev/scratch0
mkdir -p /mnt/shop
mount /dev/scratch0 /mnt/shop
head -c $((300 * 4096)) /dev/zero >/mnt/shop/log
head -c $((100 * 4096)) /dev/zero >/mnt/shop/shared
head -c $((50 * 4096)) /dev/zero >/mnt/shop/page
sync
echo 3 >/proc/sys/vm/drop_caches
# only what is asked for is read
blockdev --setra 0 /dev/scratch0
for file in log shared page; do
	dd if=/mnt/shop/$file bs=4096 count=0 of=/dev/null status=none
done
charge db.service /mnt/shop/log 0 300
charge db.service /mnt/shop/shared 0 60
charge web.service /mnt/shop/shared 60 40
charge "docker-$id.scope" /mnt/shop/page 0 50

# by the module, in pages, whatever read-ahead made of it
pages() { pagesnap file "/mnt/shop/$2" --cgroup "@$(stat -c %i "$top/$1")" -nr -o PAGES | grep . || echo 0; }
db_log=$(pages db.service log)
db_shared=$(pages db.service shared)
web_shared=$(pages web.service shared)
docker=$(pages "docker-$id.scope" page)
check 'the states are there' test "$db_log" -eq 300 -a $((db_shared + web_shared)) -eq 100 -a "$web_shared" -gt 0
echo "# db.service $db_log + $db_shared, web.service $web_shared, docker $docker"

named=
! grep -q ' T __x64_sys_open_by_handle_at$' /proc/kallsyms || named=1
# row CGROUP COLUMNS: cells of the cgroup's row.
row() { pagesnap cgroup -nr -o "CGROUP,$2" 2>/dev/null | sed -n "s/^$(stat -c %i "$top/$1") //p"; }

check 'a cgroup: what is charged, what is shared' [ "$(row db.service PAGES,SHARED_PAGES)" = \
	"$((db_log + db_shared)) $db_shared" ]
check 'the largest of it' [ "$(row db.service LARGEST,LARGEST_PAGES)" = "/mnt/shop/log $db_log" ]
check 'a cgroup with shared pages only has them as its largest' \
	[ "$(row web.service PAGES,SHARED_PAGES,LARGEST)" = "$web_shared $web_shared /mnt/shop/shared" ]
pagesnap cgroup --files abcdef -nr -o PAGES,FILE >/tmp/out
check "--files, by a container's id" has "^$docker /mnt/shop/page$"
pagesnap cgroup --files db -nr -o PAGES,FILE >/tmp/out
check '--files, by a unit: pages of this cgroup alone' has "^$db_shared /mnt/shop/shared$"
pagesnap cgroup --files shop/ -nr -o PAGES,FILE >/tmp/out
check '--files with those below' has '^100 /mnt/shop/shared$'
pagesnap cgroup --shared -nr -o PAGES,FILE >/tmp/out
check '--shared shows files that cgroups share' has '^100 /mnt/shop/shared$'
check 'no file that is charged to one cgroup counts as shared' [ "$(grep -c '/mnt/shop/log' /tmp/out)" -eq 0 ]
pagesnap cgroup --matrix -nr -o PAGES,FILES,CGROUP,WITH >/tmp/out
db=$(stat -c %i "$top/db.service") web=$(stat -c %i "$top/web.service")
check '--matrix: of one' has "^$db_shared 1 $db $web$"
check '--matrix: and of the other' has "^$web_shared 1 $web $db$"
if [ -n "$named" ]; then
	check 'a cgroup that exists is live, and has a path' [ "$(row db.service STATE,CGROUP_PATH)" = 'live /shop/db.service' ]
	pagesnap cgroup --shared -nr -o SHARERS,FILE >/tmp/out
	check '--shared shows who shares a file' \
		has "^/shop/(db.service:$((db_shared * 4096)),/shop/web.service:$((web_shared * 4096))|web.service:$((web_shared * 4096)),/shop/db.service:$((db_shared * 4096))) /mnt/shop/shared$"
else
	skip 'a cgroup that exists is live, and has a path' 'no open_by_handle_at()'
fi

# gone CGROUP: removes it and waits until the kernel has put its memory controller
# away: 7.2 takes its pages to the cgroup above then, some time after rmdir.
gone()
{
	rmdir "$1"
	for _ in {1..20}; do
		grep -q '^nr_dying_subsys_memory 0$' "${1%/*}/cgroup.stat" || return
		sleep 0.1
	done
}

gone "$top/db.service"
pagesnap cgroup -nr -o CGROUP,STATE,PAGES,LARGEST >/tmp/out
if ! grep -q "^$db " /tmp/out; then
	skip 'a cgroup that was removed' 'pages go to the cgroup above here'
elif [ -z "$named" ]; then
	check 'a cgroup that was removed: whether it is dead is not known' has "^$db \\? "
else
	check 'a cgroup that was removed is DEAD' has "^$db DEAD $((db_log + db_shared)) /mnt/shop/log$"
	pagesnap cgroup --dead -nr -o CGROUP,PAGES >/tmp/out
	check '--dead: that one' has "^$db $((db_log + db_shared))$"
	check '--dead: and none that is live' [ "$(grep -c "^$web " /tmp/out)" -eq 0 ]
	pagesnap cgroup --dead >/tmp/out
	check 'a table says which' has "DEAD +\(ino $db\) +/mnt/shop/log \(1.2M\)$"
	pagesnap cgroup --files "@$db" -nr -o PAGES,FILE >/tmp/out
	check 'files that keep a removed cgroup are shown' has "^$db_log /mnt/shop/log$"
	echo 1 >/proc/sys/vm/drop_caches
	pagesnap cgroup --dead -nr -o CGROUP >/tmp/out
	check 'a removed cgroup has no row when its pages are gone' [ "$(grep -c "^$db$" /tmp/out)" -eq 0 ]
fi
umount /mnt/shop
rmdir "$top"/* "$top" 2>/dev/null
ktap_end

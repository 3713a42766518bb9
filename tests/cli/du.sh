#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# du: what it asks of whom, and what it adds up.  See answer.h.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

tree=$work/tree
mkdir -p "$tree"/{a,sub/deep,ov,auto,bind,hidden}
ln -s tree "$work/link"
export PAGESNAP_MOUNTINFO=$work/mountinfo PAGESNAP_FILESYSTEMS=$work/filesystems
cat >"$PAGESNAP_MOUNTINFO" <<END
22 1 254:1 / / rw - ext4 /dev/vda1 rw
30 22 254:2 / $tree/sub rw - ext4 /dev/vda2 rw
31 22 0:40 / $tree/ov rw - overlay overlay rw
32 22 0:41 / $tree/auto rw - autofs systemd-1 rw
33 22 254:3 / $tree/hidden/inner rw - ext4 /dev/vda3 rw
34 22 0:42 / $tree/hidden rw - tmpfs tmpfs rw
37 22 0:44 / $tree/odd rw - rootfs rootfs rw
38 37 0:44 / $tree/odd/again rw - rootfs rootfs rw
39 22 0:45 / $tree/fuse rw - fuse.sshfs host:/ rw
END
printf 'nodev\ttmpfs\nnodev\tfuse\nnodev\tbdev\n\text4\n\tbtrfs\n' >"$PAGESNAP_FILESYSTEMS"

# asks PATTERN...: the queries of the last run's --print-query, without their group.
asks() { [ "$(sed "s/ group=object\$//; s|$work|W|" "$work/out")" = "$(printf '%s\n' "$@")" ]; }

# --- where it looks -----------------------------------------------------------

run du --print-query
check 'every type of filesystem, block devices, and what has no such type' \
	asks 'fs type:tmpfs' 'fs type:fuse' 'fs type:ext4' 'fs type:btrfs' 'fs type:bdev' 'fs "W/tree/odd"'
run du "$tree" --print-query
check 'a folder, and what is mounted below it and can be seen, but no overlay and no autofs' \
	asks 'file "W/tree"' 'file "W/tree/sub"' 'file "W/tree/hidden"' 'file "W/tree/odd"' \
	'file "W/tree/odd/again"' 'file "W/tree/fuse"'
run du -x "$tree" --print-query
check '-x: the folder alone' asks 'file "W/tree"'
cd "$tree/a" || exit 1
run du ../../link/sub --print-query
check 'links and ".." are resolved, or mounts could not be found' asks 'file "W/tree/sub"'
cd "$OLDPWD" || exit 1
run du "$tree/nosuch"
check 'a path that the kernel does not find' all 'exits 1' 'err_has "/tree/nosuch: no such file or directory$"'

printf '35 22 0:43 / /snap rw - btrfs /dev/vdb rw\n36 22 0:43 / /snap/again rw - btrfs /dev/vdb rw\n' \
	>>"$PAGESNAP_MOUNTINFO"
run du --print --save "$work/saved" -nr -o MOUNT
check 'a type that the kernel hides is asked by its mounts, each superblock once' all 'exits 0' silent \
	'[ "$(grep -aoc "/snap" "$work/saved")" -ge 1 ]' '! grep -aq "/snap/again" "$work/saved"' \
	'! grep -aq type:btrfs "$work/saved"'
PAGESNAP_FILESYSTEMS=/nowhere run du
check 'no list of types' all 'exits 1' 'err_has "the kernel.s lists of mounts and filesystems can.t be read: No such file"'

# --- what it adds up ------------------------------------------------------------

run fs /many-30 --print --save "$work/many"
cp "$work/out" "$work/files"
run du -R "$work/many" --by dir -nr -o PAGES,FILES,DIR
check 'files are added up' all 'exits 0' 'out_is "495 30 /"'
run du -R "$work/many" --json
check 'by filesystem, unless something else is wanted' all 'exits 0' \
	'[ "$(jq -c "[(.pagesnap|length), .pagesnap[0].fstype, .total.files, .total.pages]" "$work/out")" = "[1,\"ext4\",30,495]" ]'
run du -R "$work/many" --by file --csv -n -o FILE --top 1
check '--by file: rows as they are' all 'exits 0' 'out_has "^/file-30"' 'lines 1'
run du -R "$work/many" --by cgroup -nr -o PAGES,CGROUP,CGROUP_PATH
check '--by cgroup: pages of a module that tells none' all 'exits 0' 'out_is "495 ? ?"'
run du -R "$work/many" --by type
check 'a table has a total' all 'exits 0' 'out_has "^ *1.9M .* 30 ext4$"' 'out_has "^ *1.9M .* 30 total$"' 'lines 3'
cat "$work/many" "$work/many" >"$work/twice"
run du -R "$work/twice" --by type -nr -o FILES
check 'a file that comes again counts once' all 'exits 0' 'out_is 30'
run fs /a --group run --print --save "$work/runs"
run du -R "$work/runs"
check 'what is not of files is not added up' all 'exits 1' \
	'err_is "pagesnap: du adds files up, but these answers are of group=run"'
run du /partial -nr -o FILES
check 'what was skipped is named' all 'exits 3' 'err_has "7 inodes skipped"' 'out_is 1'

# --- evicted recently -------------------------------------------------------------

run file /tmp --recently-evicted --csv -n
check 'evicted recently: of another file than the one of the path it is not known' all 'exits 0' \
	'grep -q "^32768,8,32768,8192,4096,12288,?," "$work/out"'
run file "$work/out" --recently-evicted
check 'RECENT stands beside EVICTED' all 'exits 0' 'out_has "EVICTED RECENT FILE"'
run du --recently-evicted --by type -nr -o RECENT
check 'a sum of recent evictions that are not known is not known' out_is '?'

# --- with slab --------------------------------------------------------------------

run du --with-slab --print-query /a
check '--with-slab asks for it' all 'exits 0' 'out_has "slab=1"'
run fs /many-30 --with-slab -nr -o PAGES,SLAB,INODES,INODES_SLAB,DENTRIES,DENTRIES_SLAB,XA_NODES,XA_NODES_SLAB
check 'a file has an inode, a name and nodes' all 'exits 0' \
	'awk "\$2 != 1200 + \$8 || \$3 != 1 || \$4 != 1000 || \$5 != 1 || \$6 != 200 || \$8 != \$7 * 600 { exit 1 }" "$work/out"' \
	'[ "$(wc -l <"$work/out")" -gt 1 ]'
awk '{ slab += $2; inodes += $3; nodes += $7 } END { print slab, inodes, nodes }' "$work/out" >"$work/sum"
run fs /many-30 --with-slab --print --save "$work/with-slab"
run du -R "$work/with-slab" --by type --with-slab -nr -o SLAB,INODES,XA_NODES
check 'du adds up what the files cost' cmp -s "$work/sum" "$work/out"
run du -R "$work/many" --by type --with-slab -nr -o SLAB,INODES
check 'what was not asked for is not told' out_is '- -'
run fs /many-30 --with-slab
check 'columns stand behind RES' all 'exits 0' 'out_has "RES +SLAB +INODES_SLAB +DENTRIES_SLAB +XA_NODES_SLAB +SIZE"'
run cgroup --with-slab -nr -o SLAB,INODES,DENTRIES,CGROUP
check 'cgroup adds what is charged to each' all 'exits 0' 'grep -qE "^[0-9]+ [1-9][0-9]* [1-9][0-9]* 27$" "$work/out"'
run fs --with-slab --group total
check '--with-slab is for files' all 'exits 2' 'err_has "^pagesnap: --with-slab excludes --group total$"'
run fs --with-slab --summary
check '--with-slab is for no summary' all 'exits 2' 'err_has "^pagesnap: --with-slab excludes --summary$"'

# --- nothing to sum up ------------------------------------------------------------

for what in 'du /a' 'du --json /a' 'pfn --summary --json' 'cgroup --csv -n'; do
	# shellcheck disable=SC2086 # words
	FAKE_ABI=9.0 run $what
	check "nothing was told, so no total of 0 is: $what" all 'exits 1' '! out_has "total|0"' 'err_has "is of ABI 9.0"'
done

# --- usage -----------------------------------------------------------------------

run du --by folder
check '--by takes words' all 'exits 2' 'err_has "takes dir, file, fs, type or cgroup"'
run du -d 2 --by fs
check '--max-depth is of folders' all 'exits 2' 'err_has "^pagesnap: --max-depth is for --by dir$"'
run du --group run
check 'du has no option --group' \
	all 'exits 2' 'err_has "du has no option --group; it is one of: file, fs, task, pfn, batch$"'
run fs -x
check '-x is for du' all 'exits 2' 'err_has "unknown option -x"'
run du -H
check 'du -H lists its columns' all 'exits 0' 'out_has "^DIR "'
ktap_end

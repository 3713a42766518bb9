#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A tree of which every twentieth file is cached, or all; its names are in memory (warm),
# or only those of files that were read (cold).  And how little it matters to pagesnap
# that there are as many files again that are not.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

files=${BENCH_FILES:-100000}
tree=$BENCH_DIR/tree
more=$BENCH_DIR/more
trap 'rm -rf "$tree" "$more"; remove_cgroups' EXIT

mkdir "$tree"
make-tree "$tree" "$files"

# cached NTH [CGROUP...]: how the tree comes to have every so many files cached, and no other names.
# The inodes and dentries that are dropped are freed a while later, by RCU: not
# while somebody is measured.
cached()
{
	printf 'sync; echo 3 >/proc/sys/vm/drop_caches; make-tree %s %d %s; sleep 1' \
		"$tree" "$files" "$1"
}

a_tree "$tree"
compare tree "$(cached 20)"

warm="find '$tree' -printf %s >/dev/null"
bash -c "$(cached 20); $warm"
a_tree "$tree" short
compare 'tree, warm'
a_tree "$tree" short
compare 'tree, all cached' "$(cached 1)"
bash -c "$warm"
a_tree "$tree" short
compare 'tree, all cached, warm'

# Neighbours are of different files and cgroups, and differ in their flags.
make_cgroups 4
a_tree "$tree" short
compare 'mixed tree' "$(cached "20 ${cgroups[*]}")"

# In one run, so that the two are told apart by where they look only.
mkdir "$more"
make-tree "$more" "$files"
contender 'the filesystem, twice the names' "pagesnap fs --raw '$BENCH_DIR'"
compare 'tree and as many names' "$(cached 20)"
rm -rf "$more"
contender 'the filesystem' "pagesnap fs --raw '$BENCH_DIR'"
compare 'tree and as many names' "$(cached 20)"

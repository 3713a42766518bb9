#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A tree of which every twentieth file is cached; and how little it matters to
# pagesnap that there are as many files again that are not.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

files=${BENCH_FILES:-100000}
tree=$BENCH_DIR/tree
more=$BENCH_DIR/more
trap 'rm -rf "$tree" "$more"' EXIT

mkdir "$tree"
make-tree "$tree" "$files"
export tree files
# The inodes and dentries that are dropped are freed a while later, by RCU: not
# while somebody is measured.
# shellcheck disable=SC2016 # expanded for each run
restore='sync; echo 3 >/proc/sys/vm/drop_caches; make-tree $tree $files 20; sleep 1'

contender 'pagesnap file --group run' "pagesnap file --group run --raw '$tree'"
contender 'pagesnap du' "pagesnap du --raw '$tree'"
! has fincore || contender 'find and fincore' "find '$tree' -type f -print0 | xargs -0 fincore"
! has vmtouch || contender 'vmtouch' "vmtouch '$tree'"
! has page-types || contender 'page-types -f' "page-types -f '$tree'"
compare tree "$restore"

# In one run, so that the two are told apart by where they look only.
mkdir "$more"
make-tree "$more" "$files"
contender 'the filesystem, twice the names' "pagesnap fs --raw '$BENCH_DIR'"
compare 'tree and as many names' "$restore"
rm -rf "$more"
contender 'the filesystem' "pagesnap fs --raw '$BENCH_DIR'"
compare 'tree and as many names' "$restore"

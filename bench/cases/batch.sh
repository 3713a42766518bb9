#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Thousands of small files by name, in one batch.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

files=${BENCH_BATCH:-10000}
tree=$BENCH_DIR/batch
trap 'rm -rf "$tree" /tmp/bench-list /tmp/bench-batch' EXIT

mkdir "$tree"
make-tree "$tree" "$files"
find "$tree" -type f >/tmp/bench-list
sed 's/.*/file "&" group=run/' /tmp/bench-list >/tmp/bench-batch
make-tree "$tree" "$files" 1

contender 'pagesnap batch' 'pagesnap batch --raw /tmp/bench-batch'
! kernel_has 6 5 || contender 'open, cachestat, close' 'ask-each cachestat /tmp/bench-list'
contender 'open, mincore, close' 'ask-each mincore /tmp/bench-list'
contender 'a pagesnap each' 'process-each 100 /tmp/bench-list pagesnap file --group run --raw'
compare batch

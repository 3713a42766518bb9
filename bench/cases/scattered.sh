#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Ten thousand frames from all over memory: what they are, and whose.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

file=$BENCH_DIR/scattered
trap 'rm -f "$file" /tmp/bench-list /tmp/bench-batch /tmp/bench-named' EXIT
sparse "$file" 512
cache-file "$file"
# Frames of the file, the same ones each time.
pagesnap file --group page -nr -o PFN "$file" | shuf --random-source=<(yes) -n 10000 >/tmp/bench-list
sed 's/.*/pfn &+1 group=page/' /tmp/bench-list >/tmp/bench-batch
sed 's/$/ names=1/' /tmp/bench-batch >/tmp/bench-named

contender 'kpageflags, kpagecount, kpagecgroup' 'frames-each /tmp/bench-list'
contender 'pagesnap batch' 'pagesnap batch --raw /tmp/bench-batch'
contender 'pagesnap batch, names=1' 'pagesnap batch --raw /tmp/bench-named'
compare 'scattered frames'

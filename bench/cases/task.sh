#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One process with much memory in many VMAs.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

coproc holder { exec hold-vmas "${BENCH_TASK_MB:-1024}" 1000; }
# shellcheck disable=SC2154 # by coproc
pid=$holder_PID
trap 'kill "$pid"' EXIT
read -r _ <&"${holder[0]}"

contender 'pagesnap task --group run' "pagesnap task --group run --raw $pid"
contender 'pagesnap task' "pagesnap task --raw $pid"
! has page-types || contender 'page-types -p' "page-types -p $pid"
contender 'task_index, run' "read-index task_index '$pid group=run format=binary'"
contender 'task_index, object' "read-index task_index '$pid group=object format=binary'"
! kernel_has 6 7 || contender 'PAGEMAP_SCAN, pagemap, kpageflags' "pagemap-flags $pid"
contender 'smaps' "read-files /proc/$pid/smaps"
compare task

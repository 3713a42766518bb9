#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One process with much memory in many VMAs.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

trap let_go EXIT
hold hold-vmas "${BENCH_TASK_MB:-1024}" 1000

a_process "$holder_pid"
compare task

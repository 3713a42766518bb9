#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Memory as it is after a while (bench/lived-in.sh).  A machine that is no guest has been
# lived in by others: all frames of it, as it stands.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"
# shellcheck source=bench/lived-in.sh
. "${0%/*}/../lived-in.sh"

trap move_out EXIT

frames_lived_in()
{
	all_frames_in_proc
	all_frames
	compare 'lived-in frames'
	summary_of_frames
	compare 'lived-in summary'
}

if [ -z "${BENCH_TCG:-}" ]; then
	frames_lived_in
	exit 0
fi
live
frames_lived_in
contender 'pagesnap file --group run' "pagesnap file --group run --raw '$database'"
contender 'pagesnap file' "pagesnap file --raw '$database'"
! has page-types || contender 'page-types -f' "page-types -f '$database'"
a_file "$database"
compare 'lived-in file'
a_process "$holder_pid"
compare 'lived-in task'
# So that the first of them that reads folders doesn't wait for the host's disk.
find /usr >/dev/null
a_tree /usr
compare 'lived-in tree'

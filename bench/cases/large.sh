#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What looks at a large process cost, of which 64 MiB are in use, with and without skip=1: time of
# a CPU for each sample.  Sixteen of them, as each sixteenth passes all tables with skip=1.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

end()
{
	let_go
	give_tables_back
	rmmod pagesnap_accesses
}

# cpu_of SAMPLES OPTION...: nanoseconds.  None may be missed, so they are far apart.
cpu_of()
{
	local samples=$1 line

	shift
	line="$holder_pid every=10s samples=$samples unit=2M format=binary $*"
	read-index accesses/task_index "$line" 2>/dev/null | cut -d ' ' -f 2
}

# a_look GIGABYTES OPTION...
a_look()
{
	local gigabytes=$1 one many

	shift
	one=$(cpu_of 1 "$@")
	many=$(cpu_of 17 "$@")
	row "large: $gigabytes GiB mapped, 64 MiB in use" "accesses, unit=2M${*:+ $*}" \
		"CPU_MS=$(awk "BEGIN { printf \"%.2f\", ($many - $one) / 16e6 }")"
}

load_collection accesses
holder_pid=
trap end EXIT
take_tables
for gigabytes in 1 16 64; do
	hold map-much "$gigabytes"
	a_look "$gigabytes"
	a_look "$gigabytes" skip=1
	let_go
done

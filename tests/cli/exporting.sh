# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# For tests of export, behind cli.sh: a machine of 7608 frames, see answer-census.c, and files of
# one filesystem, see answer-world.c.

# shellcheck source-path=SCRIPTDIR
. ./changing.sh
# shellcheck disable=SC2154 # it is of who sources this
export PAGESNAP_PROC=$work/proc PAGESNAP_SYSFS=$work/sys PAGESNAP_CGROUPS=
mkdir -p "$work"/{proc,sys,cgroups}
printf 'MemTotal: 30432 kB\nKernelStack: 160 kB\nPercpu: 240 kB\n' >"$work/proc/meminfo"
printf 'nr_slab_reclaimable 250\nnr_slab_unreclaimable 400\n' >"$work/proc/vmstat"

# sample NAME[LABELS]: its value, of the answer in $work/out.
sample() { awk -v s="$1" 'index($0, s " ") == 1 { print substr($0, length(s) + 2) }' "$work/out"; }
# sample_is NAME[LABELS] VALUE
sample_is() { [ "$(sample "$1")" = "$2" ]; }
# sum_of NAME: of all samples of a family.
sum_of() { awk -v n="$1" 'index($0, n "{") == 1 { sum += $NF } END { printf "%.0f\n", sum }' "$work/out"; }
# series NAME: how many a family has.
series() { grep -c "^$1{" "$work/out"; }
no_series_twice() { [ -z "$(grep -v '^#' "$work/out" | sed 's/ [^ ]*$//' | sort | uniq -d)" ]; }

# What others read it with; each says what is wrong on stdout.
lint() { ! command -v promtool >/dev/null || promtool check metrics <"$work/out" 2>&1; }
parse_openmetrics()
{
	/usr/bin/python3 - "$work/out" 2>&1 <<-'END'
		import sys
		try:
		    from prometheus_client.openmetrics.parser import text_string_to_metric_families
		except ImportError:
		    sys.exit(0)
		for family in text_string_to_metric_families(open(sys.argv[1], newline="").read()):
		    assert family.type == "gauge", family.name
	END
}

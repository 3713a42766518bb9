# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# The stage of tests/run that runs nothing of what it looks at.  Sourced, never run.
#
# shellcheck disable=SC2154 # tests/run and tests/vm/lib.sh name folders and kernels

our_scripts()
{
	local file line

	while read -r file; do
		read -r line <"$file" || true
		case $line in
		'#!'*[/' ']bash*|'#!'*[/' ']sh*|'# shellcheck shell='*) printf '%s\0' "$file" ;;
		esac
	done < <(find "$tree" -type d \( -name build -o -name .git \) -prune -o \
		-type f -not -name '*.[cho]' -print | sort)
}

module_files()
{
	find "$tree" -path "$tree/module/*" -name '*.[ch]' -not -name probed.h -printf '%P\0' \
		-o -path "$tree/include/*" -name '*.h' -printf '%P\0' | sort -z
}

# Left out: kernel-doc says what a lock protects, pure.h makes the kernel's
# types out of the standard's, and a table's macro has no side effects.
checkpatch()
{
	(cd "$tree" && module_files |
		xargs -0 "$cache/tools/current/scripts/checkpatch.pl" \
			--no-tree --strict --terse --quiet --no-summary --show-types \
			--ignore UNCOMMENTED_DEFINITION,PREFER_KERNEL_TYPES,MACRO_ARG_REUSE --file)
}

check_style()
{
	if [ "$(module_files | wc -c)" -eq 0 ]; then
		skip checkpatch 'no files in module/ and include/'
	else
		check checkpatch checkpatch
	fi
}

check_scripts()
{
	our_scripts >"$work/scripts"
	check shellcheck xargs -0 shellcheck -x <"$work/scripts"
}

# In the compilers', modpost's and objtool's words.  Remarks on the machine
# (another compiler's build, no BTF) are no warnings about the code.
warnings()
{
	grep -E ':[0-9]+(:[0-9]+)?: +(warning|error):|WARNING: modpost|ERROR: modpost|objtool:|\.ko: warning' "$1"
}

# check_build SERIES: from scratch, with W=1 and sparse.
check_build()
{
	local series=$1 log=$logs/build-$1.log

	if ! SPARSE=1 "$vm_dir/build" --clean "$series" >"$log" 2>&1; then
		if optional "$series"; then
			skip "build for $series" "the optional kernel doesn't build, see ${log#"$tree"/}"
			return
		fi
		tail -n 40 "$log" >"$work/output"
		diagnose "$work/output"
		fail "build for $series"
	elif warnings "$log" >"$work/output"; then
		diagnose "$work/output"
		fail "build for $series has no warnings"
	elif grep -q 'C=2 specified, but' "$log"; then
		skip "build for $series without warnings" 'by the compiler none, but there is no sparse that can read these headers'
	else
		pass "build for $series without warnings"
	fi
}

self_test()
{
	{
		framed selftest "$tree/tests/selftest"
		framed docs "$tree/docs/check"
		printf '# harness: done\n'
	} | awk -v prefix=harness/ -f "$tree/tests/ktap.awk" || true
}

stage_static()
{
	local series

	self_test
	check_style
	check_scripts
	for series in "${kernels[@]}"; do
		usable "$series" || continue
		check_build "$series"
	done
}

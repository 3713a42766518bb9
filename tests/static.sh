# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# What tests/run does without running anything of what it looks at.  Sourced, never run.
#
# shellcheck disable=SC2154 # tests/run and tests/vm/lib.sh name folders and kernels

our_scripts()
{
	local file line

	while read -r file; do
		read -r line <"$tree/$file" || true
		case $line in
		'#!'*[/' ']bash*|'#!'*[/' ']sh*|'# shellcheck shell='*) printf '%s\0' "$file" ;;
		esac
	done < <(cd "$tree" && find . -type d \( -name build -o -name .git \) -prune -o \
		-type f -not -name '*.[cho]' -print | sort)
}

module_files()
{
	find "$tree" -path "$tree/module/*" -name '*.[ch]' -not -name probed.h -printf '%P\0' \
		-o -path "$tree/include/*" -name '*.h' -printf '%P\0' | sort -z
}

# checkpatch_without TYPES FILE...: but for findings of these types.
checkpatch_without()
{
	[ $# -eq 1 ] || (cd "$tree" && "$cache/tools/current/scripts/checkpatch.pl" \
		--no-tree --strict --terse --quiet --no-summary --show-types --ignore "$1" --file "${@:2}")
}

# Left out: kernel-doc says what a lock protects, pure.h makes the kernel's
# types out of the standard's, a table's macro has no side effects, and what the
# module exports is one list.  Headers of trace events are no C but lists in macros, one
# format each, which the kernel's own don't lay out, split or put in parentheses, either.
checkpatch()
{
	local file files=() events=() failed=0
	local ignored=UNCOMMENTED_DEFINITION,PREFER_KERNEL_TYPES,MACRO_ARG_REUSE,EXPORT_SYMBOL

	while read -rd '' file; do
		case $file in
		module/events/trace.h|module/events/head.h) events+=("$file") ;;
		*) files+=("$file") ;;
		esac
	done
	checkpatch_without "$ignored" "${files[@]}" || failed=1
	ignored+=,PARENTHESIS_ALIGNMENT,OPEN_ENDED_LINE,SPLIT_STRING,COMPLEX_MACRO
	checkpatch_without "$ignored" "${events[@]}" || failed=1
	return "$failed"
}

check_style()
{
	if [ "$(module_files | wc -c)" -eq 0 ]; then
		skip checkpatch 'no files in module/ and include/'
	else
		check checkpatch once_each "$(sha256sum <"$cache/tools/current/scripts/checkpatch.pl")" module_files checkpatch
	fi
}

shellcheck_all()
{
	our_scripts | (cd "$tree" && xargs -0 shellcheck -x)
}

check_scripts()
{
	check shellcheck once_for "$(shellcheck --version)" our_scripts shellcheck_all
}

bench_files()
{
	find "$tree/bench" -name build -prune -o -name '*.[ch]' -printf '%P\0' -o -name Makefile -printf '%P\0' |
		sed -z 's:^:bench/:' | sort -z
}

# Guests of the tests have none of these programs: only a compiler sees here that they fit together.
bench_programs()
{
	make -s -C "$tree/bench" "OUT=$work/bench"
}

# --- analysers --------------------------------------------------------------
#
# Each takes files or folders, so that tests/selftest can give it a mistake, and
# prints what it finds; anything is a failure.

client_sources()
{
	(cd "$tree" && find userland -name build -prune -o -name '*.c' -print | LC_ALL=C sort)
}

# Those of the module that are built as programs, too.
pure_sources()
{
	# shellcheck disable=SC2016 # make's
	printf 'include module/pure.mk\n$(info $(patsubst %%,module/%%.c,$(pagesnap-pure) $(pagesnap-accesses-pure) $(pagesnap-faults-pure) $(pagesnap-slab-pure)))all:;@:\n' |
		make -s -C "$tree" -f - | tr ' ' '\n'
}

# cairo's header is below a folder of its own, as pkg-config says.
read -ra drawing < <(pkg-config --cflags-only-I cairo 2>/dev/null)
program_flags=(-std=gnu11 -D_GNU_SOURCE -Iuserland -Iinclude/uapi "${drawing[@]}")

# passed_file VERSION FILES COMMAND...: what is there if COMMAND has found nothing to say against
# the same files before.  FILES prints their names, each with a 0 behind it; VERSION is what
# else the answer depends on.
passed_file()
{
	printf '%s/remembered/passed/%.32s\n' "$cache" "$(
		{
			printf '%s\n' "$1" "$(declare -f "$3")" "${@:3}"
			"$2" | (cd "$tree" && xargs -0 sha256sum)
		} | sha256sum)"
}

has_passed()
{
	[ -e "$1" ] && touch "$1"
}

passes()
{
	mkdir -p "${1%/*}"
	: >"$1"
}

# once_for VERSION FILES COMMAND...: COMMAND, unless it has passed before.  For what looks at
# many files at once; once_each() and tests/anew take one by one.
once_for()
{
	local file
	file=$(passed_file "$@")

	has_passed "$file" && return
	"${@:3}" || return
	passes "$file"
}

# once_each VERSION FILES COMMAND...: COMMAND, with those of the files on stdin that it has not
# passed before, each with a 0 behind it.  For what judges each file by itself.
once_each()
{
	local key hash file mark files=() marks=()
	key=$(printf '%s\n' "$1" "$(declare -f "$3")" "${@:3}" | sha256sum)
	"$2" | (cd "$tree" && xargs -0r sha256sum -z) >"$work/hashes" || return

	while read -r -d '' hash file; do
		mark=$cache/remembered/passed/${key:0:32}-${hash:0:32}-${file//\//,}
		has_passed "$mark" || { files+=("$file"); marks+=("$mark"); }
	done <"$work/hashes"
	[ "${#files[@]}" -ne 0 ] || return 0
	printf '%s\0' "${files[@]}" | "${@:3}" || return
	for mark in "${marks[@]}"; do
		passes "$mark"
	done
}

# each COMMAND...: for each line of stdin.
each()
{
	(cd "$tree" && xargs -d '\n' -r -P "$(jobs_at_once)" -n 1 "$@")
}

# In the words of tests/analyzer.known.
analyzer_says()
{
	(cd "$tree" && LC_ALL=C CPPFLAGS=${program_flags[*]} tests/anew 'gcc-12 --version' \
		"gcc-12 ${program_flags[*]} -O2 -fanalyzer -c -o /dev/null \"\$1\"" "$@") |
		sed -nE 's/^([^:]*):[0-9]+:[0-9]+: (warning|error|fatal error): /\1: /p' |
		sed -E 's/ \[(CWE|-W).*//; s/<U[ 0-9a-f]+>/<U>/' | sort -u
}

analyzer()
{
	grep -F -f <(printf '%s: \n' "$@") "$tree/tests/analyzer.known" | sort >"$work/known"
	analyzer_says "$@" | diff -U0 --label known --label said "$work/known" -
}

# .clang-tidy says what is looked for.  A third of the usual number of states
# finds the same here, in less than half of the time.
tidy()
{
	(cd "$tree" && CPPFLAGS=${program_flags[*]} tests/anew 'clang-tidy --version; cat .clang-tidy' \
		"clang-tidy --quiet --config-file=.clang-tidy \"\$1\" -- ${program_flags[*]} \
			-Xclang -analyzer-config -Xclang max-nodes=75000" "$@") |
		sed -E '/^[0-9]+ warnings? (generated|treated as errors?)/d'
}

# cppcheck_sources OPTION... FILE...: what is agreed on is what it says with more than
# one job; with one it takes calls from file to file to be what they are not.
cppcheck_sources()
{
	(cd "$tree" && cppcheck --quiet -j 2 --error-exitcode=1 --std=c11 \
		--enable=warning,style,performance,portability \
		--suppressions-list=tests/cppcheck.suppress -Iuserland -Iinclude/uapi "$@")
}

# cppcheck_side FOLDER OPTION...: of what is not as it was when it had nothing to say.
cppcheck_side()
{
	once_for "$(cppcheck --version 2>/dev/null; declare -f cppcheck_sources)" "sources_with_$1" \
		cppcheck_sources "${@:2}" "$1"
}

cppcheck_both()
{
	local status=0

	cppcheck_side userland --library=gnu,posix -D_GNU_SOURCE || status=1
	cppcheck_side module -D__KERNEL__ --force || status=1
	return "$status"
}

# The kernel's.  Left out: what is of devices and buses, of which the module has none; what
# wants an OCaml compiler (badzero: sparse finds 0 for a pointer, too); minmax,
# for pure files have no min() outside of the kernel.
semantic_patches()
{
	find "$cache/tools/current/scripts/coccinelle" -name '*.cocci' | LC_ALL=C sort |
		grep -vE '/(check_bq27xxx_data|clk_put|dev(ice_attr_show|ice_node_continue|m_free)|for_each_child|ifnulldev_put|iounmap|irqf_oneshot|newline_in_nl_msg|of_table|pci_free_consistent|platform_(get_irq|no_drv_owner)|pm_runtime|pool_zalloc-simple|put_device|resource_size|badzero|minmax)\.cocci$'
}

# sources_of FOLDER: and what cppcheck needs beside it.
sources_of()
{
	(cd "$tree" && find "$1" include tests/cppcheck.suppress \
		-name build -prune -o -type f -not -name probed.h -print0 | LC_ALL=C sort -z)
}

# The client includes headers of the module's pure files.
sources_with_userland()
{
	(cd "$tree" && printf '%s\0' module/{core,mm,pages}/*.h)
	sources_of userland
}

sources_with_module() { sources_of module; }

# A third of them, which the commit says; all of them where all is run.
patches_in_turn()
{
	semantic_patches | awk -v turn="${PAGESNAP_TURN:-}" 'turn == "" || NR % 3 == turn % 3'
}

# coccinelle FOLDER: with the semantic patches on stdin.
coccinelle()
{
	# shellcheck disable=SC2016 # expanded by the inner shell
	each bash -c 'read -ra options < <(sed -n "s,^// Options:,,p" "$2")
		exec spatch -D report --very-quiet --no-show-diff --cocci-file "$2" "${options[@]}" \
			-I module -I include/uapi --dir "$1"' coccinelle "$1" >"$work/said" 2>&1 ||
		{ cat "$work/said"; return 1; }
	# the counts of an inode and a superblock are the kernel's, and not of refcount_t
	! grep -E '^[^ ]+\.[ch]:[0-9]+' "$work/said" | grep -vE '^module/fs/drop\.c:.*: atomic_add_unless$'
}

coccinelle_in_turn()
{
	patches_in_turn | coccinelle module
}

# Not misspelt: a flag, a function, a cache and a part of the kernel, halves of two values in
# tests, two words of roff, and what a narrow column cuts off.
spelling()
{
	(cd "$tree" && codespell --check-hidden --quiet-level 3 \
		--skip './.git,./build,*/build/*,./tests/fuzz/corpus' \
		--ignore-words-list uptodate,iput,filp,damon,binar,caf,te,bu,outsid,siz "$@")
}

# is_there TOOL
is_there()
{
	command -v "$1" >/dev/null && { [ "$1" != spatch ] || semantic_patches >/dev/null 2>&1; }
}

# analyse NAME TOOL COMMAND...
analyse()
{
	if is_there "$2"; then
		check "$1" "${@:3}"
	else
		skip "$1" "no $2, or nothing for it"
	fi
}

# analyse_as_agreed NAME TOOL COMMAND...: of which each version has other opinions.
# What is held to is what Debian 12's says; tests/selftest tries any.
analyse_as_agreed()
{
	if [ "$(machine_release)" = "$guest_release" ]; then
		analyse "$@"
	else
		skip "$1" "the code is held to the $2 of Debian $guest_release, and this machine has another one"
	fi
}

static_analysers()
{
	local sources

	mapfile -t sources < <(client_sources; pure_sources)
	analyse 'gcc -fanalyzer' gcc-12 analyzer "${sources[@]}"
	analyse_as_agreed clang-tidy clang-tidy tidy "${sources[@]}"
	analyse_as_agreed cppcheck cppcheck cppcheck_both
}

# --- builds -----------------------------------------------------------------

# In the compilers', modpost's and objtool's words.  Remarks on the machine
# (another compiler's build, no BTF) are no warnings about the code.
warnings()
{
	grep -E ':[0-9]+(:[0-9]+)?: +(warning|error):|WARNING: modpost|ERROR: modpost|objtool:|\.ko: warning' "$1"
}

# What a module is built from.
build_sources()
{
	(cd "$tree" && find Kbuild module include tests/modules tests/vm/build \
		-type f -not -name '*.o' -not -name '.*' -not -name probed.h -print0 | LC_ALL=C sort -z)
}

# check_build SERIES: from scratch, with W=1 and, but for another flavour of a kernel, with
# sparse; where not all is run, sparse is for one kernel only, another one with each commit,
# since it says nearly the same of each.  Not again what had no warnings.
check_build()
{
	local series=$1 log=$logs/build-$1.log sparse=1 file

	! is_flavour "$series" && has_turn "$series" || sparse=
	file=$(passed_file "$(realpath "$(kernel_dir "$series")") $(kernel_toolchain "$series") $sparse" \
		build_sources check_build "$series")
	if has_passed "$file"; then
		pass "build for $series without warnings"
	elif ! SPARSE=$sparse "$vm_dir/build" --clean "$series" >"$log" 2>&1; then
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
		passes "$file"
		pass "build for $series without warnings"
	fi
}

self_test()
{
	{
		framed selftest "$tree/tests/selftest"
		framed docs "$tree/docs/check"
		framed rooms "$tree/tests/rooms"
		framed tags "$tree/tests/tags" --check
		printf '# harness: done\n'
	} | awk -v prefix=harness/ -f "$tree/tests/ktap.awk" || true
}

lacking_sources()
{
	build_sources
	printf 'tests/%s\0' lacking ktap.awk
}

# Not again what has passed, as in check_build(); but if the archive lacked 5.10, it may have
# it by now.
lacking_test()
{
	local file old
	# on a new machine the test sets it up
	old=$(kernel_dir 5.10 2>/dev/null) || old=
	file=$(passed_file "$(gcc-12 --version
		printf '%s\n' "$old" "$(kernel_dir 6.1)" "$(kernel_dir 6.12)" \
			"${PAGESNAP_TURN:+$((PAGESNAP_TURN / 3 % 3))}")" lacking_sources lacking_test)

	if [ -n "$old" ] && has_passed "$file"; then
		pass 'builds for kernels that lack something say so, as before'
		return
	fi
	! {
		framed lacking "$tree/tests/lacking"
		printf '# harness: done\n'
	} | awk -v prefix=harness/ -f "$tree/tests/ktap.awk" || passes "$file"
}

static_style()
{
	check_style
	check_scripts
	analyse coccinelle spatch once_for "$(spatch --version 2>/dev/null; declare -f coccinelle
		patches_in_turn | xargs cat 2>/dev/null | sha256sum)" module_files coccinelle_in_turn
	analyse codespell codespell spelling .
	check 'the programs of bench/ build without warnings' once_for "$(gcc --version)" bench_files bench_programs
}

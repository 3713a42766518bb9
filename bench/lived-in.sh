# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Memory as it is after a while: the system was read, packages were installed, a database
# has worked and is open, processes have taken memory and given it back, and files were
# copied, read and deleted.  The same is done each time.  Behind lib.sh, for cases.

packages=${0%/*}/../packages
place=$BENCH_DIR/lived-in
database=$place/database
memory_pid=
cgroups=()
copies=(/usr/lib /usr/bin /usr/sbin /usr/share)

# What it was lived in with ends; that it was remains.
move_out()
{
	let_go
	[ -z "$memory_pid" ] || kill "$memory_pid"
	rm -rf "$place"
	! mountpoint -q /dev/shm || rm -rf /dev/shm/bench-*
	remove_cgroups
}

# in_cgroup NTH COMMAND...: charged there.
in_cgroup()
{
	# shellcheck disable=SC2016 # expanded by that shell
	bash -euc 'echo $$ >"$0/cgroup.procs"; exec "$@"' "${cgroups[$1]}" "${@:2}"
}

# files FOLDER EVERY: every so many of its files, in one order.  No name here has newlines.
files() { find "$1" -xdev -type f | sort | awk "NR % $2 == 0"; }

# read_all FOLDER EVERY
read_all()
{
	files "$1" "$2" | xargs -d '\n' cat >/dev/null
}

install_packages()
{
	if ! dpkg -i "$packages"/*.deb >"$place/dpkg.log" 2>&1; then
		tail -n 5 "$place/dpkg.log" >&2
		return 1
	fi
}

# Rows are made, found, changed, deleted and made again.
statements()
{
	local rows=${BENCH_ROWS:-60000}

	cat <<SQL
.output /dev/null
PRAGMA journal_mode=WAL;
PRAGMA mmap_size=268435456;
PRAGMA cache_size=-32768;
CREATE TABLE t (id INTEGER PRIMARY KEY, k INTEGER, v TEXT);
INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $rows)
	SELECT i, i * 2654435761 % 1000003, printf('%0600d', i * 7919) FROM n;
CREATE INDEX tk ON t (k);
UPDATE t SET v = printf('%0900d', k) WHERE k % 7 = 3;
DELETE FROM t WHERE k % 5 = 2;
SELECT sum(length(v)) FROM t WHERE k % 3 = 1;
INSERT INTO t SELECT id + 1000000, k, v FROM t WHERE k % 4 = 1;
PRAGMA wal_checkpoint;
SELECT sum(length(v)) FROM t;
.output stdout
.print ready
SQL
}

run_database()
{
	statements >"$place/statements"
	# shellcheck disable=SC2016 # expanded by that shell
	hold bash -euc 'echo $$ >"$0/cgroup.procs"; exec sqlite3 -init "$@"' "${cgroups[1]}" \
		"$place/statements" "$database"
}

# What is deleted, and what ends, leaves its memory to what is read afterwards.
use_and_free()
{
	local nth

	in_cgroup 2 cp -a "${copies[@]}" "$place/"
	for nth in $(seq 40); do
		in_cgroup 3 dd if=/dev/zero of="/dev/shm/bench-$nth" bs=1M count=4 status=none
	done
	rm -f /dev/shm/bench-*[037]
	use-memory $(($(meminfo MemTotal) * 2 / 5 / 1024)) "${cgroups[@]}" >"$place/said" &
	memory_pid=$!
	until grep -q ready "$place/said"; do
		sleep 0.1
	done
	files "$place/share" 3 | xargs -d '\n' rm -f
	files "$place/lib" 7 | xargs -d '\n' rm -f
	sync
}

# Until memory is full, and a little more.
fill()
{
	local free

	free=$(($(meminfo MemFree) / 1024))
	sparse "$place/log" $((free + 100))
	in_cgroup 0 cat "$place/log" >/dev/null
	read_all "$place/lib" 2
	read_all /usr/lib 5
}

# As Debian has huge pages, while memory is used.
live()
{
	mkdir -p "$place"
	make_cgroups 4
	drop_caches
	echo always >/sys/kernel/mm/transparent_hugepage/enabled
	read_all / 1
	install_packages
	run_database
	use_and_free
	fill
	echo never >/sys/kernel/mm/transparent_hugepage/enabled
	note "lived-in: $(meminfo Cached) KiB cached, $(meminfo AnonPages) anonymous, $(meminfo MemFree) free"
}

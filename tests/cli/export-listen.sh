#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# export --listen: who asks by HTTP, well or badly; and Prometheus and node_exporter themselves.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
# shellcheck source=tests/cli/exporting.sh
. ./exporting.sh
# shellcheck source=tests/cli/unit.sh
. ./unit.sh

if [ ! -x "$OUT/sanitized/pagesnap-serve" ]; then
	skip 'export --listen' 'no libmicrohttpd: pagesnap-serve is not built'
	ktap_end
fi
world '10 100 5 3 27 /a' '11 50 0 0 28 /b'
export FAKE_LOG=$work/log
socket=$work/socket
chmod 755 "$work"
server=
others=()
trap 'kill $server "${others[@]}" 2>/dev/null; wait; rm -rf "$work"' EXIT

# serve ADDRESS ARGUMENT...
serve()
{
	: >"$FAKE_LOG"
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$client" export --listen "$@" 2>"$work/serve-err" &
	server=$!
}
# stop SIGNAL: its exit code is in $status.
stop()
{
	kill -s "${1:-TERM}" "$server"
	status=0
	wait "$server" || status=$?
	server=
}
ask() { curl -s --max-time 120 --unix-socket "$socket" "$@"; }
# get PATH ARGUMENT...: the answer is in $work/out, its head in $work/head.
get()
{
	local path=$1
	shift
	ask -D "$work/head" -o "$work/out" "http://x$path" "$@"
}
code_is() { [ "$(head -1 "$work/head" | cut -d ' ' -f 2)" = "$1" ]; }
head_has() { grep -qiE -- "$1" "$work/head"; }
looks() { grep -c ' kinds=1' "$FAKE_LOG"; }
free_port() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# --- answers --------------------------------------------------------------------------

serve "unix:$socket" --max-age 1h
wait_for 20 [ -S "$socket" ] || check 'the server starts' false
check 'nothing is asked before somebody asks' [ "$(looks)" = 0 ]
get /metrics
check 'who asks is answered in the text format' all 'code_is 200' \
	'head_has "^content-type: text/plain; version=0.0.4; charset=utf-8"' 'sample_is pagesnap_up 1' \
	'[ -z "$(lint)" ]' '! out_has "^# EOF"'
check 'browsers are not to guess what it is' head_has '^x-content-type-options: nosniff'
get /metrics -H 'Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5'
check 'who takes OpenMetrics gets it' all 'code_is 200' '[ -z "$(parse_openmetrics)" ]' \
	'head_has "^content-type: application/openmetrics-text; version=1.0.0; charset=utf-8"' 'out_has "^# EOF$"'
for accept in 'application/openmetrics-text;version=2.0.0,text/plain;q=0.5' 'text/plain' '*/*' \
	'application/openmetrics-text;q=0.1,text/plain;q=0.5' 'application/openmetrics-text;q=0' ';;;,,,q=' 'a/b;q=x'; do
	get /metrics -H "Accept: $accept"
	check "who sends Accept: $accept gets text" head_has '^content-type: text/plain; version=0.0.4'
done
check 'answers that come close together are of one look' [ "$(looks)" = 1 ]
get /
check 'another path is not found' all 'code_is 404' 'out_has /metrics'
get /metrics -X POST -d x
check 'nothing can be posted' all 'code_is 405' 'head_has "^allow: GET, HEAD"'
ask -I -o "$work/head" http://x/metrics
check 'HEAD is answered without a body' code_is 200
check 'the socket is for its owner and group' [ "$(stat -c %a "$socket")" = 660 ]

# --- who answers has no rights ----------------------------------------------------------

child=$(pgrep -P "$server" -f pagesnap-serve)
check 'who reads from clients has no capability' grep -q '^CapPrm:.0000000000000000$' "/proc/$child/status"
if [ "$(id -u)" = 0 ]; then
	check 'who reads from clients is nobody' grep -qP '^Uid:\t65534\t65534\t65534\t65534$' "/proc/$child/status"
fi
check 'who reads from clients gets no new rights' grep -qP '^NoNewPrivs:\t1$' "/proc/$child/status"
if grep -q '^Seccomp:' /proc/self/status; then
	check 'who reads from clients can become no other program' grep -qP '^Seccomp:\t2$' "/proc/$child/status"
fi

# --- the unit -----------------------------------------------------------------------------

unit=$PWD/../../dist/systemd/pagesnap-export.service
# As pagesnap-record does, whose unit says why it may.
check 'the unit loads the module' [ "$(grep -x 'ExecStartPre=.*' "$unit")" = "$(grep -x 'ExecStartPre=.*' \
	../../dist/debian/pagesnap.pagesnap-record.service)" ]
systemd_takes "$unit"

# --- slow and hostile clients -------------------------------------------------------------

# More than there are places, each of which begins to ask, and goes on a byte at a time.
/usr/bin/python3 - "$socket" >"$work/slow" <<'END' &
import socket, sys, time
held = []
for i in range(200):
    try:
        s = socket.socket(socket.AF_UNIX)
        s.settimeout(5)
        s.connect(sys.argv[1])
        s.send(b"GET /metrics HTTP/1.1\r\nX: ")
        held.append(s)
    except OSError:
        pass
print(len(held), flush=True)
gone = set()
end = time.monotonic() + 40
while time.monotonic() < end and len(gone) < len(held):
    for s in held:
        if s in gone:
            continue
        try:
            s.send(b"x")
        except OSError:
            gone.add(s)
    time.sleep(0.2)
print("all gone" if len(gone) == len(held) else len(held) - len(gone), flush=True)
END
slow=$!
others+=("$slow")
wait_for 30 [ -s "$work/slow" ]
get /metrics
check 'clients that hold all places keep nobody out' all 'code_is 200' 'sample_is pagesnap_up 1'
wait "$slow"
check 'clients that send a byte at a time are cut' eval '[ "$(tail -1 "$work/slow")" = "all gone" ]'
head -c 100000 /dev/zero | tr '\0' x >"$work/large"
get /metrics -H "X: $(head -c 60000 "$work/large")"
check 'a request that is too large is refused' head_has '^HTTP/1.. (413|431|400|414)'
/usr/bin/python3 - "$socket" <<'END'
import os, random, socket, sys
random.seed(1)
for i in range(300):
    s = socket.socket(socket.AF_UNIX)
    s.connect(sys.argv[1])
    data = bytearray(b"GET /metrics HTTP/1.1\r\nHost: x\r\nAccept: application/openmetrics-text;q=0.5\r\n\r\n" * 2)
    for _ in range(random.randint(1, 12)):
        data[random.randrange(len(data))] = random.randrange(256)
    try:
        s.send(bytes(data[:random.randint(1, len(data))]))
    except OSError:
        pass
    s.close()
END
get /metrics
check 'who sends nonsense breaks nothing' all 'code_is 200' '[ -e "/proc/$child" ]'

stop
check 'SIGTERM ends it' all 'exits 0' '[ ! -s "$work/serve-err" ]' '[ ! -e "$socket" ]' '[ ! -e "/proc/$child" ]'

# --- looks that cost much, or fail ----------------------------------------------------------

FAKE_BURN=1000 serve "unix:$socket" --max-cpu 1 --max-age 100ms
wait_for 20 [ -S "$socket" ]
get /metrics
first=$(sample pagesnap_look_timestamp_seconds)
sleep 1
get /metrics
check 'rather than take more than --max-cpu it gives an old answer, which says when it was taken' \
	all '[ "$(looks)" = 1 ]' '[ "$(sample pagesnap_look_timestamp_seconds)" = "$first" ]'
stop
serve "unix:$socket" --max-cpu 100 --max-age 1ms
wait_for 20 [ -S "$socket" ]
get /metrics
# what it takes of a processor comes first
wait_for 30 eval 'get /metrics; [ "$(looks)" -ge 2 ]'
check 'an answer that is too old is made anew' [ "$(looks)" -ge 2 ]
mv "$FAKE_WORLD" "$work/gone"
wait_for 30 eval 'get /metrics; sample_is pagesnap_up 0'
check 'a module that is gone is an answer' all 'code_is 200' 'sample_is pagesnap_up 0' '[ -z "$(lint)" ]'
mv "$work/gone" "$FAKE_WORLD"
wait_for 30 eval 'get /metrics; sample_is pagesnap_up 1'
check 'looking goes on when the module is there again' sample_is pagesnap_up 1
kill -9 "$(pgrep -P "$server" -f pagesnap-serve)"
status=0
wait "$server" || status=$?
cp "$work/serve-err" "$work/err"
check 'if who answers is killed, that is said' all 'exits 1' 'err_has "^pagesnap: pagesnap-serve: Killed$"'
rm -f "$socket"

seq 1 1000 | sed 's|.*|& & 0 0 100000& /f|' >"$work/thousand"
FAKE_WORLD=$work/thousand FAKE_HOLD=$work/go serve "unix:$socket" --top 1000
wait_for 20 [ -S "$socket" ]
ask http://x/metrics >/dev/null &
others+=($!)
wait_for 20 eval '[ "$(looks)" = 1 ]'
kill -STOP "$(pgrep -P "$server" -f pagesnap-serve)"
: >"$work/go"
status=0
wait "$server" || status=$?
server=
cp "$work/serve-err" "$work/err"
check 'if who answers hangs, it is said what to do' all 'exits 1' \
	'err_is "pagesnap: pagesnap-serve has taken nothing for 10 seconds, and is ended: start pagesnap export again, as its service does by itself"'
rm -f "$socket"

FAKE_BURN=20000 serve "unix:$socket"
wait_for 20 [ -S "$socket" ]
ask http://x/metrics >/dev/null &
others+=($!)
wait_for 20 eval '[ "$(looks)" = 1 ]'
stop INT
check 'a signal ends a look' all 'exits 0' '[ ! -e "$socket" ]'

/usr/bin/python3 -c 'import socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])' "$socket"
serve "unix:$socket"
check 'a socket that was left behind is no obstacle' wait_for 20 eval 'get /metrics; code_is 200'
run export --listen "unix:$socket"
check 'a socket that is served is left alone' all 'exits 1' 'err_has "^pagesnap: --listen unix:.*: Address already in use$"'
stop
run export --listen "unix:$work/log"
check 'a file is no socket' all 'exits 1' 'err_has "Address already in use"' '[ -f "$work/log" ]'
mkdir "$work/alone"
cp "$client" "$work/alone/pagesnap"
PATH=/usr/bin:/bin client=$work/alone/pagesnap run export --listen "unix:$socket"
check 'without pagesnap-serve it is said what to install' all 'exits 1' \
	'err_is "pagesnap: --listen needs the program pagesnap-serve: apt install pagesnap-serve"' '[ ! -e "$socket" ]'
"$OUT/sanitized/pagesnap-serve" >"$work/out" 2>"$work/err" </dev/null
status=$?
check 'pagesnap-serve alone says who starts it' all 'exits 2' 'err_has "started by .pagesnap export --listen"'
"$OUT/sanitized/pagesnap-serve" --version >"$work/out" 2>"$work/err"
status=$?
check 'pagesnap-serve has a version' all 'exits 0' 'out_has "^pagesnap-serve [0-9.]+$"'

# --- ports --------------------------------------------------------------------------------

port=$(free_port)
serve "$port" --max-cpu 100
listens() { grep -qi "$1:$(printf %04X "$port") 0*:0000 0A" "/proc/net/$2"; }
wait_for 20 eval 'curl -s -o "$work/out" "http://127.0.0.1:$port/metrics"'
check 'a port alone is one of this machine' all 'listens 0100007F tcp' '! listens 00000000 tcp' 'sample_is pagesnap_up 1'

stop
port=$(free_port)
FAKE_ADDRESSES='127.0.0.1 127.0.0.2 127.0.0.1 198.51.100.7 127.0.0.3' serve "many:$port" --max-cpu 100
wait_for 20 eval 'curl -s -o "$work/out" "http://127.0.0.1:$port/metrics"'
for host in 127.0.0.{1,2,3}; do
	curl -s --max-time 60 -o "$work/out" "http://$host:$port/metrics"
	check "a host of several addresses is listened at: $host" sample_is pagesnap_up 1
	rm -f "$work/out"
done
/usr/bin/python3 - "$port" >"$work/many" <<'END'
import socket, sys
held = []
for i in range(200):
    try:
        held.append(socket.create_connection(("127.0.0.2", int(sys.argv[1])), 5))
        held[-1].send(b"GET /metrics HTTP/1.1\r\nX: ")
    except OSError:
        pass
s = socket.create_connection(("127.0.0.2", int(sys.argv[1])), 20)
s.send(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
print(s.recv(15).decode())
END
check 'clients that hold all places at one address keep nobody out' grep -qx 'HTTP/1.1 200 OK' "$work/many"
stop
check 'SIGTERM ends it at all addresses' all 'exits 0' '[ ! -s "$work/serve-err" ]'
FAKE_ADDRESSES='198.51.100.7 198.51.100.8' run export --listen "many:$port"
check 'a host of which no address is here fails' all 'exits 1' 'err_has "many:$port: Cannot assign requested address"'
FAKE_ADDRESSES=$(echo 127.0.1.{1..9}) run export --listen "many:$port"
check 'a host of too many addresses is refused' all 'exits 2' 'err_has "more addresses than can be listened at"'
port=$(free_port)
serve "$port" --max-cpu 100
wait_for 20 eval 'curl -s -o "$work/out" "http://127.0.0.1:$port/metrics"'

# --- Prometheus and node_exporter -----------------------------------------------------------

# query EXPRESSION: the value that Prometheus says; of several, one a line
query()
{
	curl -s -G --data-urlencode "query=$1" "http://127.0.0.1:$prometheus/api/v1/query" |
		jq -r '.data.result[].value[1]'
}
if command -v prometheus >/dev/null && command -v prometheus-node-exporter >/dev/null; then
	prometheus=$(free_port)
	mkdir "$work/textfile"
	node=$(free_port)
	run export --file "$work/textfile/pagesnap.prom"
	prometheus-node-exporter --collector.disable-defaults --collector.textfile \
		--collector.textfile.directory="$work/textfile" --web.listen-address="127.0.0.1:$node" \
		>"$work/node-log" 2>&1 &
	others+=($!)
	cat >"$work/prometheus.yml" <<-END
		global: { scrape_interval: 2s, scrape_timeout: 2s }
		scrape_configs:
		- job_name: serve
		  static_configs: [ { targets: [ "127.0.0.1:$port" ] } ]
		- job_name: node
		  static_configs: [ { targets: [ "127.0.0.1:$node" ] } ]
	END
	prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/tsdb" --log.level=warn \
		--web.listen-address="127.0.0.1:$prometheus" >"$work/prometheus-log" 2>&1 &
	others+=($!)
	# a scrape that a busy machine doesn't finish in time takes the series away until the next one
	check 'Prometheus takes the answers, and so does node_exporter the file' \
		wait_for 60 eval '[ "$(query "sum(up) + sum(pagesnap_up)")" = 4 ]'
	check 'node_exporter finds nothing wrong with the file' \
		wait_for 60 eval '[ "$(query "node_textfile_scrape_error")" = 0 ]'
	for job in serve node; do
		check "Prometheus sums classes to MemTotal: $job" wait_for 60 eval \
			'[ "$(query "sum(pagesnap_memory_class_bytes{job=\"$job\"})")" = $((7608 * 4096)) ]'
		check "Prometheus has the cgroups: $job" wait_for 60 eval \
			'[ "$(query "pagesnap_cgroup_dirty_bytes{job=\"$job\", cgroup=\"@27\"}")" = $((5 * 4096)) ]'
	done
	is_known()
	{
		[ "$(curl -s "http://127.0.0.1:$prometheus/api/v1/metadata?metric=pagesnap_cgroup_dirty_bytes" |
			jq -r '.data.pagesnap_cgroup_dirty_bytes | map(.type + " " + .unit) | sort | last')" = 'gauge bytes' ]
	}
	# node_exporter tells no units
	check 'Prometheus knows what a series is' wait_for 60 is_known
	jq -r '.. | objects | select(has("expr")).expr' ../../dist/grafana/pagesnap.json |
		sed 's/\$instance/.*/g' >"$work/expressions"
	all_answered()
	{
		empty=
		while read -r expression; do
			[ -n "$(query "$expression")" ] || empty+="$expression; "
		done <"$work/expressions"
		[ -z "$empty" ]
	}
	wait_for 60 all_answered
	check 'all queries of the dashboard have an answer' all '[ -s "$work/expressions" ]' '[ -z "$empty" ]'
	world '11 50 0 0 28 /b'
	# of one scrape, as without it there is none of either
	dirty='pagesnap_cgroup_dirty_bytes{job="serve", cgroup='
	check 'a cgroup that has left has no series any more' wait_for 60 eval \
		'[ "$(query "count($dirty\"@28\"}) unless count($dirty\"@27\"})")" = 1 ]'
else
	skip 'Prometheus and node_exporter' 'packages prometheus, prometheus-node-exporter are not here'
fi
stop
check 'SIGTERM ends it with clients' exits 0

ktap_end

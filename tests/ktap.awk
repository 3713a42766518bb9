# SPDX-License-Identifier: GPL-2.0
#
# Flattens a stream of test programs' output into one KTAP stream: every result
# gets its program's name in front and a number of its own.  What a program
# can't report itself becomes a result too: a crash, a wrong exit status, a
# plan not kept, trouble in the kernel log, a VM that died half-way.
#
# Programs' output is framed by the runner (tests/vm/guest-init, tests/run):
#	# harness: begin NAME
#	# harness: log LINE		kernel log, if it holds trouble
#	# harness: end NAME status=N ms=N
#	# harness: done			after the last program
#
# Exits with 1 if any result is bad.  Variables: prefix (before each name), start (first number is start + 1).

function result(verdict, text)
{
	if (verdict == "not ok")
		bad = 1
	printf "%s %d - %s%s\n", verdict, ++number, prefix, text
	fflush()
}

function fail(text)
{
	failures++
	result("not ok", text)
}

# The line that says what it is: of a long output only the results are seen.
function headline(	text)
{
	text = log_line[log_begin]
	sub(/^\[[ 0-9.]*\] /, "", text)
	return text == "" ? "" : ": " substr(text, 1, 160)
}

function open_program(name)
{
	program = name
	results = failures = logs = 0
	log_begin = 1
	planned = -1
	inside = 1
}

function close_program(status, ms,	i)
{
	if (planned >= 0 && planned != results)
		fail(program ": planned " planned " tests, ran " results)
	if (planned < 0 && status == 0)
		fail(program ": no plan, it may not have run to its end")
	if (status == 124 || status == 137)
		fail(program ": timed out or was killed after " ms " ms")
	else if (status != 0 && !failures)
		fail(program ": exit status " status " without a failed test")
	if (logs) {
		for (i = 1; i <= logs; i++)
			print "# " prefix program ": kernel: " log_line[i]
		fail(program ": trouble in the kernel log" headline())
	}
	print "# " prefix program ": " ms " ms"
	inside = 0
}

BEGIN {
	number = start + 0
	planned = -1
}

{ sub(/\r$/, "") }

/^# harness: init / { print "# kernel " $4; next }
/^# harness: begin / { open_program($4); next }
/^# harness: log / {
	sub(/^# harness: log /, "")
	log_line[++logs] = $0
	if ($0 == "trouble begins:")
		log_begin = logs + 1
	next
}
/^# harness: end / {
	sub(/^status=/, "", $5)
	sub(/^ms=/, "", $6)
	close_program($5 + 0, $6)
	next
}
/^# harness: done/ { done = 1; next }

/^(KTAP|TAP) version / { next }

/^1\.\.[0-9]+/ {
	planned = substr($1, 4) + 0
	if (planned == 0) {
		sub(/^1\.\.0[ #]*(SKIP)? */, "")
		result("ok", program " # SKIP " ($0 == "" ? "nothing to run" : $0))
	}
	next
}

/^(not )?ok([ \t]|$)/ {
	verdict = /^not / ? "not ok" : "ok"
	sub(/^(not )?ok[ \t]*/, "")
	sub(/^[0-9]+[ \t]*/, "")
	sub(/^-[ \t]*/, "")
	results++
	if (verdict == "not ok")
		failures++
	result(verdict, program ": " $0)
	next
}

/^Bail out!/ { fail(program ": " $0); next }

# Whatever else is said is commentary, wherever it comes from.
{ print ($0 ~ /^#/ ? "" : "# ") $0; fflush() }

END {
	if (inside)
		fail(program ": the VM ended during this test")
	else if (!done)
		fail("the runner ended before the last test")
	print "1.." number
	exit bad
}

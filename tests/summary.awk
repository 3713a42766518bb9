# SPDX-License-Identifier: GPL-2.0
#
# Numbers the results of all stages, counts them, and says at the end once more
# what was not run, and what failed, with the commentary around it: of a run elsewhere the end
# may be all that is kept.  Exits with 1 if any result is bad or none is good.

function add(comment)
{
	detail[failed] = detail[failed] "\n#     " substr(comment, 3)
}

# The commentary before a failure; of a long one what is nearest.
function begin_detail(	i)
{
	detail[failed] = ""
	for (i = before > SHOWN ? before - SHOWN : 0; i < before; i++)
		add(comments[i % SHOWN])
	after = SHOWN
}

function fail(name)
{
	failures[++failed] = name
	begin_detail()
}

function left_out(text)
{
	sub(/^- /, "", text)
	sub(/ *# SKIP not run:/, ":", text)
	left[++lefts] = text
}

function result(	verdict)
{
	verdict = /^not / ? "not ok" : "ok"
	sub(/^(not )?ok +([0-9]+ +)?/, "")
	after = 0
	if (verdict == "not ok")
		fail($0)
	else if (/# SKIP/) {
		skipped++
		if (/# SKIP not run:/)
			left_out($0)
	}
	else
		passed++
	before = 0
	printf "%s %d %s\n", verdict, ++number, $0
	fflush()
}

BEGIN { SHOWN = 30 }

/^(1\.\.|KTAP version)/ { next }
/^# stages done/        { done = 1; next }
/^(not )?ok /           { result(); next }
{
	print
	fflush()
}
/^# / {
	if (after > 0) {
		after--
		add($0)
	}
	comments[before++ % SHOWN] = $0
}

END {
	if (!done) {
		fail("- the runner itself failed")
		printf "not ok %d %s\n", ++number, failures[failed]
	}
	printf "1..%d\n", number
	for (i = 1; i <= lefts; i++)
		print "# not run: " left[i]
	for (i = 1; i <= failed; i++)
		print "# failed: " failures[i] detail[i]
	printf "%d passed, %d failed, %d skipped\n", passed + 0, failed + 0, skipped + 0
	exit failed > 0 || passed == 0
}

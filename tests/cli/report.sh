#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# report: a page of saved answers, in a browser.  See answer-world.c for files, in-browser for
# what is done there.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export FAKE_WORLD=$work/world
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"
page=$work/page.html
bidi=$'\u202etxt.exe'

# INODE PAGES DIRTY EVICTED CGROUP NAME
printf '%s\n' '10 1000 40 0 27 /var/lib/db/a.ibd' '11 500 0 10 27 /usr/lib/libc.so' '12 200 0 0 28 /usr/bin/zsh' \
	'13 300 7 90 28 /usr/bin/bash' '14 9 0 0 28 /hostile/</script><script>alert(1)</script>' \
	'15 9 0 0 28 /hostile/<img src=x onerror=alert(2)>' "16 9 0 0 28 /hostile/\"'><b>quoted" \
	$'17 9 0 0 28 /hostile/tab\tand \e[31m' $'18 9 0 0 28 /hostile/\xff\xfebroken' "19 9 0 0 28 /hostile/$bidi" \
	'20 9 0 0 28 /hostile/<!--<script>' "21 9 0 0 28 /$(printf '%0255d/' {1..15})end" >"$work/world"

stream=
saved()
{
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$plain" "$@" --save "$work/$stream" >/dev/null 2>&1
}
stream=files saved du --by file
# of the usual file
unset FAKE_WORLD
stream=runs saved file /a
stream=tasks saved task 1 2 --group object
stream=frames saved top -b -n 1 --by class
stream=totals saved pfn --group total
stream=heat saved heat 51 --once
stream=slab saved slab --for 2s
stream=trace saved trace 51 --for 2s
stream=partial saved file /a/partial
export FAKE_WORLD=$work/world

# look STEP...: at $page, once its data is there; what is printed is in $work/out.
look()
{
	status=0
	{
		printf '%s\n' "${before[@]}" 'until document.documentElement.dataset.ready'
		printf '%s\n' "$@"
	} | timeout 280 ./in-browser "$page" >"$work/out" 2>"$work/err" || status=$?
}
before=()
nothing_wrong() { ! out_has '^wrong: '; }
# The text of cells of the table of files, a row a line.
cells='[...document.querySelectorAll("#files .rows .row")].map(row => [...row.children].map(cell => cell.textContent).join(" ")).join("\n")'
heading() { echo "run [...document.querySelectorAll('#files .head button')].find(b => b.textContent === '$1').click()"; }

# --- the page ---------------------------------------------------------------

alone report "$work/files" -o "$page"
check 'a page is made of a saved stream' all 'exits 0' silent no_out '[ -s "$page" ]'
check 'a page is for its owner alone' [ "$(stat -c %a "$page")" = 600 ]
alone report "$work/files"
check 'without a file it goes to stdout' all 'exits 0' silent 'cmp -s <(grep -v facts "$work/out") <(grep -v facts "$page")'
check 'a page names no other place' all '! grep -qE "(src|href)=.?(https?:|//)|url\(|@import" "$page"' \
	'grep -q "default-src .none.; script-src .sha256-" "$page"'
check 'what users have chosen is nowhere as it is' all '! grep -q "alert(" "$page"' '! grep -q "onerror" "$page"' \
	'[ "$(grep -c "^<script>" "$page")" = 1 ]'
cp "$page" "$work/before"
printf 'no stream at all, whatever it is called' >"$work/other"
alone report "$work/other" -o "$page"
check 'of what is no stream there is no page, and the one before stays' all 'exits 1' 'err_has "^pagesnap: .*other: "' \
	'cmp -s "$page" "$work/before"' '[ "$(find "$work" -name "page.html.*" | wc -l)" = 0 ]'
alone report "$work/nosuch" -o "$page"
check 'a file that is not there is named' all 'exits 1' 'err_has "nosuch: No such file"'
alone report "$work/files" -o "$work/nosuch/page"
check 'a page that cannot be written is said' all 'exits 1' 'err_has "nosuch/page: No such file"'
alone report "$work/files" -o /dev/full
check 'a full disk is an error' all 'exits 1' 'err_has "/dev/full: No space"'
piped() { status=0; "$client" report - -o "$page" <"$1" >"$work/out" 2>"$work/err" || status=$?; }
piped "$work/files"
check 'a stream may come from stdin' all 'exits 0' silent
piped "$work/slab"
check 'one that is read twice may not' all 'exits 3' 'grep -q "stdin: slab needs a file" "$page"'
alone report <(cat "$work/slab") -o "$page"
check 'a pipe with a name is not read twice' all 'exits 3' 'grep -q "slab needs a file" "$page"'
cp "$work/files" "$work/kept"
alone report "$work/slab" "$work/kept" -o "$work/kept"
check 'a stream is not written over by its page' all 'exits 2' 'err_has "kept: is a stream"' 'cmp -s "$work/files" "$work/kept"'
mkdir "$work/pages"
: >"$work/pages/real.html"
ln -s pages/real.html "$work/link.html"
ln -s pages/later.html "$work/dangling.html"
alone report "$work/files" -o "$work/link.html"
check 'behind a link a page is for its owner alone, too' all 'exits 0' silent '[ -L "$work/link.html" ]' \
	'[ "$(stat -c %a "$work/pages/real.html")" = 600 ]' 'grep -q "^</html>" "$work/pages/real.html"'
alone report "$work/files" -o "$work/dangling.html"
check 'a page is made where a link led to nothing' all 'exits 0' silent '[ "$(stat -c %a "$work/pages/later.html")" = 600 ]'
status=0
(trap '' XFSZ; ulimit -f 16; exec "$plain" report "$work/files" -o "$work/pages/real.html") >"$work/out" 2>"$work/err" || status=$?
check 'where a page finds no room the one before stays' all 'exits 1' 'err_has "real.html: File too large"' \
	'grep -q "^</html>" "$work/pages/real.html"' '[ "$(find "$work/pages" -type f | wc -l)" = 2 ]'
if python3 -c 'import os, sys; os.open(sys.argv[1], os.O_TMPFILE | os.O_WRONLY)' "$work" 2>/dev/null; then
	mkfifo "$work/slow"
	"$plain" report "$work/slow" -o "$work/pages/killed.html" &
	# it is there once it reads
	exec 9>"$work/slow"
	kill -s KILL $!
	wait $! 2>/dev/null
	exec 9>&-
	check 'who is killed leaves nothing behind' [ "$(find "$work/pages" -type f | wc -l)" = 2 ]
else
	skip 'who is killed leaves nothing behind' 'no files without a name here'
fi
{ cat "$work/files"; sed 's/00000000-0000-0000/11111111-0000-0000/g' "$work/files"; } >"$work/boots"
alone report "$work/boots" "$work/files" -o "$page"
check 'answers of two boots in a file are those of two machines' all 'exits 0' silent \
	'grep -q "class=.facts.*,0,24,12]" "$page"' '[ "$(grep "class=.streams" "$page" | grep -o ".name." | wc -l)" = 3 ]'
cat "$work"/{files,files,files} >"$work/looks"
alone report "$work/looks" -o "$page"
check 'a stream of several looks says how many there are' all 'exits 0' silent \
	'grep -q "class=.remarks.*looks: 3 looks: each file is as the first that had it tells" "$page"' \
	'grep -q "class=.streams.*\"looks\":3," "$page"' 'grep -q "class=.facts.*,0,12,24]" "$page"'
long=$work$(printf '/%s' {1..5} | sed "s/[1-5]/$(printf '\a%.0s' {1..250})/g")
mkdir -p "$long"
cp "$work/files" "$long/files"
alone report "$long/files" -o "$page"
check 'a text that is too long says that it is cut' all 'exits 0' \
	'grep -q "class=.streams.*[.][.][.] .cut: [0-9]* bytes more.\"" "$page"'
head -c $(($(stat -c %s "$work/files") - 300)) "$work/files" >"$work/cut"
alone report "$work/cut" -o "$page"
check 'a stream that is cut is a page, and partial' all 'exits 3' 'err_has "cut: "' 'grep -q "class=.remarks.*cut: " "$page"'
alone report "$work/partial" -o "$page"
check 'what an answer lacks is said' all 'exits 3' 'grep -q "class=.remarks.*skipped" "$page"'
alone report "$work/files" --jsonl
check 'report has no other format' all 'exits 2' 'err_has "report has no option --jsonl"'
run report -o "$page"
check 'a look at the machine needs its counters' all '[ "$status" = 3 ] || [ "$status" = 1 ] || [ "$status" = 0 ]'

if command -v node >/dev/null; then
	for script in ../../userland/report/*.js; do
		check "a script that can be read: ${script##*/}" node --check "$script"
	done
fi

# --- in a browser -----------------------------------------------------------

if ! command -v chromium >/dev/null || ! command -v python3 >/dev/null; then
	skip 'the page in a browser' 'no chromium, or no python3'
	ktap_end
fi

alone report "$work"/{files,runs,tasks,frames,totals,heat,slab,trace} -o "$page" 2>/dev/null
check 'all streams are one page' [ "$status" = 0 ]
look "print $cells" 'print document.getElementById("chosen").textContent' 'print document.title' \
	'print [...document.querySelectorAll("main h2")].filter(h => !h.closest("[hidden]")).map(h => h.textContent).join("|")'
check 'a page opens, and nothing goes wrong' all 'exits 0' nothing_wrong
check 'the largest files come first' all 'out_has "^3.9M 3.9M 160K .* /var/lib/db/a.ibd$"' \
	'[ "$(sed -n 2p "$work/out" | grep -c libc.so)" = 1 ]'
check 'a page says how many files there are' out_has '^12 of 12 files, '
check 'a page has a part for all that streams have' out_has \
	'Memory by class\|Where it is\|Dirty and evicted\|Files\|Processes\|Heat\|Working sets\|References in order\|Slab hotspots\|Sums of queries\|What was asked'
check 'hostile names are text' all 'out_has "/hostile/</script><script>alert\(1\)</script>$"' \
	'out_has "/hostile/<img src=x onerror=alert\(2\)>$"' "out_has \"/hostile/\\\"'><b>quoted\$\"" 'out_has "/hostile/<!--<script>$"'
check 'what could fool a reader is escaped' all 'out_has "/hostile/tab.011and .033\[31m$"' \
	'out_has "/hostile/.377.376broken$"' 'out_has "/hostile/.342.200.256txt.exe$"'

look 'print document.querySelectorAll("script:not([type])").length + " " + document.querySelectorAll("img, b b, #files b").length' \
	"$(heading FILE)" 'until document.querySelector("#files .grid").getAttribute("aria-busy") === null' "print $cells" \
	'print "sorted " + document.querySelector("#files [aria-sort]").textContent + document.querySelector("#files [aria-sort]").getAttribute("aria-sort")'
check 'names make no elements' out_has '^1 0$'
check 'a heading sorts' all 'out_has "^sorted FILEascending$"' \
	'[ "$(grep -oE "/usr/[a-z/.]*|/var/[a-z/.]*" "$work/out" | paste -sd " ")" = "/usr/bin/bash /usr/bin/zsh /usr/lib/libc.so /var/lib/db/a.ibd" ]'
look "$(heading EVICTED)" 'until document.querySelector("#files .grid").getAttribute("aria-busy") === null' "print $cells"
check 'numbers are sorted as such' sed -n '1{/bash$/!q1}' "$work/out"

look 'key /' 'type BIN/' 'until document.getElementById("chosen").textContent.startsWith("2 of")' "print $cells" \
	'key Escape' 'print document.activeElement.className' 'key End' 'key Enter' \
	'print document.querySelector("#details").open + " " + document.querySelector("#details h2").textContent' \
	'print document.querySelector("#details dl").textContent'
check 'a search is of paths, whatever the case' all 'out_has "/usr/bin/bash$"' 'out_has "/usr/bin/zsh$"' '! out_has "libc"'
check 'keys lead from the search to a row' all 'out_has "^grid$"' 'out_has "^true /usr/bin/zsh$"' 'out_has "Inode12"' \
	'out_has "Charged to@28 800K"' nothing_wrong

choose() { echo "run (s => { s.value = '$2'; s.dispatchEvent(new Event('input', { bubbles: true })); })(document.getElementById('$1'))"; }
look "$(choose only dirty)" 'until document.getElementById("chosen").textContent.startsWith("2 of")' "print $cells"
check 'filters choose files: dirty' all 'out_has a.ibd' 'out_has bash' '! out_has zsh'
look "$(choose cgroup @27)" 'until document.getElementById("chosen").textContent.startsWith("2 of")' "print $cells" \
	'print document.querySelector("#groups-fs .rows").textContent'
check 'filters choose files: cgroup' all 'out_has a.ibd' 'out_has libc' '! out_has bash' 'out_has "5.9M160K"'
look 'run [...document.querySelectorAll("#map button")].find(b => b.getAttribute("aria-label").startsWith("usr ")).click()' \
	'until document.getElementById("chosen").textContent.startsWith("3 of")' \
	'print [...document.querySelectorAll("#map button")].map(b => b.getAttribute("aria-label")).join("|")' \
	'run document.getElementById("reset").click()' 'until document.getElementById("chosen").textContent.startsWith("12 of")'
check 'a cell of the tree map chooses its files, and shows what is in it' all 'exits 0' 'out_has "^(bin|lib) 2M.(bin|lib) 2M$"'
labels='[...document.querySelectorAll("#map > *")].map(b => b.getAttribute("aria-label")).join("|")'
chosen='document.getElementById("chosen").textContent'
look "$(choose text a.ibd)" "until $chosen.startsWith('1 of')" "print $labels" \
	"$(choose text '')" "until $chosen.startsWith('12 of')" "print $labels"
check 'a search does not leave the map in a folder' all 'exits 0' '[ "$(sed -n 1p "$work/out")" = "files here 3.9M" ]' \
	'sed -n 2p "$work/out" | grep -q "^var 3.9M.usr 3.9M.hostile 252K.0"'
by_cgroup='run (s => { s.value = "cgroup"; s.dispatchEvent(new Event("change")); })(document.getElementById("tree-by"))'
cell() { echo "run [...document.querySelectorAll('#map button')].find(b => b.getAttribute('aria-label').startsWith('$1 ')).click()"; }
look "$by_cgroup" "$(cell @27)" "until $chosen.startsWith('2 of')" "print $chosen" \
	'run document.getElementById("reset").click()' "until $chosen.startsWith('12 of')" "print $labels" \
	"$(cell @27)" "until $chosen.startsWith('2 of')" "$(choose cgroup @28)" "until $chosen.startsWith('10 of')" "print $labels" \
	"$(choose cgroup '')" "until $chosen.startsWith('12 of')" "print 'all ' + $chosen"
check 'a cgroup that the map has chosen is let go' all 'exits 0' 'out_has "^2 of .* charged to @27$"' 'out_has "^@27 5.9M.@28 2.2M$"' \
	'out_has "^files here 2.2M$"' 'out_has "^all 12 of 12"'
look 'run document.querySelector("#map button").focus()' 'print document.activeElement.getAttribute("aria-label")' 'key ArrowRight' \
	'print document.activeElement.getAttribute("aria-label")'
check 'arrows go from cell to cell' all 'out_has "^var 3.9M$"' 'out_has "^usr 3.9M$"'

back='print getComputedStyle(document.body).backgroundColor'
look 'theme light' "$back" 'theme dark' "$back" 'run document.getElementById("theme").click()' 'theme light' "$back" \
	'run document.getElementById("theme").click()' 'theme dark' "$back"
check 'colours are those of the system, or as chosen' [ "$(paste -sd ' ' "$work/out" | sed 's/, */,/g')" = \
	'rgb(246,247,248) rgb(20,24,28) rgb(20,24,28) rgb(246,247,248)' ]
# the tree map is drawn anew when the window has its size
look 'size 420 900' 'until document.documentElement.scrollWidth <= 420' 'print document.documentElement.scrollWidth <= 420'
check 'a narrow window needs no scrolling to the side' out_has '^true$'
# what is shown is chosen when the page is opened
look 'size 420 900' reload \
	'until document.documentElement.dataset.ready' \
	'print [...document.querySelectorAll("#groups .rows .row:first-child")].map(row => row.firstChild.textContent + Math.round(row.firstChild.getBoundingClientRect().right)).join(" ")'
check 'a narrow window shows whose dirty pages these are' all 'exits 0' nothing_wrong 'out_has "^/ .ext4 254:2.[123]?[0-9]{2} @27[123]?[0-9]{2}$"'
look \
	'run addClasses(document.querySelector("#classes .body"), "many", Array.from({ length: 40 }, (_, nth) => ({ name: "class " + nth, bytes: 1, of: "" })))' \
	'print new Set([...document.querySelectorAll("#classes .block:last-child .stack div")].map(e => getComputedStyle(e).backgroundColor + getComputedStyle(e).backgroundImage)).size'
check 'no two of forty classes look the same' all 'exits 0' 'out_has "^40$"'
look 'print [...document.querySelectorAll("button, select, input, [role=grid], section")].filter(e => !e.closest("[hidden]") && !(e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.labels?.length || e.textContent)).length' \
	'print document.querySelector("#files .grid").getAttribute("aria-rowcount")' \
	'print document.querySelector("#files .row.here").getAttribute("aria-selected") + (document.getElementById(document.querySelector("#files .grid").getAttribute("aria-activedescendant")) === document.querySelector("#files .row.here"))'
check 'who hears the page knows what is what' all 'out_has "^0$"' 'out_has "^13$"' 'out_has "^truetrue$"'

head -c $(($(stat -c %s "$page") / 2)) "$page" >"$work/half.html"
page=$work/half.html
status=0
printf '%s\n' 'until document.body' 'until document.readyState === "complete"' 'print document.querySelectorAll("#files .row").length' \
	'print document.getElementById("state").textContent' | timeout 200 ./in-browser "$page" >"$work/out" 2>"$work/err" || status=$?
check 'a page that is cut shows no table, and says why' all 'exits 0' 'out_has "^0$"' 'out_has "the page is cut"'
page=$work/page.html
alone report "$work/other"
cp "$work/out" "$work/failed.html"
printf '%s\n' 'until document.querySelector("#state.bad")' 'print document.getElementById("state").textContent' |
	timeout 200 ./in-browser "$work/failed.html" >"$work/out" 2>"$work/err"
check 'a page of which the making failed says so' out_has 'making this page failed'

awk 'BEGIN { for (i = 1; i <= 2100; i++) printf "%d 1 0 0 %d /srv/%d\n", i + 100, i + 1000, i }' >"$work/many-world"
FAKE_WORLD=$work/many-world stream=many saved du --by file
alone report "$work/many" -o "$page"
look 'print document.querySelectorAll("#cgroup option").length' 'print document.querySelector("#cgroup option:disabled").textContent'
check 'a list of cgroups that is too long says so' all 'exits 0' nothing_wrong 'out_has "^2002$"' \
	'out_has "^and 100 more: see the tree map by memory cgroup$"'

# Unknown numbers are "?".
cp ../golden/abi-1.2/unknown-values.bin "$work/unknown"
alone report "$work/unknown" -o "$page"
look 'print document.getElementById("files").textContent' 'print document.body.textContent.length'
check 'what is unknown is ?' all 'exits 0' nothing_wrong 'out_has "[?]"'

# --- a million files ----------------------------------------------------------

awk 'BEGIN { for (i = 1; i <= 1000000; i++)
	printf "%d %d %d %d %d /srv/%02d/%03d/object-%07d.bin\n", i + 100, i * 7919 % 4096 + 1,
		i % 10 ? 0 : i * 31 % 64, i % 7 ? 0 : i * 17 % 512, 27 + i % 40, i % 50, i / 50 % 400, i }' >"$work/world"
stream=million saved du --by file
page=$work/million.html
status=0
"$plain" report "$work/million" -o "$page" >"$work/out" 2>"$work/err" || status=$?
rm -f "$work/million" "$work/world"
check 'a million files are a page of at most 40 MB' all 'exits 0' '[ "$(stat -c %s "$page")" -lt 40000000 ]'
look cost 'print document.getElementById("chosen").textContent.slice(0, 35)' \
	'print document.querySelectorAll("#files .rows .row").length < 40' \
	'run document.querySelector("#files .grid").focus()' 'key End' 'print document.querySelector("#files .row.here").getAttribute("aria-rowindex")' \
	'key /' 'type object-00123' 'until document.getElementById("chosen").textContent.startsWith("100 of")' \
	'run document.getElementById("reset").click()' 'until document.getElementById("chosen").textContent.startsWith("1,000,000 of")' \
	"$(heading FILE)" 'until document.querySelector("#files .grid").getAttribute("aria-busy") === null' "print $cells"
echo "# a browser opened it with $(head -1 "$work/out") ms of work"
check 'a browser opens it' all 'exits 0' nothing_wrong
check 'rows exist where they are seen' out_has '^true$'
check 'keys reach the last of a million' out_has '^1000001$'
check 'a million files are searched and sorted' all 'exits 0' nothing_wrong 'out_has "/srv/00/000/object-0020000.bin$"'
ktap_end

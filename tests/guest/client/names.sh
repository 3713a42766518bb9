#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,names needs=- once=kernel disturbs=disks,mounts
#
# Files with any name are asked for, found and printed so that nothing is lost
# and no terminal is fooled; names below other mounts are turned into paths.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/root/names
mkdir -p "$dir"

long=$dir
for _ in {1..15}; do
	long+=/$(printf '%0250d' 0)
done
mkdir -p "$long"
long+=/$(printf '%0100d' 1)

names=(
	"$dir/plain" "$dir/two  blanks" "$dir/ blank first" "$dir/blank last "
	"$dir/new"$'\n'"line" "$dir/tab"$'\t'"here" "$dir/quote\"quote" "$dir/apo'strophe"
	"$dir/back\\slash" "$dir/back\\040slash" "$dir/-dash" "$dir/*star?" "$dir/a,b=c"
	"$dir/esc"$'\e'"[31mred" "$dir/bad"$'\xff\xfe'"utf" "$dir/grün" "$dir/c1"$'\xc2\x9b'"31m"
	"$dir/#hash" "$long"
)
# The client is the same on each kernel, and a slow one takes minutes for all.
[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] ||
	names=("$dir/plain" "$dir/new"$'\n'"line" "$dir/bad"$'\xff\xfe'"utf" "$dir/grün" "$dir/a,b=c" "$long")
for name in "${names[@]}"; do
	head -c 5000 /dev/urandom >"$name"
done

# one_row NAME: it is in the answer, byte by byte, and no other.
csv_has()
{
	pagesnap file -n --csv -o PAGES,FILE -- "$1" >/tmp/out 2>/tmp/err || return 1
	perl -e '
		local $/;
		my ($data, $name) = (<STDIN>, $ARGV[0]);
		my $field = $name =~ s/"/""/gr;
		exit !($data =~ /\A2,(\Q$name\E|"\Q$field\E")\r?\n\z/)' -- "$1" </tmp/out
}

# jq takes invalid UTF-8 as U+FFFD, as the client does.
json_has()
{
	pagesnap file --json -o PAGES,FILE -- "$1" >/tmp/out 2>/tmp/err || return 1
	[ "$(jq '.pagesnap | map(.file)' -c /tmp/out)" = "$(jq -Rsc '[.[:-1]]' <<<"$1")" ]
}

# What a table shows holds no byte that a terminal acts upon.
table_is_safe()
{
	pagesnap file -u -- "$1" >/tmp/out 2>/tmp/err || return 1
	[ "$(wc -l </tmp/out)" -eq 2 ] && ! LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' /tmp/out
}

# The name in raw form goes back into a query.
raw_goes_back()
{
	pagesnap file -n -r -o FILE -- "$1" >/tmp/raw 2>/tmp/err &&
		sed 's/.*/file "&" group=object/' /tmp/raw |
		pagesnap batch -n -r -o PAGES >/tmp/out 2>>/tmp/err && has '^2$'
}

for name in "${names[@]}"; do
	shown=$(printf '%q' "${name#"$dir"/}" | cut -c 1-60)
	check "csv: $shown" csv_has "$name"
	check "json: $shown" json_has "$name"
	check "table: $shown" table_is_safe "$name"
	check "raw: $shown" raw_goes_back "$name"
done

pagesnap file --json -- "${names[@]}" >/tmp/out
check 'all strange names are found in one query' [ "$(jq '.pagesnap | length' /tmp/out)" -eq "${#names[@]}" ]
pagesnap fs --json /root >/tmp/out
check 'all strange names are found by filesystem' [ "$(jq --arg d "$dir/" '[.pagesnap[].file | select(. != null)
	| select(startswith($d))] | length' /tmp/out)" -eq "${#names[@]}" ]
cd "$dir" || exit 1
pagesnap file --json plain ./grün "../names/a,b=c" >/tmp/out
check 'relative names are found' [ "$(jq -r '[.pagesnap[].file | split("/")[-1]] | join(" ")' /tmp/out)" = \
	'plain grün a,b=c' ]
cd /

# Two mounts of one filesystem: each path as this namespace has it.
mkfs.ext4 -qF /dev/scratch0
mkdir -p /mnt/whole /mnt/part
mount /dev/scratch0 /mnt/whole
mkdir /mnt/whole/sub /mnt/whole/other
head -c 9000 /dev/urandom >/mnt/whole/sub/in
head -c 9000 /dev/urandom >/mnt/whole/other/out
mount --bind /mnt/whole/sub /mnt/part
files() { jq -r '.pagesnap[] | select(.state == "live" or .state == "outside") | .file' | sort | xargs; }
check 'below the mount that was asked' [ "$(pagesnap fs --json /mnt/whole | files)" = \
	'/mnt/whole/other/out /mnt/whole/sub/in' ]
check 'below another one' [ "$(pagesnap fs --json /mnt/part | files)" = \
	'/mnt/part/in /mnt/whole/other/out' ]
umount /mnt/whole
pagesnap fs -r -n -o STATE,FILE /mnt/part >/tmp/out
check 'a file that no mount shows is marked' has '^outside .*outside.*/other/out'
umount /mnt/part
ktap_end

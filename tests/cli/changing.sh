# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034
#
# For tests of what changes, behind cli.sh: files of one filesystem, see answer-world.c.

# shellcheck disable=SC2154 # it is of who sources this
export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export FAKE_WORLD=$work/world
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"

# world LINE...: "INODE PAGES DIRTY EVICTED CGROUP NAME" of each file, from now on.
world() { printf '%s\n' "$@" >"$FAKE_WORLD.new" && mv "$FAKE_WORLD.new" "$FAKE_WORLD"; }

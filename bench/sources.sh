# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# Debian's packages as source, for what is built here.  Sourced behind tests/vm/lib.sh.

make_sources()
{
	archive_make "$1" "$2"
	sed -i 's/^deb /deb-src /' "$1/sources.list"
}

# update_sources SUITE: of which "archive sources-SUITE" knows the packages then.
update_sources()
{
	cached "apt/sources-$1" make_sources "$1"
	quietly archive "sources-$1" apt-get update
}

# get_source SUITE DIR [OPTION...] PACKAGE
get_source()
{
	(cd "$2" && quietly archive "sources-$1" apt-get source --download-only "${@:3}")
}

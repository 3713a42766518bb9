# SPDX-License-Identifier: GPL-2.0
#
# The pure files of the module: no kernel headers beyond types, so that they are built as
# programs, too.  Kbuild reads this list, and the makefiles of the client and of the unit and
# fuzz tests.  The library, which has those of the lists that end in "lib", has one parser of
# lines and one text with the module.

pagesnap-pure-lib := core/ask core/binary core/options core/query core/records core/schedule core/text \
	core/values \
	pages/combos pages/flags pages/page_records pages/select pages/subtotals
pagesnap-pure := $(pagesnap-pure-lib) core/format pages/format pages/group pages/layout pages/run_lines pages/told
pagesnap-accesses-pure-lib := accesses/options accesses/records
pagesnap-accesses-pure := $(pagesnap-accesses-pure-lib) accesses/cells accesses/format accesses/hot \
	accesses/untold accesses/wss
pagesnap-faults-pure-lib := faults/options faults/records
pagesnap-faults-pure := $(pagesnap-faults-pure-lib) faults/format faults/queue
pagesnap-slab-pure-lib := slab/options slab/records
pagesnap-slab-pure := $(pagesnap-slab-pure-lib) slab/format

# SPDX-License-Identifier: GPL-2.0
#
# For people: "make help" lists what there is.  How the module is put together
# is in Kbuild, which the kernel's own makefiles prefer to this file.

# The kernel to build for and to install into: the running one, or
#	make KDIR=/usr/src/linux-headers-VERSION
KDIR	?= /lib/modules/$(shell uname -r)/build
DESTDIR	?=
PREFIX	?= /usr/local
MANDIR	?= $(PREFIX)/share/man

# The kernel of "make vm" and "make stress", a series from tests/vm/kernels.list,
# and how long the stress lasts, in seconds.
KVER	?= 6.12
TIME	?= 60

# Of "make fuzz-control".
INPUTS	?= 1000000

series	= $(shell awk '!/^\#/ && $$4 == "$(1)" { print $$1 }' tests/vm/kernels.list)
# Without KDIR= the running kernel's is known even if its headers are gone.
RELEASE	= $(or $(shell cat $(KDIR)/include/config/kernel.release 2>/dev/null),$\
	$(if $(filter file,$(origin KDIR)),$(shell uname -r)))
MANUALS	= $(wildcard docs/man/*.4)
CLIENT	= +$(MAKE) -C userland
KBUILD	= +$(MAKE) -C $(KDIR) M=$(CURDIR)

all: modules

help:
	@echo 'On this kernel (KDIR=$(KDIR)):'
	@echo '  all, modules   build pagesnap*.ko; W=1 and C=1 work as in the kernel'
	@echo '  client         build pagesnap, which asks the module, and libpagesnap'
	@echo '  install        install all of it, with manual pages (DESTDIR=, PREFIX=);'
	@echo '                 install-module and install-client install one of them'
	@echo '  uninstall      remove them again; uninstall-module and uninstall-client'
	@echo '                 remove one of them'
	@echo '  load, unload   insert the module into the running kernel, remove it'
	@echo '  deb            Debian packages of all of it, in build/deb'
	@echo '  release        an archive of the source with checksums, in build/release'
	@echo '  clean          remove what was built'
	@echo
	@echo 'In virtual machines (the running kernel is not touched; what is'
	@echo 'missing is installed and cached outside the tree):'
	@echo '  demo           show what the module answers'
	@echo '  vm             a shell in a guest with the module loaded (KVER=$(KVER)); what is'
	@echo '                 left in its /results comes to build/vm/guest'
	@echo '  check          all checks: static, unit, fuzz, client and guests with'
	@echo '                 $(call series,required)'
	@echo '                 (STAGES='\''static unit'\'': these only)'
	@echo '  check-fast     what needs no guest, in three minutes: static, unit, client'
	@echo '  hook           let git run check-fast before each push'
	@echo '  check-all      all tests on all kernels, the debug kernels among them that are in the'
	@echo '                 cache and optional ones ($(call series,optional)), more fuzzing and check-bare'
	@echo '  check-flavours all guest tests on Debian'\''s other kernels, of which "check" runs a'
	@echo '                 few: $(call series,flavour)'
	@echo '  check-debug    the guest tests on kernels with KASAN, lockdep, KCSAN and so'
	@echo '                 on: $(call series,debug); building'
	@echo '                 one takes 10 to 20 minutes, the first time'
	@echo '  check-packages packages are made, installed, used, upgraded and purged, in'
	@echo '                 chroots and guests'
	@echo '  check-bare     are these commands enough on a bare Debian 12 and 13?'
	@echo '  coverage       how much of the code the tests reach'
	@echo '  fuzz           fuzz the query language, the decoder and the client for'
	@echo '                 longer'
	@echo '  fuzz-control   fuzz the control files in a guest, with INPUTS=$(INPUTS)'
	@echo '                 (KVER=$(KVER); 6.12-debug is guided by KCOV)'
	@echo '  stress         all indices are asked at once, and checked, while all that'
	@echo '                 they show changes, for TIME=$(TIME) seconds, and once more with'
	@echo '                 traces; with KVER= on that kernel only'
	@echo '  bench          pagesnap beside its peers (KVER=$(KVER)); bench/README.md'

modules: | $(KDIR)
	$(KBUILD) modules

$(KDIR):
	@echo 'There are no kernel headers in $@.' >&2
	@echo 'Install linux-headers-$$(uname -r), or name others by KDIR=,' >&2
	@echo 'or try the module in a virtual machine: make demo.' >&2
	@exit 1

client:
	$(CLIENT)

install: install-module install-client

install-client:
	$(CLIENT) install

install-module: modules
	$(KBUILD) INSTALL_MOD_PATH=$(DESTDIR) INSTALL_MOD_DIR=updates modules_install
	$(if $(DESTDIR),,depmod $(RELEASE))
	$(if $(MANUALS),install -D -m 0644 -t $(DESTDIR)$(MANDIR)/man4 $(MANUALS))

# In this order: the client removes the folders that are empty then.
uninstall: uninstall-module
	$(CLIENT) uninstall

uninstall-client:
	$(CLIENT) uninstall

uninstall-module:
	$(if $(RELEASE),,$(error There is no kernel.release in $(KDIR): name the kernel by RELEASE=))
	rm -f $(DESTDIR)/lib/modules/$(RELEASE)/updates/pagesnap.ko* \
		$(DESTDIR)/lib/modules/$(RELEASE)/updates/pagesnap_accesses.ko* \
		$(DESTDIR)/lib/modules/$(RELEASE)/updates/pagesnap_faults.ko* \
		$(DESTDIR)/lib/modules/$(RELEASE)/updates/pagesnap_slab.ko* \
		$(DESTDIR)/lib/modules/$(RELEASE)/updates/pagesnap_events.ko*
	{ cd $(DESTDIR)/ && rmdir -p lib/modules/$(RELEASE)/updates; } 2>/dev/null || :
	[ -n "$(DESTDIR)" ] || [ ! -e /lib/modules/$(RELEASE)/modules.order ] || depmod $(RELEASE)
	$(if $(MANUALS),rm -f $(addprefix $(DESTDIR)$(MANDIR)/man4/,$(notdir $(MANUALS))))
	rmdir $(DESTDIR)$(MANDIR)/man4 2>/dev/null || :

load: modules
	@dist/load-module pagesnap.ko

unload:
	rmmod pagesnap

demo:
	tests/vm/demo

deb:
	@dist/build-deb

release:
	@dist/release

vm:
	tests/vm/run --kernel $(KVER) --shell --results build/vm

check:
	@tests/run $(if $(STAGES),--only '$(STAGES)') $(if $(DEBUG),--debug-if-built) \
		$(addprefix --debug-until ,$(DEBUG_UNTIL))

check-fast:
	@tests/run --fast

hook:
	git config core.hooksPath dist/hooks

check-debug:
	@tests/run --debug

check-flavours:
	@tests/run --only guest --kernels '$(call series,flavour)'

check-packages:
	@tests/run --only packages

check-all:
	@tests/run --all --optional --long --bare --debug-if-built

check-bare:
	@tests/run --only bare

coverage:
	@tests/coverage

fuzz:
	$(MAKE) -C tests/fuzz long
	$(MAKE) -s -C tests/cli OUT=$(CURDIR)/build/client damage-all

fuzz-control:
	tests/vm/run --kernel $(KVER) --tests fuzz-control --timeout 7200 --test-timeout 6000 \
		--env 'FUZZ_CONTROL=--inputs=$(INPUTS)' --results build/fuzz-control

stress:
	@tests/stress/run $(TIME) $(if $(filter file,$(origin KVER)),$(call series,required),$(KVER))

bench:
	@bench/run --kernel $(KVER)

# As Kbuild's own clean, but without the headers it was built with.
clean:
	rm -rf build
	$(CLIENT) clean
	rm -f *.o .*.o .*.cmd pagesnap*.ko pagesnap*.mod pagesnap*.mod.c modules.order Module.symvers
	find module \( -name '*.o' -o -name '.*.cmd' -o -name probed.h \) -delete

.PHONY: all help modules client install install-module install-client uninstall hook \
	uninstall-module uninstall-client load unload deb release demo vm check check-all check-fast check-debug \
	check-flavours check-packages check-bare coverage fuzz fuzz-control stress bench clean

# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# What Debian's kernels for machines need that those for clouds don't: fewer
# modules, for there are hundreds of megabytes of drivers, and an initramfs with
# what the root is read by.  Sourced by setup.
#
# shellcheck disable=SC2154 # vm_dir is of lib.sh

# Of drivers and networks the guest has next to nothing.
flavour_trim()
{
	local kernel

	kernel=$(find "$1" -type d -path '*/lib/modules/*/kernel' -print -quit)
	find "$kernel/drivers" -mindepth 1 -maxdepth 1 ! -name block ! -name nvme ! -name md \
		-exec rm -rf {} +
	rm -rf "$kernel/sound" "$kernel/net"
}

# flavour_root_modules ROOT RELEASE: the files that nvme and ext4 need, in the
# order in which they are inserted.
flavour_root_modules()
{
	local name

	depmod -b "$1" "$2"
	for name in nvme ext4; do
		modprobe -d "$1" -S "$2" --show-depends "$name"
	done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }'
}

# flavour_initramfs TMP RELEASE SUITES
flavour_initramfs()
{
	local tmp=$1 release=$2 root=$1/initramfs.root modules file number=10

	modules=$(find "$tmp/image" -type d -path "*/lib/modules/$release" -print -quit)
	mkdir -p "$root"/{bin,dev,sys,modules,root}
	archive_fetch "$3" "$tmp/busybox.debs" busybox-static
	unpack_all "$tmp/busybox" "$tmp"/busybox.debs/*.deb
	find "$tmp/busybox" -type f -path '*/bin/busybox' -exec cp {} "$root/bin/" \;
	install -m 0755 "$vm_dir/flavour-init" "$root/init"
	while read -r file; do
		unpack_module "$file" "$root/modules/$((number++)).ko"
	done < <(flavour_root_modules "${modules%/lib/modules/*}" "$release")
	(cd "$root" && find . | cpio --quiet -o -H newc) >"$tmp/initramfs"
	rm -rf "$root" "$tmp/busybox" "$tmp/busybox.debs"
}

unpack_module()
{
	case $1 in
	*.xz)  xz -dc "$1" >"$2" ;;
	*.zst) zstd -qdc "$1" >"$2" ;;
	*)     cp "$1" "$2" ;;
	esac
}

flavour_recipe()
{
	declare -f flavour_trim flavour_root_modules flavour_initramfs unpack_module
	cat "$vm_dir/flavour-init"
}

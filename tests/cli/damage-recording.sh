#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# A recording of saved streams of tests/golden, changed at every byte: damage-recording.c.

cd "$(dirname "$0")" || exit 1
export LC_ALL=C.UTF-8 TZ=UTC ASAN_OPTIONS=quarantine_size_mb=1:detect_leaks=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
golden=../golden/abi-1.2
"$OUT/damage-recording" "$folder" "$golden"/record-file.bin "$golden"/record-gone.bin \
	"$golden"/answer-sb_index-object.bin "$golden"/saved.bin

#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Every saved stream of tests/golden, cut and changed at every byte: damage.c.

cd "$(dirname "$0")" || exit 1
export LC_ALL=C.UTF-8 ASAN_OPTIONS=quarantine_size_mb=1:detect_leaks=1
exec "$OUT/damage" ${DAMAGE_ALL:+--all} ../golden/abi-*/*.bin

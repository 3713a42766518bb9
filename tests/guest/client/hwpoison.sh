#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,memory needs=poison disturbs=kernel
#
# A page of shared memory that has failed stays in its file, and the kernel counts it
# there: the books balance with it, and who says both.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# Fails page 3 of a new file, and says in which frame it is.
poison()
{
	python3 - "$1" <<'END'
import ctypes, mmap, signal, struct, sys
signal.signal(signal.SIGBUS, lambda *_: None)
f = open(sys.argv[1], 'w+b')
f.write(b'x' * 8 * 4096)
f.flush()
m = mmap.mmap(f.fileno(), 8 * 4096)
m[3 * 4096] = 1
at = ctypes.addressof(ctypes.c_char.from_buffer(m))
with open('/proc/self/pagemap', 'rb') as map:
    map.seek((at // 4096 + 3) * 8)
    print(struct.unpack('Q', map.read(8))[0] & (1 << 55) - 1, flush=True)
libc = ctypes.CDLL(None, use_errno=True)
sys.exit(libc.madvise(ctypes.c_void_p(at + 3 * 4096), 4096, 100) and 1)
END
}

audit() { pagesnap audit -nr >/tmp/out 2>/tmp/err; }

check 'before, the books balance' audit
path=/dev/shm/poisoned-for-audit
if ! pfn=$(poison "$path"); then
	skip 'with a page that has failed' 'this kernel has no MADV_HWPOISON'
	ktap_end
	exit 0
fi
ino=$(stat -c %i "$path")
check 'with a page that has failed they do, too' audit
pagesnap who "$pfn" >/tmp/out 2>/tmp/err
check 'who says which file has it still' has "poisoned-for-audit page 3 \\(.* ino $ino\\)"
check 'who says that the memory is broken' has 'broken memory'
pagesnap pfn -nr -o KIND,OWNER_INODE "$pfn+1" >/tmp/out 2>/tmp/err
check 'pfn says of the frame that it has failed' has "^hwpoison $ino\$"
pagesnap file -nr -o PAGES "$path" >/tmp/out
check 'a file with a failed page has all of its pages' has '^8$'
ktap_end

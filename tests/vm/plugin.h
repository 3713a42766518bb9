/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What plugins of QEMU's emulator have in common: its interface, as far as it is called, as Debian's
 * packages have no header; and the log, a file that keeps its size, as it is a disk of the guest.
 */
#ifndef TESTS_VM_PLUGIN_H
#define TESTS_VM_PLUGIN_H

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#define PAGE 4096
#define EXPORT __attribute__((visibility("default")))

struct qemu_info;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

typedef void (*translated_fn)(uint64_t id, struct qemu_plugin_tb *tb);
typedef void (*accessed_fn)(unsigned int cpu, uint32_t info, uint64_t vaddr, void *ctx);
typedef void (*executed_fn)(unsigned int cpu, void *ctx);

enum { NO_REGISTERS = 0 };
enum { LOADS_AND_STORES = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translated_fn translated);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, executed_fn executed,
					  int registers, void *ctx);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, accessed_fn accessed,
				      int registers, int which, void *ctx);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t nth);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
unsigned int qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
/* Gone with the versions below 2, since QEMU 9.0. */
__attribute__((weak)) int qemu_plugin_n_vcpus(void);

/* Read when the plugin has been loaded.  What is called is the same in both. */
EXPORT int qemu_plugin_version;

__attribute__((constructor)) static void choose_version(void)
{
	qemu_plugin_version = qemu_plugin_n_vcpus ? 1 : 2;
}

static bool open_log(const char *path, int *fd, off_t *end)
{
	struct stat st;

	*fd = open(path, O_WRONLY | O_CLOEXEC);
	if (*fd < 0 || fstat(*fd, &st))
		return false;
	*end = st.st_size;
	return true;
}

#endif /* TESTS_VM_PLUGIN_H */

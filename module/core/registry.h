/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_REGISTRY_H
#define PAGESNAP_CORE_REGISTRY_H

#include <linux/module.h>

#include "index.h"

/* Grows whenever something that collections use changes its meaning. */
#define PAGESNAP_CORE_ABI 2

/**
 * struct pagesnap_abi - what a collection was compiled with
 * @number: PAGESNAP_CORE_ABI
 * @collection: size of struct pagesnap_collection
 * @index: of struct pagesnap_index_ops
 * @ask: of struct pagesnap_request
 * @emit: of struct pagesnap_emit
 * @grammar: of struct pagesnap_grammar
 * @query: of struct pagesnap_query
 * @fault: of struct pagesnap_diag
 *
 * Kernels without CONFIG_MODVERSIONS load a module that was compiled with
 * other headers than the one that it calls.  The sizes catch changes for
 * which nobody raised the number.  This structure itself stays as it is.
 */
struct pagesnap_abi {
	u32 number;
	u32 collection;
	u32 index;
	u32 ask;
	u32 emit;
	u32 grammar;
	u32 query;
	u32 fault;
};

/**
 * struct pagesnap_collection - a folder of index files
 * @abi: PAGESNAP_ABI
 * @owner: module that brings it, THIS_MODULE
 * @parent: folder below objects/
 * @name: folder below @parent
 * @indexes: its files
 * @nr_indexes: how many
 * @features: what this kernel can tell, for the header
 * @show_format: print the "format" file
 * @setup: prepare what the files need; NULL if they need nothing
 * @teardown: undo @setup
 * @control: its control files, core's own
 *
 * @abi and @owner keep their places, so that a collection of any version can
 * be refused with its module's name in the message.
 */
struct pagesnap_collection {
	struct pagesnap_abi abi;
	struct module *owner;
	const char *parent;
	const char *name;
	const struct pagesnap_index_ops *const *indexes;
	u32 nr_indexes;
	u64 features;
	void (*show_format)(struct pagesnap_emit *e);
	int (*setup)(void);
	void (*teardown)(void);
	struct pagesnap_control *control;
};

#define PAGESNAP_ABI {							\
	.number = PAGESNAP_CORE_ABI,					\
	.collection = sizeof(struct pagesnap_collection),		\
	.index = sizeof(struct pagesnap_index_ops),			\
	.ask = sizeof(struct pagesnap_request),				\
	.emit = sizeof(struct pagesnap_emit),				\
	.grammar = sizeof(struct pagesnap_grammar),			\
	.query = sizeof(struct pagesnap_query),				\
	.fault = sizeof(struct pagesnap_diag),				\
}

int pagesnap_register(struct pagesnap_collection *c);
void pagesnap_unregister(struct pagesnap_collection *c);

#endif /* PAGESNAP_CORE_REGISTRY_H */

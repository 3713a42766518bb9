/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_REGISTRY_H
#define PAGESNAP_CORE_REGISTRY_H

#include <linux/module.h>

#include "index.h"
#include "records.h"

/* Grows whenever something that collections use changes its meaning. */
#define PAGESNAP_CORE_ABI 13

/* Index files that one collection may have. */
#define PAGESNAP_COLLECTION_INDEXES_MAX 12

/**
 * struct pagesnap_abi - what a collection was compiled with
 * @number: PAGESNAP_CORE_ABI
 * @collection: size of struct pagesnap_collection
 * @index: of struct pagesnap_index_ops
 * @request: of struct pagesnap_request
 * @emit: of struct pagesnap_emit
 * @grammar: of struct pagesnap_grammar
 * @query: of struct pagesnap_query
 * @diag: of struct pagesnap_diag
 * @option: of struct pagesnap_option
 * @bytes_ref: of struct pagesnap_bytes_ref
 * @words: of struct pagesnap_words
 * @header: of struct pagesnap_header
 * @query_rec: of struct pagesnap_query_rec
 * @end: of struct pagesnap_end
 * @format: of struct pagesnap_format
 * @reserved: zero
 *
 * Kernels without CONFIG_MODVERSIONS load a module that was compiled with
 * other headers than the one that it calls.  The sizes catch changes for
 * which nobody raised the number.  This structure itself stays as it is.
 */
struct pagesnap_abi {
	u32 number;
	u32 collection;
	u32 index;
	u32 request;
	u32 emit;
	u32 grammar;
	u32 query;
	u32 diag;
	u32 option;
	u32 bytes_ref;
	u32 words;
	u32 header;
	u32 query_rec;
	u32 end;
	u32 format;
	u32 reserved;
};

/**
 * struct pagesnap_collection - a folder of index files
 * @abi: PAGESNAP_ABI
 * @owner: module that brings it, THIS_MODULE
 * @parent: folder below objects/
 * @name: folder below @parent
 * @indexes: its files
 * @nr_indexes: how many, PAGESNAP_COLLECTION_INDEXES_MAX at the most
 * @words: what numbers of its records are called
 * @features: what this kernel can report, for the header
 * @show_format: print the "format" file
 * @show_stats: print lines of its own in the "stats" file, PAGESNAP_OUT_ROOM bytes at the most;
 *	NULL if there are none.  May sleep
 * @setup: prepare what the files need; NULL if they need nothing
 * @teardown: undo @setup
 * @control: its control files, core's own
 *
 * @abi and @owner keep their places, so that a collection of any version can
 * be refused with its module's name in the message.  Pointers must not be NULL unless it says
 * so.
 */
struct pagesnap_collection {
	struct pagesnap_abi abi;
	struct module *owner;
	const char *parent;
	const char *name;
	const struct pagesnap_index_ops *const *indexes;
	u32 nr_indexes;
	const struct pagesnap_words *words;
	u64 features;
	void (*show_format)(struct pagesnap_emit *e);
	void (*show_stats)(struct pagesnap_emit *e);
	int (*setup)(void);
	void (*teardown)(void);
	struct pagesnap_control *control;
};

#define PAGESNAP_ABI {							\
	.number = PAGESNAP_CORE_ABI,					\
	.collection = sizeof(struct pagesnap_collection),		\
	.index = sizeof(struct pagesnap_index_ops),			\
	.request = sizeof(struct pagesnap_request),			\
	.emit = sizeof(struct pagesnap_emit),				\
	.grammar = sizeof(struct pagesnap_grammar),			\
	.query = sizeof(struct pagesnap_query),				\
	.diag = sizeof(struct pagesnap_diag),				\
	.option = sizeof(struct pagesnap_option),			\
	.bytes_ref = sizeof(struct pagesnap_bytes_ref),			\
	.words = sizeof(struct pagesnap_words),				\
	.header = sizeof(struct pagesnap_header),			\
	.query_rec = sizeof(struct pagesnap_query_rec),			\
	.end = sizeof(struct pagesnap_end),				\
	.format = sizeof(struct pagesnap_format),			\
}

int pagesnap_register(struct pagesnap_collection *c);
void pagesnap_unregister(struct pagesnap_collection *c);

#endif /* PAGESNAP_CORE_REGISTRY_H */

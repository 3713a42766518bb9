// SPDX-License-Identifier: GPL-2.0
/*
 * What a collection in a module of its own may call: the whole list.
 *
 * It stands here and not behind each function because many of them are in pure
 * files, which know nothing of modules.  If you change a parameter of one,
 * or its meaning, raise PAGESNAP_CORE_ABI.
 */
#include <linux/export.h>

#include "answer.h"
#include "emit.h"
#include "options.h"
#include "query.h"
#include "records.h"
#include "registry.h"
#include "ring_cpu.h"
#include "schedule.h"
#include "text.h"

/* To come and go: */
EXPORT_SYMBOL_GPL(pagesnap_register);
EXPORT_SYMBOL_GPL(pagesnap_unregister);

/* Query language: */
EXPORT_SYMBOL_GPL(pagesnap_diag);
EXPORT_SYMBOL_GPL(pagesnap_find);
EXPORT_SYMBOL_GPL(pagesnap_number);
EXPORT_SYMBOL_GPL(pagesnap_duration);
EXPORT_SYMBOL_GPL(pagesnap_parse_size);
EXPORT_SYMBOL_GPL(pagesnap_parse_bool);
EXPORT_SYMBOL_GPL(pagesnap_parse_buffer);
EXPORT_SYMBOL_GPL(pagesnap_parse_cpu);
EXPORT_SYMBOL_GPL(pagesnap_parse_words);
EXPORT_SYMBOL_GPL(pagesnap_query_parse);
EXPORT_SYMBOL_GPL(pagesnap_query_options);
EXPORT_SYMBOL_GPL(pagesnap_query_path);

/* Records on their way to the reader: */
EXPORT_SYMBOL_GPL(pagesnap_emit_line);
EXPORT_SYMBOL_GPL(pagesnap_emit_commit);
EXPORT_SYMBOL_GPL(pagesnap_emit_binary);
EXPORT_SYMBOL_GPL(pagesnap_emit_block);
EXPORT_SYMBOL_GPL(pagesnap_emit_traced);
EXPORT_SYMBOL_GPL(pagesnap_tracing_tell);
EXPORT_SYMBOL_GPL(pagesnap_tracing_register);
EXPORT_SYMBOL_GPL(pagesnap_tracing_unregister);
EXPORT_SYMBOL_GPL(pagesnap_emit_format);

/* To wait, for events too, and to take samples: */
EXPORT_SYMBOL_GPL(pagesnap_wake);
EXPORT_SYMBOL_GPL(pagesnap_wake_at);
EXPORT_SYMBOL_GPL(pagesnap_ring_create);
EXPORT_SYMBOL_GPL(pagesnap_ring_destroy);
EXPORT_SYMBOL_GPL(pagesnap_ring_turn);
EXPORT_SYMBOL_GPL(pagesnap_ring_write);
EXPORT_SYMBOL_GPL(pagesnap_ring_look);
EXPORT_SYMBOL_GPL(pagesnap_ring_read);
EXPORT_SYMBOL_GPL(pagesnap_schedule_init);
EXPORT_SYMBOL_GPL(pagesnap_schedule_parse_every);
EXPORT_SYMBOL_GPL(pagesnap_schedule_parse_for);
EXPORT_SYMBOL_GPL(pagesnap_schedule_parse_samples);
EXPORT_SYMBOL_GPL(pagesnap_schedule_check);
EXPORT_SYMBOL_GPL(pagesnap_schedule_begin);
EXPORT_SYMBOL_GPL(pagesnap_schedule_take);
EXPORT_SYMBOL_GPL(pagesnap_schedule_over);
EXPORT_SYMBOL_GPL(pagesnap_schedule_missed);
EXPORT_SYMBOL_GPL(pagesnap_schedule_due);
EXPORT_SYMBOL_GPL(pagesnap_schedule_change);

/* What every answer begins and ends with: */
EXPORT_SYMBOL_GPL(pagesnap_answer_query);
EXPORT_SYMBOL_GPL(pagesnap_answer_line);
EXPORT_SYMBOL_GPL(pagesnap_answer_note);
EXPORT_SYMBOL_GPL(pagesnap_answer_lost);
EXPORT_SYMBOL_GPL(pagesnap_answer_end);

/* Lines of text: */
EXPORT_SYMBOL_GPL(pagesnap_state_name);
EXPORT_SYMBOL_GPL(pagesnap_kind_name);
EXPORT_SYMBOL_GPL(pagesnap_status_name);
EXPORT_SYMBOL_GPL(pagesnap_cut_name);
EXPORT_SYMBOL_GPL(pagesnap_text_type);
EXPORT_SYMBOL_GPL(pagesnap_text_task);
EXPORT_SYMBOL_GPL(pagesnap_text_dev);
EXPORT_SYMBOL_GPL(pagesnap_text_prot);
EXPORT_SYMBOL_GPL(pagesnap_text_char);
EXPORT_SYMBOL_GPL(pagesnap_text_bytes);
EXPORT_SYMBOL_GPL(pagesnap_text_str);
EXPORT_SYMBOL_GPL(pagesnap_text_dec);
EXPORT_SYMBOL_GPL(pagesnap_text_hex);
EXPORT_SYMBOL_GPL(pagesnap_text_escaped);
EXPORT_SYMBOL_GPL(pagesnap_text_key);
EXPORT_SYMBOL_GPL(pagesnap_text_key_hex);
EXPORT_SYMBOL_GPL(pagesnap_text_key_str);
EXPORT_SYMBOL_GPL(pagesnap_text_key_word);
EXPORT_SYMBOL_GPL(pagesnap_text_key_escaped);

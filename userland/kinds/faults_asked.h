/* SPDX-License-Identifier: GPL-2.0 */
/* What a query of faults asks. */
#ifndef KINDS_FAULTS_ASKED_H
#define KINDS_FAULTS_ASKED_H

#include "../../module/faults/options.h"
#include "kind.h"
#include "lib/pagesnap.h"

/* What a query of faults may say. */
extern const struct kind_grammar faults_grammar;

/*
 * Reads the text of the query record @r, its options into @options.  False if it is none that the
 * module would take.
 */
bool faults_asked(const struct pagesnap_record *r, struct pagesnap_query *q,
		  struct pagesnap_faults_options *options);

#endif /* KINDS_FAULTS_ASKED_H */

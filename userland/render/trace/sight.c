// SPDX-License-Identifier: GPL-2.0
#include "kinds/faults_asked.h"
#include "pages.h"
#include "sight.h"

/* Two answers stand one behind the other, though they tell of the same time. */
static void take_query(struct trace_sight *s, const struct pagesnap_record *r)
{
	struct pagesnap_faults_options options;
	struct pagesnap_query q;

	if (s->is_asked)
		s->lives.unseen |= TRACE_UNSEEN_ANSWERS;
	s->is_asked = true;
	if (!faults_asked(r, &q, &options))
		return;
	if (options.window)
		trace_lives_window(&s->lives, options.window);
	s->is_strict = options.window == 1 && q.has_range;
}

/* A brief end tells of nothing that was skipped. */
static void take_end(struct trace_sight *s, const struct pagesnap_record *r)
{
	const struct pagesnap_end *end = &r->u->end;

	if (r->size <= offsetof(struct pagesnap_end, skipped))
		return;
	if (end->counters[PAGESNAP_FAULTS_COUNT_LOST])
		s->lives.unseen |= TRACE_UNSEEN_LOST;
}

void trace_sight_record(struct trace_sight *s, const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		take_query(s, r);
		break;
	case PAGESNAP_REC_SWEEP:
		trace_lives_sweep(&s->lives, &r->u->sweep);
		break;
	case PAGESNAP_REC_WINDOW:
		trace_lives_window(&s->lives, r->u->window.window);
		break;
	case PAGESNAP_REC_LOST:
		s->lives.unseen |= TRACE_UNSEEN_LOST;
		break;
	case PAGESNAP_REC_FORK:
		if (!s->files_only)
			s->lives.unseen |= TRACE_UNSEEN_FORKS;
		break;
	case PAGESNAP_REC_END:
		take_end(s, r);
		break;
	default:
		break;
	}
}

int trace_sight_fault(struct trace_sight *s, const struct trace_reference *ref)
{
	enum trace_scope scope = s->files_only ? TRACE_FILE_PAGES : TRACE_ALL_PAGES;
	struct trace_key page;

	if (ref->flags & PAGESNAP_RF_HUGE && trace_page_of(ref, scope, &page))
		s->lives.unseen |= TRACE_UNSEEN_HUGE;
	return trace_lives_fault(&s->lives, ref);
}

bool trace_sight_is_exact(const struct trace_sight *s)
{
	return s->is_strict && trace_lives_longest(&s->lives) == 1;
}

void trace_sight_free(struct trace_sight *s)
{
	trace_lives_free(&s->lives);
}

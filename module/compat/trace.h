/* SPDX-License-Identifier: GPL-2.0 */
/* What becomes of files of trace events when their module goes. */
#ifndef PAGESNAP_COMPAT_TRACE_H
#define PAGESNAP_COMPAT_TRACE_H

#include <linux/trace_events.h>

#include "probed.h"

/*
 * Since 6.11 a read of an open format file fails when its event is gone (b1560408692c "tracing:
 * Have format file honor EVENT_FILE_FL_FREED").  That isn't seen from outside; what is, came a week
 * later: 6e2fdceffdc6 "tracing: Use refcount for trace_event_file reference counter".
 */
#ifdef HAVE_EVENT_FILE_REFCOUNT
#define COMPAT_FORMAT_OUTLIVES_MODULE 1
#else
#define COMPAT_FORMAT_OUTLIVES_MODULE 0
#endif

#endif /* PAGESNAP_COMPAT_TRACE_H */

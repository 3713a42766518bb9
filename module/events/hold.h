/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_EVENTS_HOLD_H
#define PAGESNAP_EVENTS_HOLD_H

int pagesnap_events_hold(void);
void pagesnap_events_drop(void);

#endif /* PAGESNAP_EVENTS_HOLD_H */

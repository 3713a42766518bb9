/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_HOTPLUG_H
#define PAGESNAP_PAGES_HOTPLUG_H

int pagesnap_hotplug_setup(void);
void pagesnap_hotplug_teardown(void);
int pagesnap_hotplug_enter(void);
void pagesnap_hotplug_leave(int token);

#endif /* PAGESNAP_PAGES_HOTPLUG_H */

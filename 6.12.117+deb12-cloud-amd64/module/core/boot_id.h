/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_BOOT_ID_H
#define PAGESNAP_CORE_BOOT_ID_H

void pagesnap_boot_id_read(void);
const char *pagesnap_boot_id(void);

#endif /* PAGESNAP_CORE_BOOT_ID_H */

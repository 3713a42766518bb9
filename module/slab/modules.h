/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_MODULES_H
#define PAGESNAP_SLAB_MODULES_H

int pagesnap_slab_modules_setup(void);
void pagesnap_slab_modules_teardown(void);

#endif /* PAGESNAP_SLAB_MODULES_H */

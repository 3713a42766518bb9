// SPDX-License-Identifier: GPL-2.0
/* tags: collection=client about=screen,supers needs=- disturbs=disks,mounts,memory,settings */
/*
 * `pagesnap du` of a tree, beside the tools that ask the same of names, and a command that only
 * sleeps.  docs/observer.md has the table.
 */
#include "ktap.h"
#include "observed.h"

static const char *const observers[] = {
	"sleep 1",
	"pagesnap du --by file -nr -o PAGES,FILE " OBS_TREE,
	"vmtouch -v " OBS_TREE,
	"find " OBS_TREE " -type f -exec fincore -nr {} +",
	"page-types -f " OBS_TREE,
};

#define OBSERVERS (sizeof(observers) / sizeof(observers[0]))
#define ME 1
#define BY_NAME 2

int main(void)
{
	static struct obs_change changes[OBSERVERS];
	/* The others are here for docs/observer.md. */
	size_t i, nr = ktap_slowness() > 1 ? BY_NAME + 1 : OBSERVERS;

	obs_begin();
	for (i = 0; i < nr; i++)
		obs_observe(observers[i], &changes[i]);
	obs_judge("du", &changes[ME], &changes[0]);
	/* or else the figures above mean nothing */
	ktap_ok(changes[BY_NAME].number[OBS_DENTRIES] - changes[0].number[OBS_DENTRIES] > OBS_FILES / 2,
		"one that looks at names is seen to");
	obs_end();
	return ktap_end();
}

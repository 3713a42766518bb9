// SPDX-License-Identifier: GPL-2.0
/*
 * Preloaded into the client: whoever waits for a while gets no more than 20
 * milliseconds, is late, and finds that all has happened meanwhile.
 */
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
			   const struct timespec *end)
{
	pthread_mutex_unlock(mutex);
	usleep(20000);
	pthread_mutex_lock(mutex);
	return ETIMEDOUT;
}

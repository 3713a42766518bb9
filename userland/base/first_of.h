/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Binary search.
 */
#ifndef BASE_FIRST_OF_H
#define BASE_FIRST_OF_H

#include <stddef.h>

/**
 * FIRST_OF() - find the first number for which something holds
 * @nr: how many numbers there are, from 0 on
 * @i: name of the number in @holds
 * @holds: expression; once it holds, it does for all numbers behind
 *
 * Return: number, @nr if it holds for none.
 */
#define FIRST_OF(nr, i, holds) ({			\
	size_t low_ = 0, high_ = (nr);			\
							\
	while (low_ < high_) {				\
		const size_t i = low_ + (high_ - low_) / 2;	\
							\
		if (holds)				\
			high_ = i;			\
		else					\
			low_ = i + 1;			\
	}						\
	low_;						\
})

#endif /* BASE_FIRST_OF_H */

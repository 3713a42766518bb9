// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: how options are taken that say no more than a word or a number
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "setters.h"
#include "specs.h"

/**
 * option_member() - where an option is kept
 * @options: all
 * @entry: the option
 *
 * Return: its place, in @options or in the command's own struct.
 */
void *option_member(struct options *options, const struct option_entry *entry)
{
	return (char *)(entry->own ? options->own : options) + entry->member;
}

/**
 * option_set_true() - it was given
 * @options: get it
 * @entry: the option
 * @argument: what stands behind it
 *
 * Return: 0.
 */
int option_set_true(struct options *options, const struct option_entry *entry, const char *argument)
{
	*(bool *)option_member(options, entry) = true;
	return 0;
}

/**
 * option_set_string() - take a word as it is
 * @options: get it
 * @entry: the option
 * @argument: what stands behind it
 *
 * Return: 0, or -EINVAL with a sentence in why.
 */
int option_set_string(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	if (!*argument) {
		options->why = "takes something";
		return -EINVAL;
	}
	*(const char **)option_member(options, entry) = argument;
	return 0;
}

/**
 * option_set_number() - take a number
 * @options: get it
 * @entry: the option
 * @argument: what stands behind it
 *
 * Return: 0, or -EINVAL with a sentence in why.
 */
int option_set_number(struct options *options, const struct option_entry *entry,
		      const char *argument)
{
	return spec_number(argument, option_member(options, entry), &options->why);
}

/**
 * option_set_number32() - take a number that is no larger than value of the entry
 * @options: get it
 * @entry: the option
 * @argument: what stands behind it
 *
 * Return: 0, or -EINVAL with a sentence in why.
 */
int option_set_number32(struct options *options, const struct option_entry *entry,
			const char *argument)
{
	uint64_t value;
	int err = spec_number(argument, &value, &options->why);

	if (err)
		return err;
	if (value > entry->value) {
		snprintf(options->why_room, sizeof(options->why_room), "takes at most %" PRIu64,
			 (uint64_t)entry->value);
		options->why = options->why_room;
		return -EINVAL;
	}
	*(uint32_t *)option_member(options, entry) = value;
	return 0;
}

/**
 * option_refuse_zero() - a number that was taken must not be 0
 * @options: get the sentence
 * @value: the number
 * @why: what is said if it is 0
 *
 * Return: 0 or -EINVAL.
 */
int option_refuse_zero(struct options *options, uint64_t value, const char *why)
{
	if (value)
		return 0;
	options->why = why;
	return -EINVAL;
}

/**
 * option_set_pid() - take the number of a process
 * @options: get it
 * @entry: the option
 * @argument: what stands behind it
 *
 * Return: 0, or -EINVAL with a sentence in why.
 */
int option_set_pid(struct options *options, const struct option_entry *entry, const char *argument)
{
	uint64_t pid;

	if (spec_number(argument, &pid, &options->why) || !pid || pid > INT_MAX) {
		options->why = "PID expected";
		return -EINVAL;
	}
	*(uint32_t *)option_member(options, entry) = pid;
	return 0;
}

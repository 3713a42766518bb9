// SPDX-License-Identifier: GPL-2.0
/*
 * The command line of pagesnap-plot.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "base/exit_codes.h"
#include "base/say.h"
#include "lib/pagesnap.h"

enum { OPTION_READY = 256, OPTION_BY_TIME };

static const struct option options[] = {
	{ "kind", required_argument, NULL, 'k' }, { "size", required_argument, NULL, 's' },
	{ "pid", required_argument, NULL, 'p' }, { "ready", required_argument, NULL, OPTION_READY },
	{ "by-time", no_argument, NULL, OPTION_BY_TIME },
	{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' },
	{ NULL, 0, NULL, 0 }
};

static void help(void)
{
	puts("Usage: pagesnap-plot [OPTION...] FILE.png|FILE.svg < SAVED\n"
	     "\n"
	     "Draws which memory processes accessed, of what \"pagesnap heat\", \"wss\" or \"trace\"\n"
	     "saved, what the kernel allocated, of \"slab\", or where pages are, of \"map\"; their\n"
	     "option --plot runs it.\n"
	     "\n"
	     "  -k, --kind KIND   heat: by address and time; space: by address;\n"
	     "                    time: working sets by time; trace: references by address\n"
	     "                    and number; slab: allocations that are alive, by time;\n"
	     "                    map: a file by offset, a process by address, memory by\n"
	     "                    frame; heat without it\n"
	     "  -s, --size WxH    pixels; 1200x800 without it\n"
	     "  -p, --pid PID     this process; without it the one that accessed most,\n"
	     "                    by time all of them, of a trace several\n"
	     "  --by-time         trace: by time, not by the number of the reference\n"
	     "  --ready FD        write a byte to descriptor FD once the file can be\n"
	     "                    written, and leave SIGINT to who writes the stream\n"
	     "  -h, --help        show this help\n"
	     "  -V, --version     show the version");
}

static bool read_number(const char *text, unsigned long most, unsigned long *number)
{
	char *end;

	errno = 0;
	*number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && !*end && !errno && *number <= most;
}

static int refuse(const char *option, const char *text, const char *why)
{
	say_error("--%s %s: %s", option, say_safe(text), why);
	return EXIT_USAGE;
}

static int take(struct plot_arguments *a, int option)
{
	unsigned long number;

	switch (option) {
	case 'k':
		return picture_kind(optarg, &a->kind) ?
		       refuse("kind", optarg, PICTURE_KIND_WHY) : -1;
	case 's':
		return picture_size(optarg, &a->size) ?
		       refuse("size", optarg, PICTURE_SIZE_WHY) : -1;
	case 'p':
		if (!read_number(optarg, UINT32_MAX - 1, &number) || !number)
			return refuse("pid", optarg, "a PID expected");
		a->pid = number;
		return -1;
	case OPTION_READY:
		if (!read_number(optarg, 1 << 20, &number))
			return refuse("ready", optarg, "a descriptor expected");
		a->ready = number;
		return -1;
	case OPTION_BY_TIME:
		a->by_time = true;
		return -1;
	case 'h':
		help();
		return EXIT_OK;
	case 'V':
		printf("pagesnap-plot %s\n", pagesnap_version());
		return EXIT_OK;
	default:
		return EXIT_USAGE;
	}
}

/**
 * plot_arguments_read() - read the command line
 * @a: gets what is to be drawn
 * @argc: number of words
 * @argv: them
 *
 * Return: -1 to go on; else an exit code, after what is to be said.
 */
int plot_arguments_read(struct plot_arguments *a, int argc, char **argv)
{
	int option, code = -1;

	*a = (struct plot_arguments){
		.kind = PICTURE_HEAT, .size = { PICTURE_WIDTH, PICTURE_HEIGHT }, .ready = -1,
	};
	while (code < 0 && (option = getopt_long(argc, argv, "k:s:p:hV", options, NULL)) >= 0)
		code = take(a, option);
	if (code >= 0)
		return code;
	if (argc - optind != 1) {
		say_error("one file is drawn; try: pagesnap-plot --help");
		return EXIT_USAGE;
	}
	a->file = argv[optind];
	if (!picture_format(a->file, &a->format))
		return -1;
	say_error("%s: %s", say_safe(a->file), PICTURE_FORMAT_WHY);
	return EXIT_USAGE;
}

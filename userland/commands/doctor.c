// SPDX-License-Identifier: GPL-2.0
/* pagesnap doctor: is all there that pagesnap needs? */
#include <errno.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/say.h"
#include "base/system_path.h"
#include "cli/output.h"
#include "cli/setters.h"
#include "cli/shared.h"
#include "commands.h"
#include "commands/doctor/doctor.h"

/**
 * struct doctor_options - options of doctor alone
 * @kernel: release that it looks at, NULL for the one that runs
 */
struct doctor_options {
	const char *kernel;
};

static int take_line(void *ctx, const struct doctor_line *line)
{
	return out_show(ctx, line);
}

static int examine(struct out *out, const struct options *options)
{
	const struct doctor_options *own = options->own;
	struct doctor d = {
		.root = system_path("PAGESNAP_ROOT", ""),
		.proc = system_path("PAGESNAP_PROC", "/proc"),
		.sysfs = system_path("PAGESNAP_SYSFS", "/sys"),
		.take = take_line, .ctx = out,
	};
	struct utsname uts;
	int err;

	uname(&uts);
	d.machine = uts.machine;
	d.release = own->kernel ? own->kernel : uts.release;
	d.runs = !strcmp(d.release, uts.release);
	err = doctor_run(&d);
	if (!err)
		err = out_finish(out, OUT_WHOLE);
	if (err) {
		say_error("%s%s", err == -ENOMEM ? "" : "write error: ", strerror(-err));
		return EXIT_FAILED;
	}
	return d.failed ? EXIT_FAILED : EXIT_OK;
}

static int doctor_command(struct options *options)
{
	struct out *out;
	char why[256];
	int code;

	out = out_new(&options->out, why, sizeof(why));
	if (!out) {
		say_error("%s", why);
		return EXIT_FAILED;
	}
	code = examine(out, options);
	out_free(out);
	return code;
}

static int doctor_run_command(struct options *options, const struct command *command, int argc,
			      char **argv)
{
	int code;

	if (argc) {
		say_error("%s: doctor takes no operand", say_safe(argv[0]));
		return EXIT_USAGE;
	}
	if (output_open(options, command)) {
		say_error("%s", strerror(ENOMEM));
		return EXIT_FAILED;
	}
	code = doctor_command(options);
	return output_close(options) ? EXIT_FAILED : code;
}

static const struct option_entry kernel_option = {
	"kernel", 0, "RELEASE", SECTION_RUN, false, option_set_string, OWN(struct doctor_options, kernel),
	.help = "look at what is there for this kernel, which need not run",
};

static const struct option_entry *const doctor_list[] = {
	OPTIONS_COLUMNS, OPTIONS_FORMAT, OPTIONS_LOOK, &kernel_option, OPTIONS_ABOUT, NULL
};

const struct command command_doctor = {
	.name = "doctor",
	.operands = "",
	.brief = "what is missing on this machine, and what to do",
	.about = "Looks at what pagesnap needs: the kernel and its headers, the module's file and\n"
		 "signature, whether it runs, tracefs, what this process may do, and whether client and\n"
		 "module understand each other.  Beside what fails stands the next command.  It ends\n"
		 "with what is unknown on this kernel.  Exits with 1 if something fails.",
	.kind = &kind_doctor,
	.group = PAGESNAP_GROUP_OBJECT,
	.complete = OPERAND_NONE,
	.options = doctor_list,
	.own_size = sizeof(struct doctor_options),
	.run = doctor_run_command,
};

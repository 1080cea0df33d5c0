/* new.c - `simoom new`: writes a template case, or copies an example. */
#define _XOPEN_SOURCE 700 /* for realpath */
#include "cli/options/options.h"
#include "cli/session/file.h"
#include "cli/session/outputs.h"
#include "cli/text/examples.h"
#include "cli/text/facts.h"
#include "cli/text/format.h"
#include "cli/text/templates.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
  int template;
  const char *from;
  bool list;
} values;

/* Examples that completion proposes: those of --list, and the other name of city-les. */
#define EXAMPLES                                                                                   \
  "arkhipov|askervein|big-butte|blocks|brownout|cavity|city-10km2|city-les|cube|cylinder|fire|"    \
  "flame|forecast-members|ignition|les|miglio|model-weather|oklahoma-city|orchard|plume|prism|"    \
  "smog|street-nox|town|turbines"

static const struct cli_option own_options[] = {
    {.name = "from",
     .argument = "EXAMPLE",
     .text = &values.from,
     .words = EXAMPLES,
     .help = "Copy an example with its data, such as town, plume, les or flame, in place of a "
             "template. Without DIR "
             "the folder has the name of the example."},
    {.name = "list", .flag = &values.list, .help = "List the examples."},
    {.name = "template",
     .argument = CLI_TEMPLATE_NAMES,
     .choice = &values.template,
     .help = "What kind of case: a town (default), a street canyon, a hill from a terrain file, or "
             "flat ground."},
    {0},
};

/* Parameters of a new case. */
struct plan {
  const struct cli_template *template;
  const char *folder; /* as given by the user */
  const char *name;   /* name of the case: last component of its full path */
};

static void write_case(FILE *stream, const struct plan *plan) {
  for (const char *const *piece = plan->template->text; *piece != NULL; piece++)
    fputs(*piece, stream);
}

static void write_readme(FILE *stream, const struct plan *plan) {
  fprintf(stream, "# %s\n\n", plan->name);
  cli_print_wrapped(stream, plan->template->about, 0, 0);
  fputs("\nIn this folder:\n\n"
        "    simoom check case.toml          # what it is, and what a run needs\n"
        "    simoom run case.toml -o out     # compute the wind\n"
        "    simoom info out/",
        stream);
  fprintf(stream, "%s.nc\n", plan->name);
  const char *line = plan->template->look;
  while (*line != '\0') {
    const size_t length = strcspn(line, "\n"), stem = strcspn(line, "@");
    fprintf(stream, "    %.*s%s%.*s\n", (int)stem, line, plan->name, (int)(length - stem - 1),
            line + stem + 1);
    line += length + 1;
  }
}

static void write_extra(FILE *stream, const struct plan *plan) {
  plan->template->write_extra(stream);
}

/* Writes one file to the new folder and prints its name; returns the exit code. */
static int write_file(struct cli_session *session, const struct plan *plan, const char *name,
                      void (*write)(FILE *stream, const struct plan *plan)) {
  char path[4096];
  struct cli_file file;
  snprintf(path, sizeof path, "%s/%s", plan->folder, name);
  bool good = cli_file_open(&file, path);
  if (good) {
    write(file.stream, plan);
    good = cli_file_close(&file);
  }
  if (!good)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be written: %s", path,
                             strerror(errno));
  cli_outputs_add(session, path);
  return 0;
}

static int write_template(struct cli_session *session, struct plan *plan) {
  plan->template = &cli_templates[values.template];
  int code = write_file(session, plan, "case.toml", write_case);
  if (code == 0) code = write_file(session, plan, "README.md", write_readme);
  if (code == 0 && plan->template->extra != NULL)
    code = write_file(session, plan, plan->template->extra, write_extra);
  return code;
}

/* The name of the folder of an example: "les" is the one of a city. */
static const char *example_name(const char *from) {
  return strcmp(from, "les") == 0 ? "city-les" : from;
}

static int copy_example(struct cli_session *session, const char *examples, const char *folder) {
  char failed[4096];
  bool needs_data = false;
  if (!cli_examples_copy(session, examples, example_name(values.from), folder, &needs_data, failed))
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be copied: %s", failed,
                             strerror(errno));
  if (needs_data && !cli_common.quiet) {
    fprintf(stderr, "simoom: '%s' needs data that do not come with simoom:\n\n", values.from);
    cli_examples_print_data(stderr, folder);
  }
  return 0;
}

static int list_examples(const char *examples) {
  struct sm_facts facts = {0};
  if (!cli_outputs_json) {
    cli_examples_list(stdout, examples);
    return 0;
  }
  cli_outputs_json = false; /* an object of its own */
  sm_facts_schema(&facts, "examples");
  cli_examples_facts(examples, &facts);
  cli_facts_print(stdout, &facts, true);
  return 0;
}

static int refuse_example(struct cli_session *session, const char *examples) {
  char lower[64] = "";
  for (size_t i = 0; i + 1 < sizeof lower && values.from[i] != '\0'; i++)
    lower[i] = (char)tolower((unsigned char)values.from[i]);
  const bool meant = cli_examples_has(examples, example_name(lower));
  return cli_session_error(session, SM_ERR_USAGE,
                           "there is no example '%s'\n  help: 'simoom new --list' lists them%s%s",
                           values.from, meant ? "; one is called " : "", meant ? lower : "");
}

/* Looks at the options; 0: goes on. */
static int check_options(struct cli_session *session, const struct cli_operands *operands,
                         char *examples, size_t size) {
  if (values.list && (operands->count > 0 || values.from != NULL))
    return cli_session_error(session, SM_ERR_USAGE, "--list cannot be combined with DIR or --from");
  const bool found = cli_examples_find(examples, size);
  if ((values.from != NULL || values.list) && !found)
    return cli_session_error(session, SM_ERR_IO,
                             "error: the examples are not there\n"
                             "  help: they are installed in share/simoom/cases, beside bin/simoom");
  if (values.from != NULL && values.template != 0)
    return cli_session_error(session, SM_ERR_USAGE, "--from cannot be combined with --template");
  if (values.from != NULL && !cli_examples_has(examples, example_name(values.from)))
    return refuse_example(session, examples);
  return 0;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  char examples[4096];
  int code = check_options(session, operands, examples, sizeof examples);
  if (code != 0) return code;
  if (values.list) return list_examples(examples);
  struct plan plan = {.folder = operands->count > 0 ? operands->item[0] : values.from};
  if (plan.folder == NULL)
    return cli_session_error(session, SM_ERR_USAGE,
                             "DIR is missing\n  help: give the name of a new folder");
  struct stat info;
  if (stat(plan.folder, &info) == 0 && !(S_ISDIR(info.st_mode) && cli_folder_empty(plan.folder)))
    return cli_session_error(session, SM_ERR_USAGE,
                             "%s: error: exists and is not an empty folder\n"
                             "  help: give the name of a new one",
                             plan.folder);
  char *full = cli_folder_create(plan.folder) ? realpath(plan.folder, NULL) : NULL;
  if (full == NULL)
    return cli_session_error(session, SM_ERR_IO, "%s: error: cannot be made: %s", plan.folder,
                             strerror(errno));
  plan.name = strrchr(full, '/') + 1;
  code = values.from != NULL ? copy_example(session, examples, plan.folder)
                             : write_template(session, &plan);
  free(full);
  return code;
}

const struct cli_command cli_command_new = {
    .name = "new",
    .operands = "[DIR]",
    .operand_min = 0,
    .operand_max = 1,
    .summary = "write a case to start from",
    .details =
        "Creates a folder with a small commented case.toml that runs in a second, and a README.md "
        "with the next commands, or copies an example (--from). A folder that is not empty is "
        "refused. Lists the files "
        "written. Of an example whose data do not come with simoom it says where to get them.",
    .options = {own_options, cli_outputs_options, cli_common_options},
    .run = run,
};

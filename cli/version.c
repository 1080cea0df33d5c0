/* version.c - version of simoom and its libraries. */
#include "cli/options/options.h"
#include "cli/text/facts.h"
#include <lab/version.h>

static struct { bool json; } values;

static const struct cli_option own_options[] = {
    {.name = "json", .flag = &values.json, .help = "Print JSON."},
    {0},
};

static int run(struct cli_session *session, const struct cli_operands *operands) {
  (void)session;
  (void)operands;
  const char *without = sm_version_without();
  if (values.json) {
    struct sm_facts json = {0};
    sm_facts_schema(&json, "version");
    sm_facts_text(&json, "without", without);
    cli_facts_print(stdout, &json, true);
  } else {
    printf("simoom %s\n", sm_version());
    if (without[0] != '\0') printf("built without %s\n", without);
  }
  return 0;
}

const struct cli_command cli_command_version = {
    .name = "version",
    .operands = "",
    .summary = "tell the version",
    .details = "Tells the version, and the optional libraries that simoom was built without;\n"
               "'simoom --version' is the same.",
    .options = {own_options, cli_common_options},
    .run = run,
};

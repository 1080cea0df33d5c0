/* cmd_chem.c - mechanisms of reactions: reading, checking, converting. */
#include "chem.h"
#include "format.h"
#include "options.h"
#include <string.h>

struct cli_chem cli_chem;

static const struct cli_chem_action actions[] = {
    {"check", cli_chem_check},
    {"convert", cli_chem_convert},
};
enum { ACTIONS = sizeof actions / sizeof *actions };

static const struct cli_option own_options[] = {
    {.name = "thermo",
     .argument = "FILE",
     .text = &cli_chem.thermo,
     .help = "Thermodynamic data of a CHEMKIN mechanism, where they are in a file of their own."},
    {.name = "transport",
     .argument = "FILE",
     .text = &cli_chem.transport,
     .help = "Transport data of a CHEMKIN mechanism, where they are in a file of their own."},
    {.name = "photolysis",
     .argument = "FILE",
     .text = &cli_chem.photolysis,
     .help =
         "Rates of photolysis that a KPP mechanism names: lines 'name j', 1/s under a full sun, "
         "or 'name l m n' of j = l cos(z)^m exp(-n / cos(z)), z being the zenith angle."},
    {.name = "phase",
     .argument = "NAME",
     .text = &cli_chem.phase,
     .help = "The phase of a YAML file with several. Default: the first."},
    {.name = "permissive",
     .flag = &cli_chem.permissive,
     .help = "Warnings in place of errors for unknown colliders and duplicates that are not "
             "declared."},
    {.name = "list",
     .argument = "none|species|reactions",
     .choice = &cli_chem.list,
     .help = "check: also a table of the species or of the reactions with their rates."},
    {.name = "json", .flag = &cli_chem.json, .help = "check: print JSON."},
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .text = &cli_chem.out,
     .help = "convert: the file to write."},
    {0},
};

struct sm_mechanism *cli_chem_read(struct cli_session *session, const char *file, int *code) {
  const struct sm_mechanism_files files = {.mechanism = file,
                                           .thermo = cli_chem.thermo,
                                           .transport = cli_chem.transport,
                                           .photolysis = cli_chem.photolysis,
                                           .phase = cli_chem.phase,
                                           .permissive = cli_chem.permissive};
  struct sm_mechanism *m = NULL;
  const enum sm_status status = sm_mechanism_read(session->ctx, &files, &m);
  *code = status == SM_OK ? 0 : cli_session_fail(session, status);
  return m;
}

static int run(struct cli_session *session, const struct cli_operands *operands) {
  const char *names[ACTIONS], *word = operands->item[0];
  for (size_t a = 0; a < ACTIONS; a++) {
    if (strcmp(word, actions[a].name) == 0) return actions[a].run(session, operands->item[1]);
    names[a] = actions[a].name;
  }
  const char *nearest = cli_nearest(word, names, ACTIONS);
  return cli_session_error(session, SM_ERR_USAGE, "'%s' is no action of chem\n  help: %s%s%s", word,
                           nearest != NULL ? "did you mean '" : "'simoom help chem' lists them",
                           nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
}

const struct cli_command cli_command_chem = {
    .name = "chem",
    .operands = "ACTION FILE",
    .operand_min = 2,
    .operand_max = 2,
    .summary = "read, check and convert mechanisms of reactions",
    .details =
        "Reads a mechanism of reactions in gases: FILE in the text form of CHEMKIN, in Cantera's "
        "YAML form, or of KPP. Every problem is told with its line. ACTION is one of\n"
        "check: tell what it holds: elements, species, reactions by kind, ranges.\n"
        "convert: write it in Cantera's YAML form, in SI units.",
    .options = {own_options, cli_common_options},
    .run = run,
};

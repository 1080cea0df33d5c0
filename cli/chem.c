/* chem.c - `simoom chem`: reads, checks, converts and evaluates reaction mechanisms. */
#define _POSIX_C_SOURCE 200809L /* for stat */
#include "cli/chem/chem.h"
#include "cli/options/options.h"
#include "cli/text/format.h"
#include <string.h>
#include <sys/stat.h>

struct cli_chem cli_chem;

static const struct cli_chem_action actions[] = {
    {"check", cli_chem_check},   {"convert", cli_chem_convert},         {"rates", cli_chem_rates},
    {"ignite", cli_chem_ignite}, {"equilibrium", cli_chem_equilibrium}, {"bench", cli_chem_bench},
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
    {.name = "json", .flag = &cli_chem.json, .help = "Print JSON."},
    {.name = "temperature",
     .argument = "LIST",
     .text = &cli_chem.temperature,
     .help = "rates, ignite, equilibrium, bench: temperature of the gas, K; ignite takes several, "
             "with commas between."},
    {.name = "pressure",
     .argument = "LIST",
     .text = &cli_chem.pressure,
     .help = "Likewise its pressure, in Pa or as in '1 atm'."},
    {.name = "composition",
     .argument = "MOLES",
     .text = &cli_chem.composition,
     .help = "Likewise what it consists of, by mole: H2:2,O2:1,N2:3.76."},
    {.name = "state",
     .argument = "FILE",
     .text = &cli_chem.state,
     .help =
         "rates: states of many cells: a CSV file with columns T_K, p_Pa and Y_... (fractions by "
         "mass) or X_... (by mole) of species."},
    {.name = "sun",
     .argument = "NUMBER",
     .text = &cli_chem.sun,
     .help = "rates: factor of the rates of photolysis, 0 at night. Default: 1."},
    {.name = "zenith",
     .argument = "DEGREES",
     .text = &cli_chem.zenith,
     .help = "rates: angle of the sun from straight above, of rates that follow it. Default: 0."},
    {.name = "reactor",
     .argument = "volume|pressure",
     .choice = &cli_chem.reactor,
     .help = "ignite, bench: what stays constant."},
    {.name = "end",
     .argument = "SECONDS",
     .text = &cli_chem.end,
     .help = "ignite: how long, at most 1e9. Default: 1. bench: how long a cell is integrated. "
             "Default: 1e-5."},
    {.name = "tolerance",
     .argument = "NUMBER",
     .text = &cli_chem.tolerance,
     .help = "ignite, bench: relative error of a step. Default: 1e-6, or that of the cell's file; "
             "bench: 1e-4 and 1e-6. From 1e-10 to 0.1."},
    {.name = "method",
     .argument = "NAME",
     .text = &cli_chem.method,
     .help = "ignite, of a cell's file: auto, rk4, rkck45, rkc2, rodas3, rodas4 or cvode. Default: "
             "that of "
             "the file."},
    {.name = "reduction",
     .argument = "none|drgep",
     .choice = &cli_chem.reduction,
     .help =
         "ignite: dynamic mechanism reduction: a directed relation graph with error propagation "
         "freezes unimportant species for a step."},
    {.name = "threshold",
     .argument = "NUMBER",
     .text = &cli_chem.threshold,
     .help = "Of --reduction: importance below which a species is frozen, from 0 (none) to 0.99. "
             "Default: 1e-3."},
    {.name = "targets",
     .argument = "LIST",
     .text = &cli_chem.targets,
     .help = "Of --reduction: species for which others are important, with commas between. "
             "Default: those of --composition."},
    {.name = "reselect",
     .argument = "NUMBER",
     .text = &cli_chem.reselect,
     .help = "Of --reduction: relative change of the temperature or of an active species after "
             "which species are selected anew, 0: every step. Default: 0.5."},
    {.name = "watch",
     .argument = "SPECIES",
     .text = &cli_chem.watch,
     .help = "ignite: the species whose largest mass fraction is one of the delays. Default: OH."},
    {.name = "trajectory",
     .argument = "FILE",
     .text = &cli_chem.trajectory,
     .help = "ignite: also write every step of every reactor to a CSV file."},
    {.name = "pair",
     .argument = "hp|uv|tp",
     .choice = &cli_chem.pair,
     .help = "equilibrium: what the gas keeps: enthalpy and pressure, internal energy and volume, "
             "temperature and pressure."},
    {.letter = 'o',
     .name = "output",
     .argument = "FILE",
     .text = &cli_chem.out,
     .named = true,
     .help = "convert: the file to write; rates: the CSV file of the rates."},
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

int cli_chem_check_overwrite(struct cli_session *session, const char *name, const char *path,
                             const char *file) {
  const char *const read[] = {file, cli_chem.thermo, cli_chem.transport, cli_chem.photolysis,
                              cli_chem.state};
  struct stat to, from;
  if (path == NULL || stat(path, &to) != 0 || !S_ISREG(to.st_mode)) return 0;
  for (size_t i = 0; i < sizeof read / sizeof *read; i++)
    if (read[i] != NULL && stat(read[i], &from) == 0 && from.st_dev == to.st_dev &&
        from.st_ino == to.st_ino)
      return cli_session_error(
          session, SM_ERR_USAGE,
          "--%s: %s is an input, it would be overwritten\n  help: name another "
          "file",
          name, path);
  return 0;
}

static const char *action_name(size_t n) { return n < ACTIONS ? actions[n].name : NULL; }

static int run(struct cli_session *session, const struct cli_operands *operands) {
  const char *names[ACTIONS], *word = operands->item[0];
  for (size_t a = 0; a < ACTIONS; a++) {
    if (strcmp(word, actions[a].name) == 0) return actions[a].run(session, operands->item[1]);
    names[a] = actions[a].name;
  }
  const char *nearest = cli_nearest(word, names, ACTIONS);
  return cli_session_error(session, SM_ERR_USAGE, "'%s' is not an action of chem\n  help: %s%s%s",
                           word,
                           nearest != NULL ? "did you mean '" : "'simoom help chem' lists them",
                           nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
}

const struct cli_command cli_command_chem = {
    .name = "chem",
    .operands = "ACTION FILE",
    .operand_min = 2,
    .operand_max = 2,
    .summary = "mechanisms of reactions: check, convert, rates, ignition, equilibrium",
    .details =
        "Reads a mechanism of reactions in gases: FILE in the text form of CHEMKIN, in Cantera's "
        "YAML form, or of KPP. Every problem is reported with its line. ACTION is one of\n"
        "check: summary of its contents: elements, species, reactions by kind, ranges.\n"
        "convert: write it in Cantera's YAML form, in SI units; to a name that ends in .inp in the "
        "form of "
        "CHEMKIN, with thermodynamic and transport data in files beside it.\n"
        "rates: rates of production of a gas, with --list reactions of all reactions; of "
        "many gases with --state.\n"
        "ignite: ignition delay of a gas, by the largest dT/dt, by 400 K of rise and by "
        "the largest fraction of a species. FILE may be that of a cell whose chemistry failed in a "
        "run, *.toml: its step is made again.\n"
        "equilibrium: chemical equilibrium of a gas.\n"
        "bench: measure steps of 1e2 to 1e6 cells on one core, on all threads and on a GPU; of a "
        "gas "
        "(--temperature, --pressure, --composition) the integrators side by side, their times and "
        "their errors, with CVODE where simoom was built with it.",
    .options = {own_options, cli_common_options},
    .word = action_name,
    .run = run,
};

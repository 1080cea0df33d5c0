/* chem.h - functions shared by the actions of `simoom chem`. */
#ifndef CLI_CHEM_CHEM_H
#define CLI_CHEM_CHEM_H

#include "cli/command.h"

/* Options of all actions. */
struct cli_chem {
  const char *thermo, *transport, *photolysis, *phase, *out;
  const char *state, *temperature, *pressure, *composition, *trajectory, *end, *watch, *tolerance,
      *method, *sun, *zenith, *threshold, *targets, *reselect;
  bool permissive, json;
  int reactor, pair, reduction; /* index into the words of their options */
  int list;                     /* enum cli_chem_list */
};
enum cli_chem_list { CLI_CHEM_LIST_NONE, CLI_CHEM_LIST_SPECIES, CLI_CHEM_LIST_REACTIONS };
extern struct cli_chem cli_chem;

/* One action: `simoom chem NAME FILE`. Returns the exit code. */
struct cli_chem_action {
  const char *name;
  int (*run)(struct cli_session *session, const char *file);
};

/* Reads the mechanism FILE with the options; NULL on failure, with the exit code in *code. */
struct sm_mechanism *cli_chem_read(struct cli_session *session, const char *file, int *code);

/* Refuses to overwrite an input file (FILE included) by `path`, the value of option --NAME, which
 * may be NULL. Returns the exit code. */
int cli_chem_check_overwrite(struct cli_session *session, const char *name, const char *path,
                             const char *file);

int cli_chem_check(struct cli_session *session, const char *file);
int cli_chem_convert(struct cli_session *session, const char *file);
int cli_chem_rates(struct cli_session *session, const char *file);
int cli_chem_ignite(struct cli_session *session, const char *file);
int cli_chem_replay(struct cli_session *session, const char *file); /* ignite, from the file of a
                                                                       cell */
int cli_chem_equilibrium(struct cli_session *session, const char *file);
int cli_chem_bench(struct cli_session *session, const char *file);
int cli_chem_methods(struct cli_session *session, const char *file); /* bench, for a given gas */

#endif

/* mechanism.h - mechanisms of the entries of chemistry, and the tables of their reference numbers.
 */
#ifndef VALIDATION_CHEM_MECHANISM_H
#define VALIDATION_CHEM_MECHANISM_H

#include "validation/runner/entry.h"
#include <simoom/simoom.h>

#define CLI_CHEM_DATA "chemistry-reference/"
#define CLI_CHEM_CANTERA "Cantera 3.1.0 (our own runs; its release of 2024)"

enum { CLI_MECHANISM_SPECIES = 64, CLI_MECHANISM_FIELDS = 128 };

/* Files below the folder of data. */
struct cli_mechanism_source {
  const char *tag; /* of the reference's tables */
  const char *mechanism, *thermo;
  int32_t reactions; /* as the reference counts them */
};

enum {
  CLI_MECHANISM_YETTER,
  CLI_MECHANISM_YETTER_38,
  CLI_MECHANISM_BURKE,
  CLI_MECHANISM_BURKE_YAML,
  CLI_MECHANISM_GRI,
  CLI_MECHANISM_ALL,
  CLI_MECHANISM_ALL_YAML,
  CLI_MECHANISM_SOURCES
};
extern const struct cli_mechanism_source cli_mechanism_sources[CLI_MECHANISM_SOURCES];

/* A mechanism ready for computing. */
struct cli_mechanism {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
};

/* Opens one of them; yaml: written in Cantera's form and read again. Skipped where the data or
 * libyaml are not there. */
enum cli_outcome cli_mechanism_open(struct cli_trial *trial,
                                    const struct cli_mechanism_source *source, bool yaml,
                                    struct cli_mechanism *lab);
/* Likewise a file of the folder validation/chem, beside that of the cases. */
enum cli_outcome cli_mechanism_open_own(struct cli_trial *trial, const char *file,
                                        struct cli_mechanism *lab);
/* Likewise so many families of synthetic alkanes of up to 20 carbon atoms on top of GRI-Mech 3.0
 * (bench/suites/alkanes.h), of more species than CLI_MECHANISM_SPECIES. */
enum cli_outcome cli_mechanism_open_alkanes(struct cli_trial *trial, int families,
                                            struct cli_mechanism *lab);
void cli_mechanism_close(struct cli_mechanism *lab);

/* Notes the library's message. */
enum cli_outcome cli_mechanism_fail(struct cli_trial *trial, const struct cli_mechanism *lab);

/* Concentrations of a gas given by mass. */
void cli_mechanism_concentrations(const struct cli_mechanism *lab, double temperature,
                                  double pressure, const double *fractions, double *out);

/* A fuel, methane or hydrogen, with air, O2 + 3.76 N2, by mole: into fractions[species][count] at
 * i. */
void cli_mechanism_mix(const struct cli_mechanism *lab, double phi, int64_t count, int64_t i,
                       double *fractions);

/* The next line of a text, ended in it; NULL: there is none. */
char *cli_mechanism_line(char **at);
/* Numbers of a line after so many commas; returns how many. */
int cli_mechanism_numbers(const char *line, int skip, double out[CLI_MECHANISM_FIELDS]);

#endif

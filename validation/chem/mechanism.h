/* mechanism.h - mechanisms of the chemistry entries, and tables of their reference
 * numbers. */
#ifndef VALIDATION_CHEM_MECHANISM_H
#define VALIDATION_CHEM_MECHANISM_H

#include "validation/runner/entry.h"
#include <simoom/simoom.h>

#define CLI_CHEM_DATA "chemistry-reference/"
#define CLI_CHEM_CANTERA "Cantera 3.1.0 (our own runs; its release of 2024)"

enum { CLI_MECHANISM_SPECIES = 64, CLI_MECHANISM_FIELDS = 128 };

/* Files in the folder of data. */
struct cli_mechanism_source {
  const char *tag; /* tag in the names of the reference tables */
  const char *mechanism, *thermo;
  int32_t reactions; /* number of reactions in the reference */
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

/* Mechanism prepared for computation. */
struct cli_mechanism {
  struct sm_context *ctx;
  struct sm_mechanism *m;
  struct sm_chem *chem;
};

/* Opens a mechanism; yaml: written as Cantera YAML and read again. Skipped without the data or
 * libyaml. */
enum cli_outcome cli_mechanism_open(struct cli_trial *trial,
                                    const struct cli_mechanism_source *source, bool yaml,
                                    struct cli_mechanism *lab);
/* Opens a file of the folder validation/chem, beside the folder of cases. */
enum cli_outcome cli_mechanism_open_own(struct cli_trial *trial, const char *file,
                                        struct cli_mechanism *lab);
/* Opens families of synthetic alkanes of up to 20 carbon atoms on top of GRI-Mech 3.0
 * (bench/suites/alkanes.h), with more species than CLI_MECHANISM_SPECIES. */
enum cli_outcome cli_mechanism_open_alkanes(struct cli_trial *trial, int families,
                                            struct cli_mechanism *lab);
void cli_mechanism_close(struct cli_mechanism *lab);

/* Records the message of the library. */
enum cli_outcome cli_mechanism_fail(struct cli_trial *trial, const struct cli_mechanism *lab);

/* Concentrations of a gas given by mass fractions. */
void cli_mechanism_concentrations(const struct cli_mechanism *lab, double temperature,
                                  double pressure, const double *fractions, double *out);

/* Mixture of a fuel, methane or hydrogen, with air, O2 + 3.76 N2, by mole: stored in
 * fractions[species][count] at i. */
void cli_mechanism_mix(const struct cli_mechanism *lab, double phi, int64_t count, int64_t i,
                       double *fractions);

/* Next line of a text, NUL-terminated in place; NULL after the last. */
char *cli_mechanism_line(char **at);
/* Reads numbers of a line after `skip` commas; returns how many. */
int cli_mechanism_numbers(const char *line, int skip, double out[CLI_MECHANISM_FIELDS]);

#endif

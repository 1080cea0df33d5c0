/* alkanes.h - a synthetic mechanism of any size: alkanes by rules on top of a core. */
#ifndef BENCH_SUITES_ALKANES_H
#define BENCH_SUITES_ALKANES_H

#include <simoom/mechanism.h>
#include <stdio.h>

/* Writes, in Cantera's YAML form, the core (GRI-Mech 3.0, of which C2 and C3 are taken; at a path
 * without blanks) with alkanes, alkyls, alkenes and alkenyls of up to `largest` carbon atoms, in so
 * many families of isomers (1 or more). One rate per class of reaction; thermodynamics by a
 * constant increment per CH2. Not a model of any fuel. Returns false where the core has not the
 * species. */
bool cli_alkanes_write(FILE *stream, const struct sm_mechanism *core, const char *core_path,
                       int largest, int families);

/* The same, written into a temporary folder and read from there; core_path: of any file that holds
 * the core. Errors: as of sm_mechanism_read; ERR_IO. */
enum sm_status cli_alkanes_read(struct sm_context *ctx, const char *core_path, int largest,
                                int families, struct sm_mechanism **out);

#endif

/* alkanes.h - synthetic reaction mechanism of any size: alkane chemistry by rules on top of a
   core. */
#ifndef BENCH_SUITES_ALKANES_H
#define BENCH_SUITES_ALKANES_H

#include <simoom/mechanism.h>
#include <stdio.h>

/* Writes, as Cantera YAML, the core (GRI-Mech 3.0, which provides C2 and C3; its path must have
 * no blanks) with alkanes, alkyls, alkenes and alkenyls of up to `largest` carbon atoms, in a
 * number of families of isomers (1 or more). One rate per reaction class; thermodynamics with a
 * constant increment per CH2. Not a model of any fuel. Returns false if the core lacks required
 * species. */
bool cli_alkanes_write(FILE *stream, const struct sm_mechanism *core, const char *core_path,
                       int largest, int families);

/* The same, written to a temporary folder and read from there; core_path: a file with the core.
 * Errors: as of sm_mechanism_read; ERR_IO. */
enum sm_status cli_alkanes_read(struct sm_context *ctx, const char *core_path, int largest,
                                int families, struct sm_mechanism **out);

#endif

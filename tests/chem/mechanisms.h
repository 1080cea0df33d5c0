/* mechanisms.h - mechanisms for programs that include device headers, which clash with those of
   chem. */
#ifndef SM_TESTS_CHEM_MECHANISMS_H
#define SM_TESTS_CHEM_MECHANISMS_H

#include "base/context.h"
#include "base/text.h"
#include <stdint.h>

struct sm_mechanism;

struct read_mechanism {
  struct sm_mechanism *m;
  const char *name;
  int32_t species, reactions;
  double operations; /* double-precision operations per evaluation, counted in the generated text */
};

/* Reads a mechanism; files: "mechanism" or "mechanism,thermo". */
SM_CHECKED enum sm_status read_mechanism(struct sm_context *ctx, const char *files,
                                         struct read_mechanism *out);
void forget_mechanism(struct read_mechanism *mechanism);

/* Index of a species; -1 if there is none. */
int32_t species_of(const struct read_mechanism *mechanism, const char *name);

#endif

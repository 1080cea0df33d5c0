/* mixture.h - air of the compressible solver that is a mixture of gases and may react: its species,
 * and the passes over them (cell/compressible/mixture.h; docs/theory/reacting-flow.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_MIXTURE_H
#define SM_PHYSICS_COMPRESSIBLE_MIXTURE_H

#include "cell/compressible/mixture_advection.h"
#include "cell/compressible/mixture_list.h"
#include "physics/compressible/fields.h"
#include "physics/flow/view.h"
#include "physics/scalars/scalars.h"
#include "simoom/chem.h"
#include "simoom/run.h"

/* What may be wrong with a mixture of the case is told with its key and line. */
struct sm_mixture_text {
  const char *text, *key;
  int line;
};

/* A source of gas. */
struct sm_mixture_source {
  const struct sm_case_reaction_release *c; /* borrowed */
  struct sm_scalar_source at;
  double *fraction; /* kg/kg, there */
  double *part;     /* the same, here */
  double enthalpy;  /* J/kg */
};

#define SM_MIXTURE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                         \
  VALUE(double, pending)                   /* s of chemistry yet to go through */                  \
  VALUE(double, released)                  /* kg */                                                \
  VALUE(double, heat_made)                 /* J, by reactions */                                   \
  HOST(double, initial, self->species)     /* kg, of each species at the start */                  \
  HOST(double, given, self->species)       /* kg, given off */                                     \
  ARRAY(double, left, , self->species + 1) /* kg, of each, and of all, out of the sides */         \
  FIELD(heat, )                            /* W/m3 */

struct sm_mixture {
  SM_STATE_MEMBERS(SM_MIXTURE_STATE)
  const struct sm_case *c; /* borrowed */
  const struct sm_case_reaction *reaction;
  struct sm_flow *flow;                     /* borrowed */
  const struct sm_compressible_fields *gas; /* borrowed */
  struct sm_mechanism *mechanism;
  struct sm_chem *chem;
  int32_t species;
  struct sm_mixture_tables host, tables; /* here, and on the device */
  double *air;                           /* kg/kg, of all species */
  double *inflow[SM_SIDES];              /* kg/kg; NULL: that of the air */
  double constant[SM_SIDES];             /* J/(kg K), of what flows in */
  ptrdiff_t next;                        /* elements from a species to the next */
  union sm_reals y, to; /* kg/kg at cell (0, 0, 0) of the first species; where passes write */
  union sm_reals temperature, conductivity, spread; /* K, W/(m K), kg/(m s) */
  union sm_reals stage;                             /* scratch */
  bool *there;               /* of each species: the gas may ever have some of it */
  struct sm_scalar *carried; /* of each species: its sides */
  struct sm_scalars carrier; /* flow and gas, for passes of what is carried */
  struct sm_mixture_source *source;
  size_t source_count;
  double *number; /* device: one result of a reduction */
  /* Since the start or restart: active species summed over the chemistry steps, and these steps. */
  double active_species, chemistry_steps;
  double chemistry_seconds; /* of the clock */
  char name[SM_FLOW_SCALARS][32];
  char words[SM_FLOW_SCALARS][48]; /* of these variables: "mass fraction of OH" */
};

/* Reads the mechanism, its coefficients and the mixtures of the case. Errors: ERR_CASE (an unknown
 * species, an invalid mixture, missing data), ERR_DATA, ERR_IO (of the mechanism's files),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_create(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_flow *flow, struct sm_mixture **out);
void sm_mixture_destroy(struct sm_mixture **mixture);

/* Fields, and the gas at the start: changes the density of `gas` to that of its temperature and
 * its species. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE. */
SM_CHECKED enum sm_status sm_mixture_start(struct sm_context *ctx, struct sm_mixture *m,
                                           const struct sm_compressible_fields *gas);

/* Mass fractions of a text: "H2:2, O2:1". Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_mixture_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_mechanism *m, struct sm_mixture_text text,
                                          double *y);

/* Index of a species by its name. Errors: ERR_CASE (unknown; the message has the nearest name). */
SM_CHECKED enum sm_status sm_mixture_species(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_mechanism *m,
                                             struct sm_mixture_text text, const char *name,
                                             int32_t *out);

/* Of a gas of mass fractions y: J/(kg K); J/kg at a temperature, K. */
double sm_mixture_constant(const struct sm_mixture_tables *host, const double *y);
double sm_mixture_enthalpy(const struct sm_mixture_tables *host, const double *y, double T);

/* --- a step (physics/compressible/mixture_step.c) --- */

/* The air of now, for a pass. */
struct sm_mixture_air sm_mixture_air_of(const struct sm_mixture *m);

/* What lies beyond the sides, of a field of species k. */
void sm_mixture_ghosts(const struct sm_mixture *m, int32_t k, union sm_reals field);

/* With the mass that went through the faces in a step, which has brought the air to its end. */
void sm_mixture_advect(struct sm_mixture *m);

/* Gas of its own gamma expands, for a share of the step. The air's ghosts are there, and are stale
 * after it. */
void sm_mixture_expand(const struct sm_mixture *m, double share);

/* Heat and species spread for a step of `step` s, in parts where it is long. The air's ghosts are
 * there. Errors: ERR_DEVICE, ERR_DIVERGED (too many parts). */
SM_CHECKED enum sm_status sm_mixture_diffuse(struct sm_context *ctx, struct sm_mixture *m,
                                             double time, double step);

/* Releases gas from the sources in a step from `time` on; others: scalars beside the species.
 * Errors: as of sm_scalar_source_step. */
SM_CHECKED enum sm_status sm_mixture_add_releases(struct sm_context *ctx, struct sm_mixture *m,
                                                  const struct sm_scalars *others, double time,
                                                  double step);

/* Temperatures of all cells. */
void sm_mixture_find_temperature(const struct sm_mixture *m);

/* --- accounts (physics/compressible/mixture_budget.c) --- */

/* Of the gas at the start, which is there. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_budget_start(struct sm_context *ctx, struct sm_mixture *m);

/* Species k, of what half of a step carries through the sides; k < 0: all of the gas, in a step. */
void sm_mixture_budget_add(const struct sm_mixture *m, const struct sm_mixture_advection *carry,
                           int32_t k);

/* Mass budget of an element of the mechanism. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_element_budget(struct sm_context *ctx,
                                                    const struct sm_mixture *m, int32_t element,
                                                    struct sm_mass_budget *out);

/* Logs the mass that releases emitted and the heat of reactions. */
void sm_mixture_report(struct sm_context *ctx, const struct sm_mixture *m);

/* --- what comes out, and what goes on --- */
void sm_mixture_outputs(struct sm_mixture *m, struct sm_flow_view *view);
void sm_mixture_parts(struct sm_mixture *m, struct sm_flow_view *view);

#endif

/* mixture.h - gas mixture of the compressible solver, optionally reacting: its species, and the
 * passes over them (cell/compressible/mixture.h; docs/theory/reacting-flow.md). */
#ifndef SM_PHYSICS_COMPRESSIBLE_MIXTURE_H
#define SM_PHYSICS_COMPRESSIBLE_MIXTURE_H

#include "cell/compressible/mixture_advection.h"
#include "cell/compressible/mixture_list.h"
#include "physics/compressible/fields.h"
#include "physics/flow/view.h"
#include "physics/scalars/scalars.h"
#include "simoom/chem.h"
#include "simoom/run.h"

/* A mixture in the case as text; errors name its key and line. */
struct sm_mixture_text {
  const char *text, *key;
  int line;
};

/* A gas source. */
struct sm_mixture_source {
  const struct sm_case_reaction_release *c; /* borrowed */
  struct sm_scalar_source at;
  double *fraction; /* kg/kg, host */
  double *part;     /* the same on the device */
  double enthalpy;  /* J/kg */
};

#define SM_MIXTURE_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                         \
  VALUE(double, pending)                   /* chemistry time not yet integrated, s */              \
  VALUE(double, released)                  /* kg */                                                \
  VALUE(double, heat_made)                 /* heat released by reactions, J */                     \
  HOST(double, initial, self->species)     /* initial mass of each species, kg */                  \
  HOST(double, given, self->species)       /* released mass of each species, kg */                 \
  ARRAY(double, left, , self->species + 1) /* kg, outflow: each species, then the total */         \
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
  struct sm_mixture_tables host, tables; /* on the host, and on the device */
  double *air;                           /* mass fractions of the air, kg/kg */
  double *inflow[SM_SIDES];              /* inflow mass fractions, kg/kg; NULL: those of the air */
  double constant[SM_SIDES];             /* gas constant of the inflow, J/(kg K) */
  ptrdiff_t next;                        /* stride between the fields of two species */
  union sm_reals y, to; /* kg/kg at cell (0, 0, 0) of the first species; destination of the
                           passes */
  union sm_reals temperature, conductivity, spread; /* K, W/(m K), kg/(m s) */
  union sm_reals stage;                             /* scratch */
  bool *there;                                      /* per species: it can occur in this case */
  struct sm_scalar *carried;                        /* per species: its boundary conditions */
  struct sm_scalars carrier; /* flow and gas, as the scalar transport sees them */
  struct sm_mixture_source *source;
  size_t source_count;
  double *number; /* device: result of a reduction */
  /* Since the start or restart: active species summed over the chemistry steps, and the number of
   * these steps. */
  double active_species, chemistry_steps;
  double chemistry_seconds; /* wall-clock time */
  char name[SM_FLOW_SCALARS][32];
  char words[SM_FLOW_SCALARS][48]; /* descriptions of these variables: "mass fraction of OH" */
};

/* Reads the mechanism, its coefficients and the mixtures of the case. Errors: ERR_CASE (an unknown
 * species, an invalid mixture, missing data), ERR_DATA, ERR_IO (of the mechanism's files),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_create(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_flow *flow, struct sm_mixture **out);
void sm_mixture_destroy(struct sm_mixture **mixture);

/* Allocates the fields and sets the initial mixture: the density of `gas` becomes that of its
 * temperature and composition. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE. */
SM_CHECKED enum sm_status sm_mixture_start(struct sm_context *ctx, struct sm_mixture *m,
                                           const struct sm_compressible_fields *gas);

/* Reads mass fractions from a text such as "H2:2, O2:1". Errors: ERR_CASE. */
SM_CHECKED enum sm_status sm_mixture_read(struct sm_context *ctx, const struct sm_case *c,
                                          const struct sm_mechanism *m, struct sm_mixture_text text,
                                          double *y);

/* Index of a species by its name. Errors: ERR_CASE (unknown; the message names the nearest one). */
SM_CHECKED enum sm_status sm_mixture_species(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_mechanism *m,
                                             struct sm_mixture_text text, const char *name,
                                             int32_t *out);

/* Properties of a gas with mass fractions y: gas constant, J/(kg K); enthalpy at a temperature (K),
 * J/kg. */
double sm_mixture_constant(const struct sm_mixture_tables *host, const double *y);
double sm_mixture_enthalpy(const struct sm_mixture_tables *host, const double *y, double T);

/* --- a step (physics/compressible/mixture_step.c) --- */

/* Current state of the air, as argument of a pass. */
struct sm_mixture_air sm_mixture_air_of(const struct sm_mixture *m);

/* Fills the ghost cells of a field of species k. */
void sm_mixture_ghosts(const struct sm_mixture *m, int32_t k, union sm_reals field);

/* Advects the species with the mass flux of a step, after the flow has completed this step. */
void sm_mixture_advect(struct sm_mixture *m);

/* Thermal expansion with the local gamma, for a fraction of the step. Needs filled ghosts; they are
 * stale afterwards. */
void sm_mixture_expand(const struct sm_mixture *m, double share);

/* Diffuses heat and species over a step of `step` s, in substeps where it exceeds the stability
 * limit. Needs filled ghosts. Errors: ERR_DEVICE, ERR_DIVERGED (too many substeps). */
SM_CHECKED enum sm_status sm_mixture_diffuse(struct sm_context *ctx, struct sm_mixture *m,
                                             double time, double step);

/* Releases gas from the sources in a step that starts at `time`; others: scalars beside the
 * species.
 * Errors: those of sm_scalar_source_step. */
SM_CHECKED enum sm_status sm_mixture_add_releases(struct sm_context *ctx, struct sm_mixture *m,
                                                  const struct sm_scalars *others, double time,
                                                  double step);

/* Computes the temperature of all cells. */
void sm_mixture_find_temperature(const struct sm_mixture *m);

/* --- accounts (physics/compressible/mixture_budget.c) --- */

/* Initial mass of the species. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_budget_start(struct sm_context *ctx, struct sm_mixture *m);

/* Adds the outflow of species k through the sides in a half step; k < 0: outflow of the total mass
 * in a step. */
void sm_mixture_budget_add(const struct sm_mixture *m, const struct sm_mixture_advection *carry,
                           int32_t k);

/* Mass budget of an element of the mechanism. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_mixture_element_budget(struct sm_context *ctx,
                                                    const struct sm_mixture *m, int32_t element,
                                                    struct sm_mass_budget *out);

/* Logs the mass emitted by releases and the heat of reactions. */
void sm_mixture_report(struct sm_context *ctx, const struct sm_mixture *m);

/* --- what comes out, and what goes on --- */
void sm_mixture_outputs(struct sm_mixture *m, struct sm_flow_view *view);
void sm_mixture_parts(struct sm_mixture *m, struct sm_flow_view *view);
/* Gets the whole fields of all species, between steps. */
void sm_mixture_gather(const struct sm_mixture *m);

#endif

/* scalars.h - scalars of a flow: potential temperature with buoyancy, tracers of the case, and
 * subgrid-scale energy (cell/scalars/transport.h).
 *
 * After the wind's step from one register of the flow to another the scalars are advanced with the
 * mean of both winds: three-stage scheme of Shu and Osher, in enough substeps for monotonicity.
 * Theory: docs/theory/incompressible-scalars.md. In the compressible solver the mass flux
 * transports them in two stages, and the fields are mass fractions
 * (cell/compressible/transport.h). */
#ifndef SM_PHYSICS_SCALARS_SCALARS_H
#define SM_PHYSICS_SCALARS_SCALARS_H

#include "domain/sources/releases.h"
#include "physics/compressible/fields.h"
#include "physics/flow/fields.h"
#include "physics/flow/view.h"
#include "physics/scalars/merged_cells.h"

/* heated_walls.c */

/* Properties of the heated air. */
struct sm_heated_air {
  double diffusivity, per_schmidt;          /* m2/s, molecular; ratio of eddy diffusivity to eddy
                                               viscosity */
  double per_kelvin;                        /* buoyancy acceleration per kelvin, m/(s2 K) */
  double reference;                         /* reference temperature, K */
  const struct sm_merged_cells *groups;     /* merged cut cells; may be NULL */
  const struct sm_compressible_fields *gas; /* heat is added to its energy, J/m3; NULL: to the
                                               temperature, K */
};

struct sm_heated_wall {
  bool heats;
  struct sm_wall_exchange exchange;
  struct sm_box box;
  int *cell; /* device memory of exchange.at */
  float *roughness, *distance;
  size_t count; /* of each array */
};

struct sm_heated_walls {
  const struct sm_flow *flow; /* borrowed; NULL: not made */
  bool any;                   /* some wall heats */
  struct sm_heated_wall wall[SM_SIDES];
};

/* Makes the heated walls of the case. Errors: ERR_CASE (a temperature that is not finite),
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_heated_walls_make(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_flow *flow,
                                               const struct sm_heated_air *air,
                                               struct sm_heated_walls *out);

/* Parts of the walls: the ground, on whose drag the eddy viscosity near it depends, and the others,
 * which depend on the eddy viscosity. */
enum sm_heated_walls_part { SM_WALLS_GROUND = 1, SM_WALLS_OTHERS = 2, SM_WALLS_ALL = 3 };

/* Exchange coefficients with air of temperature `now` (K above the reference) in a wind; also the
 * drag of the ground. */
void sm_heated_walls_find(const struct sm_heated_walls *walls, enum sm_heated_walls_part part,
                          int wind, union sm_reals now);

/* Adds to `to` the heat flux to air of temperature `now`; `weight`: fraction of a step. */
void sm_heated_walls_add(const struct sm_heated_walls *walls, union sm_reals now, union sm_reals to,
                         double weight);

/* Cells of a source with their fractions of its rate. */
struct sm_scalar_source {
  struct sm_release release;
  int64_t count;
  int64_t *cell;  /* device: elements in fields */
  int32_t *layer; /* device: layer of each cell */
  double *per;    /* device: fraction per volume, 1/m3 */
  double rate;    /* mean over this step, kg/s */
};

/* Terms of the mass budget, kg. */
enum sm_scalar_book {
  SM_BOOK_DEPOSITED,
  SM_BOOK_WET_DEPOSITED,
  SM_BOOK_DECAYED,
  SM_BOOK_LEFT,
  SM_BOOKS
};

/* SPECIES: a species of a gas mixture (mixture.h), in kg/kg. */
enum sm_scalar_kind { SM_SCALAR_HEAT, SM_SCALAR_TRACER, SM_SCALAR_TKE, SM_SCALAR_SPECIES };

#define SM_SCALAR_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                          \
  FIELD(now, )    /* kg/m3; K above the reference; m2/s2; tracers in the compressible solver:      \
                     kg/kg */                                                                      \
  FIELD(before, ) /* temperature, and gas with buoyancy: previous step; else NULL */               \
  VALUE(double, initial)                                                                           \
  VALUE(double, emitted)            /* kg */                                                       \
  ARRAY(double, budget, , SM_BOOKS) /* kg */

struct sm_scalar {
  SM_STATE_MEMBERS(SM_SCALAR_STATE)
  enum sm_scalar_kind kind;
  const struct sm_case_scalar *c; /* borrowed; tracers only */
  union sm_reals volume;          /* scratch for kg/m3 from kg/kg (sm_scalar_per_volume); may be
                                     NULL */
  struct sm_ghost_rule rule[SM_SIDES];
  union sm_reals plane[SM_SIDES]; /* inflow values; NULL: a single number */
  double part[SM_SIDES];          /* species of a mixture: inflow mass fraction */
  double diffusivity, per_schmidt, decay, deposition;
  double washout; /* scavenging coefficient in the rain of the current step, 1/s */
  struct sm_scalar_source *source;
  size_t source_count;
};

struct sm_scalar_chemistry;

struct sm_scalars {
  struct sm_flow *flow; /* borrowed */
  const struct sm_case *c;
  const struct sm_compressible_fields *gas; /* borrowed: transport by its mass flux; NULL: by the
                                               wind */
  struct sm_scalar *item;                   /* temperature first, if present */
  size_t count;
  struct sm_scalar *energy; /* subgrid energy, the last item; NULL: not transported */
  bool heat;
  struct sm_merged_cells groups;
  union sm_reals stage[2];               /* scratch */
  union sm_reals rest;                   /* neutral temperature per layer, for buoyancy */
  union sm_reals virtual_temperature[2]; /* K above the reference, at the start of this step and of
                                            the last; NULL: no gas has buoyancy */
  struct sm_heated_walls walls;
  struct sm_scalar_chemistry *chemistry; /* may be NULL */
  double *number;                        /* device: result of a reduction */
  int parts;                             /* number of substeps in the last step */
  bool above_pure; /* a concentration above that of the pure gas has been told */
};

/* create.c */

/* Makes initial fields, boundary conditions and sources; gas: of the compressible solver in its
 * initial state, else NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE. */
SM_CHECKED enum sm_status sm_scalars_create(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_flow *flow,
                                            const struct sm_compressible_fields *gas,
                                            struct sm_scalars **out);
void sm_scalars_destroy(struct sm_scalars **scalars);

/* Name of an item. */
const char *sm_scalar_name(const struct sm_scalar *item);

/* step.c */

/* Temperature that stratifies the air, K above the reference: the virtual one where a gas has
 * buoyancy; computed from the present state. Only with heat. */
union sm_reals sm_scalars_find_stratification(const struct sm_scalars *scalars);

/* Adds buoyancy to the vertical component of wind `to` for `share` of the step; and, before a step,
 * computes it at the faces near cut walls. Both after sm_scalars_find_stratification. */
void sm_scalars_add_buoyancy(const struct sm_scalars *scalars, int to, double share);
void sm_scalars_buoyancy_cut(const struct sm_scalars *scalars, const struct sm_flow_cut *cut);

/* Advances the scalars over the step that took the wind from register `from` to `to`; the third
 * register becomes their mean, without ghosts. time: s since the first output, at the start of the
 * step; step: s, as in the clock of the flow. Errors: ERR_DEVICE, ERR_DIVERGED (too many
 * substeps). */
SM_CHECKED enum sm_status sm_scalars_advance(struct sm_context *ctx, struct sm_scalars *scalars,
                                             int from, int to, double time, double step);

/* The same for the compressible solver, with the mass flux in place of wind 0; the air and its
 * ghosts are those at the end of the step. */
SM_CHECKED enum sm_status sm_scalars_advance_by_mass(struct sm_context *ctx,
                                                     struct sm_scalars *scalars, double time,
                                                     double step);

/* Scalars of a run of either solver. */
struct sm_scalars *sm_incompressible_scalars(const void *model);
struct sm_scalars *sm_compressible_scalars(const void *model);

/* boundaries.c */

/* Makes ghost rules and inflow planes of a scalar. Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_boundaries_make(struct sm_context *ctx,
                                                    const struct sm_scalars *scalars,
                                                    struct sm_scalar *item);

/* Makes inflow values that follow the weather, before the rules. Errors: ERR_DATA, ERR_CASE,
 * ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_follow_weather(struct sm_context *ctx,
                                                   const struct sm_scalars *scalars,
                                                   struct sm_scalar *item);

/* Makes the rules of all scalars anew after sides became inflow or outflow. Errors: the same. */
SM_CHECKED enum sm_status sm_scalars_boundaries_turn(struct sm_context *ctx,
                                                     struct sm_scalars *scalars);

/* Fills the ghost cells of one of its fields. */
void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field);

/* Values at cell centres on a plane or in the whole domain: from an expression, or a constant if it
 * is not given; d: the axis across the plane of `side`, or -1. out[i + nx (j + ny k)].
 * Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_flow *flow,
                                           const struct sm_case_expression *expression,
                                           double otherwise, int side, double *out);

/* mass_transport.c */

/* Remaining fractions of the step at the states of a stage: initial state, state whose tendency is
 * computed, result. Not used with transport by the wind. */
struct sm_step_remaining {
  double begin, now, to;
};

/* Advances a stage. */
void sm_scalar_mass_advance(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left);

/* Largest rate (scalar_transport_rate), 1/s, to scalars->number. */
void sm_scalar_mass_rate(const struct sm_scalars *scalars, const struct sm_scalar_transport *t);

/* Outflow through a side (scalar_boundary_flux), kg/s, to scalars->number. */
void sm_scalar_mass_boundary(const struct sm_scalars *scalars,
                             const struct sm_scalar_boundary_flux *side, const struct sm_box *box);

/* Adds a source to t->to. */
void sm_scalar_mass_release(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left, const struct sm_scalar_release *release);

/* State of an item in kg/m3, with the fraction `left` of the step remaining: with transport by the
 * wind `field` itself, else item->volume. */
union sm_reals sm_scalar_per_volume(const struct sm_scalars *scalars, const struct sm_scalar *item,
                                    union sm_reals field, double left);

/* Converts from kg/m3 to kg/kg, in place. */
void sm_scalar_per_mass(const struct sm_scalars *scalars, union sm_reals field);

/* decay_chains.c: Decay of the scalars of chains in a share of a step; left: remaining fraction of
 * the step, as in sm_scalar_per_volume. */
void sm_scalars_decay(const struct sm_scalars *scalars, double step, double share, double left);

/* budget.c */

/* Mass in the air, kg. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_find_integral(struct sm_context *ctx,
                                                  const struct sm_scalars *scalars,
                                                  const struct sm_scalar *item, double *out);

/* Adds a weight, per second of the step, times the integral of a field over the volume (kg/m3) or
 * the walls to a term of the budget. */
void sm_scalar_book_integral(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             union sm_reals field, bool volume, enum sm_scalar_book budget,
                             double weight);

/* Adds the losses in a stage to the budget; `weight` of its tendency is in the result. */
void sm_scalar_keep_accounts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             const struct sm_scalar_transport *t, struct sm_step_remaining left,
                             double weight);

/* Mass budget of a scalar, kg: initial + emitted + made = in the air + deposited + wet_deposited +
 * decayed + left. */
struct sm_scalar_budget {
  const char *name;
  double initial, emitted, air;
  double deposited, wet_deposited; /* dry, on ground and walls; by rain */
  double decayed, left;            /* left: outflow minus inflow */
  double made;                     /* net production by reactions, the remainder of the budget */
};
SM_CHECKED enum sm_status sm_scalars_budget(struct sm_context *ctx,
                                            const struct sm_scalars *scalars, size_t index,
                                            struct sm_scalar_budget *out);

/* Warns of mass that left through the sides, and logs how well chemistry conserved mass. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalars_report(struct sm_context *ctx,
                                            const struct sm_scalars *scalars);

/* outputs.c */

/* Prepares the outputs of the current state after steps of the compressible solver. */
void sm_scalars_find_outputs(const struct sm_scalars *scalars);

/* Lists at most `most` outputs: temperature in K, the tracers of the case, the subgrid energy. The
 * temperature is in scratch memory until the next step. Returns their number. */
size_t sm_scalars_outputs(const struct sm_scalars *scalars, size_t most,
                          struct sm_flow_output *out);

/* Sets a scalar: values [z][y][x] on cells, in the unit of its output; solid cells are not changed.
 * The added mass counts as emitted. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_set(struct sm_context *ctx, const struct sm_scalars *scalars,
                                        struct sm_scalar *item, const double *values);

/* Warns once of a concentration above the density of the pure gas: `density`, or that of a
 * substance or formula of this name. time: s. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalars_check_pure(struct sm_context *ctx, struct sm_scalars *scalars,
                                                double time);

/* The n-th tracer, from 0; NULL: fewer tracers, or no scalars. */
struct sm_scalar *sm_scalars_tracer(struct sm_scalars *scalars, int n);

/* Adds the prognostic fields to the view. */
void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view);

/* sources.c: Sources of scalars and of reacting gas, on the device of a flow. */

/* Fails if a source of a scalar or reacting gas is outside the domain or contains no fluid cells.
 * Errors: those of sm_release_create. */
SM_CHECKED enum sm_status sm_scalar_sources_check(struct sm_context *ctx, const struct sm_case *c,
                                                  const struct sm_domain *domain);

/* Finds release and cells of a source of the case. Errors: those of sm_release_create,
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_source_make(struct sm_context *ctx, const struct sm_case *c,
                                                const struct sm_flow *flow,
                                                const struct sm_case_source *from,
                                                struct sm_scalar_source *source);

/* Rate and, for a moving source, cells in a step of `step` s from `time` on, s after the first
 * output. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_source_step(struct sm_context *ctx, const struct sm_flow *flow,
                                                double time, double step,
                                                struct sm_scalar_source *source);

/* Adds a source to a scalar during the run: copies the release, whose source must outlive it.
 * Errors: as above. */
SM_CHECKED enum sm_status sm_scalar_add_source(struct sm_context *ctx,
                                               const struct sm_scalars *scalars,
                                               struct sm_scalar *item,
                                               const struct sm_release *release);

#endif

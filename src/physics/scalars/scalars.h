/* scalars.h - scalars of a flow: potential temperature with buoyancy, tracers of the case, and
 * subgrid-scale energy (cell/scalars/transport.h).
 *
 * The wind's step from one register of the flow to another is followed by that of the scalars, in
 * the mean of both winds: three stages of Shu and Osher, in as many parts of the step as keep all
 * values between those around them. Theory: docs/theory/incompressible-scalars.md. In the
 * compressible solver it is the mass of the air that carries, two stages are enough, and what is
 * held is the part of that mass (cell/compressible/transport.h). */
#ifndef SM_PHYSICS_SCALARS_SCALARS_H
#define SM_PHYSICS_SCALARS_SCALARS_H

#include "domain/sources/releases.h"
#include "physics/compressible/fields.h"
#include "physics/flow/fields.h"
#include "physics/flow/view.h"
#include "physics/scalars/merged_cells.h"

/* heated_walls.c */

/* The air that they heat. */
struct sm_heated_air {
  double diffusivity, per_schmidt;          /* m2/s, of molecules; of eddies over their viscosity */
  double per_kelvin;                        /* m/s2 K: how much a degree lifts */
  double reference;                         /* K, from which its temperature counts */
  const struct sm_merged_cells *groups;     /* of cells that walls cut; NULL: there are none */
  const struct sm_compressible_fields *gas; /* heat goes into its energy, J/m3; NULL: K are added */
};

struct sm_heated_wall {
  bool heats;
  struct sm_wall_exchange exchange;
  struct sm_box box;
  int *cell; /* what exchange.at points to, on the device */
  float *roughness, *distance;
  size_t count; /* of each */
};

struct sm_heated_walls {
  const struct sm_flow *flow; /* borrowed; NULL: none has been made */
  bool any;                   /* heats */
  struct sm_heated_wall wall[SM_SIDES];
};

/* Those of the case. Errors: ERR_CASE (no finite temperature somewhere), ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_heated_walls_make(struct sm_context *ctx, const struct sm_case *c,
                                               const struct sm_flow *flow,
                                               const struct sm_heated_air *air,
                                               struct sm_heated_walls *out);

/* The ground, whose drag the eddies beside it depend on, and the others, which depend on eddies. */
enum sm_heated_walls_part { SM_WALLS_GROUND = 1, SM_WALLS_OTHERS = 2, SM_WALLS_ALL = 3 };

/* How much they exchange with air of temperature `now` (K above the reference) in a wind; the drag
 * of the ground with it. */
void sm_heated_walls_find(const struct sm_heated_walls *walls, enum sm_heated_walls_part part,
                          int wind, union sm_reals now);

/* Their heat, `weight` of what they give in a step to air of temperature `now`, into `to`. */
void sm_heated_walls_add(const struct sm_heated_walls *walls, union sm_reals now, union sm_reals to,
                         double weight);

/* Cells of a source, and their shares of its rate. */
struct sm_scalar_source {
  struct sm_release release;
  int64_t count;
  int64_t *cell;  /* device: elements of fields */
  int32_t *layer; /* of each cell, likewise */
  double *per;    /* 1/m3, likewise */
  double rate;    /* kg/s, mean of this step */
};

/* Where what was there, or came, is now; kg. */
enum sm_scalar_book { SM_BOOK_DEPOSITED, SM_BOOK_DECAYED, SM_BOOK_LEFT, SM_BOOKS };

/* A part of a mixture is a species of it (mixture.h), in kg/kg. */
enum sm_scalar_kind { SM_SCALAR_HEAT, SM_SCALAR_TRACER, SM_SCALAR_TKE, SM_SCALAR_SPECIES };

#define SM_SCALAR_STATE(VALUE, FIELD, REALS, ARRAY, HOST)                                          \
  FIELD(now, )    /* kg/m3; K above the reference; m2/s2; of matter that the mass of the air       \
                     carries, kg/kg */                                                             \
  FIELD(before, ) /* of the last step; of temperature only */                                      \
  VALUE(double, initial)                                                                           \
  VALUE(double, emitted)            /* kg */                                                       \
  ARRAY(double, budget, , SM_BOOKS) /* kg */

struct sm_scalar {
  SM_STATE_MEMBERS(SM_SCALAR_STATE)
  enum sm_scalar_kind kind;
  const struct sm_case_scalar *c; /* borrowed; of matter only */
  union sm_reals volume;          /* kg/m3, of that, when it was last looked at; else NULL */
  struct sm_ghost_rule rule[SM_SIDES];
  union sm_reals plane[SM_SIDES]; /* of the air that flows in; NULL: a number */
  double part[SM_SIDES];          /* of a part: what flows in */
  double diffusivity, per_schmidt, decay, deposition;
  struct sm_scalar_source *source;
  size_t source_count;
};

struct sm_scalar_chemistry;

struct sm_scalars {
  struct sm_flow *flow; /* borrowed */
  const struct sm_case *c;
  const struct sm_compressible_fields *gas; /* borrowed: its mass carries; NULL: the wind does */
  struct sm_scalar *item;                   /* temperature first, if there is heat */
  size_t count;
  struct sm_scalar *energy; /* the last one; NULL: it is not carried */
  bool heat;
  struct sm_merged_cells groups;
  union sm_reals stage[2]; /* scratch */
  union sm_reals rest;     /* temperature of air that does not rise, of layers */
  struct sm_heated_walls walls;
  struct sm_scalar_chemistry *chemistry; /* NULL: nothing reacts */
  double *number;                        /* device: one result of a reduction */
  int parts;                             /* of the last step */
};

/* Fields as they are at the start, sides, sources; gas: of the compressible solver, as it begins,
 * else NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE. */
SM_CHECKED enum sm_status sm_scalars_create(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_flow *flow,
                                            const struct sm_compressible_fields *gas,
                                            struct sm_scalars **out);
void sm_scalars_destroy(struct sm_scalars **scalars);

/* What warmth adds to the upward wind `to` in `share` of the step; before a step, what it will add
 * at the faces beside walls. */
void sm_scalars_add_buoyancy(const struct sm_scalars *scalars, int to, double share);
void sm_scalars_buoyancy_cut(const struct sm_scalars *scalars, const struct sm_flow_cut *cut);

/* Makes the step that took the wind from register `from` to `to`; the third becomes their mean, but
 * for its ghosts. time: s since the first output, at the start of the step; step: s, as the clock
 * of the flow. Errors: ERR_DEVICE, ERR_DIVERGED (it would take too many parts). */
SM_CHECKED enum sm_status sm_scalars_advance(struct sm_context *ctx, struct sm_scalars *scalars,
                                             int from, int to, double time, double step);

/* The same step of the compressible solver, with the mass that went through the faces in place of
 * wind 0, and the air and its ghosts as it is at the end. */
SM_CHECKED enum sm_status sm_scalars_advance_by_mass(struct sm_context *ctx,
                                                     struct sm_scalars *scalars, double time,
                                                     double step);

/* What an item is called. */
const char *sm_scalar_name(const struct sm_scalar *item);

/* Those of a run of either model. */
struct sm_scalars *sm_incompressible_scalars(const void *model);
struct sm_scalars *sm_compressible_scalars(const void *model);

/* boundaries.c */

/* Rules and planes of a scalar. Errors: ERR_CASE, ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_boundaries_make(struct sm_context *ctx,
                                                    const struct sm_scalars *scalars,
                                                    struct sm_scalar *item);

/* What lies beyond the sides, of one of its fields. */
void sm_scalar_ghosts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                      union sm_reals field);

/* Values at the centres of cells on a plane or in the whole domain: of an expression, or a number
 * where it is not given; d: the axis across the plane of `side`, or -1. out[i + nx (j + ny k)].
 * Errors: ERR_CASE, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_scalar_values(struct sm_context *ctx, const struct sm_case *c,
                                           const struct sm_flow *flow,
                                           const struct sm_case_expression *expression,
                                           double otherwise, int side, double *out);

/* mass_transport.c */

/* Parts of the step that are left after the states of a stage: its start, that whose change is
 * found, and the result. Where the wind carries they mean nothing. */
struct sm_step_remaining {
  double begin, now, to;
};

/* A stage. */
void sm_scalar_mass_advance(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left);

/* The largest rate (scalar_transport_rate), 1/s, to scalars->number. */
void sm_scalar_mass_rate(const struct sm_scalars *scalars, const struct sm_scalar_transport *t);

/* What leaves through a side (scalar_boundary_flux), kg/s, to scalars->number. */
void sm_scalar_mass_boundary(const struct sm_scalars *scalars,
                             const struct sm_scalar_boundary_flux *side, const struct sm_box *box);

/* A source, into t->to. */
void sm_scalar_mass_release(const struct sm_scalars *scalars, const struct sm_scalar_transport *t,
                            struct sm_step_remaining left, const struct sm_scalar_release *release);

/* A state of an item in kg/m3, when `left` of the step is left: where the wind carries `field`
 * itself, else item->volume. */
union sm_reals sm_scalar_per_volume(const struct sm_scalars *scalars, const struct sm_scalar *item,
                                    union sm_reals field, double left);

/* The other way round, in place. */
void sm_scalar_per_mass(const struct sm_scalars *scalars, union sm_reals field);

/* budget.c */

/* Its sum over the air, kg. Errors: ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_find_integral(struct sm_context *ctx,
                                                  const struct sm_scalars *scalars,
                                                  const struct sm_scalar *item, double *out);

/* What a stage, of which `weight` of the step is in the result, takes away. */
void sm_scalar_keep_accounts(const struct sm_scalars *scalars, const struct sm_scalar *item,
                             const struct sm_scalar_transport *t, struct sm_step_remaining left,
                             double weight);

/* Kilograms of a scalar: initial + emitted + made = in the air + deposited + decayed + left. */
struct sm_scalar_budget {
  const char *name;
  double initial, emitted, air, deposited, decayed, left; /* left: through the sides, less inflow */
  double made; /* by reactions, of a scalar that reacts: what the others leave */
};
SM_CHECKED enum sm_status sm_scalars_budget(struct sm_context *ctx,
                                            const struct sm_scalars *scalars, size_t index,
                                            struct sm_scalar_budget *out);

/* Warns of mass that left through the sides, and logs how well chemistry conserved mass. Errors:
 * ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalars_report(struct sm_context *ctx,
                                            const struct sm_scalars *scalars);

/* outputs.c */

/* What comes out is that of now: after steps of the compressible solver. */
void sm_scalars_find_outputs(const struct sm_scalars *scalars);

/* What comes out, at most `most`: temperature in K, the scalars of the case, the energy of eddies.
 * The temperature lies in scratch memory until the next step. Returns how many. */
size_t sm_scalars_outputs(const struct sm_scalars *scalars, size_t most,
                          struct sm_flow_output *out);

/* Sets one: values [z][y][x] on cells, in the unit of its output; what is in solids is kept. Mass
 * that this adds counts as emitted. Errors: ERR_MEMORY, ERR_DEVICE. */
SM_CHECKED enum sm_status sm_scalar_set(struct sm_context *ctx, const struct sm_scalars *scalars,
                                        struct sm_scalar *item, const double *values);

/* The n-th tracer, from 0; NULL: fewer tracers, or no scalars. */
struct sm_scalar *sm_scalars_tracer(struct sm_scalars *scalars, int n);

/* What the next steps depend on. */
void sm_scalars_parts(struct sm_scalars *scalars, struct sm_flow_view *view);

#endif

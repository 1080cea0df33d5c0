/* scalars.h - what the wind of a flow carries: heat, which makes air rise, what the case names, and
 * the energy of eddies that the grid does not resolve (cell/scalars/transport.h).
 *
 * The wind's step from one register of the flow to another is followed by that of the scalars, in
 * the mean of both winds: three stages of Shu and Osher, in as many parts of the step as keep all
 * values between those around them. Theory: docs/theory/incompressible-scalars.md. In the
 * compressible solver it is the mass of the air that carries, two stages are enough, and what is
 * held is the part of that mass (cell/compressible/transport.h). */
#ifndef SM_PHYSICS_SCALARS_SCALARS_H
#define SM_PHYSICS_SCALARS_SCALARS_H

#include "physics/flow/fields.h"
#include "physics/scalars/heated_walls.h"
#include "physics/scalars/merged_cells.h"

/* Cells of a source, and their shares of its rate. */
struct sm_scalar_source {
  const struct sm_case_scalar_source *c; /* borrowed */
  int64_t count;
  int64_t *cell; /* on the device */
  double *per;   /* 1/m3 */
  double active; /* part of this step */
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

/* Fields as they are at the begin, sides, sources; gas: of the compressible solver, as it begins,
 * else NULL. Errors: ERR_MEMORY, ERR_DEVICE, ERR_CASE. */
SM_CHECKED enum sm_status sm_scalars_create(struct sm_context *ctx, const struct sm_case *c,
                                            struct sm_flow *flow,
                                            const struct sm_compressible_fields *gas,
                                            struct sm_scalars **out);
void sm_scalars_destroy(struct sm_scalars **scalars);

/* Bytes of the device that they take. */
size_t sm_scalars_bytes(const struct sm_case *c, const struct sm_domain *domain, int bits);

/* What warmth adds to the upward wind `to` in `share` of the step; before a step, what it will add
 * at the faces beside walls. */
void sm_scalars_add_buoyancy(const struct sm_scalars *scalars, int to, double share);
void sm_scalars_buoyancy_cut(const struct sm_scalars *scalars, const struct sm_flow_cut *cut);

/* Makes the step that took the wind from register `from` to `to`; the third becomes their mean, but
 * for its ghosts. time: s since the first output, at the begin of the step; step: s, as the clock
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

#endif

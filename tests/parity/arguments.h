/* arguments.h - arguments of every kernel from the arrays of a pool: make_<args> for each struct
 * sm_<args> of kernels.def. Data that random noise cannot provide are written to the pool
 * before. */
#ifndef SM_PARITY_ARGUMENTS_H
#define SM_PARITY_ARGUMENTS_H

#include "pool.h"

#define EACH(NAME, ARGS) struct sm_##ARGS make_##ARGS(const struct pool *p, const struct shape *s);
#define FEW EACH
#define SUM EACH
#define MAX EACH
#define EACH_REAL EACH
#define SUM_REAL EACH
#define MAX_REAL EACH
#include "cell/kernels.def"
#include "device/kernels_undef.h"

/* Common arguments: discrete operator of the fine level; its periodic axes; an array in the
 * precision of the state, by number. */
struct sm_poisson_operator operator_of(const struct pool *p, const struct shape *s);
struct sm_periodic_axes ends_of(const struct shape *s);
union sm_reals reals(const struct pool *p, const struct shape *s, int which);

/* Flow solvers: element `at` of a field array, in the precision of the state; such a field at
 * cell (0, 0, 0); the metric, with lines in the arrays of positive numbers; wall faces of
 * cells. */
union sm_reals part_of(const struct pool *p, const struct shape *s, int which, ptrdiff_t at);
union sm_reals field(const struct pool *p, const struct shape *s, int which);
struct sm_flow_metric flow_metric(const struct pool *p, const struct shape *s);
const int32_t *faces(const struct pool *p, const struct shape *s);
struct sm_nudging_rim nudging_rim(const struct pool *p, const struct shape *s);

/* Makes most faces fully open or closed; the flags mark cells with partly open faces: level 0 with
 * cut cells. */
void mark_parts(struct pool *p, const struct shape *s);

/* Makes the z faces increase. */
void raise_faces(struct pool *p);

/* Whether the SOR of Griebel et al. gets a box without solids, for which there are hand-written
 * kernels; and creates it: all inner faces open, zero padding. */
bool is_plain(const struct shape *s);
void open_box(struct pool *p, const struct shape *s);

/* Makes some cells solid; cell widths are similar, since otherwise slopes would suffer from
 * cancellation. */
void mark_walls(struct pool *p, const struct shape *s);

/* Columns of prisms of two colours that are mutual neighbours; 0 beyond their ends. */
void fill_prisms(struct pool *p, const struct shape *s);

/* Buildings with all kinds of zones, and points within their reach. */
void fill_blocks(struct pool *p, const struct shape *s);

/* Trees, single barriers and rows in every tile; some columns without a canopy. */
void fill_plants(struct pool *p, const struct shape *s);

/* Turbines at the points and tiles of plants: one yawed, one in calm wind, one without a core. */
void fill_turbines(struct pool *p, const struct shape *s);

/* Most cells solid, some cut; columns are smooth, and the wind is sampled in any of their
 * layers. */
void fill_levels_of_air(struct pool *p, const struct shape *s);
int64_t cut_count(const struct shape *s);

/* Air of a level with particles of all kinds; some not yet released, some inactive. For sort_move
 * they have their positions in bins. */
void fill_particles(struct pool *p, const struct shape *s, const char *kernel);

/* Ranks within a bin are in arbitrary order: those of sort_count, or in `buckets` of
 * collision_keys, are replaced by the order of particles if they are complete. */
void sort_ranks(struct pool *p, const struct shape *s, bool buckets);

/* Maximum relative difference of the output of particle kernels; infinite for differences in values
 * that must be equal. */
double particle_difference(const struct pool *a, const struct pool *b, const struct shape *s);

#endif

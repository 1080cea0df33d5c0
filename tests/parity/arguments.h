/* arguments.h - the arguments of every kernel, in the arrays of a pool: make_<args> for each struct
 * sm_<args> of kernels.def. What noise alone does not give is put into the pool beforehand. */
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

/* Shared by several: the discrete operator of the fine level; its joined ends; the array of that
 * number in the precision of the state. */
struct sm_poisson_operator operator_of(const struct pool *p, const struct shape *s);
struct sm_periodic_axes ends_of(const struct shape *s);
union sm_reals reals(const struct pool *p, const struct shape *s, int which);

/* Of the flow solvers: element `at` of an array of the fields, in the precision of the state; such
 * a field at cell (0, 0, 0); the metric, whose lines lie in the arrays of positive numbers; faces
 * of cells that are walls. */
union sm_reals part_of(const struct pool *p, const struct shape *s, int which, ptrdiff_t at);
union sm_reals field(const struct pool *p, const struct shape *s, int which);
struct sm_flow_metric flow_metric(const struct pool *p, const struct shape *s);
const int32_t *faces(const struct pool *p, const struct shape *s);

/* Makes most faces wholly open or closed, and the bytes tell which cells have others: level 0 with
 * cut cells. */
void mark_parts(struct pool *p, const struct shape *s);

/* Faces in z rise. */
void raise_faces(struct pool *p);

/* Whether the SOR of Griebel et al. gets a box of air, which has kernels by hand; and makes it one:
 * all faces between cells open, nothing in the padding. */
bool is_plain(const struct shape *s);
void open_box(struct pool *p, const struct shape *s);

/* Some cells are no air; and cells are of similar widths, or slopes would differ by as much as
 * their differences cancel. */
void mark_walls(struct pool *p, const struct shape *s);

/* Columns of prisms of two colours that are each other's neighbours; 0 beyond their ends. */
void fill_prisms(struct pool *p, const struct shape *s);

/* Blocks of buildings with all kinds of zones, and places in the range of them. */
void fill_blocks(struct pool *p, const struct shape *s);

/* Trees, single barriers and rows, all of them in every tile; some columns without a canopy. */
void fill_plants(struct pool *p, const struct shape *s);

/* Turbines in the places and tiles of plants: one yawed, one calm, one without a core. */
void fill_turbines(struct pool *p, const struct shape *s);

/* Most cells are solid, some are cut; columns are smooth, the wind is taken in any of their layers.
 */
void fill_levels_of_air(struct pool *p, const struct shape *s);
int64_t cut_count(const struct shape *s);

/* Air of levels, and particles of all kinds in it; some wait for their birth, some are no more. For
 * sort_move they have their places in their bins. */
void fill_particles(struct pool *p, const struct shape *s, const char *kernel);

/* Ranks in a bin are given in any order: those of sort_count, or in `buckets` of collision_keys, if
 * they are all there, become those in the order of particles. */
void sort_ranks(struct pool *p, const struct shape *s, bool buckets);

/* Largest relative difference of what kernels of particles write; of numbers that must not differ
 * it is infinite. */
double particle_difference(const struct pool *a, const struct pool *b, const struct shape *s);

#endif

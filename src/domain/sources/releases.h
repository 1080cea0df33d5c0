/* releases.h - sources of a case (particles, scalars, reacting gas), receptors and lines of sight:
 * positions in grid coordinates, checked against terrain and buildings; cells of sources and their
 * emission rates.
 *
 * x, y are m from the south-west corner of the grid; z is m above grid.origin[2]. Sources follow
 * the terrain: each point keeps its height above the ground below it. Receptor boxes are given by
 * their centres. */
#ifndef SM_DOMAIN_SOURCES_RELEASES_H
#define SM_DOMAIN_SOURCES_RELEASES_H

#include "cell/particles/gas_mixture.h"
#include "cell/particles/source_shape.h"
#include "domain/domain.h"

/* point_location.c */

enum sm_point_kind {
  SM_POINT_AIR,
  SM_POINT_OUTSIDE,     /* beyond the lateral boundaries */
  SM_POINT_ABOVE_TOP,   /* at or above the domain top, or below no fluid cell */
  SM_POINT_IN_GROUND,   /* below the ground */
  SM_POINT_IN_BUILDING, /* below a roof */
};

/* Locates the point x, y (m from the south-west corner of the grid), z (m above grid.origin[2]).
 * *level is z or, in a solid cell, the floor of the fluid above. */
enum sm_point_kind sm_point_locate(const struct sm_domain *domain, const double xy[2], double z,
                                   double *level);

/* Locates a point `height` m (0 or more) above the ground. */
enum sm_point_kind sm_point_locate_above(const struct sm_domain *domain, const double xy[2],
                                         double height, double *level);

/* release.c */

/* Release of a source: positions, times and rates. Other properties: struct sm_case_source. */
struct sm_release {
  const struct sm_case_source *source; /* the case's */
  double place[2], end[2];             /* m; 0 with SM_POSITION_NONE */
  double height, end_height;           /* height above the ground, m, as in the case */
  double (*path)[4];                   /* s, x, y, m above ground; owned by the case or `file` */
  size_t path_count;                   /* at rest before the first and after the last point */
  double (*rates)[2];                  /* s, kg/s: piecewise linear, 0 outside; owned likewise */
  size_t rate_count;
  double start, stop; /* s, never NAN; equal: instantaneous; stop INFINITY: end of the run */
  double density;     /* of the gas of a source term, kg/m3; NAN: not known, as all of the next */
  double temperature, liquid, pool_radius; /* of it: K; part of aerosol; m */
};

/* Creates the release of a source for a run of `duration` s; warns where it lies partly outside the
 * domain or in solids. Errors: ERR_CASE, ERR_DATA, ERR_IO, ERR_MEMORY as sm_releases_create. */
SM_CHECKED enum sm_status sm_release_create(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            const struct sm_case_source *source, double duration,
                                            struct sm_release *out);
void sm_release_free(struct sm_release *release);

/* Mean emission rate, kg/s, over a step of `step` s from `time` (s after the first wind). An
 * instantaneous release is emitted in the step that contains its time. */
double sm_release_mean_rate(const struct sm_release *release, double time, double step);

/* source_term.c and density.c */

struct sm_facts;

/* Describes the plumes of dense releases on flat ground (lab/dense_gas.h). Errors: ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dense_plumes_describe(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain,
                                                   struct sm_facts *out);

/* Warns of releases that are denser than passive ones may be (docs/theory/source-terms.md), of
 * vapour pressures that are extrapolated, and of species that are other substances. A source
 * without a term has the density of its species, if that is a substance, at the temperature of the
 * air. Sources that cannot be made are left to sm_release_create. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_sources_check_density(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain);

/* Dense gas of the sources with `dense_gas`. */
struct sm_dense_gas {
  bool present;
  struct sm_gas_mixture mixture;
  double heat;        /* of a released mass above that of the air's temperature, J/kg */
  double per_obukhov; /* 1/m; 0: neutral */
};

/* Errors: ERR_CASE (a substance or heat capacity that is not known, two different gases), ERR_DATA,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_dense_gas_find(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            struct sm_dense_gas *out);

/* Describes the source terms of a case: contents, rates, times. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_terms_describe(struct sm_context *ctx, const struct sm_case *c,
                                                   const struct sm_domain *domain,
                                                   struct sm_facts *out);

/* geometry.c */

/* True when heights are above the ground below each point; else above grid.origin[2]. */
bool sm_release_follows_ground(const struct sm_release *release);

struct sm_source_geometry sm_release_geometry(const struct sm_domain *domain,
                                              const struct sm_release *release);

/* cells.c */

enum { SM_SOURCE_STEP_POINTS = 64 }; /* upper limit of the cells of a moving source in one step */

/* Fluid cells of a source with their weights, 1/m3, which sum to 1 over the cell volumes. */
struct sm_source_cells {
  int64_t count;
  int64_t *cell; /* cell index in the grid: i + nx (j + ny k) */
  double *per;   /* weight, 1/m3, relative to the full cell volume */
};

/* Finds the cells of a source. A box is weighted by the fluid volume of each cell inside it, other
 * shapes by evenly spaced points in the fluid; the mass of parts in solids or outside goes to the
 * other cells. A path is sampled between two times and lifted above solids. count 0: no fluid.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_source_cells_create(struct sm_context *ctx,
                                                 const struct sm_domain *domain,
                                                 const struct sm_release *release, double from,
                                                 double to, struct sm_source_cells *out);
void sm_source_cells_free(struct sm_source_cells *cells);

/* particle_releases.c */

struct sm_named_location {
  const char *name; /* the case's */
  double place[3];  /* m, z included */
};

struct sm_releases {
  struct sm_release *source;
  size_t source_count;
  struct sm_named_location *receptor; /* receptors, by the centres of their boxes */
  size_t receptor_count;
  struct sm_named_location (*line_of_sight)[2]; /* start and end */
  size_t line_of_sight_count;
};

/* Creates all particle releases: reads files of paths and rates, converts all positions and checks
 * them. Errors: ERR_CASE (a position outside the domain, inside a building or above the domain top;
 * a source or receptor box without fluid; concentration boxes beyond the domain; all listed at
 * once, with their lines), ERR_DATA (a file, or a position without coordinates in the CRS of the
 * domain), ERR_IO, ERR_MEMORY. Warns of sources and lines partly outside or in solids. */
SM_CHECKED enum sm_status sm_releases_create(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             struct sm_releases **out);
void sm_releases_destroy(struct sm_releases **releases);

/* fluid_fraction.c */

/* Parts of a line, box, disk, sphere, path or ground area, estimated with points about half a cell
 * apart: in fluid, and beyond the sides or the top of the domain; the rest is in solids. A disk
 * or sphere that crosses a side with no such point counts as 0.001 beyond. Other shapes: all fluid.
 */
struct sm_source_parts {
  double air, beyond;
};
struct sm_source_parts sm_release_parts(const struct sm_domain *domain,
                                        const struct sm_release *release);

/* Fluid fraction of a box around the centre x, y, z. */
double sm_box_fluid_fraction(const struct sm_domain *domain, const double middle[3],
                             const double size[3]);

/* Fluid fraction of a straight line; heights are above the ground if follows_ground. */
double sm_line_fluid_fraction(const struct sm_domain *domain, bool follows_ground,
                              const double from[3], const double to[3]);

#endif

/* releases.h - sources of a case (particles, scalars, reacting gas), receptors and lines of sight:
 * places in the coordinates of its grid, checked against ground and buildings; the cells of sources
 * and their emission rates.
 *
 * x, y are m from the south-west corner of the grid; z is m above grid.origin[2]. Sources follow
 * the ground: each of their points is so high above the ground below it. The boxes of receptors lie
 * around a middle. */
#ifndef SM_DOMAIN_SOURCES_RELEASES_H
#define SM_DOMAIN_SOURCES_RELEASES_H

#include "cell/particles/source_point.h"
#include "domain/domain.h"

/* point_location.c */

enum sm_point_kind {
  SM_POINT_AIR,
  SM_POINT_OUTSIDE,     /* beyond the sides */
  SM_POINT_ABOVE_TOP,   /* at or above the domain top, or under no air */
  SM_POINT_IN_GROUND,   /* below the ground */
  SM_POINT_IN_BUILDING, /* below a roof */
};

/* At x, y (m from the south-west corner of the grid) and z (m above grid.origin[2]). *level is z
 * or, in a solid cell, the floor of the air above. */
enum sm_point_kind sm_point_locate(const struct sm_domain *domain, const double xy[2], double z,
                                   double *level);

/* The same, `height` m (0 or more) above the ground. */
enum sm_point_kind sm_point_locate_above(const struct sm_domain *domain, const double xy[2],
                                         double height, double *level);

/* release.c */

/* A source: see struct sm_case_source for all that is not a place, a time or a rate. */
struct sm_release {
  const struct sm_case_source *source; /* the case's */
  double place[2], end[2];             /* m; with SM_POSITION_NONE 0 */
  double height, end_height;           /* m above the ground below, as in the case */
  double (*path)[4];                   /* s, x, y, m above the ground; of the case or its file */
  size_t path_count;                   /* before its first and after its last time it stands */
  double (*rates)[2];                  /* s, kg/s: linear between them, 0 outside; likewise */
  size_t rate_count;
  double start, stop; /* s, never NAN; at once when equal; stop INFINITY: to the end of the run */
};

/* The release of a source in a run of `duration` s; warns where it lies partly outside or in
 * solids. Errors: ERR_CASE, ERR_DATA, ERR_IO, ERR_MEMORY as sm_releases_create. */
SM_CHECKED enum sm_status sm_release_create(struct sm_context *ctx, const struct sm_case *c,
                                            const struct sm_domain *domain,
                                            const struct sm_case_source *source, double duration,
                                            struct sm_release *out);
void sm_release_free(struct sm_release *release);

/* kg/s, mean of a step of `step` s from `time` on, s after the first wind. What is released at once
 * is released in the step that begins then or goes beyond. */
double sm_release_mean_rate(const struct sm_release *release, double time, double step);

/* geometry.c */

/* Whether heights are above the ground below each point; else above grid.origin[2]. */
bool sm_release_follows_ground(const struct sm_release *release);

struct sm_source_geometry sm_release_geometry(const struct sm_domain *domain,
                                              const struct sm_release *release);

/* cells.c */

enum { SM_SOURCE_STEP_POINTS = 64 }; /* of a moving source, in one step: as many cells at most */

/* Cells of air and what each has of a source, 1/m3: together, over their volumes, 1. */
struct sm_source_cells {
  int64_t count;
  int64_t *cell; /* of the grid: i + nx (j + ny k) */
  double *per;   /* 1/m3, over the whole volume of the cell */
};

/* The cells of a box by the parts of their air that are in it, of other shapes by evenly spread
 * points of it in the air; what is in solids or outside goes to the others. A path: while the
 * source moves, from one moment to another, and above solids where it crosses them. count 0: there
 * is no air. Errors: ERR_MEMORY. */
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
  struct sm_named_location *receptor; /* middles of their boxes */
  size_t receptor_count;
  struct sm_named_location (*line_of_sight)[2]; /* from, to */
  size_t line_of_sight_count;
};

/* Of particles. Reads the files of paths and rates, finds all places and checks them. Errors:
 * ERR_CASE (a place outside of the domain, inside a building, above the domain top; a source or a
 * receptor's box without air; boxes of concentration beyond the domain; all of them at once, each
 * with its line), ERR_DATA (a file, or a place that has no coordinates in the domain's CRS),
 * ERR_IO, ERR_MEMORY. Warnings: sources partly outside or in solids, lines that go through them. */
SM_CHECKED enum sm_status sm_releases_create(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             struct sm_releases **out);
void sm_releases_destroy(struct sm_releases **releases);

/* fluid_fraction.c */

/* Share of a line, box, disk, sphere, path or part of the ground that lies in the air of the
 * domain, estimated with points about half a cell apart; 1 of all else. */
double sm_release_fluid_fraction(const struct sm_domain *domain, const struct sm_release *release);

/* The same of a box around a middle, x, y, z. */
double sm_box_fluid_fraction(const struct sm_domain *domain, const double middle[3],
                             const double size[3]);

/* The same of a straight line; heights are above the ground below each point, or not. */
double sm_line_fluid_fraction(const struct sm_domain *domain, bool follows_ground,
                              const double from[3], const double to[3]);

#endif

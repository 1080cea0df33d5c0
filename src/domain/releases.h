/* releases.h - where particles begin, where they are counted, and along which lines somebody looks:
 * the places of a case in the coordinates of its grid, checked against ground and buildings.
 *
 * x, y are m from the south-west corner of the grid; z is m above grid.origin[2]. */
#ifndef SM_DOMAIN_RELEASES_H
#define SM_DOMAIN_RELEASES_H

#include "domain/domain.h"

/* A source: see struct sm_case_source for all that is not a place. */
struct sm_release {
  const struct sm_case_source *source; /* the case's */
  double place[2], end[2];             /* m */
  double height, end_height;           /* m above the ground below, as in the case */
  double (*path)[4];                   /* s, x, y, m above the ground; of the case or its file */
  size_t path_count;
  const double (*rates)[2]; /* s, kg/s; of the case or its file; NULL: none */
  size_t rate_count;
};

struct sm_named_place {
  const char *name; /* the case's */
  double place[3];  /* m, z included */
};

struct sm_releases {
  struct sm_release *source;
  struct sm_named_place *receptor;   /* middles of their boxes */
  struct sm_named_place (*sight)[2]; /* from, to */
};

/* Errors: ERR_CASE (a place outside of the domain, inside a building, above the lid; a receptor's
 * box without air; all of them at once, each with its line), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_releases_create(struct sm_context *ctx, const struct sm_case *c,
                                             const struct sm_domain *domain,
                                             struct sm_releases **out);
void sm_releases_destroy(struct sm_releases **releases);

#endif

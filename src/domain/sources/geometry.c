/* Source geometry for sm_source_point
 * (cell/particles/source_shape.h). */
#include "domain/sources/releases.h"

bool sm_release_follows_ground(const struct sm_release *release) {
  const enum sm_source_shape shape = release->source->shape;
  return shape != SM_SOURCE_DOMAIN && shape != SM_SOURCE_SPHERE;
}

struct sm_source_geometry sm_release_geometry(const struct sm_domain *domain,
                                              const struct sm_release *r) {
  const struct sm_case_source *s = r->source;
  const struct sm_axis *axis = domain->grid.axis;
  struct sm_source_geometry g = {.shape = (int)s->shape,
                                 .low = {r->place[0], r->place[1], r->height},
                                 .size = {s->size[0], s->size[1], s->size[2]},
                                 .radius = s->radius,
                                 .inner_radius = s->inner_radius,
                                 .path = (const double *)r->path,
                                 .path_count = (int)r->path_count};
  if (s->shape == SM_SOURCE_LINE) {
    for (int d = 0; d < 3; d++) g.size[d] = (d < 2 ? r->end[d] : r->end_height) - g.low[d];
  } else if (s->shape == SM_SOURCE_BOX) {
    for (int d = 0; d < 2; d++) g.low[d] -= 0.5 * g.size[d];
  } else if (s->shape == SM_SOURCE_SPHERE) { /* the sphere is centred, on slopes too */
    g.low[2] += sm_domain_ground(domain, g.low[0], g.low[1]);
  } else if (s->shape == SM_SOURCE_DOMAIN) {
    for (int d = 0; d < 3; d++) {
      g.low[d] = 0;
      g.size[d] = d < 2 ? sm_axis_length(&axis[d]) : axis[2].face[axis[2].n];
    }
  }
  return g;
}

/* output/face_wind.h - input of the writers of wind files: cell values, slab by slab.
 *
 * The run hands the writers host arrays of one time; the writers know nothing of devices. */
#ifndef SM_OUTPUT_FACE_WIND_H
#define SM_OUTPUT_FACE_WIND_H

#include "cell/urban/zone_list.h"
#include "domain/domain.h"
#include "simoom/fields.h"

/* The wind of one time on the faces of the grid, host memory. Index of a component at face i of
 * cell (i, j, k): i + j * stride_y + k * stride_z, i = 0..nx for u, j = 0..ny for v, k = 0..nz for
 * w. Velocities of closed faces are exactly 0; on a partly open face the value is the velocity in
 * its open part. One of f32 and f64 is used. */
struct sm_face_wind {
  bool is_double;
  const void *u, *v, *w;
  ptrdiff_t stride_y, stride_z;
  const struct sm_cell_field *field; /* what is written beside, in the order of sm_cell_fields */
  int field_count;
  const uint8_t *zone; /* [z][y][x], see sm_zones_requested; NULL: none */
};

/* Whether the files of a case tell which zone of buildings, plants or turbines has made each cell.
 */
bool sm_zones_requested(const struct sm_case *c, const struct sm_domain *domain);

/* The words of all zones in the order of enum sm_zone, separated by blanks. */
const char *sm_zone_names(void);

/* A field on cells; cell (i, j, k) is where a component of the wind has its low face. */
struct sm_cell_field {
  struct sm_field_info info;
  int field; /* of the state, or SM_CELL_DISTANCE */
  bool is_double;
  const void *value;            /* host memory; NULL: not known yet */
  ptrdiff_t stride_y, stride_z; /* 0: those of the wind */
  const char *cell_methods;     /* of CF; NULL: none */
};
/* Room for those of a file: scalars and species, each with its variance and its maximum, and what
 * else there is. */
enum { SM_CELL_FIELDS = 50 + 6 * SM_FLOW_SCALARS };
enum { SM_CELL_DISTANCE = -1, SM_CELL_FLOW = -2 /* of a flow solver */ };

/* Describes the fields on cells that a case asks for, without their values; returns how many. */
int sm_cell_fields(const struct sm_case *c, struct sm_cell_field out[SM_CELL_FIELDS]);

/* Facts that go into the file beside the numbers. */
struct sm_wind_record {
  double time; /* s since 1970-01-01 UTC; NAN: none */
  bool converged;
  int iterations;
  double residual, divergence;
};

#endif

/* output/face_wind.h - input of the writers of wind files: face velocities and cell fields.
 *
 * The run passes host arrays of one time to the writers, which are independent of devices. */
#ifndef SM_OUTPUT_FACE_WIND_H
#define SM_OUTPUT_FACE_WIND_H

#include "cell/urban/zone_list.h"
#include "domain/domain.h"
#include "simoom/fields.h"

/* Wind of one time on the faces of the grid, in host memory. Index of a component at face i of cell
 * (i, j, k): i + j * stride_y + k * stride_z, i = 0..nx for u, j = 0..ny for v, k = 0..nz for w.
 * Velocities of closed faces are exactly 0; on a partly open face the value is the velocity in its
 * open part. One of f32 and f64 is used. */
struct sm_face_wind {
  bool is_double;
  const void *u, *v, *w;
  ptrdiff_t stride_y, stride_z;
  const struct sm_cell_field *field; /* additional cell fields, in the order of sm_cell_fields */
  int field_count;
  const uint8_t *zone; /* [z][y][x], see sm_zones_requested; may be NULL */
};

/* True when the output holds the zone of buildings,
 * plants or turbines of each cell. */
bool sm_zones_requested(const struct sm_case *c, const struct sm_domain *domain);

/* Names of all zones in the order of enum sm_zone, separated by blanks. */
const char *sm_zone_names(void);

/* Cell field; cell (i, j, k) has the index of its low face in the wind arrays. */
struct sm_cell_field {
  struct sm_field_info info;
  int field; /* state field, or SM_CELL_DISTANCE */
  bool is_double;
  const void *value;            /* host memory; NULL: not available yet */
  ptrdiff_t stride_y, stride_z; /* 0: strides of the wind */
  const char *cell_methods;     /* CF attribute; may be NULL */
};
/* Maximum number of cell fields in a file: scalars and species with variance and maximum each, and
 * other fields. */
enum { SM_CELL_FIELDS = 50 + 6 * SM_FLOW_SCALARS };
enum { SM_CELL_DISTANCE = -1, SM_CELL_FLOW = -2 /* flow solver field */ };

/* Lists the cell fields that a case requests, without values; returns their number. */
int sm_cell_fields(const struct sm_case *c, struct sm_cell_field out[SM_CELL_FIELDS]);

/* Time and solver statistics stored with the wind. */
struct sm_wind_record {
  double time; /* s since 1970-01-01 UTC; NAN: undated */
  bool converged;
  int iterations;
  double residual, divergence;
  bool may_stop; /* a requested stop ends the writing; else it is completed */
};

/* cell_slabs.c: Cell and face values slab by slab, without a second copy of the field. */

/* Part of an array [z][y][x] and the memory layout of its copy: value (x, y, z) of the part is at x
 * + y * row + z * plane. */
struct sm_cell_slab {
  size_t start[3], count[3]; /* z, y, x */
  size_t row, plane;         /* values */
};

/* Velocity (m/s) on a face; component 0 (u), 1 (v) or 2 (w). */
static inline double sm_face_velocity(const struct sm_face_wind *wind, int component, ptrdiff_t i,
                                      ptrdiff_t j, ptrdiff_t k) {
  const void *const fields[3] = {wind->u, wind->v, wind->w};
  const ptrdiff_t at = i + j * wind->stride_y + k * wind->stride_z;
  return wind->is_double ? ((const double *)fields[component])[at]
                         : (double)((const float *)fields[component])[at];
}

/* Velocity component at the cell centres of a slab: mean of the two faces; `solid` inside
 * solids. */
void sm_cells_velocity(const struct sm_domain *domain, const struct sm_face_wind *wind,
                       int component, const struct sm_cell_slab *slab, float solid, float *out);

/* Rounds mantissas of floats (item 4) or doubles (8) to `bits`, half to even, in place: the zeros
 * behind them compress well (Zender 2016, Geosci. Model Dev. 9, 3199-3211; Kouznetsov 2021, Geosci.
 * Model Dev. 14, 377-389). Relative error: at most 2^-(bits + 1). */
void sm_round_bits(void *values, size_t count, size_t item, int bits);

/* Cell field in a slab; `solid` inside solids. */
void sm_cells_field(const struct sm_domain *domain, const struct sm_face_wind *wind,
                    const struct sm_cell_field *field, const struct sm_cell_slab *slab, float solid,
                    float *out);

/* Face velocities in a slab, float or double as in `wind`. */
void sm_cells_faces(const struct sm_face_wind *wind, int component, const struct sm_cell_slab *slab,
                    void *out);

#endif

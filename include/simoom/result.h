/* result.h - result of a run in memory, as named arrays.
 *
 *   sm_run_keep(ctx, c, &options, &summary, &result);
 *   for (int i = 0; i < sm_result_count(result); i++) {
 *     struct sm_array a = {.size = sizeof a};
 *     sm_result_array(result, i, &a);     a.name: "u_face", "terrain", ...
 *   }
 *   sm_result_destroy(&result);
 *
 * The arrays are the memory in which the run worked, not copies; for a GPU they are the only copy
 * on the host. Names, attributes, units and values are those of the wind file (docs/files.md). */
#ifndef SIMOOM_RESULT_H
#define SIMOOM_RESULT_H

#include "simoom/run.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm_array_type { SM_ARRAY_U8, SM_ARRAY_F32, SM_ARRAY_F64 };

/* Value (i, j, k), in the order of `dimension`, is at data + i stride[0] + j stride[1] + k
 * stride[2], strides in bytes. Read only; valid as long as the result. */
struct sm_array {
  size_t size; /* sizeof this struct, for compatibility with later versions */
  const char *name;
  const char *standard_name, *long_name, *unit; /* standard_name: CF standard name, "" if none */
  const char *flags; /* flag_meanings of CF: names of the values 0, 1 ..., separated by blanks;
                        NULL: not flags */
  enum sm_array_type type;
  const void *data;
  int rank;                 /* 1 to 3 */
  const char *dimension[3]; /* "z", "y", "x" for cells, "zf", "yf", "xf" for faces (one more) */
  int64_t shape[3], stride[3];
};

/* Number of arrays. Axes: x, y, z (cell centres, m; z is altitude), xf, yf, zf (faces), x_width
 * ... Maps [y][x]: terrain, building_height, z0. Cells [z][y][x]: cell (bits 0 to 5 are
 * open_faces, 6 and 7 cell_type of files); zone, if the file has it. Fields such as tke or
 * pressure: undefined in solids. Faces: u_face [z][y][xf], v_face [z][yf][x], w_face [zf][y][x],
 * m/s. */
SM_PUBLIC int sm_result_count(const struct sm_result *result);
/* Gets array i; *out must start from {.size = sizeof *out}. */
SM_PUBLIC void sm_result_array(const struct sm_result *result, int i, struct sm_array *out);

/* Metadata of the result; texts are "" if absent, and valid as long as the result. */
struct sm_result_facts {
  const char *name, *title, *case_text, *overrides; /* from the case */
  const char *device, *weather;                     /* descriptions */
  const char *crs;                                  /* WKT 2; "": local coordinates */
  double convergence;                               /* grid convergence: angle from true north to
                                                       grid north, deg */
  double time;  /* s since 1970-01-01 UTC, or since the first time; NAN: no time */
  bool is_date; /* time is in s since 1970-01-01 UTC */
  int index;    /* time index, from 0 */
  bool converged;
  int iterations;
  double residual, divergence; /* as in sm_run_summary, for this time */
};
SM_PUBLIC struct sm_result_facts sm_result_get_facts(const struct sm_result *result);

/* Copies a field at cell centres, as in the wind file, to out[nz][ny][nx]: "u", "v", "w" (m/s) or a
 * field name; NAN in solids. Errors: ERR_USAGE (no such name). */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_cells(struct sm_context *ctx,
                                                    const struct sm_result *result,
                                                    const char *name, float *out);

/* Copies a slice at a height above the ground, m (docs/files.md, slices): a field to out[ny][nx],
 * or for name NULL the wind u, v, w to out[3][ny][nx]. NAN in solids and above the domain top.
 * Errors: as sm_result_cells. */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_slice(struct sm_context *ctx,
                                                    const struct sm_result *result,
                                                    const char *name, double height, float *out);

/* Frees the arrays and all other data kept from the run. Accepts NULL in *result. Not for the
 * result passed to sm_run_options.wind. */
SM_PUBLIC void sm_result_destroy(struct sm_result **result);

#ifdef __cplusplus
}
#endif
#endif

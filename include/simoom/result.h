/* result.h - result of a run in memory, as named arrays.
 *
 *   sm_run_keep(ctx, c, &options, &summary, &result);
 *   for (int i = 0; i < sm_result_count(result); i++) {
 *     struct sm_array a = {.size = sizeof a};
 *     sm_result_array(result, i, &a);     a.name: "u_face", "terrain", ...
 *   }
 *   sm_result_destroy(&result);
 *
 * The arrays are the memory in which the run has worked, not copies; of a GPU they are the one copy
 * on the host. Names, words, units and numbers are those of the file of winds (docs/files.md). */
#ifndef SIMOOM_RESULT_H
#define SIMOOM_RESULT_H

#include "simoom/run.h"

#ifdef __cplusplus
extern "C" {
#endif

enum sm_array_type { SM_ARRAY_U8, SM_ARRAY_F32, SM_ARRAY_F64 };

/* Value (i, j, k) of the dimensions as they are listed is at data + i stride[0] + j stride[1] + k
 * stride[2], in bytes. Read only; lives as long as the result. */
struct sm_array {
  size_t size; /* of this struct, so that later versions can add to it */
  const char *name;
  const char *standard_name, *long_name, *unit; /* of CF; "": none */
  const char *flags; /* what the values 0, 1 ... mean, separated by blanks; NULL: numbers */
  enum sm_array_type type;
  const void *data;
  int rank;                 /* 1 to 3 */
  const char *dimension[3]; /* "z", "y", "x", or "zf", "yf", "xf": one more, of the faces */
  int64_t shape[3], stride[3];
};

/* The axes: x, y, z (centres of cells, m, z an altitude), xf, yf, zf (faces), x_width ...
 * Maps [y][x]: terrain, building_height, z0.
 * Cells [z][y][x]: cell, of which bits 0 to 5 are open_faces and 6 and 7 cell_type of files; zone,
 * where the file has it. Fields such as tke or pressure: what they hold in solids means nothing.
 * Faces: u_face [z][y][xf], v_face [z][yf][x], w_face [zf][y][x], m/s. */
SM_PUBLIC int sm_result_count(const struct sm_result *result);
/* Fills *out, which starts from {.size = sizeof *out}. */
SM_PUBLIC void sm_result_array(const struct sm_result *result, int i, struct sm_array *out);

/* Facts about the arrays; texts are "" if absent, and live as long as the result. */
struct sm_result_facts {
  const char *name, *title, *case_text, *overrides; /* of the case */
  const char *device, *weather;                     /* in words */
  const char *crs;                                  /* as WKT 2; "": local coordinates */
  double convergence;                               /* deg, from true north to grid north */
  double time;  /* s since 1970-01-01 UTC, or since the first time; NAN: none */
  bool is_date; /* the first of these */
  int index;    /* of the time, from 0 */
  bool converged;
  int iterations;
  double residual, divergence; /* as of sm_run_summary, of this time */
};
SM_PUBLIC struct sm_result_facts sm_result_get_facts(const struct sm_result *result);

/* Fills out[nz][ny][nx] as the file of winds has it: "u", "v", "w", m/s at the centres of cells, or
 * a field; NAN in solids. Errors: ERR_USAGE (no such name). */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_cells(struct sm_context *ctx,
                                                    const struct sm_result *result,
                                                    const char *name, float *out);

/* The same at a height above the ground, m (docs/files.md, slices): out[ny][nx] of a field; name
 * NULL: the wind, out[3][ny][nx] for u, v and w. NAN in solids and above the domain top. Errors: as
 * sm_result_cells. */
SM_PUBLIC SM_CHECKED enum sm_status sm_result_slice(struct sm_context *ctx,
                                                    const struct sm_result *result,
                                                    const char *name, double height, float *out);

/* Frees the arrays and all else that the run has kept. Accepts NULL in *result. Not for the result
 * that sm_run_options.wind is given. */
SM_PUBLIC void sm_result_destroy(struct sm_result **result);

#ifdef __cplusplus
}
#endif
#endif

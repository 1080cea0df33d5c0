/* expression.h - spatially varying numbers: expressions of x, y, z.
 *
 * Allowed are numbers, x, y, z, pi, + - * / ^ and brackets, comparisons, && ||, a ? b : c, and
 * functions such as sin, exp, log (natural), sqrt, abs, min and max; parsed by the library
 * muParser. In a build without it, only numbers are allowed. */
#ifndef SM_CASE_EXPRESSION_H
#define SM_CASE_EXPRESSION_H

#include "base/context.h"
#include "case/flow.h"

/* Properties of an expression that do not depend on position. */
struct sm_expression_facts {
  double number; /* value of an expression without x, y, z; else NAN */
  int column;    /* position of the error, in bytes from 0; -1: the whole text */
};

/* Parses an expression. Errors: ERR_CASE (invalid, or muParser is missing). */
SM_CHECKED enum sm_status sm_expression_read(struct sm_context *ctx, const char *text,
                                             struct sm_expression_facts *facts);

/* Points of a Cartesian box, given by three axes. */
struct sm_expression_box {
  const double *axis[3]; /* m: x, y of the grid minus domain.margin, and z above the grid bottom */
  size_t count[3];
};

/* Values of a given expression at all points of a box: out[i + nx * (j + ny * k)]. Each thread
 * compiles the text once per call, which takes 50 us, so that one call should cover many points.
 * `path`: case file, for messages. Errors: ERR_CASE (non-finite value at a point, named in the
 * message). */
SM_CHECKED enum sm_status sm_expression_on_box(struct sm_context *ctx, const char *path,
                                               const struct sm_case_expression *e,
                                               const struct sm_expression_box *box, double *out);

/* The same at a list of points. */
SM_CHECKED enum sm_status sm_expression_at(struct sm_context *ctx, const char *path,
                                           const struct sm_case_expression *e, size_t count,
                                           const double (*point)[3], double *out);

/* Compiled expression for single evaluations by any thread. */
struct sm_expression_compiled;

/* `e` must be given, and must outlive the result. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_expression_open(struct sm_context *ctx,
                                             const struct sm_case_expression *e,
                                             struct sm_expression_compiled **out);
void sm_expression_close(struct sm_expression_compiled **ready);

/* Value at a point; the first non-finite value is remembered. */
double sm_expression_value(struct sm_expression_compiled *ready, const double place[3]);

/* Reports a point with a non-finite value. `path`: case file, for messages. Errors:
 * ERR_CASE. */
SM_CHECKED enum sm_status sm_expression_verify(struct sm_context *ctx, const char *path,
                                               const struct sm_expression_compiled *ready);

#endif

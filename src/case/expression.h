/* expression.h - numbers that differ from place to place: expressions of x, y, z.
 *
 * They hold numbers, x, y, z, pi, + - * / ^ and brackets, comparisons, && ||, a ? b : c, and
 * functions such as sin, exp, log (natural), sqrt, abs, min and max; the library muParser reads
 * them. Built without it, only numbers are known. */
#ifndef SM_CASE_EXPRESSION_H
#define SM_CASE_EXPRESSION_H

#include "base/context.h"
#include "case/flow.h"

/* What is known of a text before there are places. */
struct sm_expression_facts {
  double number; /* of an expression without x, y, z; else NAN */
  int column;    /* of the mistake, in bytes from 0; -1: of the text as a whole */
};

/* Reads an expression. Errors: ERR_CASE (what is wrong with it, or that muParser is missing). */
SM_CHECKED enum sm_status sm_expression_read(struct sm_context *ctx, const char *text,
                                             struct sm_expression_facts *facts);

/* Points whose coordinates are those of three axes. */
struct sm_expression_box {
  const double *axis[3]; /* m: x, y of the grid less domain.margin, and z above its bottom */
  size_t count[3];
};

/* Values of an expression that is given, at all points of a box: out[i + nx * (j + ny * k)]. Each
 * thread compiles the text once per call, which takes 50 us: ask for many points at a time.
 * `path`: of the case, for messages. Errors: ERR_CASE (there is no finite value at a point, which
 * is told). */
SM_CHECKED enum sm_status sm_expression_on_box(struct sm_context *ctx, const char *path,
                                               const struct sm_case_expression *e,
                                               const struct sm_expression_box *box, double *out);

/* The same at points one by one. */
SM_CHECKED enum sm_status sm_expression_at(struct sm_context *ctx, const char *path,
                                           const struct sm_case_expression *e, size_t count,
                                           const double (*point)[3], double *out);

/* An expression that is kept ready, for places that are asked for one by one, by any thread. */
struct sm_expression_compiled;

/* `e` must be given, and outlives it. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_expression_open(struct sm_context *ctx,
                                             const struct sm_case_expression *e,
                                             struct sm_expression_compiled **out);
void sm_expression_close(struct sm_expression_compiled **ready);

/* Its value at a place, which may be no finite number: one such place is kept. */
double sm_expression_value(struct sm_expression_compiled *ready, const double place[3]);

/* Tells of a place where there was no finite value. `path`: of the case, for messages. Errors:
 * ERR_CASE. */
SM_CHECKED enum sm_status sm_expression_verify(struct sm_context *ctx, const char *path,
                                               const struct sm_expression_compiled *ready);

#endif

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
                                               const struct sm_expression *e,
                                               const struct sm_expression_box *box, double *out);

/* The same at points one by one. */
SM_CHECKED enum sm_status sm_expression_at(struct sm_context *ctx, const char *path,
                                           const struct sm_expression *e, size_t count,
                                           const double (*point)[3], double *out);

#endif

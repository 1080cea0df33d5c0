#include "case/expression.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#ifdef SM_HAVE_MUPARSER
#include <muParserDLL.h>
#endif

/* Text for a non-finite value. */
static const char *kind_of(double value) { return isnan(value) ? "not a number" : "infinite"; }

/* Evaluation points: those of a box, or else a list. */
struct places {
  const struct sm_expression_box *box;
  const double (*point)[3];
  size_t count;
};

static void place_of(const struct places *places, size_t index, double at[3]) {
  const struct sm_expression_box *box = places->box;
  if (box == NULL) {
    memcpy(at, places->point[index], 3 * sizeof *at);
    return;
  }
  for (int d = 0; d < 3; d++) {
    at[d] = box->axis[d][index % box->count[d]];
    index /= box->count[d];
  }
}

#ifdef SM_HAVE_MUPARSER

/* Compiled expression with its evaluation point. */
struct parser {
  muParserHandle_t handle;
  double at[3];
};

/* Replaces the default handler of the library, which prints; errors are queried instead. */
static void keep_quiet(muParserHandle_t handle) { (void)handle; }

static void open_parser(struct parser *p, const char *text) {
  static const char *const names[] = {"x", "y", "z"};
  p->handle = mupCreate(muBASETYPE_FLOAT);
  mupSetErrorHandler(p->handle, keep_quiet);
  for (int d = 0; d < 3; d++) {
    p->at[d] = 0.5;
    mupDefineVar(p->handle, names[d], &p->at[d]);
  }
  mupDefineConst(p->handle, "pi", acos(-1));
  mupSetExpr(p->handle, text);
}

/* Position of an assignment to x, y or z; -1: no assignment. */
static int find_assignment(const char *text) {
  for (const char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
    if (at[1] == '=')
      at++;
    else if (at == text || strchr("<>!", at[-1]) == NULL)
      return (int)(at - text);
  }
  return -1;
}

/* Error message of the library without the position, which is displayed separately. */
static enum sm_status wrong(struct sm_context *ctx, muParserHandle_t handle, size_t length,
                            struct sm_expression_facts *facts) {
  static const char *const places[] = {" found at position", " at expression position",
                                       " at position"};
  char text[160];
  snprintf(text, sizeof text, "%s", mupGetErrorMsg(handle));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char *place = strstr(text, places[i]);
    if (place != NULL) *place = '\0';
  }
  facts->column = mupGetErrorPos(handle);
  if (facts->column >= (int)length) facts->column = length > 0 ? (int)length - 1 : -1;
  return sm_fail(ctx, SM_ERR_CASE, "%s", text);
}

enum sm_status sm_expression_read(struct sm_context *ctx, const char *text,
                                  struct sm_expression_facts *facts) {
  struct parser p;
  int results = 0;
  enum sm_status status = SM_OK;
  *facts = (struct sm_expression_facts){(double)NAN, find_assignment(text)};
  if (facts->column >= 0)
    return sm_fail(ctx, SM_ERR_CASE, "'=' changes nothing here; '==' compares");
  open_parser(&p, text);
  const double *value = mupEvalMulti(p.handle, &results);
  if (mupError(p.handle) || value == NULL || results < 1) {
    status = wrong(ctx, p.handle, strlen(text), facts);
  } else if (results > 1) {
    status = sm_fail(ctx, SM_ERR_CASE, "it has %d values; decimals follow a point", results);
  } else if (mupGetExprVarNum(p.handle) == 0) {
    facts->number = value[0];
    if (!isfinite(value[0]))
      status = sm_fail(ctx, SM_ERR_CASE, "its value is %s", kind_of(value[0]));
  }
  mupRelease(p.handle);
  return status;
}

/* Index of the first point with a non-finite value; the number of points if all are finite. */
static size_t evaluate(const char *text, const struct places *places, double *out) {
  size_t first = places->count;
#pragma omp parallel reduction(min : first)
  {
    struct parser p;
    open_parser(&p, text);
#pragma omp for schedule(static)
    for (size_t q = 0; q < places->count; q++) {
      place_of(places, q, p.at);
      out[q] = mupEval(p.handle);
      if (q < first && (!isfinite(out[q]) || mupError(p.handle))) first = q;
    }
    mupRelease(p.handle);
  }
  return first;
}

/* Evaluates with the parser of the current thread. */
static double evaluate_with(struct parser *p, const char *text, const double place[3]) {
  if (p->handle == NULL) open_parser(p, text);
  memcpy(p->at, place, sizeof p->at);
  const double value = mupEval(p->handle);
  return mupError(p->handle) ? (double)NAN : value;
}

static void close_parser(struct parser *p) {
  if (p->handle != NULL) mupRelease(p->handle);
}

#else

struct parser {
  char none;
};

static double evaluate_with(struct parser *p, const char *text, const double place[3]) {
  (void)p, (void)text, (void)place;
  return (double)NAN; /* cannot happen in a case that passed its checks */
}

static void close_parser(struct parser *p) { (void)p; }

enum sm_status sm_expression_read(struct sm_context *ctx, const char *text,
                                  struct sm_expression_facts *facts) {
  (void)text;
  *facts = (struct sm_expression_facts){(double)NAN, -1};
  return sm_fail(ctx, SM_ERR_CASE,
                 "no number, and this simoom was built without muParser, which expressions need "
                 "(Debian: libmuparser-dev)");
}

static size_t evaluate(const char *text, const struct places *places, double *out) {
  (void)text, (void)places, (void)out;
  return 0; /* cannot happen in a case that passed its checks */
}

#endif

static enum sm_status not_finite(struct sm_context *ctx, const char *path,
                                 const struct sm_case_expression *e, double value,
                                 const double at[3]) {
  return sm_fail(ctx, SM_ERR_CASE,
                 "%s:%d: error: '%s' is %s at x = %.6g m, y = %.6g m, z = %.6g m: %.200s", path,
                 e->line, e->label, kind_of(value), at[0], at[1], at[2], e->text);
}

static enum sm_status values_at(struct sm_context *ctx, const char *path,
                                const struct sm_case_expression *e, const struct places *places,
                                double *out) {
  if (!sm_expression_given(e)) return sm_fail(ctx, SM_ERR_FAILED, "an expression is not given");
  for (size_t q = 0; e->text == NULL && q < places->count; q++) out[q] = e->number;
  if (e->text == NULL) return SM_OK;
  const size_t first = evaluate(e->text, places, out);
  if (first == places->count) return SM_OK;
  double at[3];
  place_of(places, first, at);
  return not_finite(ctx, path, e, out[first], at);
}

enum sm_status sm_expression_on_box(struct sm_context *ctx, const char *path,
                                    const struct sm_case_expression *e,
                                    const struct sm_expression_box *box, double *out) {
  const struct places places = {box, NULL, box->count[0] * box->count[1] * box->count[2]};
  return values_at(ctx, path, e, &places, out);
}

enum sm_status sm_expression_at(struct sm_context *ctx, const char *path,
                                const struct sm_case_expression *e, size_t count,
                                const double (*point)[3], double *out) {
  const struct places places = {NULL, point, count};
  return values_at(ctx, path, e, &places, out);
}

/* --- single points --- */

struct sm_expression_compiled {
  const struct sm_case_expression *expression;
  struct parser *parser; /* [threads], created at first use */
  int threads;
  bool failed;
  double value, at[3]; /* first non-finite value, and its position */
};

enum sm_status sm_expression_open(struct sm_context *ctx, const struct sm_case_expression *e,
                                  struct sm_expression_compiled **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "an expression", out));
  struct sm_expression_compiled *ready = *out;
  ready->expression = e;
  ready->threads = omp_get_max_threads();
  const enum sm_status status =
      sm_alloc(ctx, (size_t)ready->threads, sizeof *ready->parser, "an expression", &ready->parser);
  if (status != SM_OK) sm_expression_close(out);
  return status;
}

void sm_expression_close(struct sm_expression_compiled **ready) {
  struct sm_expression_compiled *r = *ready;
  if (r == NULL) return;
  for (int t = 0; r->parser != NULL && t < r->threads; t++) close_parser(&r->parser[t]);
  sm_free(r->parser);
  sm_free(r);
  *ready = NULL;
}

double sm_expression_value(struct sm_expression_compiled *ready, const double place[3]) {
  const struct sm_case_expression *e = ready->expression;
  if (e->text == NULL) return e->number;
  const double value = evaluate_with(&ready->parser[omp_get_thread_num()], e->text, place);
  if (!isfinite(value)) {
#pragma omp critical(sm_expression_compiled)
    {
      ready->failed = true;
      ready->value = value;
      memcpy(ready->at, place, sizeof ready->at);
    }
  }
  return value;
}

enum sm_status sm_expression_verify(struct sm_context *ctx, const char *path,
                                    const struct sm_expression_compiled *ready) {
  if (!ready->failed) return SM_OK;
  return not_finite(ctx, path, ready->expression, ready->value, ready->at);
}

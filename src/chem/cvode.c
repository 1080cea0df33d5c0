#include "chem/cvode.h"
#include "base/context.h"

#include <string.h>

#ifdef SM_HAVE_CVODE
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum { L = SM_CHEM_LANES };

struct sm_cvode {
  SUNContext context;
  N_Vector y, atol;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void *memory;
  const struct sm_lanes_reactor *rows;
  struct sm_lanes_reactor one; /* the cell that is integrated, as a row of one */
  double *values;              /* of its Jacobian */
  struct sm_lanes_run *run;
  int lane;
};

/* Those of src/chem/lanes, built for rows of one cell. */
void sm_lanes_reactor_rates_one(struct sm_lanes_reactor *r, const double *y, double *dy);
void sm_lanes_reactor_jacobian_one(struct sm_lanes_reactor *r, const double *y, double *values);

bool sm_cvode_there(void) { return true; }

static int rates(realtype t, N_Vector y, N_Vector change, void *user) {
  struct sm_cvode *c = user;
  const struct sm_lanes_problem *p = c->run->problem;
  (void)t;
  sm_lanes_reactor_rates_one(&c->one, NV_DATA_S(y), NV_DATA_S(change));
  c->run->evaluations++;
  bool sane = p->positive < 0 || NV_Ith_S(y, p->positive) > 0;
  for (int32_t i = 0; i < p->n; i++) sane = sane && isfinite(NV_Ith_S(change, i));
  return sane ? 0 : 1; /* a shorter step may do */
}

static int jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix j, void *user, N_Vector a,
                    N_Vector b, N_Vector d) {
  struct sm_cvode *c = user;
  const struct sm_sparse *s = c->one.sparse;
  (void)t, (void)f, (void)a, (void)b, (void)d;
  sm_lanes_reactor_jacobian_one(&c->one, NV_DATA_S(y), c->values);
  c->run->jacobians++;
  for (int32_t row = 0; row < s->n; row++)
    for (int32_t column = 0; column < s->n; column++) {
      const int32_t at = s->place[row * s->n + column];
      SM_ELEMENT_D(j, row, column) = at >= 0 ? c->values[at] : 0;
    }
  return 0;
}

/* The cell of a lane into the row of one. */
static void pick(struct sm_cvode *c) {
  const struct sm_lanes_space *from = &c->rows->space, *to = &c->one.space;
  const int l = c->lane;
  to->p[0] = from->p[l];
  to->sun[0] = from->sun[l];
  to->zenith[0] = from->zenith[l];
  to->water[0] = from->water[l];
  c->one.given_pressure = c->rows->given_pressure;
  c->one.energy[0] = c->rows->energy[l];
  for (int32_t i = 0; c->one.source != NULL && i < c->one.k->species_count; i++)
    c->one.source[i] = c->rows->source[i * L + l];
}

/* What goes wrong is told by the states of the cells. */
static void quiet(int code, const char *module, const char *function, char *message, void *user) {
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

static bool take(struct sm_cvode *c, int32_t n) {
  if (SUNContext_Create(NULL, &c->context) != 0) return false;
  c->y = N_VNew_Serial(n, c->context);
  c->atol = N_VNew_Serial(n, c->context);
  c->matrix = SUNDenseMatrix(n, n, c->context);
  c->memory = CVodeCreate(CV_BDF, c->context);
  if (c->y == NULL || c->atol == NULL || c->matrix == NULL || c->memory == NULL) return false;
  N_VConst(1, c->y);
  N_VConst(1, c->atol);
  c->solver = SUNLinSol_Dense(c->y, c->matrix, c->context);
  return c->solver != NULL && CVodeInit(c->memory, rates, 0, c->y) == CV_SUCCESS &&
         CVodeSetErrHandlerFn(c->memory, quiet, NULL) == CV_SUCCESS &&
         CVodeSetUserData(c->memory, c) == CV_SUCCESS &&
         CVodeSVtolerances(c->memory, 1e-4, c->atol) == CV_SUCCESS &&
         CVodeSetLinearSolver(c->memory, c->solver, c->matrix) == CV_SUCCESS &&
         CVodeSetJacFn(c->memory, jacobian) == CV_SUCCESS;
}

static enum sm_status take_one(struct sm_context *ctx, const struct sm_lanes_reactor *rows,
                               struct sm_cvode *c) {
  const size_t species = (size_t)rows->k->species_count;
  SM_TRY(sm_lanes_reactor_create(ctx, rows->k, rows->sparse, rows->mode, 1, &c->one));
  if (rows->source != NULL)
    SM_TRY(sm_alloc(ctx, species, sizeof *c->one.source, "CVODE", &c->one.source));
  SM_TRY(sm_alloc(ctx, (size_t)rows->sparse->value_count, sizeof *c->values, "CVODE", &c->values));
  return take(c, rows->sparse->n) ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "CVODE: out of memory");
}

enum sm_status sm_cvode_create(struct sm_context *ctx, const struct sm_lanes_reactor *rows,
                               struct sm_cvode **out) {
  struct sm_cvode *c = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *c, "CVODE", &c));
  c->rows = rows;
  const enum sm_status status = take_one(ctx, rows, c);
  if (status != SM_OK) sm_cvode_destroy(&c);
  *out = c;
  return status;
}

void sm_cvode_destroy(struct sm_cvode **cvode) {
  struct sm_cvode *c = *cvode;
  if (c == NULL) return;
  CVodeFree(&c->memory);
  if (c->solver != NULL) SUNLinSolFree(c->solver);
  if (c->matrix != NULL) SUNMatDestroy(c->matrix);
  if (c->atol != NULL) N_VDestroy(c->atol);
  if (c->y != NULL) N_VDestroy(c->y);
  SUNContext_Free(&c->context);
  sm_free(c->values);
  sm_free(c->one.source);
  sm_lanes_reactor_free(&c->one);
  sm_free(c);
  *cvode = NULL;
}

/* One cell, from its row and back to it. */
static bool integrate(struct sm_cvode *c) {
  struct sm_lanes_run *r = c->run;
  const int l = c->lane;
  long steps = 0, failed = 0, rejected = 0, factorings = 0;
  double t = 0;
  pick(c);
  for (int32_t i = 0; i < r->problem->n; i++) {
    NV_Ith_S(c->y, i) = r->y[i * L + l];
    NV_Ith_S(c->atol, i) = r->atol[i] * r->scale[l];
  }
  const double length = r->end[l] - r->t[l];
  bool good = CVodeReInit(c->memory, 0, c->y) == CV_SUCCESS &&
              CVodeSVtolerances(c->memory, r->rtol, c->atol) == CV_SUCCESS &&
              CVodeSetMaxNumSteps(c->memory, r->most_steps) == CV_SUCCESS &&
              CVodeSetStopTime(c->memory, length) == CV_SUCCESS &&
              CVode(c->memory, length, c->y, &t, CV_NORMAL) >= 0;
  (void)CVodeGetNumSteps(c->memory, &steps);
  (void)CVodeGetNumErrTestFails(c->memory, &rejected);
  (void)CVodeGetNumNonlinSolvConvFails(c->memory, &failed);
  r->steps[l] = steps;
  (void)CVodeGetNumLinSolvSetups(c->memory, &factorings);
  r->rejected[l] = rejected + failed;
  r->factorings += factorings;
  for (int32_t i = 0; i < r->problem->n; i++) r->y[i * L + l] = NV_Ith_S(c->y, i);
  const int32_t positive = r->problem->positive;
  for (int32_t i = 0; i < r->problem->n; i++) good = good && isfinite(NV_Ith_S(c->y, i));
  return good && (positive < 0 || NV_Ith_S(c->y, positive) > 0);
}

void sm_cvode_run(struct sm_cvode *c, struct sm_lanes_run *run) {
  c->run = run;
  for (c->lane = 0; c->lane < L; c->lane++) {
    const int l = c->lane;
    run->steps[l] = run->rejected[l] = 0;
    if (run->state[l] != SM_LANES_ON_WAY) continue;
    const bool good = integrate(c);
    if (good) run->t[l] = run->end[l];
    run->state[l] = good ? SM_LANES_THERE : SM_LANES_FAILED;
  }
}
#else

bool sm_cvode_there(void) { return false; }

enum sm_status sm_cvode_create(struct sm_context *ctx, const struct sm_lanes_reactor *rows,
                               struct sm_cvode **out) {
  (void)rows;
  *out = NULL;
  return sm_fail(
      ctx, SM_ERR_DATA,
      "error: the method \"cvode\" needs SUNDIALS (Debian: libsundials-dev), which is not "
      "there\nhelp: install it and build simoom again; or method rodas3");
}

void sm_cvode_destroy(struct sm_cvode **cvode) { *cvode = NULL; }

void sm_cvode_run(struct sm_cvode *cvode, struct sm_lanes_run *run) {
  (void)cvode;
  (void)run;
}
#endif

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
  double *rows; /* of rates */
  struct sm_lanes_run *run;
  int lane; /* of the cell that is integrated */
};

bool sm_cvode_there(void) { return true; }

/* The state of the cell into its row. */
static void set_row(struct sm_cvode *c, N_Vector y) {
  const double *from = NV_DATA_S(y);
  for (int32_t i = 0; i < c->run->problem->n; i++) c->run->y[i * L + c->lane] = from[i];
}

static int rates(realtype t, N_Vector y, N_Vector change, void *user) {
  struct sm_cvode *c = user;
  const struct sm_lanes_problem *p = c->run->problem;
  (void)t;
  set_row(c, y);
  p->rates(p->self, c->run->y, c->rows);
  c->run->evaluations++;
  bool sane = p->positive < 0 || NV_Ith_S(y, p->positive) > 0;
  for (int32_t i = 0; i < p->n; i++) {
    const double value = c->rows[i * L + c->lane];
    NV_Ith_S(change, i) = value;
    sane = sane && isfinite(value);
  }
  return sane ? 0 : 1; /* a shorter step may do */
}

static int jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix j, void *user, N_Vector a,
                    N_Vector b, N_Vector d) {
  struct sm_cvode *c = user;
  const struct sm_lanes_problem *p = c->run->problem;
  (void)t, (void)f, (void)a, (void)b, (void)d;
  set_row(c, y);
  double *values = c->run->memory;
  p->jacobian(p->self, c->run->y, values);
  c->run->jacobians++;
  for (int32_t row = 0; row < p->n; row++)
    for (int32_t column = 0; column < p->n; column++) {
      const int32_t at = p->sparse->place[row * p->n + column];
      SM_ELEMENT_D(j, row, column) = at >= 0 ? values[at * L + c->lane] : 0;
    }
  return 0;
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

enum sm_status sm_cvode_create(struct sm_context *ctx, int32_t n, struct sm_cvode **out) {
  struct sm_cvode *c = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *c, "CVODE", &c));
  enum sm_status status = sm_alloc(ctx, (size_t)n * L, sizeof *c->rows, "CVODE", &c->rows);
  if (status == SM_OK && !take(c, n)) status = sm_fail(ctx, SM_ERR_MEMORY, "CVODE: out of memory");
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
  sm_free(c->rows);
  sm_free(c);
  *cvode = NULL;
}

/* One cell, from its row and back to it. */
static bool integrate(struct sm_cvode *c) {
  struct sm_lanes_run *r = c->run;
  const int l = c->lane;
  long steps = 0, failed = 0, rejected = 0;
  double t = 0;
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
  r->rejected[l] = rejected + failed;
  set_row(c, c->y);
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

enum sm_status sm_cvode_create(struct sm_context *ctx, int32_t n, struct sm_cvode **out) {
  (void)n;
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

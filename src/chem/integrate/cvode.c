/* CVODE of SUNDIALS as an optional integrator of reacting cells: A. C. Hindmarsh et al., ACM TOMS
 * 31 (2005) 363. */
#include "base/context.h"
#include "chem/integrate/integrate.h"

#include <string.h>

#ifdef SM_HAVE_CVODE
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

struct sm_cvode {
  SUNContext context;
  N_Vector y, atol;
  SUNMatrix matrix;
  SUNLinearSolver solver;
  void *memory;
  double *values; /* values of a Jacobian */
  struct sm_batch_run *run;
};

bool sm_cvode_available(void) { return true; }

static int rates(realtype t, N_Vector y, N_Vector change, void *user) {
  struct sm_cvode *c = user;
  const struct sm_batch_problem *p = c->run->problem;
  (void)t;
  p->rates(p->self, NV_DATA_S(y), NV_DATA_S(change));
  c->run->evaluations++;
  bool sane = p->positive < 0 || NV_Ith_S(y, p->positive) > 0;
  for (int32_t i = 0; i < p->n; i++) sane = sane && isfinite(NV_Ith_S(change, i));
  return sane ? 0 : 1; /* recoverable: CVODE tries a shorter step */
}

static int jacobian(realtype t, N_Vector y, N_Vector f, SUNMatrix j, void *user, N_Vector a,
                    N_Vector b, N_Vector d) {
  struct sm_cvode *c = user;
  const struct sm_batch_problem *p = c->run->problem;
  const struct sm_sparse_lu *s = p->sparse;
  (void)t, (void)f, (void)b, (void)d;
  p->jacobian(p->self, NV_DATA_S(y), NV_DATA_S(a), c->values);
  c->run->jacobians++;
  for (int32_t row = 0; row < s->n; row++)
    for (int32_t column = 0; column < s->n; column++) {
      const int32_t at = s->place[row * s->n + column];
      SM_ELEMENT_D(j, row, column) = at >= 0 ? c->values[at] : 0;
    }
  return 0;
}

/* Silences CVODE: errors are reported by the states of the cells. */
static void quiet(int code, const char *module, const char *function, char *message, void *user) {
  (void)code, (void)module, (void)function, (void)message, (void)user;
}

static bool create_solver(struct sm_cvode *c, int32_t n) {
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

enum sm_status sm_cvode_create(struct sm_context *ctx, const struct sm_batch_problem *problem,
                               struct sm_cvode **out) {
  const size_t values = (size_t)problem->sparse->value_count;
  struct sm_cvode *c = NULL;
  *out = NULL;
  SM_TRY(sm_alloc(ctx, 1, sizeof *c, "CVODE", &c));
  enum sm_status status = sm_alloc(ctx, values, sizeof *c->values, "CVODE", &c->values);
  if (status == SM_OK && !create_solver(c, problem->n))
    status = sm_fail(ctx, SM_ERR_MEMORY, "CVODE: out of memory");
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
  sm_free(c);
  *cvode = NULL;
}

static bool integrate(struct sm_cvode *c) {
  struct sm_batch_run *r = c->run;
  const int32_t n = r->problem->n, positive = r->problem->positive;
  long steps = 0, failed = 0, rejected = 0, factorings = 0;
  double t = 0;
  for (int32_t i = 0; i < n; i++) {
    NV_Ith_S(c->y, i) = r->y[i];
    NV_Ith_S(c->atol, i) = r->atol[i] * r->scale[0];
  }
  const double length = r->end[0] - r->t[0];
  bool good = CVodeReInit(c->memory, 0, c->y) == CV_SUCCESS &&
              CVodeSVtolerances(c->memory, r->rtol, c->atol) == CV_SUCCESS &&
              CVodeSetMaxNumSteps(c->memory, r->most_steps) == CV_SUCCESS &&
              CVodeSetStopTime(c->memory, length) == CV_SUCCESS &&
              CVode(c->memory, length, c->y, &t, CV_NORMAL) >= 0;
  (void)CVodeGetNumSteps(c->memory, &steps);
  (void)CVodeGetNumErrTestFails(c->memory, &rejected);
  (void)CVodeGetNumNonlinSolvConvFails(c->memory, &failed);
  (void)CVodeGetNumLinSolvSetups(c->memory, &factorings);
  r->steps[0] = steps;
  r->rejected[0] = rejected + failed;
  r->factorings += factorings;
  for (int32_t i = 0; i < n; i++) r->y[i] = NV_Ith_S(c->y, i);
  for (int32_t i = 0; i < n; i++) good = good && isfinite(NV_Ith_S(c->y, i));
  return good && (positive < 0 || NV_Ith_S(c->y, positive) > 0);
}

void sm_cvode_run(struct sm_cvode *c, struct sm_batch_run *run) {
  c->run = run;
  run->steps[0] = run->rejected[0] = 0;
  if (run->state[0] != SM_BATCH_ACTIVE) return;
  const bool good = integrate(c);
  if (good) run->t[0] = run->end[0];
  run->state[0] = good ? SM_BATCH_DONE : SM_BATCH_FAILED;
}
#else

bool sm_cvode_available(void) { return false; }

enum sm_status sm_cvode_create(struct sm_context *ctx, const struct sm_batch_problem *problem,
                               struct sm_cvode **out) {
  (void)problem;
  *out = NULL;
  return sm_fail(
      ctx, SM_ERR_DATA,
      "error: the method \"cvode\" needs SUNDIALS (Debian: libsundials-dev), which is not "
      "there\nhelp: install it and build simoom again; or method rodas4");
}

void sm_cvode_destroy(struct sm_cvode **cvode) { *cvode = NULL; }

void sm_cvode_run(struct sm_cvode *cvode, struct sm_batch_run *run) {
  (void)cvode;
  (void)run;
}
#endif

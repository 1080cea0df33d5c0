#include "run/prism/run.h"

#include "base/text.h"
#include <math.h>
#include <string.h>

struct sm_prism_options sm_prism_case_options(const struct sm_case *c) {
  const struct sm_case_poisson *p = &c->poisson;
  struct sm_prism_options options = sm_prism_options_default();
  options.solver = (enum sm_prism_solver)p->solver;
  options.weights = (enum sm_prism_weights_rule)p->weights;
  options.memory = (enum sm_prism_memory)p->memory;
  if (options.solver != SM_PRISM_KRYLOV) { /* defaults of the publication */
    options.tolerance = 1e-6;
    options.max_iterations = 1000000;
  }
  if (options.solver == SM_PRISM_SOR) options.omega = 1.1;
  if (!isnan(p->tolerance)) options.tolerance = p->tolerance;
  if (p->max_iterations > 0) options.max_iterations = p->max_iterations;
  if (!isnan(p->omega)) options.omega = p->omega;
  return options;
}

static double value_at(void *user, const double place[3]) {
  return sm_expression_value(user, place);
}

/* --- parts of the boundary --- */

static bool is_on_outline(const struct sm_prisms *prisms, int side) {
  for (ptrdiff_t e = 0; e < 3 * (ptrdiff_t)prisms->plane->triangles; e++)
    if (prisms->plane->side[e] == side) return true;
  return false;
}

static enum sm_status no_side(struct sm_context *ctx, const struct sm_case *c,
                              const struct sm_prisms *prisms, int line, const char *name) {
  SM_SCOPED_BY(sm_text_free) struct sm_text names = {0};
  for (int s = 0; s < prisms->sides; s++)
    if (is_on_outline(prisms, s)) sm_text_add(&names, ", \"%s\"", prisms->side_names[s]);
  return sm_fail(
      ctx, SM_ERR_CASE,
      "%s:%d: error: 'poisson.boundary.at': the outline of the mesh has no side \"%.60s\"\n"
      "help: there are \"bottom\", \"surface\"%.600s",
      c->path, line, name, sm_text_string(&names));
}

/* Finds a part of the boundary by its name. */
static enum sm_status find_part(struct sm_context *ctx, const struct sm_case *c,
                                const struct sm_prisms *prisms, int line, const char *name,
                                int *out) {
  *out = strcmp(name, "bottom") == 0 ? SM_PRISM_BOTTOM : SM_PRISM_SURFACE;
  if (*out == SM_PRISM_BOTTOM || strcmp(name, "surface") == 0) return SM_OK;
  for (int s = 0; s < prisms->sides; s++) {
    *out = s;
    if (strcmp(prisms->side_names[s], name) == 0 && is_on_outline(prisms, s)) return SM_OK;
  }
  return no_side(ctx, c, prisms, line, name);
}

/* --- fields --- */

/* Evaluates an expression at the centres of all prisms. */
static enum sm_status at_centres(struct sm_context *ctx, const struct sm_case *c,
                                 const struct sm_prisms *prisms, const struct sm_case_expression *e,
                                 double *out) {
  SM_SCOPED_BY(sm_expression_close) struct sm_expression_compiled *ready = NULL;
  const ptrdiff_t layers = prisms->layers;
  SM_TRY(sm_expression_open(ctx, e, &ready));
#pragma omp parallel for schedule(static)
  for (int t = 0; t < prisms->plane->triangles; t++)
    for (int k = 0; k < layers; k++) {
      double place[3];
      sm_prism_centre(prisms, t, k, place);
      out[t * layers + k] = sm_expression_value(ready, place);
    }
  return sm_expression_verify(ctx, c->path, ready);
}

/* Checks the coefficient at all prisms; a constant was checked while reading the case. */
static enum sm_status check_coefficient(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_prisms *prisms) {
  const struct sm_case_expression *e = &c->poisson.coefficient;
  const ptrdiff_t layers = prisms->layers;
  SM_SCOPED double *value = NULL;
  if (e->text == NULL) return SM_OK;
  SM_TRY(sm_alloc(ctx, sm_prisms_count(prisms), sizeof *value, "the coefficient", &value));
  enum sm_status status = at_centres(ctx, c, prisms, e, value);
  for (ptrdiff_t m = 0; status == SM_OK && m < layers * prisms->plane->triangles; m++)
    if (!(value[m] > 0))
      status = sm_fail(ctx, SM_ERR_CASE,
                       "%s:%d: error: '%s' is %g in layer %d over triangle %lld of the mesh\n"
                       "help: it must be above 0 everywhere",
                       c->path, e->line, e->label, value[m], (int)(m % layers) + 1,
                       sm_triangles_number(prisms->plane, (int)(m / layers)));
  return status;
}

enum sm_status sm_prism_problem_check(struct sm_context *ctx, const struct sm_case *c,
                                      const struct sm_prisms *prisms) {
  for (size_t b = 0; b < c->poisson.boundary_count; b++) {
    const struct sm_case_poisson_boundary *boundary = &c->poisson.boundary[b];
    int part;
    for (size_t i = 0; i < boundary->at.count; i++)
      SM_TRY(find_part(ctx, c, prisms, boundary->line, boundary->at.item[i], &part));
  }
  return check_coefficient(ctx, c, prisms);
}

/* Converts an expression to a field of the solver. */
static enum sm_status make_field(struct sm_context *ctx, struct sm_prism_problem *problem,
                                 const struct sm_case_expression *e, struct sm_prism_field *out) {
  *out = (struct sm_prism_field){.number = 0};
  if (!sm_expression_given(e)) return SM_OK;
  out->number = e->number;
  if (e->text == NULL) return SM_OK;
  struct sm_expression_compiled **ready = &problem->ready[problem->ready_count];
  SM_TRY(sm_expression_open(ctx, e, ready));
  problem->ready_count++;
  out->at = value_at;
  out->user = *ready;
  return SM_OK;
}

/* The source is an array, as it is needed at the centres only. */
static enum sm_status set_source(struct sm_context *ctx, struct sm_prism_problem *problem) {
  const struct sm_case_expression *e = &problem->c->poisson.source;
  struct sm_prism_field field = {.number = sm_expression_given(e) ? e->number : 0};
  double *value = NULL;
  if (e->text == NULL) return sm_prism_set_source(ctx, problem->solver, &field);
  SM_TRY(sm_alloc(ctx, sm_prisms_count(problem->prisms), sizeof *value, "the source", &value));
  field.values = value;
  enum sm_status status = at_centres(ctx, problem->c, problem->prisms, e, value);
  if (status == SM_OK) status = sm_prism_set_source(ctx, problem->solver, &field);
  sm_free(value);
  return status;
}

static enum sm_status set_coefficient(struct sm_context *ctx, struct sm_prism_problem *problem) {
  struct sm_prism_field field;
  if (!sm_expression_given(&problem->c->poisson.coefficient)) return SM_OK;
  SM_TRY(make_field(ctx, problem, &problem->c->poisson.coefficient, &field));
  return sm_prism_set_gamma(ctx, problem->solver, &field);
}

/* --- boundaries --- */

/* Sets the boundary conditions; the default is the Dirichlet value of the solution. slopes[part +
   2]: parts with prescribed slopes. */
static enum sm_status set_boundaries(struct sm_context *ctx, struct sm_prism_problem *problem,
                                     bool *slopes) {
  const struct sm_case *c = problem->c;
  struct sm_prism_field solution, field;
  SM_TRY(make_field(ctx, problem, &c->poisson.solution, &solution));
  for (int part = SM_PRISM_SURFACE; part < problem->prisms->sides; part++)
    SM_TRY(sm_prism_set_boundary(ctx, problem->solver, part, SM_PRISM_DIRICHLET, &solution));
  for (size_t b = 0; b < c->poisson.boundary_count; b++) {
    const struct sm_case_poisson_boundary *boundary = &c->poisson.boundary[b];
    const bool slope = sm_expression_given(&boundary->slope);
    const bool value = sm_expression_given(&boundary->value);
    SM_TRY(make_field(ctx, problem, slope ? &boundary->slope : &boundary->value, &field));
    for (size_t i = 0; i < boundary->at.count; i++) {
      int part;
      SM_TRY(find_part(ctx, c, problem->prisms, boundary->line, boundary->at.item[i], &part));
      slopes[part + 2] = slope;
      SM_TRY(sm_prism_set_boundary(ctx, problem->solver, part,
                                   slope ? SM_PRISM_NEUMANN : SM_PRISM_DIRICHLET,
                                   slope || value ? &field : &solution));
    }
  }
  return SM_OK;
}

static enum sm_status set_all_boundaries(struct sm_context *ctx, struct sm_prism_problem *problem) {
  const int sides = problem->prisms->sides;
  SM_SCOPED bool *slopes = NULL;
  SM_TRY(sm_alloc(ctx, (size_t)sides + 2, sizeof *slopes, "boundaries", &slopes));
  const enum sm_status status = set_boundaries(ctx, problem, slopes);
  problem->held = !slopes[0] || !slopes[1];
  for (int s = 0; s < sides && !problem->held; s++)
    problem->held = !slopes[s + 2] && is_on_outline(problem->prisms, s);
  return status;
}

enum sm_status sm_prism_problem_open(struct sm_context *ctx, const struct sm_case *c,
                                     const struct sm_prisms *prisms, struct sm_device *device,
                                     struct sm_prism_problem *out) {
  const struct sm_prism_options options = sm_prism_case_options(c);
  const size_t expressions = c->poisson.boundary_count + 2; /* plus solution and coefficient */
  *out = (struct sm_prism_problem){.c = c, .prisms = prisms};
  SM_TRY(sm_prism_problem_check(ctx, c, prisms));
  SM_TRY(sm_alloc(ctx, expressions, sizeof *out->ready, "expressions", &out->ready));
  SM_TRY(sm_prism_create(ctx, device, prisms, &options, &out->solver));
  SM_TRY(set_coefficient(ctx, out));
  SM_TRY(set_source(ctx, out));
  return set_all_boundaries(ctx, out);
}

void sm_prism_problem_free(struct sm_prism_problem *problem) {
  sm_prism_destroy(&problem->solver);
  for (int e = 0; e < problem->ready_count; e++) sm_expression_close(&problem->ready[e]);
  sm_free(problem->ready);
  *problem = (struct sm_prism_problem){0};
}

enum sm_status sm_prism_problem_solve(struct sm_context *ctx, struct sm_prism_problem *problem,
                                      struct sm_prism_result *result) {
  const enum sm_status status = sm_prism_solve(ctx, problem->solver, result);
  for (int e = 0; e < problem->ready_count; e++)
    SM_TRY(sm_expression_verify(ctx, problem->c->path, problem->ready[e]));
  return status;
}

/* --- the error --- */

static double mean_of(const struct sm_prisms *prisms, const double *value) {
  double sum = 0, volume = 0;
  for (int t = 0; t < prisms->plane->triangles; t++)
    for (int k = 0; k < prisms->layers; k++) {
      const double v = sm_prisms_volume(prisms, t, k);
      sum += v * value[(ptrdiff_t)t * prisms->layers + k];
      volume += v;
    }
  return sum / volume;
}

enum sm_status sm_prism_problem_error(struct sm_context *ctx,
                                      const struct sm_prism_problem *problem, const double *phi,
                                      double *exact, double *error, double *largest, double *mean) {
  const struct sm_prisms *prisms = problem->prisms;
  const size_t count = sm_prisms_count(prisms);
  double *square = error; /* temporary use */
  SM_TRY(at_centres(ctx, problem->c, prisms, &problem->c->poisson.solution, exact));
  const double shift = problem->held ? 0 : mean_of(prisms, exact);
  *largest = 0;
  for (size_t m = 0; m < count; m++) {
    exact[m] -= shift;
    const double off = phi[m] - exact[m];
    *largest = fabs(off) <= *largest ? *largest : fabs(off); /* propagates NaN */
    square[m] = off * off;
  }
  *mean = sqrt(mean_of(prisms, square));
  for (size_t m = 0; m < count; m++) error[m] = phi[m] - exact[m];
  return SM_OK;
}

/* Poisson solver on prisms: creation, right-hand side, boundary conditions, iterations. */
#include "solve/prism/poisson.h"

#include "base/clock.h"
#include "solve/prism/internal.h"
#include <math.h>
#include <string.h>

struct sm_prism_options sm_prism_options_default(void) {
  return (struct sm_prism_options){.solver = SM_PRISM_KRYLOV,
                                   .weights = SM_PRISM_LINEAR,
                                   .memory = SM_PRISM_RESIDENT,
                                   .tolerance = 1e-8,
                                   .max_iterations = 200,
                                   .omega = 1.8,
                                   .sweeps = 3};
}

static size_t parts_of(const struct sm_prisms *prisms) {
  int most = prisms->sides;
  const struct sm_triangles *t = prisms->plane;
  for (ptrdiff_t m = 0; m < 3 * (ptrdiff_t)t->triangles; m++)
    if (t->side[m] >= most) most = t->side[m] + 1;
  return (size_t)most + 2;
}

enum sm_status sm_prism_create(struct sm_context *ctx, struct sm_device *device,
                               const struct sm_prisms *prisms,
                               const struct sm_prism_options *options, struct sm_prism **out) {
  if (prisms->layers < 2)
    return sm_fail(ctx, SM_ERR_DATA, "error: %d layer of prisms\nhelp: the solver needs 2 or more",
                   prisms->layers);
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the solver on prisms", out));
  struct sm_prism *p = *out;
  const size_t parts = parts_of(prisms);
  enum sm_status status = SM_OK;
  p->device = device;
  p->prisms = prisms;
  p->options = *options;
  p->gamma.field.number = 1;
  p->store = (struct sm_store){.device = device, .what = "the solver on prisms"};
  if (p->options.sweeps < 1) p->options.sweeps = 1;
  if (p->options.sweeps > 4) p->options.sweeps = 4;
  SM_TRY_DONE(sm_alloc(ctx, parts, sizeof *p->kind, "boundaries", &p->kind));
  SM_TRY_DONE(sm_alloc(ctx, parts, sizeof *p->value, "boundaries", &p->value));
done:
  if (status != SM_OK) sm_prism_destroy(out);
  return status;
}

void sm_prism_destroy(struct sm_prism **prism) {
  struct sm_prism *p = *prism;
  if (p == NULL) return;
  sm_prism_release(p);
  sm_free(p->kind);
  sm_free(p->value);
  sm_free(p->gamma.values);
  sm_free(p->source.values);
  sm_free(p);
  *prism = NULL;
}

/* Stores a field with a copy of its array. */
static enum sm_status keep(struct sm_context *ctx, struct sm_prism *prism,
                           const struct sm_prism_field *field, struct sm_prism_prescribed *out) {
  const size_t count = (size_t)prism->prisms->plane->triangles * (size_t)prism->prisms->layers;
  double *values = NULL;
  if (field->values != NULL) {
    SM_TRY(sm_alloc(ctx, count, sizeof *values, "a field of prisms", &values));
    memcpy(values, field->values, count * sizeof *values);
  }
  sm_free(out->values);
  out->values = values;
  out->field = *field;
  out->field.values = values;
  return SM_OK;
}

enum sm_status sm_prism_set_gamma(struct sm_context *ctx, struct sm_prism *prism,
                                  const struct sm_prism_field *gamma) {
  prism->prepared = false;
  return keep(ctx, prism, gamma, &prism->gamma);
}

enum sm_status sm_prism_set_source(struct sm_context *ctx, struct sm_prism *prism,
                                   const struct sm_prism_field *f) {
  prism->balanced = false;
  return keep(ctx, prism, f, &prism->source);
}

enum sm_status sm_prism_set_boundary(struct sm_context *ctx, struct sm_prism *prism, int part,
                                     enum sm_prism_kind kind, const struct sm_prism_field *value) {
  const int parts = (int)parts_of(prism->prisms) - 2;
  if (part < SM_PRISM_SURFACE || part >= parts)
    return sm_fail(ctx, SM_ERR_DATA, "error: the outline of the mesh has no part %d, but %d parts",
                   part, parts);
  if (kind == SM_PRISM_ROBIN && part != SM_PRISM_SURFACE)
    return sm_fail(ctx, SM_ERR_DATA, "error: a decay beyond part %d: only the surface has one",
                   part);
  if (prism->kind[sm_prism_boundary_index(part)] != kind || kind == SM_PRISM_ROBIN)
    prism->prepared = false;
  prism->kind[sm_prism_boundary_index(part)] = kind;
  prism->value[sm_prism_boundary_index(part)] = *value;
  prism->balanced = false;
  return SM_OK;
}

/* --- solving --- */

/* r = b - A x, into `out`; its 2-norm. */
static enum sm_status find_residual(struct sm_context *ctx, struct sm_prism *prism, double *out,
                                    double *norm) {
  double *number = &prism->number[SM_PRISM_RR];
  sm_prism_run_vertices(prism, prism->x);
  const struct sm_prism_apply apply = {prism->grid, prism->x, prism->at, prism->b, prism->b,
                                       out,         1,        1,         1};
  sm_prism_run_apply(prism, &apply, number);
  SM_TRY(sm_device_download(ctx, prism->device, norm, number, sizeof *norm));
  *norm = sqrt(*norm);
  return SM_OK;
}

/* Iterations that a device makes before the host checks for a stop request. */
static int iterations_at_once(const struct sm_prism *prism) {
  const bool krylov = prism->options.solver == SM_PRISM_KRYLOV;
  if (!sm_device_is_host(prism->device)) return krylov ? prism->options.max_iterations : 2000;
  return krylov ? 1 : 16;
}

/* Repeats passes until the device ends the loop. */
static enum sm_status repeat_iterations(struct sm_context *ctx, struct sm_prism *prism,
                                        double *number) {
  struct sm_device *device = prism->device;
  const size_t bytes = SM_PRISM_NUMBERS * sizeof *number;
  SM_TRY(sm_device_upload(ctx, device, prism->number, number, bytes));
  if (prism->options.memory == SM_PRISM_RESIDENT) {
    device->backend->repeat(device, prism->loop, sm_prism_iterate, prism,
                            &prism->number[SM_PRISM_CONTINUE]);
    return sm_device_download(ctx, device, number, prism->number, bytes);
  }
  while (number[SM_PRISM_CONTINUE] > 0) {
    sm_prism_iterate(prism);
    SM_TRY(sm_device_download(ctx, device, number, prism->number, bytes));
  }
  return SM_OK;
}

/* Repeats passes until the measure is at most `stop` or the limit is reached. number: as on the
 * device, before and after. */
static enum sm_status iterate(struct sm_context *ctx, struct sm_prism *prism, double stop,
                              double *number) {
  const int limit = prism->options.max_iterations;
  double measure = INFINITY;
  number[SM_PRISM_STOP] = stop;
  while (measure > stop && number[SM_PRISM_ITERATIONS] < limit) {
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    const int next = (int)number[SM_PRISM_ITERATIONS] + iterations_at_once(prism);
    number[SM_PRISM_CONTINUE] = 1;
    number[SM_PRISM_LIMIT] = next < limit ? next : limit;
    SM_TRY(repeat_iterations(ctx, prism, number));
    measure = number[SM_PRISM_MEASURE];
    if (!isfinite(measure))
      return sm_fail(ctx, SM_ERR_DIVERGED,
                     "error: the solver on prisms diverges: not finite after %d iterations",
                     (int)number[SM_PRISM_ITERATIONS]);
    sm_progress_part(ctx, "solve", fmin(1, number[SM_PRISM_ITERATIONS] / limit));
  }
  return SM_OK;
}

/* Starts the Krylov solver from the current x: the shadow is the residual, which is in
 * vectors.r. */
static enum sm_status begin_krylov(struct sm_context *ctx, struct sm_prism *prism, double norm,
                                   double *number) {
  const struct sm_prism_vectors *v = &prism->vectors;
  const size_t bytes = prism->elements * sizeof *v->r;
  const double done = number[SM_PRISM_ITERATIONS];
  const int power = ilogb(sqrt((double)prism->elements) / norm);
  for (int m = 0; m < SM_PRISM_NUMBERS; m++) number[m] = 0;
  number[SM_PRISM_ITERATIONS] = done;
  number[SM_PRISM_RHO] = norm * norm;
  number[SM_PRISM_SCALE] = ldexp(1, power);
  number[SM_PRISM_UNSCALE] = ldexp(1, -power);
  prism->device->backend->clear(prism->device, v->p, bytes);
  prism->device->backend->clear(prism->device, v->v, bytes);
  return sm_device_upload(ctx, prism->device, v->shadow, v->r, bytes);
}

/* The recurrence may drift from the true residual, or break down: it is then restarted, unless
 * there is no further gain. */
static enum sm_status krylov(struct sm_context *ctx, struct sm_prism *prism, double reference,
                             double *number, double *norm) {
  const double goal = prism->options.tolerance * reference;
  double before = INFINITY;
  while (*norm > goal && *norm < 0.5 * before &&
         number[SM_PRISM_ITERATIONS] < prism->options.max_iterations) {
    before = *norm;
    SM_TRY(begin_krylov(ctx, prism, *norm, number));
    SM_TRY(iterate(ctx, prism, goal * goal, number));
    SM_TRY(find_residual(ctx, prism, prism->vectors.r, norm));
  }
  return SM_OK;
}

static enum sm_status sweeps(struct sm_context *ctx, struct sm_prism *prism, double *number,
                             double *norm) {
  if (prism->options.solver == SM_PRISM_SOR && !sm_device_is_host(prism->device))
    return sm_fail(ctx, SM_ERR_DEVICE,
                   "error: over-relaxation of one cell after the other runs on a CPU only\n"
                   "help: by colours it runs on %s",
                   prism->device->name);
  SM_TRY(iterate(ctx, prism, prism->options.tolerance, number));
  return find_residual(ctx, prism, prism->y, norm);
}

static enum sm_status read_history(struct sm_context *ctx, const struct sm_prism *prism,
                                   double reference, struct sm_prism_result *result) {
  const bool krylov = prism->options.solver == SM_PRISM_KRYLOV;
  const int done = result->iterations, count = done < SM_PRISM_HISTORY ? done : SM_PRISM_HISTORY;
  result->history_count = count;
  SM_TRY(sm_device_download(ctx, prism->device, result->history, prism->history,
                            (size_t)count * sizeof *result->history));
  for (int m = 0; krylov && m < count; m++)
    result->history[m] = sqrt(result->history[m]) / reference;
  return SM_OK;
}

enum sm_status sm_prism_solve(struct sm_context *ctx, struct sm_prism *prism,
                              struct sm_prism_result *result) {
  const bool by_krylov = prism->options.solver == SM_PRISM_KRYLOV;
  double number[SM_PRISM_NUMBERS] = {0}, reference, norm;
  *result = (struct sm_prism_result){.converged = false};
  SM_TRY(sm_prism_prepare(ctx, prism));
  const double start = sm_clock_wall();
  prism->device->backend->clear(prism->device, prism->x, prism->elements * sizeof *prism->x);
  SM_TRY(find_residual(ctx, prism, prism->y, &reference));
  if (!isfinite(reference))
    return sm_fail(ctx, SM_ERR_DIVERGED, "error: f or what the boundary gives is not finite");
  norm = reference;
  if (reference > 0) {
    SM_TRY(by_krylov ? krylov(ctx, prism, reference, number, &norm)
                     : sweeps(ctx, prism, number, &norm));
  }
  result->iterations = (int)number[SM_PRISM_ITERATIONS];
  SM_TRY(read_history(ctx, prism, reference, result));
  result->residual = reference > 0 ? norm / reference : 0;
  result->change = by_krylov ? 0 : number[SM_PRISM_MEASURE];
  result->converged = by_krylov ? result->residual <= prism->options.tolerance
                                : result->change <= prism->options.tolerance;
  result->imbalance = prism->imbalance;
  result->levels = prism->levels == NULL ? 0 : sm_csr_levels_count(prism->levels);
  result->cells = (int64_t)prism->shape.triangles * prism->shape.layers;
  result->seconds = sm_clock_wall() - start;
  result->iteration_bytes = sm_prism_iteration_bytes(prism);
  result->prepared = prism->prepare_seconds;
  result->bytes = sm_store_bytes(&prism->store) +
                  (prism->levels == NULL ? 0 : sm_csr_levels_bytes(prism->levels));
  return SM_OK;
}

enum sm_status sm_prism_fetch(struct sm_context *ctx, struct sm_prism *prism, double *x) {
  const struct sm_prism_coefficients *s = &prism->shape;
  const size_t size = prism->elements * sizeof *prism->x;
  double *all, sum = 0, volume = 0;
  SM_TRY(sm_alloc(ctx, prism->elements, sizeof *all, "the solution", &all));
  const enum sm_status status = sm_device_download(ctx, prism->device, all, prism->x, size);
  for (int c = 0; c < s->triangles; c++)
    for (int k = 0; k < s->layers; k++) {
      const ptrdiff_t m = (ptrdiff_t)c * s->layers + k;
      x[m] = all[sm_prism_at(s->layers, c, k)];
      if (s->fixed) continue;
      const double v = sm_prisms_volume(prism->prisms, c, k);
      sum += v * x[m];
      volume += v;
    }
  for (ptrdiff_t m = 0; !s->fixed && m < (ptrdiff_t)s->triangles * s->layers; m++)
    x[m] -= sum / volume;
  sm_free(all);
  return status;
}

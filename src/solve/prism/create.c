/* solve/prism/create.c - options of a solver on prisms, its creation, Gamma, right-hand side and
 * boundary conditions. */
#include "base/list.h"
#include "solve/prism/internal.h"
#include <string.h>

struct sm_prism_options sm_prism_options_default(void) {
  return (struct sm_prism_options){.solver = SM_PRISM_KRYLOV,
                                   .weights = SM_PRISM_LINEAR,
                                   .memory = SM_PRISM_RESIDENT,
                                   .tolerance = 1e-8,
                                   .correction = 1e-4,
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
  SM_FREE_ALL(p->kind, p->value, p->gamma.values, p->source.values, p);
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

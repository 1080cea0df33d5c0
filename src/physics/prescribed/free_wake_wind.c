/* Wind of a free wake on the grid: vector potential of all rings and their images along the cell
 * edges, whose discrete curl is divergence-free. */
#include "physics/prescribed/internal.h"

#include <string.h>

struct sm_free_wake_wind {
  const struct sm_case_wind_source *source;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_free_wake wake;
  int time;         /* time index of the rings; -1: not started */
  double origin[2]; /* domain margin, m */
  double *numbers;  /* device: faces of x, y, z, then edges along x, y, z */
  size_t number_count;
  const double *face[3];
  double *edge[3];
  ptrdiff_t sy, sz; /* strides of the edges */
};

static size_t count_nodes(const struct sm_domain *domain) {
  size_t count = 1;
  for (int a = 0; a < 3; a++) count *= (size_t)domain->grid.axis[a].n + 1;
  return count;
}

static size_t count_numbers(const struct sm_domain *domain) {
  size_t count = 3 * count_nodes(domain);
  for (int a = 0; a < 3; a++) count += (size_t)domain->grid.axis[a].n + 1;
  return count;
}

static enum sm_status allocate(struct sm_context *ctx, struct sm_free_wake_wind *w) {
  const struct sm_axis *axis = w->domain->grid.axis;
  struct sm_device *device = w->state->device;
  w->number_count = count_numbers(w->domain);
  w->sy = axis[0].n + 1;
  w->sz = w->sy * (axis[1].n + 1);
  SM_TRY(sm_alloc(ctx, 3 * (size_t)SM_FREE_WAKE_MAX, sizeof *w->wake.ring, "the rings",
                  &w->wake.ring));
  SM_TRY(sm_device_allocate(ctx, device, w->number_count, sizeof *w->numbers,
                            "the edges of the rotors' wind", &w->numbers));
  double *next = w->numbers;
  for (int a = 0; a < 3; a++) {
    const size_t count = (size_t)axis[a].n + 1;
    SM_TRY(sm_device_upload(ctx, device, next, axis[a].face, count * sizeof *next));
    w->face[a] = next;
    next += count;
  }
  for (int a = 0; a < 3; a++) w->edge[a] = next + (size_t)a * count_nodes(w->domain);
  return SM_OK;
}

enum sm_status sm_free_wake_wind_create(struct sm_context *ctx, const struct sm_case *c,
                                        const struct sm_domain *domain, struct sm_state *state,
                                        struct sm_free_wake_wind **out) {
  SM_TRY(sm_alloc(ctx, 1, sizeof **out, "the wake of the rotors", out));
  struct sm_free_wake_wind *w = *out;
  *w = (struct sm_free_wake_wind){.source = &c->wind_source,
                                  .domain = domain,
                                  .state = state,
                                  .time = -1,
                                  .origin = {c->domain.margin, c->domain.margin}};
  const enum sm_status status = allocate(ctx, w);
  if (status != SM_OK) sm_free_wake_wind_destroy(out);
  return status;
}

void sm_free_wake_wind_destroy(struct sm_free_wake_wind **wind) {
  struct sm_free_wake_wind *w = *wind;
  if (w == NULL) return;
  sm_device_release(w->state->device, w->numbers, w->number_count, sizeof *w->numbers);
  sm_free(w->wake.ring);
  sm_free(w);
  *wind = NULL;
}

/* Always advances by the interval between winds: other steps would merge other pairs of rings. */
static void reach(struct sm_free_wake_wind *w, int time) {
  if (w->time < 0 || time < w->time) {
    sm_free_wake_start(&w->wake, w->source, -w->source->spin_up);
    sm_free_wake_advance(&w->wake, w->source->spin_up);
    w->time = 0;
  }
  for (; w->time < time; w->time++) sm_free_wake_advance(&w->wake, w->source->interval);
}

/* Vector potential along the edges of axis d, in batches of elements. */
static void make_edges(const struct sm_free_wake_wind *w, int d) {
  struct sm_device *device = w->state->device;
  struct sm_box box = {{0, 0, 0}, {0, 0, 0}};
  struct sm_wake_edges edges = {.along = w->edge[d],
                                .sy = w->sy,
                                .sz = w->sz,
                                .x = w->face[0],
                                .y = w->face[1],
                                .z = w->face[2],
                                .x_end = w->face[0] + (d == 0),
                                .y_end = w->face[1] + (d == 1),
                                .z_end = w->face[2] + (d == 2)};
  for (int a = 0; a < 3; a++) box.hi[a] = w->domain->grid.axis[a].n + (a != d);
  for (int first = 0; first == 0 || first < 2 * w->wake.count; first += SM_WAKE_ELEMENTS) {
    const int left = 2 * w->wake.count - first;
    edges.add = first > 0;
    edges.count = left < SM_WAKE_ELEMENTS ? left : SM_WAKE_ELEMENTS;
    for (int m = 0; m < edges.count; m++)
      edges.element[m] = sm_wake_element_of(&w->wake, (first + m) / 2,
                                            (first + m) % 2 == 0 ? 1 : -1, d, w->origin);
    device->backend->wake_edges(device, &box, &edges);
  }
}

void sm_free_wake_wind_make(struct sm_free_wake_wind *w, int time) {
  struct sm_state *state = w->state;
  const struct sm_axis *axis = w->domain->grid.axis;
  reach(w, time);
  for (int d = 0; d < 3; d++) make_edges(w, d);
  const struct sm_wake_wind wind = {.u = state->field[SM_FIELD_U],
                                    .v = state->field[SM_FIELD_V],
                                    .w = state->field[SM_FIELD_W],
                                    .sy = state->sy,
                                    .sz = state->sz,
                                    .n = {axis[0].n, axis[1].n, axis[2].n},
                                    .x = w->face[0],
                                    .y = w->face[1],
                                    .z = w->face[2],
                                    .along_x = w->edge[0],
                                    .along_y = w->edge[1],
                                    .along_z = w->edge[2],
                                    .edge_sy = w->sy,
                                    .edge_sz = w->sz,
                                    .ambient = {w->source->ambient[0], w->source->ambient[1]}};
  const struct sm_box box = {{0, 0, 0}, {axis[0].n + 1, axis[1].n + 1, axis[2].n + 1}};
  state->device->backend->wake_wind(state->device, &box, &wind);
}

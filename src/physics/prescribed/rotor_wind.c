/* rotor_wind.c - wind model "rotor": time-dependent downwash of rotors over flat ground.
 *
 * Free wakes: free_wake_wind.c. In the axisymmetric wake each rotor hovers and has its own vortex
 * rings (physics/prescribed/vortex_rings.c), whose winds are superposed on the ambient one. The
 * rings are advanced on the host; their wind on the faces is computed on the device
 * (cell/particles/rotor.h) and divergence-free up to the rounding of the state. */
#include "physics/prescribed/host_wind.h"
#include "physics/prescribed/internal.h"
#include "physics/turbulence/closure.h"
#include <math.h>

/* Interval, in winds, at which the divergence is measured; it is only rounding. */
enum { MEASURED_EVERY = 100 };

struct rotor_wind {
  const struct sm_case_wind_source *source;
  const struct sm_domain *domain;
  struct sm_state *state;
  struct sm_vortex_rings *rings; /* per rotor */
  int time;                      /* time index of the rings; -1: not started */
  double margin;                 /* domain margin, m */
  double *numbers;               /* device: faces of x, y, z, then the table */
  size_t number_count;
  const double *face[3];
  double *table;
  ptrdiff_t stride;
  int radii;
  double dr;
  struct sm_free_wake_wind *free; /* free wake; NULL: axisymmetric wake, by the members above */
  struct sm_closure *closure;     /* turbulence closure; may be NULL */
  double divergence;              /* of the last measured wind */
};

/* --- the table --- */

/* Number of table radii, half a cell apart, from the shaft to the farthest domain corner of any
 * rotor. */
static int count_radii(const struct sm_case *c, const struct sm_domain *domain, double *dr) {
  const struct sm_axis *axis = domain->grid.axis;
  double farthest = 0;
  for (size_t r = 0; r < c->wind_source.rotor_count; r++)
    for (int corner = 0; corner < 4; corner++) {
      double d[2];
      for (int a = 0; a < 2; a++) {
        const double end = (corner >> a & 1) != 0 ? sm_axis_length(&axis[a]) : 0;
        d[a] = end - c->wind_source.rotor[r].place[a] - c->domain.margin;
      }
      farthest = fmax(farthest, hypot(d[0], d[1]));
    }
  *dr = 0.5 * fmin(axis[0].width[0], axis[1].width[0]);
  return (int)ceil(farthest / *dr) + 3;
}

static int stacks_of(const struct sm_domain *domain) {
  return domain->grid.axis[2].n / SM_ROTOR_LAYERS + 1;
}

static size_t count_numbers(const struct sm_case *c, const struct sm_domain *domain) {
  double dr;
  size_t count =
      (size_t)count_radii(c, domain, &dr) * ((size_t)stacks_of(domain) * SM_ROTOR_LAYERS + 1);
  for (int a = 0; a < 3; a++) count += (size_t)domain->grid.axis[a].n + 1;
  return count;
}

/* --- the model --- */

static void start_rings(struct rotor_wind *m) {
  for (size_t r = 0; r < m->source->rotor_count; r++) {
    const struct sm_case_rotor *from = &m->source->rotor[r];
    const struct sm_rotor rotor = {.thrust = from->thrust,
                                   .radius = from->radius,
                                   .speed = from->speed,
                                   .height = from->height,
                                   .blades = from->blades,
                                   .density = from->air_density,
                                   .viscosity = SM_AIR_VISCOSITY};
    sm_vortex_rings_start(&m->rings[r], &rotor);
    sm_vortex_rings_advance(&m->rings[r], m->source->spin_up);
  }
  m->time = 0;
}

/* Always advances by the interval between winds: other steps would merge other pairs of rings. */
static void reach(struct rotor_wind *m, int time) {
  if (m->time < 0 || time < m->time) start_rings(m);
  for (; m->time < time; m->time++)
    for (size_t r = 0; r < m->source->rotor_count; r++)
      sm_vortex_rings_advance(&m->rings[r], m->source->interval);
}

/* Tabulates the rings of a rotor, in batches. */
static void tabulate(const struct rotor_wind *m, const struct sm_vortex_rings *rings) {
  static const double per_turn = 0.5 / 3.14159265358979323846;
  struct sm_device *device = m->state->device;
  const struct sm_box box = {{0, 0, 0}, {m->domain->grid.axis[2].n + 1, m->radii, 1}};
  struct sm_rotor_table table = {
      .potential = m->table, .stride = m->stride, .z = m->face[2], .dr = m->dr};
  for (int first = 0; first == 0 || first < rings->count; first += SM_ROTOR_RINGS) {
    const int left = rings->count - first;
    table.add = first > 0;
    table.count = left < SM_ROTOR_RINGS ? left : SM_ROTOR_RINGS;
    for (int i = 0; i < table.count; i++) {
      const struct sm_vortex_ring *ring = &rings->ring[first + i];
      table.ring[i] = (struct sm_rotor_ring){.radius = ring->radius,
                                             .height = ring->height,
                                             .core = sm_vortex_ring_smoothing(ring),
                                             .strength = per_turn * ring->circulation};
    }
    device->backend->rotor_table(device, &box, &table);
  }
}

/* Adds the wind of the table to the state; the first rotor replaces it by the sum with the ambient
 * wind. */
static void add_wind(const struct rotor_wind *m, size_t rotor) {
  struct sm_state *state = m->state;
  const struct sm_axis *axis = m->domain->grid.axis;
  struct sm_rotor_wind wind = {.u = state->field[SM_FIELD_U],
                               .v = state->field[SM_FIELD_V],
                               .w = state->field[SM_FIELD_W],
                               .sy = state->sy,
                               .sz = state->sz,
                               .x = m->face[0],
                               .y = m->face[1],
                               .z = m->face[2],
                               .potential = m->table,
                               .stride = m->stride,
                               .radii = m->radii,
                               .dr = m->dr,
                               .add = rotor > 0};
  for (int a = 0; a < 3; a++) wind.n[a] = axis[a].n;
  for (int a = 0; a < 2; a++) {
    wind.axis[a] = m->source->rotor[rotor].place[a] + m->margin;
    wind.ambient[a] = m->source->ambient[a];
  }
  const struct sm_box box = {{0, 0, 0}, {axis[0].n + 1, axis[1].n + 1, stacks_of(m->domain)}};
  state->device->backend->rotor_wind(state->device, &box, &wind);
}

/* Computes the wind of a weather time, enqueued. It is advanced from the previous one or from the
 * start, so the order of times does not change the bits. */
static void make_wind(struct rotor_wind *m, int time) {
  if (m->free != NULL) {
    sm_free_wake_wind_make(m->free, time);
    return;
  }
  reach(m, time);
  for (size_t r = 0; r < m->source->rotor_count; r++) {
    tabulate(m, &m->rings[r]);
    add_wind(m, r);
  }
}

static enum sm_status allocate(struct sm_context *ctx, const struct sm_case *c,
                               struct rotor_wind *m) {
  const struct sm_axis *axis = m->domain->grid.axis;
  m->radii = count_radii(c, m->domain, &m->dr);
  m->stride = (ptrdiff_t)stacks_of(m->domain) * SM_ROTOR_LAYERS + 1;
  m->number_count = count_numbers(c, m->domain);
  SM_TRY(sm_alloc(ctx, m->source->rotor_count, sizeof *m->rings, "the rings", &m->rings));
  SM_TRY(sm_device_allocate(ctx, m->state->device, m->number_count, sizeof *m->numbers,
                            "the table of the rotors", &m->numbers));
  double *next = m->numbers;
  for (int a = 0; a < 3; a++) {
    const size_t count = (size_t)axis[a].n + 1;
    SM_TRY(sm_device_upload(ctx, m->state->device, next, axis[a].face, count * sizeof *next));
    m->face[a] = next;
    next += count;
  }
  m->table = next;
  return SM_OK;
}

static void destroy(void *self) {
  struct rotor_wind *m = self;
  sm_closure_destroy(&m->closure);
  sm_free_wake_wind_destroy(&m->free);
  sm_device_release(m->state->device, m->numbers, m->number_count, sizeof *m->numbers);
  sm_free(m->rings);
}

static enum sm_status create(struct sm_context *ctx, const struct sm_case *c,
                             const struct sm_domain *domain, struct sm_state *state, void *self) {
  struct rotor_wind *m = self;
  *m = (struct rotor_wind){.source = &c->wind_source,
                           .margin = c->domain.margin,
                           .domain = domain,
                           .state = state,
                           .time = -1};
  if (m->source->wake == SM_WAKE_FREE)
    SM_TRY(sm_free_wake_wind_create(ctx, c, domain, state, &m->free));
  else
    SM_TRY(allocate(ctx, c, m));
  return sm_closure_create(ctx, c, domain, state, &m->closure);
}

static enum sm_status measure(struct sm_context *ctx, struct rotor_wind *m) {
  struct sm_host_wind wind;
  SM_TRY(sm_host_wind_create(ctx, m->state, &wind));
  const enum sm_status status = sm_host_wind_load(ctx, m->state, &wind);
  if (status == SM_OK) m->divergence = sm_host_wind_divergence(m->domain, &wind);
  sm_host_wind_free(&wind);
  return status;
}

static enum sm_status step(struct sm_context *ctx, void *self, int time, double until,
                           struct sm_step_report *report) {
  (void)until;
  struct rotor_wind *m = self;
  make_wind(m, time);
  if (time % MEASURED_EVERY == 0) SM_TRY(measure(ctx, m));
  *report = sm_prescribed_wind_report(m->divergence);
  return sm_closure_step(ctx, m->closure, time);
}

const struct sm_model sm_model_rotor = {.name = "rotor",
                                        .size = sizeof(struct rotor_wind),
                                        .fields = sm_prescribed_wind_fields,
                                        .create = create,
                                        .step = step,
                                        .destroy = destroy};

#include "physics/incompressible/model.h"

#include "base/clock.h"
#include <math.h>

static const double least_pressure = 1e-4, pi = 3.14159265358979323846;

double sm_mac_sor_omega(const int n[3], const double per_width[3], bool by_open) {
  double sum = 0, cosines = 0;
  for (int d = 0; d < 3; d++) {
    if (n[d] == 1) continue;
    const double a = per_width[d] * per_width[d];
    sum += a;
    cosines += a * cos(pi / n[d]);
  }
  if (!(sum > 0)) return 1;
  double mu = cosines / sum;
  if (by_open) { /* the smoothest mode is a wave along the axis with the slowest decay */
    double least = INFINITY;
    for (int d = 0; d < 3; d++)
      if (n[d] > 1) least = fmin(least, per_width[d] * per_width[d] * (1 - cos(pi / n[d])));
    mu = 1 - least / sum;
  }
  return 2 / (1 + sqrt(1 - mu * mu));
}

/* --- set-up --- */

static enum sm_status put_open(struct sm_context *ctx, struct sm_mac_sor_pressure *out,
                               const uint8_t *open) {
  const struct sm_red_black *s = &out->layout;
  SM_SCOPED uint8_t *host = NULL;
  if (!sm_device_has_data(out->device)) return SM_OK;
  SM_TRY(sm_alloc(ctx, s->size, 1, "open faces", &host));
  out->plain = true;
  for (int k = 0; k < s->n[2]; k++)
    for (int j = 0; j < s->n[1]; j++)
      for (int i = 0; i < s->n[0]; i++) {
        const int at[3] = {i, j, k};
        const uint8_t byte = open[i + s->n[0] * (j + (int64_t)s->n[1] * k)] & SM_OPEN_ALL;
        unsigned all = SM_OPEN_ALL;
        for (int side = 0; side < 6; side++)
          if (at[side / 2] == (side % 2 ? s->n[side / 2] - 1 : 0)) all &= ~(1u << side);
        host[s->origin + sm_red_black_index(s, i, j, k)] = byte;
        out->air += byte != 0;
        out->plain = out->plain && byte == all;
      }
  return sm_device_upload(ctx, out->device, out->open - s->origin, host, s->size);
}

static enum sm_status allocate(struct sm_context *ctx, struct sm_mac_sor_pressure *out) {
  const size_t size = out->layout.size, real = sm_device_real_size(out->device);
  union sm_reals p, rhs;
  uint8_t *open;
  SM_TRY(sm_store_put(ctx, &out->store, NULL, size, real, &p.f32));
  SM_TRY(sm_store_put(ctx, &out->store, NULL, size, real, &rhs.f32));
  SM_TRY(sm_store_put(ctx, &out->store, NULL, size, 1, &open));
  out->p = sm_device_offset(out->device, p, out->layout.origin);
  out->rhs = sm_device_offset(out->device, rhs, out->layout.origin);
  out->open = open + out->layout.origin;
  SM_TRY(sm_store_put(ctx, &out->store, NULL, 1, sizeof *out->clock, &out->clock));
  return sm_store_put(ctx, &out->store, NULL, 1, sizeof *out->number, &out->number);
}

static struct sm_mac_sor_relax sor_of(const struct sm_mac_sor_pressure *s, int black) {
  struct sm_mac_sor_relax sor = {.sy = s->layout.sy,
                                 .sz = s->layout.sz,
                                 .colour = s->layout.colour,
                                 .p = s->p,
                                 .rhs = s->rhs,
                                 .open = s->open,
                                 .omega = s->options.by_open ? s->omega : 0,
                                 .plain = s->plain && !s->options.generic,
                                 .black = black};
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    sor.n[d] = s->layout.n[d];
    sor.a[d] = s->per_width[d] * s->per_width[d];
    sum += 2 * sor.a[d];
  }
  sor.share = s->omega / sum;
  return sor;
}

static struct sm_box box_of(const struct sm_mac_sor_pressure *s) {
  return (struct sm_box){{0, 0, 0}, {s->layout.half, s->layout.n[1], s->layout.n[2]}};
}

static void sweep(const struct sm_mac_sor_pressure *s, int black) {
  const struct sm_mac_sor_relax sor = sor_of(s, black);
  const struct sm_box box = box_of(s);
  s->device->backend->mac_sor_relax(s->device, &box, &sor,
                                    black ? &s->clock->black : &s->clock->red);
}

/* Ends an iteration and starts the next one. */
static void iterate(void *user) {
  const struct sm_mac_sor_pressure *s = user;
  const struct sm_mac_sor_converged judge = {s->clock};
  const struct sm_box one = {{0, 0, 0}, {1, 1, 1}};
  sweep(s, 1);
  sweep(s, 0);
  s->device->backend->mac_sor_converged(s->device, &one, &judge);
}

void sm_mac_sor_free(struct sm_mac_sor_pressure *s) {
  if (s->device == NULL) return;
  s->device->backend->forget(s->device, s->loop);
  sm_store_clear(&s->store);
  s->device = NULL;
}

enum sm_status sm_mac_sor_create(struct sm_context *ctx, struct sm_device *device, const int n[3],
                                 const double per_width[3], const uint8_t *open,
                                 const struct sm_mac_sor_options *options,
                                 struct sm_mac_sor_pressure *out) {
  *out = (struct sm_mac_sor_pressure){.device = device,
                                      .store = {.device = device, .what = "the pressure"},
                                      .layout = sm_mac_sor_layout(n),
                                      .options = *options};
  for (int d = 0; d < 3; d++) out->per_width[d] = n[d] > 1 ? per_width[d] : 0;
  out->omega =
      isnan(options->omega) ? sm_mac_sor_omega(n, per_width, options->by_open) : options->omega;
  enum sm_status status = allocate(ctx, out);
  if (status == SM_OK) status = put_open(ctx, out, open);
  if (status != SM_OK) {
    sm_mac_sor_free(out);
    return status;
  }
  out->loop = device->backend->record(device, iterate, out, &out->clock->go);
  return SM_OK;
}

/* --- iterations --- */

/* Reference of the relative residual. */
static enum sm_status measure(struct sm_context *ctx, const struct sm_mac_sor_pressure *s,
                              double *reference) {
  const struct sm_mac_sor_relax sor = sor_of(s, 0);
  const struct sm_box box = box_of(s);
  double sum;
  s->device->backend->mac_sor_square(s->device, &box, &sor, s->number);
  SM_TRY(sm_device_download(ctx, s->device, &sum, s->number, sizeof sum));
  *reference = sqrt(sum / (double)s->air);
  if (*reference < least_pressure) *reference = 1;
  return SM_OK;
}

static double square(double x) { return x * x; }

/* Detects stagnation of the residual by rounding: in this number of iterations plain Gauss-Seidel
 * reduces it by a tenth even with 3000 cells along an axis (exp(-pi^2 / n^2) per iteration). */
struct stretch {
  double from; /* iteration */
  double sum;  /* sum of the squared residual there */
};

static bool stays(struct stretch *s, double iterations, double sum) {
  const double length = 1e5, falls = 0.99;
  if (iterations - s->from < length) return false;
  const bool is = sum >= falls * s->sum;
  *s = (struct stretch){iterations, sum};
  return is;
}

enum sm_status sm_mac_sor_solve(struct sm_context *ctx, struct sm_mac_sor_pressure *s,
                                struct sm_mac_sor_result *result) {
  const double cells_at_once = 1e9, start = sm_clock_wall();
  const double cells = (double)s->air;
  struct stretch stretch = {0, INFINITY};
  double reference;
  *result = (struct sm_mac_sor_result){.converged = false};
  SM_TRY(measure(ctx, s, &reference));
  struct sm_mac_sor_state clock = {.limit = cells * square(s->options.tolerance * reference),
                                   .left = square(1 - s->omega),
                                   .most = s->options.most,
                                   .turns = fmax(16, cells_at_once / cells)};
  SM_TRY(sm_device_upload(ctx, s->device, s->clock, &clock, sizeof clock));
  sweep(s, 0);
  do {
    s->device->backend->repeat(s->device, s->loop, iterate, s, &s->clock->go);
    SM_TRY(sm_device_download(ctx, s->device, &clock, s->clock, sizeof clock));
    if (!isfinite(clock.sum))
      return sm_fail(ctx, SM_ERR_DIVERGED, "error: SOR diverged (omega = %g)", s->omega);
    if (sm_stop_requested(ctx)) return sm_fail(ctx, SM_ERR_STOPPED, "stopped while solving");
    clock.turn = 0;
    SM_TRY(sm_device_upload(ctx, s->device, s->clock, &clock, sizeof clock));
  } while (clock.sum >= clock.limit && clock.iterations < clock.most &&
           !stays(&stretch, clock.iterations, clock.sum));
  result->converged = clock.sum < clock.limit;
  result->iterations = (int64_t)clock.iterations;
  result->residual = sqrt(clock.sum / cells) / reference;
  result->seconds = sm_clock_wall() - start;
  return SM_OK;
}

/* wind_sampler_scene.h - winds of a small town as particles sample them. */
#ifndef SM_TESTS_WIND_SAMPLER_SCENE_H
#define SM_TESTS_WIND_SAMPLER_SCENE_H

#include "base/context.h"
#include "harness.h"
#include "physics/particles/wind/wind_sampler.h"
#include "random_numbers.h"
#include "support_domain.h"
#include "support_spline.h"

/* A building of 3 x 2 x 2 cells; z is stretched. */
static const struct made_options town = {
    .n = {9, 7, 6}, .width = {2, 3, 1}, .ratio = 1.2, .building = {4, 7, 2, 4, 0, 2}};

struct scene {
  struct sm_context *ctx;
  struct sm_device *device;
  struct made made;
  struct sm_state *state;
  struct sm_wind_sampler *sampler;
};

static void set(const struct scene *s, int field, int i, int j, int k, double value) {
  const ptrdiff_t at = i + j * s->state->sy + k * s->state->sz;
  if (s->device->bits == 64) {
    s->state->field[field].f64[at] = value;
  } else {
    s->state->field[field].f32[at] = (float)value;
  }
}
static double get(const struct scene *s, int field, int i, int j, int k) {
  const ptrdiff_t at = i + j * s->state->sy + k * s->state->sz;
  return s->device->bits == 64 ? s->state->field[field].f64[at]
                               : (double)s->state->field[field].f32[at];
}

/* Random winds within 10 m/s on open faces; stresses I + 0.3 of chance, dissipation about 0.1. */
static void blow(struct scene *s) {
  const struct sm_axis *axis = s->made.domain.grid.axis;
  for (int k = 0; k <= axis[2].n; k++)
    for (int j = 0; j <= axis[1].n; j++)
      for (int i = 0; i <= axis[0].n; i++) {
        const int at[3] = {i, j, k};
        for (int d = 0; d < 3; d++) {
          bool face = true; /* not one of the elements beyond */
          for (int e = 0; e < 3; e++) face = face && (e == d || at[e] < axis[e].n);
          if (face && !made_closed(&s->made, d, i, j, k) && !(d == 2 && k == 0))
            set(s, SM_FIELD_U + d, i, j, k, 10 * between(-1, 1));
        }
        const bool cell = i < axis[0].n && j < axis[1].n && k < axis[2].n;
        if (!cell || made_solid(&s->made, i, j, k)) continue;
        for (int m = 0; m < 6; m++)
          set(s, SM_FIELD_UU + m, i, j, k, 0.3 * between(-1, 1) + (m == 0 || m == 3 || m == 5));
        set(s, SM_FIELD_DISSIPATION, i, j, k, 0.1 + 0.05 * between(-1, 1));
      }
}

static void begin_with(struct scene *s, const struct made_options *options, int bits) {
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  const unsigned turbulence = 0x3fu << SM_FIELD_UU | 1u << SM_FIELD_DISSIPATION;
  *s = (struct scene){0};
  seed = 1;
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
  ck_assert_int_eq(sm_device_open(s->ctx, "cpu", 2, bits, 0, &s->device), SM_OK);
  make_domain(&s->made, options);
  ck_assert_int_eq(
      sm_state_create(s->ctx, s->device, &s->made.domain.grid, wind | turbulence, &s->state),
      SM_OK);
  blow(s);
}
static void begin(struct scene *s, int bits) { begin_with(s, &town, bits); }

static void end(struct scene *s) {
  sm_wind_sampler_destroy(&s->sampler);
  sm_state_destroy(&s->state);
  ck_assert_uint_eq(s->device->allocated, 0);
  sm_device_close(&s->device);
  free_domain(&s->made);
  sm_context_destroy(&s->ctx);
}

static void sample(struct scene *s, const struct sm_wind_sampler_options *o) {
  ck_assert_msg(sm_wind_sampler_create(s->ctx, &s->made.domain, s->device, o, &s->sampler) == SM_OK,
                "%s", sm_context_message(s->ctx));
}
static void take(struct scene *s) {
  ck_assert_msg(sm_wind_sampler_add(s->ctx, s->sampler, s->state) == SM_OK, "%s",
                sm_context_message(s->ctx));
}
static struct sm_air_view view(struct scene *s, double part) {
  struct sm_air_view v;
  ck_assert_int_eq(sm_wind_sampler_interpolate(s->ctx, s->sampler, part, &v), SM_OK);
  return v;
}

static const struct sm_wind_sampler_options by_faces = {.interpolation = SM_INTERPOLATE_FACES};
static const struct sm_wind_sampler_options by_nodes = {.interpolation = SM_INTERPOLATE_TRILINEAR};
static const struct sm_wind_sampler_options by_splines = {.interpolation = SM_INTERPOLATE_BSPLINE};
static const struct sm_wind_sampler_options everything = {.interpolation = SM_INTERPOLATE_TRILINEAR,
                                                          .turbulence = true,
                                                          .structure = 4,
                                                          .friction = true};

#endif

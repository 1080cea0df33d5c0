/* scene_turbulence.h - turbulence model in a box of air with a prescribed wind. */
#ifndef SM_TESTS_SCENE_TURBULENCE_H
#define SM_TESTS_SCENE_TURBULENCE_H

#include "harness.h"

#include "cell/diagnostic/turbulence.h"
#include "cell/open_faces.h"
#include "physics/turbulence/closure.h"
#include <math.h>
#include <string.h>

/* Scalar quantities, then stresses. */
enum { VISCOSITY, ENERGY, DISSIPATION, LENGTH, XX, XY, XZ, YY, YZ, ZZ, FIELDS };

struct scene {
  struct sm_context *ctx;
  struct sm_device *device;
  struct sm_grid grid;
  struct sm_state *state;
  uint8_t *cell;
  bool ground;
  struct sm_wall_distance *distance;
  struct sm_turbulence_options options;
  struct sm_turbulence_air air;
  const struct sm_building_wake *wake;
  size_t wakes;
  union sm_reals field[FIELDS];
};

static inline double random_number(void) { return (double)rand() / RAND_MAX - 0.5; }

/* Equal variances of the kinetic energy k. */
static inline struct sm_turbulence_options isotropic(void) {
  const double sigma = sqrt(2.0 / 3) / SM_FRICTION_RATIO;
  return (struct sm_turbulence_options){
      .longest = INFINITY, .background_length = INFINITY, .sigma = {sigma, sigma, sigma}};
}

/* Creates a box of air above ground; layers grow by `stretch` from h, horizontal cell size h. */
static inline void begin(struct scene *s, int nx, int ny, int nz, double h, double stretch,
                         int bits) {
  *s = (struct scene){.ground = true, .options = isotropic(), .air = sm_turbulence_air_default()};
  const int n[3] = {nx, ny, nz};
  double *face[3];
  for (int a = 0; a < 3; a++) {
    face[a] = malloc(((size_t)n[a] + 1) * sizeof(double));
    face[a][0] = 0;
    for (int i = 0; i < n[a]; i++) face[a][i + 1] = face[a][i] + (a == 2 ? h * pow(stretch, i) : h);
  }
  const double origin[3] = {0, 0, 0};
  const double *const faces[3] = {face[0], face[1], face[2]};
  ck_assert_int_eq(sm_context_create(NULL, &s->ctx), SM_OK);
  ck_assert_int_eq(sm_grid_create(s->ctx, n, faces, origin, &s->grid), SM_OK);
  for (int a = 0; a < 3; a++) free(face[a]);
  ck_assert_int_eq(sm_device_open(s->ctx, "cpu", 2, bits, 0, &s->device), SM_OK);
  const unsigned wind = 1u << SM_FIELD_U | 1u << SM_FIELD_V | 1u << SM_FIELD_W;
  ck_assert_int_eq(sm_state_create(s->ctx, s->device, &s->grid, wind, &s->state), SM_OK);
  s->cell = malloc((size_t)sm_grid_cells(&s->grid));
  memset(s->cell, SM_OPEN_ALL, (size_t)sm_grid_cells(&s->grid));
  for (int f = 0; f < FIELDS; f++)
    ck_assert_int_eq(sm_device_allocate(s->ctx, s->device, s->state->size,
                                        sm_state_real_size(s->state), "a field", &s->field[f].f32),
                     SM_OK);
}

static inline void end(struct scene *s) {
  for (int f = 0; f < FIELDS; f++)
    sm_device_release(s->device, s->field[f].f32, s->state->size, sm_state_real_size(s->state));
  sm_wall_distance_destroy(&s->distance);
  sm_state_destroy(&s->state);
  ck_assert_uint_eq(s->device->allocated, 0);
  sm_device_close(&s->device);
  sm_grid_free(&s->grid);
  sm_context_destroy(&s->ctx);
  free(s->cell);
}

static inline ptrdiff_t place(const struct scene *s, int i, int j, int k) {
  return i + j * s->state->sy + k * s->state->sz;
}

static inline double read_real(const struct scene *s, union sm_reals r, ptrdiff_t c) {
  return s->device->bits == 64 ? r.f64[c] : (double)r.f32[c];
}

static inline void write_real(const struct scene *s, union sm_reals r, ptrdiff_t c, double value) {
  if (s->device->bits == 64) {
    r.f64[c] = value;
  } else {
    r.f32[c] = (float)value;
  }
}

static inline double get(const struct scene *s, int field, int i, int j, int k) {
  return read_real(s, s->field[field], place(s, i, j, k));
}

static inline double distance(const struct scene *s, int i, int j, int k) {
  return (double)s->distance->d[place(s, i, j, k)];
}

static inline uint8_t *byte(const struct scene *s, int i, int j, int k) {
  return s->cell + i + s->grid.axis[0].n * (j + (ptrdiff_t)s->grid.axis[1].n * k);
}

/* Component d of the wind at a position, m/s. */
typedef double wind_function(int d, double x, double y, double z);

/* Sets the wind on all faces. */
static inline void blow(const struct scene *s, wind_function *wind) {
  const struct sm_axis *a = s->grid.axis;
  for (int d = 0; d < 3; d++)
    for (int k = 0; k < a[2].n + (d == 2); k++)
      for (int j = 0; j < a[1].n + (d == 1); j++)
        for (int i = 0; i < a[0].n + (d == 0); i++) {
          const double x = d == 0 ? a[0].face[i] : a[0].centre[i];
          const double y = d == 1 ? a[1].face[j] : a[1].centre[j];
          const double z = d == 2 ? a[2].face[k] : a[2].centre[k];
          write_real(s, s->state->field[d], place(s, i, j, k), wind(d, x, y, z));
        }
}

static inline void compute(struct scene *s) {
  struct sm_turbulence *t = NULL;
  ck_assert_int_eq(
      sm_wall_distance_create(s->ctx, s->state, &s->grid, s->cell, s->ground, &s->distance), SM_OK);
  ck_assert_msg(sm_turbulence_create(s->ctx, s->state, &s->grid, s->distance, &s->options, &t) ==
                    SM_OK,
                "%s", sm_context_message(s->ctx));
  struct sm_turbulence_fields fields = {
      s->field[VISCOSITY], s->field[ENERGY], s->field[DISSIPATION], s->field[LENGTH], {{NULL}}};
  for (int m = 0; m < 6; m++) fields.stress[m] = s->field[XX + m];
  ck_assert_int_eq(sm_turbulence_set_air(s->ctx, t, &s->air), SM_OK);
  sm_turbulence_mixing(t, &fields);
  sm_turbulence_wakes(t, s->wake, s->wakes, &fields);
  sm_turbulence_stress(t, &fields);
  ck_assert_int_eq(sm_device_sync(s->ctx, s->device), SM_OK);
  sm_turbulence_destroy(&t);
  ck_assert_ptr_null(t);
}

/* Recomputes with other options or wakes. */
static inline void compute_again(struct scene *s) {
  sm_wall_distance_destroy(&s->distance);
  compute(s);
}

/* Calls a check for every cell. */
static inline void for_cells(const struct scene *s,
                             void (*test)(const struct scene *s, int i, int j, int k)) {
  for (int k = 0; k < s->grid.axis[2].n; k++)
    for (int j = 0; j < s->grid.axis[1].n; j++)
      for (int i = 0; i < s->grid.axis[0].n; i++) test(s, i, j, k);
}

#endif

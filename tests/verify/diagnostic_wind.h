/* diagnostic_wind.h - computes a diagnostic wind of the fixture domain, on the host. */
#ifndef SM_TESTS_DIAGNOSTIC_WIND_H
#define SM_TESTS_DIAGNOSTIC_WIND_H

#include "domain_fixture.h"
#include "harness.h"

#include "physics/model.h"
#include <math.h>
#include <string.h>

/* Components in double precision, that of the low face of (i, j, k) at i + j sy + k sz. */
struct wind {
  double *u[3];
  uint8_t *flag; /* zone that set each cell; NULL: not requested */
  ptrdiff_t sy, sz;
  struct sm_step_report report;
};

static inline double at(const struct wind *w, int d, int i, int j, int k) {
  return w->u[d][i + j * w->sy + k * w->sz];
}

static inline void free_wind(struct wind *w) {
  for (int d = 0; d < 3; d++) free(w->u[d]);
  free(w->flag);
}

static inline void copy_wind(const struct sm_state *state, struct wind *w) {
  w->sy = state->sy;
  w->sz = state->sz;
  for (int d = 0; d < 3; d++) {
    w->u[d] = malloc(state->size * sizeof *w->u[d]);
    for (size_t c = 0; c < state->size; c++)
      w->u[d][c] =
          state->device->bits == 64 ? state->field[d].f64[c] : (double)state->field[d].f32[c];
  }
}

static inline void open_state(const struct fixture *f, int bits, struct sm_device **device,
                              struct sm_state **state) {
  ck_assert_int_eq(sm_device_open(f->ctx, "cpu", 2, bits, 0, device), SM_OK);
  ck_assert_int_eq(
      sm_state_create(f->ctx, *device, &f->domain->grid, sm_model_diagnostic.fields(&f->c), state),
      SM_OK);
}

/* Frees all memory, and checks that none is left on the device. */
static inline void close_state(struct sm_device **device, struct sm_state **state) {
  sm_state_destroy(state);
  ck_assert_uint_eq((*device)->allocated, 0);
  sm_device_close(device);
}

/* Wind of the domain at weather time 0. */
static inline struct wind compute_wind(const struct fixture *f, int bits) {
  struct sm_device *device = NULL;
  struct sm_state *state = NULL;
  struct wind out = {.u = {NULL, NULL, NULL}};
  void *self = NULL;
  const struct sm_model *model = &sm_model_diagnostic;
  open_state(f, bits, &device, &state);
  ck_assert_msg(sm_model_create(f->ctx, model, &f->c, f->domain, state, &self) == SM_OK, "%s",
                sm_context_message(f->ctx));
  ck_assert_msg(sm_model_advance(f->ctx, model, self, 0, &out.report) == SM_OK, "%s",
                sm_context_message(f->ctx));
  copy_wind(state, &out);
  out.flag = calloc((size_t)sm_grid_cells(&f->domain->grid), 1);
  ck_assert_int_eq(model->zones(f->ctx, self, out.flag), SM_OK);
  sm_model_destroy(model, &self);
  close_state(&device, &state);
  return out;
}

#endif

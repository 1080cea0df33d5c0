/* The wind and the turbulence of a state in the form in which particles gather them. */
#include "harness.h"

#include "base/context.h"
#include "physics/particles/wind/wind_sampler.h"
#include "support_domain.h"
#include "support_spline.h"
#include <math.h>
#include <stdint.h>

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

static uint64_t seed = 1;
/* -1..1 (Knuth's multiplicative generator). */
static double any(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

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
            set(s, SM_FIELD_U + d, i, j, k, 10 * any());
        }
        const bool cell = i < axis[0].n && j < axis[1].n && k < axis[2].n;
        if (!cell || made_solid(&s->made, i, j, k)) continue;
        for (int m = 0; m < 6; m++)
          set(s, SM_FIELD_UU + m, i, j, k, 0.3 * any() + (m == 0 || m == 3 || m == 5));
        set(s, SM_FIELD_DISSIPATION, i, j, k, 0.1 + 0.05 * any());
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
static void fails(struct scene *s, enum sm_status got, enum sm_status expected, const char *text) {
  ck_assert_int_eq(got, expected);
  ck_assert_msg(strstr(sm_context_message(s->ctx), text) != NULL, "'%s' not in: %s", text,
                sm_context_message(s->ctx));
}

static const struct sm_wind_sampler_options by_faces = {.interpolation = SM_INTERPOLATE_FACES};
static const struct sm_wind_sampler_options by_nodes = {.interpolation = SM_INTERPOLATE_TRILINEAR};
static const struct sm_wind_sampler_options by_splines = {.interpolation = SM_INTERPOLATE_BSPLINE};
static const struct sm_wind_sampler_options everything = {.interpolation = SM_INTERPOLATE_TRILINEAR,
                                                          .turbulence = true,
                                                          .structure = 4,
                                                          .friction = true};

START_TEST(faces_are_those_of_the_state) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &by_faces);
    take(&s);
    const struct sm_air_view v = view(&s, 0.3);
    ck_assert_ptr_null(v.nodes.node);
    ck_assert_ptr_null(v.turbulence.node);
    ck_assert_ptr_null(v.friction);
    const float *face[3] = {v.faces.u.f32, v.faces.v.f32, v.faces.w.f32};
    for (int k = 0; k <= town.n[2]; k++)
      for (int j = 0; j <= town.n[1]; j++)
        for (int i = 0; i <= town.n[0]; i++)
          for (int d = 0; d < 3; d++)
            ck_assert(face[d][i + j * v.faces.sy + k * v.faces.sz] ==
                      (float)get(&s, SM_FIELD_U + d, i, j, k));
    end(&s);
  }
}
END_TEST

START_TEST(nodes_are_means_of_faces_and_0_in_solids) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &by_nodes);
    take(&s);
    const struct sm_air_view v = view(&s, 1);
    ck_assert_ptr_null(v.faces.u.f32);
    for (int k = 0; k < town.n[2]; k++)
      for (int j = 0; j < town.n[1]; j++)
        for (int i = 0; i < town.n[0]; i++) {
          const struct sm_wind_node node = v.nodes.node[i + j * v.nodes.sy + k * v.nodes.sz];
          for (int d = 0; d < 3; d++) {
            const double low = get(&s, SM_FIELD_U + d, i, j, k);
            const double high = get(&s, SM_FIELD_U + d, i + (d == 0), j + (d == 1), k + (d == 2));
            ck_assert_double_eq_tol((double)node.wind[d], 0.5 * (low + high), 2e-6);
            if (made_solid(&s.made, i, j, k)) ck_assert(!(fabsf(node.wind[d]) > 0));
          }
        }
    end(&s);
  }
}
END_TEST

START_TEST(particles_that_go_back_see_the_wind_turned_round) {
  struct scene s;
  begin(&s, 64);
  for (int m = 0; m < 2; m++) {
    struct sm_wind_sampler_options o = m == 0 ? by_faces : by_nodes;
    sample(&s, &o);
    take(&s);
    const struct sm_air_view v = view(&s, 0);
    const struct sm_grid_position_f32 at = {{3, 5, 2}, {0x40000000u, 0x80000000u, 0xc0000000u}};
    float forwards[3], backwards[3];
    if (m == 0) {
      sm_wind_faces_f32(&v.faces, &at, forwards);
    } else {
      sm_wind_trilinear_f32(&v.nodes, &v.grid_f32, &at, forwards);
    }
    sm_wind_sampler_destroy(&s.sampler);
    o.backward = true;
    sample(&s, &o);
    take(&s);
    const struct sm_air_view back = view(&s, 0);
    if (m == 0) {
      sm_wind_faces_f32(&back.faces, &at, backwards);
    } else {
      sm_wind_trilinear_f32(&back.nodes, &back.grid_f32, &at, backwards);
    }
    for (int d = 0; d < 3; d++) ck_assert(backwards[d] == -forwards[d] && forwards[d] != 0.0f);
    sm_wind_sampler_destroy(&s.sampler);
  }
  end(&s);
}
END_TEST

/* A face of a state that is everywhere the same number. */
static float one_face(struct scene *s, double part) {
  const struct sm_air_view v = view(s, part);
  return v.faces.v.f32[3 + 4 * v.faces.sy + 5 * v.faces.sz];
}

START_TEST(winds_between_two_times_are_linear_in_time) {
  struct scene s;
  begin(&s, 32);
  sample(&s, &by_faces);
  for (int level = 0; level < 4; level++) {
    set(&s, SM_FIELD_V, 3, 4, 5, 10 * level);
    take(&s);
    if (level == 0) {
      ck_assert(one_face(&s, 0.5) == 0.0f);
      continue;
    }
    for (int m = 0; m <= 4; m++)
      ck_assert_double_eq_tol((double)one_face(&s, 0.25 * m), 10 * (level - 1 + 0.25 * m), 1e-5);
    ck_assert(one_face(&s, 0) == 10 * (float)(level - 1) && one_face(&s, 1) == 10 * (float)level);
    ck_assert_double_eq_tol((double)one_face(&s, 0.25), 10 * (level - 0.75), 1e-5);
  }
  end(&s);
}
END_TEST

START_TEST(splines_go_through_the_winds_of_cells) {
  struct scene s;
  begin(&s, 64);
  sample(&s, &by_nodes);
  take(&s);
  struct sm_wind_node value[9 * 7 * 6];
  memcpy(value, view(&s, 0).nodes.node, sizeof value);
  sm_wind_sampler_destroy(&s.sampler);
  sample(&s, &by_splines);
  take(&s);
  const struct sm_air_view v = view(&s, 0);
  for (int c = 0; c < 9 * 7 * 6; c++) {
    const struct sm_grid_position_f32 at = {{c % 9, c / 9 % 7, c / 63},
                                            {0x80000000u, 0x80000000u, 0x80000000u}};
    float wind[3];
    sm_wind_bspline_f32(&v.nodes, &v.grid_f32, &at, wind);
    for (int e = 0; e < 3; e++)
      ck_assert_double_eq_tol((double)wind[e], (double)value[c].wind[e], 2e-5);
  }
  end(&s);
}
END_TEST

/* Of random winds, whose coefficients are many times as large. */
START_TEST(coefficients_are_good_to_a_millionth) {
  const struct made_options wide = {.n = {50, 40, 30}, .width = {1, 2, 1}, .ratio = 1.05};
  enum { NODES = 50 * 40 * 30 };
  static struct sm_wind_node value[NODES];
  static double exact[NODES];
  struct scene s;
  struct sm_spline_axis axis[3];
  begin_with(&s, &wide, 32);
  sample(&s, &by_nodes);
  take(&s);
  memcpy(value, view(&s, 0).nodes.node, sizeof value);
  sm_wind_sampler_destroy(&s.sampler);
  sample(&s, &by_splines);
  take(&s);
  const struct sm_wind_node *got = view(&s, 0).nodes.node;
  for (int d = 0; d < 3; d++)
    ck_assert_int_eq(
        sm_spline_axis_create(s.ctx, wide.n[d], s.made.domain.grid.axis[d].centre, &axis[d]),
        SM_OK);
  for (int e = 0; e < 3; e++) {
    const double largest = solve_nodes(axis, 50, 2000, e, value, exact);
    for (int c = 0; c < NODES; c++)
      ck_assert_double_eq_tol((double)got[c].wind[e], exact[c], 5e-7 * largest);
  }
  for (int d = 0; d < 3; d++) sm_spline_axis_free(&axis[d]);
  end(&s);
}
END_TEST

START_TEST(turbulence_is_a_root_of_the_stresses) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &everything);
    take(&s);
    const struct sm_air_view v = view(&s, 0);
    for (int k = 0; k < town.n[2]; k++)
      for (int j = 0; j < town.n[1]; j++)
        for (int i = 0; i < town.n[0]; i++) {
          if (made_solid(&s.made, i, j, k)) continue;
          const float *l = v.turbulence.node[i + j * v.turbulence.sy + k * v.turbulence.sz].of;
          const double tau[6] = {
              (double)(l[0] * l[0]),
              (double)(l[0] * l[1]),
              (double)(l[0] * l[3]),
              (double)(l[1] * l[1] + l[2] * l[2]),
              (double)(l[1] * l[3] + l[2] * l[4]),
              (double)(l[3] * l[3] + l[4] * l[4] + l[5] * l[5]),
          };
          for (int m = 0; m < 6; m++)
            ck_assert_double_eq_tol(tau[m], get(&s, SM_FIELD_UU + m, i, j, k), 2e-6);
          ck_assert_double_eq_tol((double)l[6], 4 * get(&s, SM_FIELD_DISSIPATION, i, j, k), 1e-6);
        }
    end(&s);
  }
}
END_TEST

/* Within the building, whose lowest south-west corner is cell (4, 2, 0). */
START_TEST(turbulence_in_walls_is_that_before_them) {
  struct scene s;
  begin(&s, 64);
  sample(&s, &everything);
  take(&s);
  const struct sm_air_view v = view(&s, 0);
  const double rate =
      2 * (get(&s, SM_FIELD_DISSIPATION, 3, 2, 0) + get(&s, SM_FIELD_DISSIPATION, 4, 1, 0));
  ck_assert_double_eq_tol((double)v.turbulence.node[4 + 2 * v.turbulence.sy].of[6], rate, 1e-6);
  const double above = 4 * get(&s, SM_FIELD_DISSIPATION, 5, 2, 2);
  const double before = 4 * get(&s, SM_FIELD_DISSIPATION, 5, 1, 1);
  ck_assert_double_eq_tol(
      (double)v.turbulence.node[5 + 2 * v.turbulence.sy + v.turbulence.sz].of[6],
      0.5 * (above + before), 1e-6);
  end(&s);
}
END_TEST

/* The middle of the first cell is at 0.5 m, the roughness length is 0.1 m. */
START_TEST(friction_is_by_the_log_law_on_the_ground) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    for (int j = 0; j <= town.n[1]; j++)
      for (int i = 0; i <= town.n[0]; i++) {
        set(&s, SM_FIELD_U, i, j, 0, 3);
        set(&s, SM_FIELD_V, i, j, 0, 4);
      }
    sample(&s, &everything);
    take(&s);
    const struct sm_air_view v = view(&s, 0);
    for (int j = 0; j < town.n[1]; j++)
      for (int i = 0; i < town.n[0]; i++) {
        const double u = made_solid(&s.made, i, j, 0) ? 0 : 0.4 * 5 / log(5);
        ck_assert_double_eq_tol((double)v.friction[i + j * v.friction_sy], u, 1e-5);
      }
    end(&s);
  }
}
END_TEST

/* Where the ground all but reaches the middle of a cell, the wind above it tells. */
START_TEST(friction_is_not_taken_too_near_to_the_ground) {
  struct scene s;
  begin(&s, 32);
  s.made.domain.terrain[1] = 0.45F;
  for (int k = 0; k < 2; k++)
    for (int i = 1; i <= 2; i++) {
      set(&s, SM_FIELD_U, i, 0, k, k == 1 ? 6 : 3);
      set(&s, SM_FIELD_V, 1, i - 1, k, 0);
    }
  sample(&s, &everything);
  take(&s);
  const double z = s.made.domain.grid.axis[2].centre[1] - 0.45;
  ck_assert_double_eq_tol((double)view(&s, 0).friction[1], 0.4 * 6 / log(z / 0.1), 1e-5);
  end(&s);
}
END_TEST

START_TEST(sides_and_top_may_be_closed_to_particles) {
  for (int m = 0; m < 4; m++) {
    struct scene s;
    begin(&s, 32);
    struct sm_wind_sampler_options o = by_faces;
    o.reflect[0] = m & 1;
    o.reflect[1] = m >> 1;
    sample(&s, &o);
    take(&s);
    const struct sm_air_view v = view(&s, 0);
    const struct sm_particle_grid_f32 *g = &v.grid_f32;
    const int corner[3] = {8, 6, 5}, inside[3] = {3, 3, 2};
    const int sides = m & 1 ? 0 : SM_OPEN_EAST | SM_OPEN_NORTH, top = m >> 1 ? 0 : SM_OPEN_UP;
    ck_assert_int_eq(g->open[sm_particle_grid_index_f32(g, corner)] & SM_OPEN_ALL,
                     sides | top | SM_OPEN_WEST | SM_OPEN_SOUTH | SM_OPEN_DOWN);
    ck_assert_int_eq(g->open[sm_particle_grid_index_f32(g, inside)],
                     s.made.domain.cell[3 + 9 * (3 + 7 * 2)]);
    end(&s);
  }
}
END_TEST

/* Faces open in part: what blows through them is free of divergence only as a mean over faces. */
START_TEST(particles_see_the_mean_over_faces_open_in_part) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    s.made.domain.cut_count = 2;
    s.made.domain.cut = calloc(2, sizeof *s.made.domain.cut);
    s.made.domain.cut[0] =
        (struct sm_cut_cell){7 + 9 * (5 + 7 * 3), {1, 0.25F, 1, 1, 0.5F, 1}, 0.75F};
    s.made.domain.cut[1] =
        (struct sm_cut_cell){8 + 9 * (5 + 7 * 3), {0.25F, 0.125F, 1, 1, 1, 1}, 0.5F};
    sample(&s, &by_faces);
    take(&s);
    struct sm_air_view v = view(&s, 0);
    const ptrdiff_t c = 7 + 5 * v.faces.sy + 3 * v.faces.sz;
    const double u = get(&s, SM_FIELD_U, 8, 5, 3), out = get(&s, SM_FIELD_U, 9, 5, 3);
    const double in = get(&s, SM_FIELD_U, 7, 5, 3), w = get(&s, SM_FIELD_W, 7, 5, 3);
    ck_assert_double_eq_tol((double)v.faces.u.f32[c], in, 1e-6);
    ck_assert_double_eq_tol((double)v.faces.u.f32[c + 1], 0.25 * u, 1e-6);
    ck_assert_double_eq_tol((double)v.faces.u.f32[c + 2], 0.125 * out, 1e-6);
    ck_assert_double_eq_tol((double)v.faces.w.f32[c], 0.5 * w, 1e-6);
    sm_wind_sampler_destroy(&s.sampler);
    sample(&s, &by_nodes);
    take(&s);
    v = view(&s, 0);
    const struct sm_wind_node node = v.nodes.node[7 + 5 * v.nodes.sy + 3 * v.nodes.sz];
    ck_assert_double_eq_tol((double)node.wind[0], 0.5 * (in + 0.25 * u), 1e-6);
    end(&s);
  }
}
END_TEST

static void same_view(struct scene *s, struct sm_wind_sampler *other, double part) {
  struct sm_air_view v;
  const struct sm_air_view here = view(s, part);
  ck_assert_int_eq(sm_wind_sampler_interpolate(s->ctx, other, part, &v), SM_OK);
  ck_assert(here.nodes.node != v.nodes.node);
  ck_assert_mem_eq(here.nodes.node, v.nodes.node, 9 * 7 * 6 * sizeof *v.nodes.node);
  ck_assert_mem_eq(here.turbulence.node, v.turbulence.node, 9 * 7 * 6 * sizeof *v.turbulence.node);
  ck_assert_mem_eq(here.friction, v.friction, sizeof(float) * 63);
}

START_TEST(levels_go_from_device_to_device) {
  struct scene s;
  struct sm_device *device;
  struct sm_wind_sampler *copied, *late, *taken;
  begin(&s, 64);
  ck_assert_int_eq(sm_device_open(s.ctx, "cpu", 1, 64, 0, &device), SM_OK);
  sample(&s, &everything);
  struct sm_wind_sampler **const others[] = {&copied, &late, &taken};
  for (int m = 0; m < 3; m++)
    ck_assert_int_eq(sm_wind_sampler_create(s.ctx, &s.made.domain, device, &everything, others[m]),
                     SM_OK);
  for (int level = 0; level < 4; level++) {
    blow(&s);
    take(&s);
    ck_assert_int_eq(sm_wind_sampler_copy(s.ctx, s.sampler, copied), SM_OK);
    ck_assert_int_eq(sm_wind_sampler_copy(s.ctx, s.sampler, copied), SM_OK); /* has it already */
    if (level != 1 && level != 2)
      ck_assert_int_eq(sm_wind_sampler_copy(s.ctx, s.sampler, late), SM_OK);
    ck_assert_int_eq(sm_wind_sampler_add(s.ctx, taken, s.state), SM_OK); /* from the other device */
    for (int m = 0; m <= 2; m++) {
      same_view(&s, copied, 0.5 * m);
      same_view(&s, taken, 0.5 * m);
      if (level != 1 && level != 2) same_view(&s, late, 0.5 * m);
    }
  }
  for (int m = 0; m < 3; m++) sm_wind_sampler_destroy(others[m]);
  ck_assert_uint_eq(device->allocated, 0);
  sm_device_close(&device);
  end(&s);
}
END_TEST

START_TEST(a_wind_that_is_not_a_number_is_an_error) {
  for (int bits = 32; bits <= 64; bits += 32) {
    struct scene s;
    begin(&s, bits);
    sample(&s, &everything);
    set(&s, SM_FIELD_V, 4, 3, 5, (double)NAN);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "wind component along y is not a finite number at cell (4, 3, 5)");
    set(&s, SM_FIELD_V, 4, 3, 5, 1);
    set(&s, SM_FIELD_UW, 1, 2, 3, (double)INFINITY);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "covariance of u and w is not a finite number at cell (1, 2, 3)");
    set(&s, SM_FIELD_UW, 1, 2, 3, 0);
    set(&s, SM_FIELD_DISSIPATION, 8, 6, 0, (double)NAN);
    fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
          "dissipation rate of turbulent kinetic energy is not a finite number at cell (8, 6, 0)");
    set(&s, SM_FIELD_DISSIPATION, 8, 6, 0, 0.1);
    set(&s, SM_FIELD_DISSIPATION, 5, 3, 0, (double)NAN); /* in the building: nobody sees it */
    take(&s);
    end(&s);
  }
}
END_TEST

/* One on the high side of the domain, which belongs to no cell. */
START_TEST(a_bad_wind_through_the_top_is_an_error) {
  struct scene s;
  begin(&s, 32);
  sample(&s, &by_splines);
  set(&s, SM_FIELD_W, 4, 3, 6, (double)NAN);
  fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_DIVERGED,
        "vertical wind component is not a finite number at cell (4, 3, 6)");
  end(&s);
}
END_TEST

START_TEST(wrong_use_is_told) {
  struct scene s;
  struct sm_air_view v;
  struct sm_wind_sampler *other;
  struct sm_device *device;
  begin(&s, 32);
  sample(&s, &everything);
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, 0, &v), SM_ERR_USAGE, "no wind yet");
  take(&s);
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, -0.1, &v), SM_ERR_USAGE,
        "-0.1 of the way");
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, 1.1, &v), SM_ERR_USAGE, "1.1 of the way");
  fails(&s, sm_wind_sampler_interpolate(s.ctx, s.sampler, (double)NAN, &v), SM_ERR_USAGE,
        "of the way");
  ck_assert_int_eq(sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &by_nodes, &other),
                   SM_OK);
  fails(&s, sm_wind_sampler_copy(s.ctx, s.sampler, other), SM_ERR_USAGE, "differ");
  sm_wind_sampler_destroy(&other);
  ck_assert_int_eq(sm_device_open(s.ctx, "cpu", 1, 64, 0, &device), SM_OK);
  ck_assert_int_eq(sm_wind_sampler_create(s.ctx, &s.made.domain, device, &by_nodes, &other), SM_OK);
  fails(&s, sm_wind_sampler_add(s.ctx, other, s.state), SM_ERR_USAGE, "of 32 bits");
  sm_wind_sampler_destroy(&other);
  sm_device_close(&device);
  sm_state_destroy(&s.state);
  ck_assert_int_eq(sm_state_create(s.ctx, s.device, &s.made.domain.grid, 7, &s.state), SM_OK);
  fails(&s, sm_wind_sampler_add(s.ctx, s.sampler, s.state), SM_ERR_USAGE,
        "need the dissipation rate of turbulent kinetic energy");
  end(&s);
}
END_TEST

START_TEST(splines_need_four_cells) {
  const struct made_options flat = {.n = {9, 1, 6}, .width = {2, 3, 1}, .ratio = 1};
  struct scene s;
  begin_with(&s, &flat, 32);
  fails(&s, sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &by_splines, &s.sampler),
        SM_ERR_CASE, "4 cells");
  ck_assert_ptr_null(s.sampler);
  sample(&s, &by_nodes); /* the others do not */
  take(&s);
  const struct sm_air_view v = view(&s, 0);
  const struct sm_grid_position_f32 at = {{5, 0, 3}, {0x80000000u, 0x10000000u, 0x80000000u}};
  float wind[3];
  sm_wind_trilinear_f32(&v.nodes, &v.grid_f32, &at, wind);
  for (int e = 0; e < 3; e++)
    ck_assert_double_eq_tol((double)wind[e], (double)v.nodes.node[5 + 3 * v.nodes.sz].wind[e],
                            1e-6);
  end(&s);
}
END_TEST

START_TEST(failing_memory_leaks_nothing) {
  struct sm_wind_sampler_options o = everything;
  o.interpolation = SM_INTERPOLATE_BSPLINE;
  for (long n = 1;; n++) {
    struct scene s;
    struct sm_air_view v;
    begin(&s, 32);
    sm_context_fail_allocation(s.ctx, n);
    enum sm_status status = sm_wind_sampler_create(s.ctx, &s.made.domain, s.device, &o, &s.sampler);
    for (int m = 0; m < 2 && status == SM_OK; m++)
      status = sm_wind_sampler_add(s.ctx, s.sampler, s.state);
    if (status == SM_OK) status = sm_wind_sampler_interpolate(s.ctx, s.sampler, 0.5, &v);
    sm_context_fail_allocation(s.ctx, 0);
    end(&s);
    if (status == SM_OK) break;
    ck_assert_int_eq(status, SM_ERR_MEMORY);
    ck_assert_int_lt(n, 100);
  }
}
END_TEST

TEST_MAIN(faces_are_those_of_the_state, nodes_are_means_of_faces_and_0_in_solids,
          particles_that_go_back_see_the_wind_turned_round,
          winds_between_two_times_are_linear_in_time, splines_go_through_the_winds_of_cells,
          coefficients_are_good_to_a_millionth, turbulence_is_a_root_of_the_stresses,
          turbulence_in_walls_is_that_before_them, friction_is_by_the_log_law_on_the_ground,
          friction_is_not_taken_too_near_to_the_ground, sides_and_top_may_be_closed_to_particles,
          particles_see_the_mean_over_faces_open_in_part, levels_go_from_device_to_device,
          a_wind_that_is_not_a_number_is_an_error, a_bad_wind_through_the_top_is_an_error,
          wrong_use_is_told, splines_need_four_cells, failing_memory_leaks_nothing)

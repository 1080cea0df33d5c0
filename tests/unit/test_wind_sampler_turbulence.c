/* Turbulence, friction and boundaries in the form in which particles sample them. */
#include "wind_sampler_scene.h"
#include <math.h>

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

TEST_MAIN(turbulence_is_a_root_of_the_stresses, turbulence_in_walls_is_that_before_them,
          friction_is_by_the_log_law_on_the_ground, friction_is_not_taken_too_near_to_the_ground,
          sides_and_top_may_be_closed_to_particles, particles_see_the_mean_over_faces_open_in_part,
          levels_go_from_device_to_device)

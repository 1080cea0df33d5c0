/* Winds out of files of QES-Winds: the workspace with its faces, and the pictures of centres. */
#define _XOPEN_SOURCE 700
#include "wind_file_fixture.h"

/* --- QES-Winds --- */

/* Layers of 1, 1, 2 m above one of 1 m below the ground; a building in cell 2, 1, 0. */
static void write_qes(bool faces, bool below) {
  static const double dz[4] = {1, 1, 1, 2}, centre[4] = {-0.5, 0.5, 1.5, 3};
  const size_t more = faces ? 1 : 0, low = below ? 0 : 1;
  const size_t layers = 4 - low;
  ok(nc_create(path[0], NC_NETCDF4 | NC_CLOBBER, &file));
  const int t = dimension("t", NC_UNLIMITED), x = dimension("x", NX), y = dimension("y", NY);
  const int z = dimension("z", layers);
  int over[4] = {t, z, y, x};
  const int cells[4] = {t, z, y, x};
  if (faces) {
    over[1] = dimension("z_face", layers + 1);
    over[2] = dimension("y_face", NY + 1);
    over[3] = dimension("x_face", NX + 1);
  }
  const int vt = variable("t", 1, &t, NULL), vx = variable("x", 1, &x, "m"),
            vy = variable("y", 1, &y, "m"), vz = variable("z", 1, &z, "m"),
            thick = faces ? variable("dz_array", 1, &z, "m") : -1;
  const int map[2] = {y, x}, terrain = variable("terrain", 2, map, "m");
  const int flag = variable(faces ? "icellflag" : "icell", 4, cells, "--");
  int id[3];
  for (int d = 0; d < 3; d++)
    id[d] = variable((const char *[]){"u", "v", "w"}[d], 4, over, "m s-1");
  ok(nc_enddef(file));
  for (size_t s = 0; s < 2; s++) {
    const double at = 60 * (double)s;
    ok(nc_put_var1_double(file, vt, &s, &at));
  }
  for (size_t i = 0; i < NX; i++)
    ok(nc_put_var1_double(file, vx, &i, (const double[]){2 * (double)i + 1}));
  for (size_t j = 0; j < NY; j++)
    ok(nc_put_var1_double(file, vy, &j, (const double[]){2 * (double)j + 1}));
  for (size_t k = 0; k < layers; k++) {
    ok(nc_put_var1_double(file, vz, &k, &centre[k + low]));
    if (faces) ok(nc_put_var1_double(file, thick, &k, &dz[k + low]));
  }
  for (size_t q = 0; q < NX * NY; q++)
    ok(nc_put_var1_double(file, terrain, (const size_t[]){q / NX, q % NX}, (const double[]){0}));
  for (size_t s = 0; s < 2; s++)
    for (size_t k = 0; k < layers + more; k++)
      for (size_t j = 0; j < NY + more; j++)
        for (size_t i = 0; i < NX + more; i++) {
          const size_t at[4] = {s, k, j, i};
          const bool house = i == 2 && j == 1 && k + low == 1;
          const double kind = k + low == 0 ? 2 : house ? 0 : 1;
          if (k < layers && j < NY && i < NX) ok(nc_put_var1_double(file, flag, at, &kind));
          for (int d = 0; d < 3; d++) {
            const double value =
                (d + 1) * 100 + 50 * (double)s + (double)(i + 6 * j) + 0.1 * (double)(k + low);
            ok(nc_put_var1_double(file, id[d], at, &value));
          }
        }
  ok(nc_close(file));
}

START_TEST(the_workspace_of_qes_has_faces_and_a_layer_below_the_ground) {
  struct blown b;
  begin();
  write_qes(true, true);
  blow_open(&b, text_of("", "[roughness]\nz0 = 0.02\n"), &sm_model_file, 1, 64);
  const struct sm_axis *axis = b.domain->grid.axis;
  ck_assert(axis[0].n == NX && axis[1].n == NY && axis[2].n == 3);
  near(axis[2].face[3], 4, 1e-12);
  near(axis[0].face[NX], 10, 1e-12);
  ck_assert(b.domain->fluid_count == NX * NY * 3 - 1 && b.domain->z0[3] == 0.02f);
  ck_assert(!warned(&b, "no longer free"));
  ck_assert(b.domain->weather.time_count == 2 && b.domain->weather.time[1] == 60);
  blow_step(&b, 1);
  near(blow_get(&b, 0, 4, 2, 1), 100 + 50 + 4 + 12 + 0.2, 1e-12);
  near(blow_get(&b, 1, 4, 4, 2), 200 + 50 + 4 + 24 + 0.3, 1e-12);
  near(blow_get(&b, 2, 4, 2, 3), 300 + 50 + 4 + 12 + 0.4, 1e-12);
  near(blow_get(&b, 0, 5, 2, 1), 100 + 50 + 5 + 12 + 0.2, 1e-12);
  near(blow_get(&b, 0, 2, 1, 0), 0, 0); /* the building */
  near(blow_get(&b, 0, 3, 1, 0), 0, 0);
  near(blow_get(&b, 2, 2, 1, 1), 0, 0);
  blow_end(&b);
  scratch_close();
}
END_TEST

START_TEST(the_pictures_of_qes_have_centres) {
  for (int below = 0; below < 2; below++) {
    struct blown b;
    begin();
    write_qes(false, below != 0);
    blow_open(&b, text_of("", ""), &sm_model_file, 1, 64);
    const struct sm_axis *axis = b.domain->grid.axis;
    ck_assert(axis[0].n == NX && axis[2].n == 3 && b.domain->fluid_count == NX * NY * 3 - 1);
    near(axis[2].face[2], 2, 1e-12);
    near(axis[2].face[3], 4, 1e-12);
    ck_assert(warned(&b, "no longer free of divergence"));
    blow_step(&b, 0);
    near(blow_get(&b, 0, 4, 2, 1), 100 + 3.5 + 12 + 0.2, 1e-12);
    near(blow_get(&b, 2, 4, 2, 1), 300 + 4 + 12 + 0.15, 1e-12);
    near(blow_get(&b, 1, 2, 1, 0), 0, 0);
    blow_end(&b);
    scratch_close();
  }
}
END_TEST

START_TEST(every_allocation_may_fail) {
  begin();
  write_qes(true, true);
  blow_without_memory(text_of("", ""));
  scratch_close();
}
END_TEST

TEST_MAIN(the_workspace_of_qes_has_faces_and_a_layer_below_the_ground,
          the_pictures_of_qes_have_centres, every_allocation_may_fail)

/* The wind file: read back through the NetCDF library, by the rules of CF, and by ncdump. */
#define _DEFAULT_SOURCE /* mount */
#include "netcdf_scene.h"
#include <unistd.h>

START_TEST(winds_are_means_of_their_faces_and_fill_in_solids) {
  setup();
  for (int is_double = 0; is_double < 2; is_double++) {
    struct made_options options = town;
    options.is_double = is_double;
    struct made m;
    make_domain(&m, &options);
    make_solenoidal(&m);
    const struct sm_case c = make_case(false);
    ck_assert_msg(write_file(&m, &c, 1) == SM_OK, "%s", sm_context_message(ctx));
    const int id = open_file(), v = variable(id, "v");
    float *values = malloc(sizeof *values * 150 * 37 * 21);
    ck_assert_int_eq(nc_get_var_float(id, v, values), NC_NOERR);
    size_t solids = 0;
    for (int k = 0; k < 21; k++)
      for (int j = 0; j < 37; j++)
        for (int i = 0; i < 150; i++) {
          const size_t at = made_index(&m, i, j, k);
          const ptrdiff_t face = i + j * m.wind.stride_y + k * m.wind.stride_z;
          const float *f = m.wind.v;
          const double *d = m.wind.v;
          const float mean = is_double ? (float)(0.5 * (d[face] + d[face + m.wind.stride_y]))
                                       : 0.5F * (f[face] + f[face + m.wind.stride_y]);
          if (made_solid(&m, i, j, k)) {
            ck_assert(values[at] == NC_FILL_FLOAT);
            solids++;
          } else {
            ck_assert(values[at] == mean);
          }
        }
    ck_assert_uint_gt(solids, 1000);
    free(values);
    nc_close(id);
    free_domain(&m);
  }
  teardown();
}
END_TEST

START_TEST(fields_of_the_turbulence_are_as_the_case_chooses) {
  static const char *const all[] = {
      "tke", "dissipation", "eddy_viscosity", "mixing_length", "uu", "uv", "uw", "vv",
      "vw",  "ww",          "wall_distance"};
  setup();
  struct made_options options = town;
  options.is_double = true;
  struct made m;
  make_domain(&m, &options);
  make_solenoidal(&m);
  struct sm_case c = make_case(true);
  for (int f = 0; f < SM_TURBULENCE_OUTPUTS; f++) c.output.turbulence[f] = true;
  struct sm_cell_field field[SM_CELL_FIELDS];
  ck_assert_int_eq(sm_cell_fields(&c, field), 11);
  float *distance = malloc((size_t)m.wind.stride_z * 22 * sizeof *distance);
  for (ptrdiff_t n = 0; n < m.wind.stride_z * 22; n++) distance[n] = (float)n;
  for (int f = 0; f < 11; f++) {
    ck_assert_str_eq(field[f].info.name, all[f]);
    field[f].is_double = f < 10;
    field[f].value = f < 10 ? m.wind.u : distance;
  }
  m.wind.field = field;
  m.wind.field_count = 11;
  ck_assert_msg(write_file(&m, &c, 2) == SM_OK, "%s", sm_context_message(ctx));
  const int id = open_file(), v = variable(id, "wall_distance");
  ck_assert_str_eq(attribute(id, variable(id, "tke"), "standard_name"),
                   "specific_turbulent_kinetic_energy_of_air");
  ck_assert_str_eq(attribute(id, v, "units"), "m");
  for (int k = 0; k < 21; k += 5)
    for (int i = 0; i < 150; i += 3) {
      const size_t at[4] = {1, (size_t)k, 15, (size_t)i};
      float is[2];
      ck_assert_int_eq(nc_get_var1_float(id, v, at, &is[0]), NC_NOERR);
      ck_assert_int_eq(nc_get_var1_float(id, variable(id, "ww"), at, &is[1]), NC_NOERR);
      const ptrdiff_t c0 = i + 15 * m.wind.stride_y + k * m.wind.stride_z;
      const bool solid = made_solid(&m, i, 15, k);
      ck_assert(is[0] == (solid ? NC_FILL_FLOAT : distance[c0]));
      ck_assert(is[1] == (solid ? NC_FILL_FLOAT : (float)m.u[c0]));
    }
  nc_close(id);
  memset(c.output.turbulence, 0, sizeof c.output.turbulence);
  ck_assert_int_eq(sm_cell_fields(&c, field), 0);
  free(distance);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(faces_keep_every_bit) {
  setup();
  for (int is_double = 0; is_double < 2; is_double++) {
    struct made_options options = town;
    options.is_double = is_double;
    struct made m;
    make_domain(&m, &options);
    make_solenoidal(&m);
    const struct sm_case c = make_case(true);
    ck_assert_int_eq(write_file(&m, &c, 2), SM_OK);
    const int id = open_file(), v = variable(id, "w_face");
    double *values = malloc(sizeof *values * 150 * 37 * 22);
    const size_t start[4] = {1, 0, 0, 0}, count[4] = {1, 22, 37, 150};
    ck_assert_int_eq(nc_get_vara_double(id, v, start, count, values), NC_NOERR);
    for (int k = 0; k <= 21; k++)
      for (int j = 0; j < 37; j++)
        for (int i = 0; i < 150; i++) {
          const ptrdiff_t face = i + j * m.wind.stride_y + k * m.wind.stride_z;
          const double is = values[i + 150 * (j + 37 * k)];
          const double must = is_double ? ((const double *)m.wind.w)[face]
                                        : (double)((const float *)m.wind.w)[face];
          ck_assert(is == must);
        }
    free(values);
    nc_close(id);
    free_domain(&m);
  }
  teardown();
}
END_TEST

/* A library has the winds on faces alone, rounded; those at centres are computed. */
START_TEST(library_rounds_its_faces_and_has_centres) {
  setup();
  for (int n = 0; n < 4; n++) {
    struct made_options options = town;
    options.is_double = n >= 2;
    struct made m;
    make_domain(&m, &options);
    make_solenoidal(&m);
    struct sm_library_wind winds[2] = {{0, 5, 0}, {10, 5, 0}};
    struct sm_station_reading reading = {.height = 10};
    struct sm_station reference = {.z0 = 0.1, .reading = &reading};
    m.domain.weather.library = winds;
    m.domain.weather.station = &reference;
    struct sm_case c = make_case(true);
    c.weather.library.wind.present = true;
    c.weather.library.significant_bits = n % 2 == 0 ? 12 : 52;
    ck_assert_int_eq(write_file(&m, &c, 2), SM_OK);
    int id = open_file(), v;
    ck_assert_int_eq(nc_inq_varid(id, "u", &v), NC_ENOTVAR);
    ck_assert_int_eq(nc_inq_att(id, variable(id, "u_face"), "quantization_nsb", NULL, NULL),
                     n % 2 == 0 ? NC_NOERR : NC_ENOTATT);
    nc_close(id);
    struct sm_wind_file *file = NULL;
    ck_assert_int_eq(sm_wind_file_open(ctx, path, &file), SM_OK);
    ck_assert(sm_wind_file_has(file, "v") && sm_wind_file_is_real(file, "w"));
    const size_t start[4] = {0, 2, 3, 5}, count[4] = {2, 9, 20, 60}, cells = 9 * 20 * 60;
    float *value = malloc(2 * cells * sizeof *value);
    int solids = 0;
    for (int d = 0; d < 3; d++) {
      const ptrdiff_t step[3] = {1, m.wind.stride_y, m.wind.stride_z};
      const char *name[3] = {"u", "v", "w"};
      ck_assert_int_eq(sm_wind_file_floats(file, name[d], start, count, value), SM_OK);
      for (size_t q = 0; q < 2 * cells; q++) {
        const ptrdiff_t i = 5 + (ptrdiff_t)(q % 60), j = 3 + (ptrdiff_t)(q / 60 % 20),
                        k = 2 + (ptrdiff_t)(q / 1200 % 9);
        const uint8_t cell = m.domain.cell[i + 150 * (j + 37 * k)];
        const double low = sm_face_velocity(&m.wind, d, i, j, k),
                     high = sm_face_velocity(&m.wind, d, i + (step[d] == 1), j + (d == 1),
                                             k + (d == 2));
        const double error = n % 2 == 0 ? (fabs(low) + fabs(high)) / 8192 : 1e-6;
        if (sm_cell_is_solid(cell)) {
          ck_assert_double_eq((double)value[q], (double)NC_FILL_FLOAT);
          solids++;
        } else {
          ck_assert_double_eq_tol((double)value[q], 0.5 * (low + high), error + 1e-7);
        }
      }
    }
    ck_assert_int_gt(solids, 0);
    free(value);
    sm_wind_file_close(&file);
    m.domain.weather = (struct sm_weather){0};
    free_domain(&m);
  }
  teardown();
}
END_TEST

static float ramp(size_t z, size_t y, size_t x) {
  return (float)x + 0.25F * (float)y - 2.5F * (float)z;
}

static void fill_ramp(const struct sm_chunk_array *self, const struct sm_cell_slab *slab,
                      void *out) {
  (void)self;
  for (size_t z = 0; z < slab->count[0]; z++)
    for (size_t y = 0; y < slab->count[1]; y++)
      for (size_t x = 0; x < slab->count[2]; x++)
        ((float *)out)[x + y * slab->row + z * slab->plane] =
            ramp(z + slab->start[0], y + slab->start[1], x + slab->start[2]);
}

enum { RAMP_Z = 19, RAMP_Y = 130, RAMP_X = 257 };

static void define_ramp(const struct sm_chunk_array *array, int level) {
  int id, dims[4], v;
  const size_t chunk[4] = {1, array->chunk[0], array->chunk[1], array->chunk[2]};
  ck_assert_int_eq(nc_create(path, NC_NETCDF4, &id), NC_NOERR);
  nc_def_dim(id, "time", NC_UNLIMITED, &dims[0]);
  for (int d = 0; d < 3; d++)
    nc_def_dim(id, (const char *const[]){"z", "y", "x"}[d], array->shape[d], &dims[d + 1]);
  nc_def_var(id, array->variable, NC_FLOAT, 4, dims, &v);
  nc_def_var_chunking(id, v, NC_CHUNKED, chunk);
  if (level > 0) nc_def_var_deflate(id, v, 1, 1, level);
  ck_assert_int_eq(nc_close(id), NC_NOERR);
}

START_TEST(chunks_read_back_through_netcdf) {
  static float read[2][RAMP_Z][RAMP_Y][RAMP_X];
  setup();
  for (int level = 0; level <= 9; level += 3) {
    struct sm_chunk_array array = {.variable = "a",
                                   .shape = {RAMP_Z, RAMP_Y, RAMP_X},
                                   .item = sizeof(float),
                                   .has_time = true,
                                   .fill = fill_ramp};
    sm_chunks_sides(array.shape, array.chunk);
    define_ramp(&array, level);
    for (size_t record = 0; record < 2; record++)
      ck_assert_msg(sm_chunks_write(ctx, path, path, record, level, &array, 1, false) == SM_OK,
                    "%s", sm_context_message(ctx));
    const int id = open_file();
    ck_assert_int_eq(nc_get_var_float(id, variable(id, "a"), &read[0][0][0][0]), NC_NOERR);
    nc_close(id);
    unlink(path);
    for (size_t r = 0; r < 2; r++)
      for (size_t z = 0; z < RAMP_Z; z++)
        for (size_t y = 0; y < RAMP_Y; y++)
          for (size_t x = 0; x < RAMP_X; x++) ck_assert(read[r][z][y][x] == ramp(z, y, x));
  }
  teardown();
}
END_TEST

START_TEST(chunks_hold_little_beyond_their_array) {
  static const size_t shapes[][3] = {{1, 1, 1},      {16, 128, 128},  {17, 129, 128},
                                     {21, 335, 310}, {100, 100, 101}, {250, 580, 1000}};
  static const size_t longest[3] = {16, 128, 128};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    size_t chunk[3];
    sm_chunks_sides(shapes[s], chunk);
    for (int d = 0; d < 3; d++) {
      const size_t n = shapes[s][d], parts = (n + chunk[d] - 1) / chunk[d];
      ck_assert(chunk[d] >= 1 && chunk[d] <= longest[d]);
      ck_assert(parts == (n + longest[d] - 1) / longest[d]);
      ck_assert(parts * chunk[d] - n < parts);
    }
  }
}
END_TEST

START_TEST(file_obeys_cf) {
  setup();
  for (int utm = 0; utm < 2; utm++) {
    struct made_options options = town;
    options.utm = utm;
    struct made m;
    make_domain(&m, &options);
    make_solenoidal(&m);
    if (utm) {
      m.domain.weather.time = calloc(2, sizeof(double));
      m.domain.weather.time[0] = 1529930220;
      m.domain.weather.time[1] = 1529933820;
      m.domain.weather.time_count = 2;
    }
    const struct sm_case c = make_case(true);
    ck_assert_int_eq(write_file(&m, &c, 2), SM_OK);
    const int id = open_file();
    check_conventions(id);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "Conventions"), "CF-1.11, SGRID-0.3");
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_case"), c.text);
    ck_assert_str_eq(attribute(id, NC_GLOBAL, "simoom_version"), sm_version());
    ck_assert_str_eq(attribute(id, variable(id, "u"), "grid_mapping"), utm ? "crs" : "");
    ck_assert_str_eq(attribute(id, variable(id, "time"), "units"),
                     utm ? "seconds since 1970-01-01 00:00:00" : "s");
    ck_assert_str_eq(attribute(id, variable(id, "z"), "positive"), "up");
    double z[21], bounds[42], time[2], x[150];
    nc_get_var_double(id, variable(id, "z"), z);
    nc_get_var_double(id, variable(id, "z_bnds"), bounds);
    nc_get_var_double(id, variable(id, "time"), time);
    nc_get_var_double(id, variable(id, "x"), x);
    for (int k = 0; k < 21; k++) {
      ck_assert(bounds[2 * k] < z[k] && z[k] < bounds[2 * k + 1]);
      if (k > 0) ck_assert(bounds[2 * k] == bounds[2 * k - 1]);
    }
    ck_assert_double_eq(x[0], utm ? 634001.1 : 1);
    ck_assert_double_eq(time[1], utm ? 1529933820 : 1);
    int iterations[2];
    nc_get_var_int(id, variable(id, "iterations"), iterations);
    ck_assert_int_eq(iterations[1], 8);
    nc_close(id);
    free_domain(&m);
  }
  teardown();
}
END_TEST

START_TEST(slices_are_in_the_file_with_true_directions) {
  setup();
  struct made_options options = town;
  options.slope = 0;
  struct made m;
  make_domain(&m, &options);
  make_uniform(&m, 3, 0, 0); /* from the west of the grid */
  const struct sm_case c = make_case(false);
  ck_assert_int_eq(write_file(&m, &c, 1), SM_OK);
  const int id = open_file();
  float speed, from, inside;
  const size_t at[4] = {0, 1, 5, 5}, in[4] = {0, 1, 12, 65};
  nc_get_var1_float(id, variable(id, "wind_speed"), at, &speed);
  nc_get_var1_float(id, variable(id, "wind_from_direction"), at, &from);
  nc_get_var1_float(id, variable(id, "wind_speed"), in, &inside);
  ck_assert_double_eq_tol((double)speed, 3, 1e-6);
  ck_assert_double_eq_tol((double)from, 270.85, 1e-4);
  ck_assert(inside == NC_FILL_FLOAT);
  nc_close(id);
  free_domain(&m);
  teardown();
}
END_TEST

START_TEST(cut_cells_are_listed) {
  setup();
  struct made m;
  make_domain(&m, &town);
  make_solenoidal(&m);
  m.domain.cut_count = 2;
  m.domain.cut = calloc(2, sizeof *m.domain.cut);
  m.domain.cut[1].cell = 4711;
  m.domain.cut[1].fraction[5] = 0.25F;
  const struct sm_case c = make_case(true);
  ck_assert_int_eq(write_file(&m, &c, 1), SM_OK);
  const int id = open_file();
  long long cell[2];
  float fraction[12];
  nc_get_var_longlong(id, variable(id, "cut_cell"), cell);
  nc_get_var_float(id, variable(id, "cut_fraction"), fraction);
  ck_assert_int_eq(cell[1], 4711);
  ck_assert(fraction[11] == 0.25F);
  nc_close(id);
  free_domain(&m);
  teardown();
}
END_TEST

TEST_MAIN(winds_are_means_of_their_faces_and_fill_in_solids,
          fields_of_the_turbulence_are_as_the_case_chooses, faces_keep_every_bit,
          library_rounds_its_faces_and_has_centres, chunks_read_back_through_netcdf,
          chunks_hold_little_beyond_their_array, file_obeys_cf,
          slices_are_in_the_file_with_true_directions, cut_cells_are_listed)

/* Rates and steps by groups of lanes, here of one lane, against the reference; with SM_GROUP_SPARSE
 * (test_chem_group_sparse.c) by a sparse matrix. */
#include "harness.h"

#include "chem_reference.h"

#include "cell/chemistry/group_rkc.h"
#include "chem/group/tables.h"
#include <math.h>

static struct sm_context *ctx;
static struct chem_states states;
static const struct sm_thread_group alone = {.lane = 0, .lanes = 1, .mask = 1};
#ifdef SM_GROUP_SPARSE
enum { DENSE_SPECIES = 0 };
#else
enum { DENSE_SPECIES = 100 };
#endif

static void compare_rates(const struct chem_file *file) {
  const char *reference = file->tag;
  struct sm_mechanism *m = chem_file_read(ctx, file);
  if (m == NULL) return;
  struct sm_arena *arena;
  struct sm_group_host_tables host;
  ck_assert_int_eq(sm_arena_create(ctx, &arena), SM_OK);
  ck_assert_int_eq(sm_group_tables_create(ctx, arena, m, DENSE_SPECIES, &host), SM_OK);
  const struct sm_group_tables *t = &host.tables;
  double *room;
  ck_assert_int_eq(sm_alloc(ctx, sm_group_memory_doubles(t), sizeof *room, "room", &room), SM_OK);
  const struct sm_group_memory s = sm_group_memory_at(t, room);
  ck_assert(fixture_states(&states, reference, m));
  double worst = 0;
  for (int i = 0; i < FIXTURE_STATES; i++) {
    double largest = 0;
    for (int k = 0; k < t->species; k++) {
      s.a[k] = states.concentration[k][i];
      largest = fmax(largest, fabs(states.rate[k][i]));
    }
    const struct sm_group_ambient air = {states.pressure[i], 0, 0, 0};
    double rate[FIXTURE_MOST];
    sm_group_rates(t, &alone, states.temperature[i], &air, &s, rate);
    for (int k = 0; k < t->species; k++) {
      const double want = states.rate[k][i], off = fabs(rate[k] - want);
      const double allowed = fmax(1e-10 * fabs(want), 1e-13 * largest);
      worst = fmax(worst, off / allowed);
      ck_assert_msg(off <= allowed, "%s state %d species %d: %.15e, not %.15e", reference, i, k,
                    rate[k], want);
    }
  }
  printf("%s: worst difference %.2g of what is allowed\n", reference, worst);
  sm_free(room);
  sm_arena_destroy(&arena);
  sm_mechanism_destroy(&m);
}

START_TEST(rates_of_the_reference) {
  for (int i = 0; i < CHEM_FILES; i++) compare_rates(&chem_files[i]);
}
END_TEST

/* Tables and room of one mechanism. */
struct bench {
  struct sm_arena *arena;
  struct sm_group_host_tables host;
  double *room;
  struct sm_group_memory memory;
  struct sm_group_stage stage;
};

static struct bench open_bench(const struct sm_mechanism *m) {
  struct bench b = {0};
  ck_assert_int_eq(sm_arena_create(ctx, &b.arena), SM_OK);
  ck_assert_int_eq(sm_group_tables_create(ctx, b.arena, m, DENSE_SPECIES, &b.host), SM_OK);
  const struct sm_group_tables *t = &b.host.tables;
  const size_t own = sm_group_memory_doubles(t);
  const size_t stage = sm_group_stage_doubles(t, SM_CHEM_STAGES, 1, 0);
  ck_assert_int_eq(
      sm_alloc(ctx, own + stage + sm_group_matrix_doubles(t), sizeof *b.room, "room", &b.room),
      SM_OK);
  b.memory = sm_group_memory_at(t, b.room);
  b.stage = sm_group_stage_at(t, 0, b.room + own, b.room + own + stage);
  return b;
}

static void close_bench(struct bench *b) {
  sm_free(b->room);
  sm_arena_destroy(&b->arena);
}

/* Concentrations as a state of the integrator; returns the density. */
static double set_state(struct bench *b, const double *concentration, size_t apart, double T) {
  const struct sm_group_tables *t = &b->host.tables;
  double moles = 0;
  for (int k = 0; k < t->species; k++) moles += concentration[(size_t)k * apart];
  for (int k = 0; k < t->species; k++) b->stage.y[k] = concentration[(size_t)k * apart] / moles;
  b->stage.y[t->species] = T;
  return moles;
}

/* d f_k / d y_j of the matrix. */
#ifdef SM_GROUP_SPARSE
static double entry_of(const struct bench *b, int k, int j) {
  const struct sm_group_tables *t = &b->host.tables;
  const struct sm_group_sparse *sparse = t->sparse;
  const int n = t->species;
  if (k == n) return b->stage.j.at[sparse->heat_row + (j < n ? j : j == n ? n + 1 : n)];
  for (int v = sparse->row_first[k]; v < sparse->row_first[k + 1]; v++)
    if (sparse->column[v] == j) return b->stage.j.at[v];
  return 0;
}
static double slope_of(const struct bench *b, int k, int j) {
  const int n = b->host.tables.species;
  return entry_of(b, k, j) + (j < n ? entry_of(b, k, n + 1) : 0); /* and by the sum */
}
#else
static double slope_of(const struct bench *b, int k, int j) {
  return b->stage.j.at[k * b->stage.j.ld + j];
}
#endif

/* The Jacobian against central differences of the slope, also with a source. */
static void compare_jacobian(const struct chem_file *file) {
  const char *reference = file->tag;
  struct sm_mechanism *m = chem_file_read(ctx, file);
  if (m == NULL) return;
  struct bench b = open_bench(m);
  const struct sm_group_tables *t = &b.host.tables;
  const int n = t->species + 1;
  double up[FIXTURE_MOST], down[FIXTURE_MOST], source[FIXTURE_MOST], worst = 0;
  ck_assert(fixture_states(&states, reference, m));
  for (int k = 0; k < n; k++) source[k] = 1e3 * (k + 1);
  for (int mode = SM_GROUP_VOLUME; mode <= SM_GROUP_ISOTHERMAL; mode++)
    for (int i = 0; i < FIXTURE_STATES; i++) {
      const double density =
          set_state(&b, &states.concentration[0][i], FIXTURE_STATES, states.temperature[i]);
      const struct sm_group_reactor p = {mode, density, {states.pressure[i], 0, 0, 0}, source};
      double *y = b.stage.y;
      for (int k = 0; k < n; k++) y[k] += 2e-6; /* none of them 0, where slopes have a corner */
      sm_group_jacobian(t, &alone, &p, y, &b.memory, b.stage.room, b.stage.f, &b.stage.j);
      for (int j = 0; j < n; j++) {
        const double own = y[j], step = (j == n - 1 ? 1e-5 : 1e-4) * own;
        double largest = 0;
        y[j] = own + step;
        sm_group_rhs(t, &alone, &p, y, &b.memory, up);
        y[j] = own - step;
        sm_group_rhs(t, &alone, &p, y, &b.memory, down);
        y[j] = own;
        for (int k = 0; k < n; k++) largest = fmax(largest, fabs(slope_of(&b, k, j)));
        for (int k = 0; k < n; k++) {
          const double want = (up[k] - down[k]) / (2 * step);
          const double off = fabs(slope_of(&b, k, j) - want);
          double gross = 0; /* of what cancels in differences by the temperature */
          for (int by = 0; j == n - 1 && by < n - 1; by++)
            gross += fabs(slope_of(&b, k, by) * y[by]) / own;
          const double scale = fabs(want) + (fabs(up[k]) + fabs(down[k])) / own * 1e-3 +
                               (k == n - 1 ? 1e-3 : 1e-6) * largest + gross;
          worst = fmax(worst, off / scale);
          ck_assert_msg(off <= 1e-6 * scale, "%s mode %d state %d: d f%d / d y%d %.9e, not %.9e",
                        reference, mode, i, k, j, slope_of(&b, k, j), want);
        }
      }
    }
  printf("%s: Jacobian off by at most %.2g\n", reference, worst);
  close_bench(&b);
  sm_mechanism_destroy(&m);
}

START_TEST(jacobians_of_the_reference) {
  for (int i = 0; i < CHEM_FILES; i++) compare_jacobian(&chem_files[i]);
}
END_TEST

/* Along an ignition of the reference: from point to point, at a tolerance. */
static void compare_trajectory(const char *mechanism, const char *name, int mode, bool rkc,
                               double rtol, double allowed) {
  struct sm_mechanism *m = chem_reference_read(ctx, mechanism);
  if (m == NULL) return;
  struct bench b = open_bench(m);
  const struct sm_group_tables *t = &b.host.tables;
  const int n = t->species + 1;
  FILE *file = fixture_open(name);
  ck_assert_ptr_nonnull(file);
  char line[8192];
  double number[FIXTURE_MOST + 16], before = 0, worst = 0;
  int points = 0, steps = 0, rejected = 0;
  ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
  struct sm_group_reactor p = {mode, 0, {0, 0, 0, 0}, NULL};
  while (fgets(line, sizeof line, file) != NULL) {
    const double time = strtod(line, NULL);
    ck_assert_int_eq(fixture_numbers(line, number, n + 1), n + 1);
    if (points++ == 0) {
      double own[FIXTURE_MOST];
      fixture_concentrations(m, number + 2, number[0], number[1], own);
      p.density = set_state(&b, own, 1, number[0]);
      p.air.pressure = number[1];
    } else {
      const struct sm_group_control c = {time - before, 0, rtol, rtol * 1e-6, 100000, 0};
      const struct sm_group_result r =
          rkc ? sm_group_advance_rkc(t, &alone, &p, &c, &b.memory, b.stage)
              : sm_group_advance_rosenbrock(t, &alone, &p, &c, &sm_chem_rodas3, &b.memory, b.stage);
      ck_assert(!r.failed);
      steps += r.steps;
      rejected += r.rejected;
      worst = fmax(worst, fabs(b.stage.y[n - 1] - number[0]) / number[0]);
    }
    before = time;
  }
  fclose(file);
  printf("%s: temperature off by %.2g in %d points, %d steps, %d rejected\n", name, worst, points,
         steps, rejected);
  ck_assert(points > 50 && worst <= allowed);
  close_bench(&b);
  sm_mechanism_destroy(&m);
}

START_TEST(ignitions_of_the_reference) {
  const char *const volume = "traj_yetter1991_cv_H2_T1000_p1_phi1.csv";
  const char *const pressure = "traj_yetter1991_cp_H2_T1000_p1_phi1.csv";
  const char *const methane = "traj_gri30_cv_CH4_T1500_p1_phi1.csv";
  compare_trajectory("yetter1991", volume, SM_GROUP_VOLUME, false, 1e-8, 1e-5);
  compare_trajectory("yetter1991", pressure, SM_GROUP_PRESSURE, false, 1e-8, 1e-5);
  compare_trajectory("yetter1991", volume, SM_GROUP_VOLUME, true, 1e-9, 2e-4);
  compare_trajectory("gri30", methane, SM_GROUP_VOLUME, false, 1e-6, 1e-5);
}
END_TEST

/* POLLU (Verwer 1994) through its hour: isothermal, no thermodynamics; kmol/m3 of ppm. */
START_TEST(urban_air) {
  const struct sm_mechanism_files files = {.mechanism = "tests/data/chem/pollu.def"};
  struct sm_mechanism *m = NULL;
  FILE *file = fixture_open("ivp_reference.csv");
  if (file == NULL) {
    printf("skipped: no reference data\n");
    return;
  }
  ck_assert_int_eq(sm_mechanism_read(ctx, &files, &m), SM_OK);
  static const char *const first[6] = {"NO", "O3", "HCHO", "CO", "ALD", "SO2"};
  static const double much[6] = {0.2, 0.04, 0.1, 0.3, 0.01, 0.007};
  const double ppm = 2.46e13 * 1e6 / 6.02214076e26;
  double c[FIXTURE_MOST] = {0}, worst = 0;
  for (int i = 0; i < 6; i++) c[sm_mechanism_find_species(m, first[i])] = much[i] * ppm;
  struct bench b = open_bench(m);
  const struct sm_group_tables *t = &b.host.tables;
  const double density = set_state(&b, c, 1, 298);
  const struct sm_group_reactor p = {SM_GROUP_ISOTHERMAL, density, {101325, 1, 0, 0}, NULL};
  const struct sm_group_control control = {3600, 0, 1e-7, 1e-13, 100000, 0};
  const struct sm_group_result r =
      sm_group_advance_rosenbrock(t, &alone, &p, &control, &sm_chem_rodas3, &b.memory, b.stage);
  ck_assert(!r.failed);
  char line[256], name[16];
  double value;
  int count = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "pollu,60,%15[^,],%lf", name, &value) != 2) continue;
    const double got = b.stage.y[sm_mechanism_find_species(m, name)] * density / ppm;
    worst = fmax(worst, fabs(got / value - 1));
    count++;
  }
  fclose(file);
  printf("POLLU: off by %.2g of each species, %d steps\n", worst, r.steps);
  ck_assert(count == 20 && worst < 1e-5);
  close_bench(&b);
  sm_mechanism_destroy(&m);
}
END_TEST

/* Light below the horizon is nothing, and has no slope either. */
START_TEST(night) {
  const struct sm_mechanism_files files = {.mechanism = "cases/smog/cbm4.def",
                                           .photolysis = "cases/smog/photolysis.txt"};
  struct sm_mechanism *m = NULL;
  double c[FIXTURE_MOST];
  ck_assert_int_eq(sm_mechanism_read(ctx, &files, &m), SM_OK);
  struct bench b = open_bench(m);
  const struct sm_group_tables *t = &b.host.tables;
  for (int k = 0; k < t->species; k++) c[k] = 1e-9 * (k + 1);
  const double density = set_state(&b, c, 1, 285);
  const struct sm_group_reactor p = {SM_GROUP_ISOTHERMAL, density, {101325, 1, 1.75, 0}, NULL};
  const struct sm_group_control control = {3600, 0, 1e-6, 1e-13, 100000, 0};
  ck_assert(
      !sm_group_advance_rosenbrock(t, &alone, &p, &control, &sm_chem_rodas4, &b.memory, b.stage)
           .failed);
  close_bench(&b);
  sm_mechanism_destroy(&m);
}
END_TEST

CONTEXT_TEST_MAIN(rates_of_the_reference, jacobians_of_the_reference, ignitions_of_the_reference,
                  urban_air, night)

/* Poisson solvers in several processes: residuals, iterations and solution of one process, bit by
 * bit, with cuts through solids and cut cells, odd numbers of rows, and periodic sides. */
#define _POSIX_C_SOURCE 200809L /* readlink, popen */
#include "several_processes.h"

#include "parallel/rows.h"
#include "poisson_problem.h"

#ifdef SM_EMULATED /* tests/emulator */
#define DEVICE "cuda"
enum { COUNTS = 3 }; /* slow */
#else
#define DEVICE "cpu"
enum { COUNTS = PROCESS_COUNTS };
#endif

/* Rows of the problem that a process has: first <= j < end. */
static int first_row(const struct problem *p) {
  return p->poisson->own_rows ? p->poisson->level[0].cut->first : 0;
}
static int end_row(const struct problem *p) {
  return p->poisson->own_rows ? p->poisson->level[0].cut->end : p->shape.g.n[1];
}

/* Sum over the rows of this process of a hash of the solution. */
static uint64_t hash_rows(const struct problem *p) {
  const int *n = p->shape.g.n;
  uint64_t sum = 0;
  for (int j = first_row(p); j < end_row(p); j++) {
    uint64_t hash = 14695981039346656037u + (uint64_t)j;
    for (int k = 0; k < n[2]; k++)
      for (int i = 0; i < n[0]; i++) {
        const double x = problem_x(p, i, j, k);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
      }
    sum += hash;
  }
  return sum;
}

/* Hash of the solution of all processes, or that which each of them has. */
static uint64_t hash_all(const struct problem *p) {
  const int count = sm_parallel_count(sm_parallel_of(ctx));
  const uint64_t own = hash_rows(p);
  uint64_t all[8] = {0}, sum = 0;
  sm_parallel_share(sm_parallel_of(ctx), &own, sizeof own, all);
  for (int q = 0; q < count; q++) {
    sum += all[q];
    if (!p->poisson->own_rows && all[q] != own) printf("process %d has another solution\n", q);
  }
  return p->poisson->own_rows ? sum : own;
}

/* Prints what must not depend on the number of processes: a hash of the solution, iterations and
 * residuals. */
static void print(const char *name, const struct problem *p, const struct sm_poisson_result *r) {
  const uint64_t hash = hash_all(p);
  double sum = 0;
  for (int m = 0; m < r->history_count; m++) sum += r->history[m] * (m + 1);
  const bool wrong = !p->poisson->own_rows && problem_residual(p) > 1e-5;
  const bool same = !sm_parallel_any(sm_parallel_of(ctx), wrong);
  if (sm_processes_rank(ctx) == 0)
    printf("%s: %016llx, %d iterations, residual %.17g, history %.17g%s\n", name,
           (unsigned long long)hash, r->iterations, r->residual, sum, same ? "" : ", wrong");
}

/* A wall across all cuts, and solids at random. */
static void add_solids(struct geometry *g) {
  const int *n = g->n;
  const int64_t cells = (int64_t)n[0] * n[1] * n[2];
  uint32_t seed = 5;
  geometry_box(g, n[0] / 2, n[0] / 2 + 1, 3, n[1] - 3, 0, n[2] / 2, 1);
  for (int64_t m = 0; m < cells; m++) g->solid[m] |= geometry_random(&seed) < 0.02;
}

struct setting {
  const char *name;
  int n[3];
  double stretch;
  enum { SOLIDS, CUT_CELLS, PERIODIC } shape;
  enum sm_wind_solver solver;
  enum sm_mg_cycle cycle;
  bool own_rows;
};

/* The random right-hand side of problem_noise, of the rows of this process. */
static void noise(struct problem *p, uint32_t seed) {
  const int *n = p->shape.g.n;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const double value = geometry_random(&seed) - 0.5;
        const int bits = p->setup.cell[definition_cell(&p->setup, i, j, k)] & SM_OPEN_ALL;
        if (j >= first_row(p) && j < end_row(p)) *problem_b(p, i, j, k) = bits ? value : 0;
      }
}

static void begin(const struct setting *s, struct problem *p) {
  problem_begin(p, s->n, (double[]){2, 3, 1.5}, s->stretch);
  p->periodic[1] = s->shape == PERIODIC;
  p->own_rows = s->own_rows;
  if (s->shape == CUT_CELLS) {
    shape_rugged_ground(&p->shape);
    problem_make_solver(p);
  } else {
    if (s->shape == SOLIDS) add_solids(&p->shape.g);
    problem_finish(p);
  }
  noise(p, 17);
}

static void solve(const struct setting *s) {
  struct problem p;
  begin(s, &p);
  struct sm_poisson_array array = {p.poisson, p.b};
  const struct sm_poisson_problem problem = sm_poisson_array_problem(&array);
  struct sm_poisson_options options = sm_poisson_options_default();
  options.solver = s->solver;
  options.cycle = s->cycle;
  options.measure_change = true;
  if (s->solver != SM_SOLVER_MULTIGRID) options.max_iterations = 4000;
  static struct sm_poisson_result result;
  if (sm_poisson_solve(ctx, p.poisson, &problem, &options, &result) == SM_OK)
    print(s->name, &p, &result);
  else
    printf("%s: %s\n", s->name, sm_context_message(ctx));
  problem_free(&p);
}

static const struct setting settings[] = {
    {"multigrid", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
    {"stretched", {20, 51, 11}, 1.05, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
    {"cut cells", {40, 64, 20}, 1, CUT_CELLS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
#ifndef SM_EMULATED /* slow */
    {"levels in parts", {96, 112, 24}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
#endif
    {"algebraic", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_ALGEBRAIC, false},
    {"periodic", {24, 48, 12}, 1, PERIODIC, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
    {"periodic odd", {20, 51, 11}, 1, PERIODIC, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, false},
#ifndef SM_EMULATED /* serial */
    {"lexicographic", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_SOR, SM_CYCLE_AUTO, false},
#endif
    {"red-black", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_RED_BLACK_SOR, SM_CYCLE_AUTO, false},
    {"own rows", {20, 51, 11}, 1.05, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, true},
#ifndef SM_EMULATED
    {"own cut cells", {40, 64, 20}, 1, CUT_CELLS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, true},
#endif
    {"own levels", {96, 112, 24}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC, true},
    {"own rows red-black", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_RED_BLACK_SOR, SM_CYCLE_AUTO, true},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

static int worker(int count) {
  (void)count;
  if (sm_device_open(ctx, DEVICE, 1, 32, 0, &device) != SM_OK) return EXIT_FAILURE;
  device->wave_least = 1;     /* wavefronts on all levels, where no halo exchange is in between */
  device->share_least = 4096; /* several levels in parts on a GPU too */
  device->group = sm_parallel_of(ctx);
  for (int m = 0; m < SETTINGS; m++) solve(&settings[m]);
  sm_device_close(&device);
  return EXIT_SUCCESS;
}

/* Drops the notes of a sanitizer, one of each process. */
static void drop_notes(char *text) {
  char *to = text;
  for (char *line = text, *next; *line != '\0'; line = next) {
    const size_t length = strcspn(line, "\n");
    next = line + length + (line[length] == '\n');
    if (strncmp(line, "==", 2) == 0 || length == 0) continue;
    memmove(to, line, (size_t)(next - line));
    to += next - line;
  }
  *to = '\0';
}

START_TEST(any_number_of_processes_has_the_bits_of_one) {
  static char first[OUTPUT], other[OUTPUT];
  for (int m = 0; m < COUNTS; m++) {
    char *out = m == 0 ? first : other;
    ck_assert_msg(run_processes(process_counts[m], out) == 0, "%s", out);
    drop_notes(out);
    ck_assert_msg(strstr(out, "wrong") == NULL && strstr(out, "own rows red-black: ") != NULL, "%s",
                  out);
    if (m > 0)
      ck_assert_msg(strcmp(first, other) == 0, "1 and %d processes:\n%s\n%s", process_counts[m],
                    first, other);
  }
}
END_TEST

PROCESSES_MAIN(&ctx, any_number_of_processes_has_the_bits_of_one)

/* Poisson solvers in several processes: residuals, iterations and solution of one process, bit by
 * bit, with cuts through solids and cut cells, odd numbers of rows, and periodic sides. */
#define _POSIX_C_SOURCE 200809L /* readlink, popen */
#include "several_processes.h"

#include "parallel/parallel.h"
#include "poisson_problem.h"

#ifdef SM_EMULATED /* tests/emulator */
#define DEVICE "cuda"
enum { COUNTS = 3 }; /* slow */
#else
#define DEVICE "cpu"
enum { COUNTS = PROCESS_COUNTS };
#endif

/* Prints what must not depend on the number of processes: a hash of the solution on every process,
 * iterations and residuals. */
static void print(const char *name, const struct problem *p, const struct sm_poisson_result *r) {
  const int *n = p->shape.g.n;
  uint64_t hash = 14695981039346656037u;
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        const double x = problem_x(p, i, j, k);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 1099511628211u;
      }
  double sum = 0;
  for (int m = 0; m < r->history_count; m++) sum += r->history[m] * (m + 1);
  const bool same = !sm_parallel_any(sm_parallel_of(ctx), problem_residual(p) > 1e-5);
  uint64_t all[8] = {0};
  sm_parallel_share(sm_parallel_of(ctx), &hash, sizeof hash, all);
  for (int q = 0; q < sm_parallel_count(sm_parallel_of(ctx)); q++)
    if (all[q] != hash) printf("process %d has another solution\n", q);
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
};

static void begin(const struct setting *s, struct problem *p) {
  problem_begin(p, s->n, (double[]){2, 3, 1.5}, s->stretch);
  p->periodic[1] = s->shape == PERIODIC;
  if (s->shape == CUT_CELLS) {
    shape_rugged_ground(&p->shape);
    problem_make_solver(p);
  } else {
    if (s->shape == SOLIDS) add_solids(&p->shape.g);
    problem_finish(p);
  }
  problem_noise(p, 17);
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
    {"multigrid", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
    {"stretched", {20, 51, 11}, 1.05, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
    {"cut cells", {40, 64, 20}, 1, CUT_CELLS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
    {"levels in parts", {96, 112, 24}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
    {"algebraic", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_MULTIGRID, SM_CYCLE_ALGEBRAIC},
    {"periodic", {24, 48, 12}, 1, PERIODIC, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
    {"periodic odd", {20, 51, 11}, 1, PERIODIC, SM_SOLVER_MULTIGRID, SM_CYCLE_GEOMETRIC},
#ifndef SM_EMULATED /* serial */
    {"lexicographic", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_SOR, SM_CYCLE_AUTO},
#endif
    {"red-black", {20, 51, 11}, 1, SOLIDS, SM_SOLVER_RED_BLACK_SOR, SM_CYCLE_AUTO},
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
    ck_assert_msg(strstr(out, "wrong") == NULL && strstr(out, "red-black: ") != NULL, "%s", out);
    if (m > 0)
      ck_assert_msg(strcmp(first, other) == 0, "1 and %d processes:\n%s\n%s", process_counts[m],
                    first, other);
  }
}
END_TEST

PROCESSES_MAIN(&ctx, any_number_of_processes_has_the_bits_of_one)

/* simoom-peers - solves the same Poisson systems with simoom and with hypre, and compares the
   times. */
#include "peers.h"

#include "report.h"
#include <omp.h>
#include <stdio.h>
#include <time.h>

static const char usage[] =
    "usage: [mpirun --bind-to none -n N] simoom-peers [--scene NAME] [--tolerance X]\n"
    "                                    [--repeat N] [--json FILE] [--list]\n"
    "Solves with simoom and hypre on one thread; started by mpirun, on N threads and processes "
    "too.\n";

enum { MOST_REPEATS = 99 };

struct options {
  const struct peer_scene *scene; /* NULL: all scenes */
  const char *json;
  double tolerance;
  int repeats;
};

static int list_scenes(void) {
  for (int s = 0; s < peer_scene_count; s++)
    printf("%-15s %s\n", peer_scenes[s].name, peer_scenes[s].remark);
  return 0;
}

/* Returns -1 if there is something to measure, else the exit code. */
static int read_options(int count, char **word, struct options *options) {
  *options = (struct options){.tolerance = 1e-9, .repeats = 3};
  bool good = true;
  for (int i = 1; good && i < count; i += 2) {
    const char *value = word[i + 1]; /* NULL after the last */
    if (strcmp(word[i], "--list") == 0) return list_scenes();
    if (strcmp(word[i], "--help") == 0) return fputs(usage, stdout) < 0;
    if (value == NULL) {
      good = false;
    } else if (strcmp(word[i], "--scene") == 0) {
      options->scene = peer_scene_find(value);
      good = options->scene != NULL;
    } else if (strcmp(word[i], "--json") == 0) {
      options->json = value;
    } else if (strcmp(word[i], "--tolerance") == 0) {
      options->tolerance = atof(value);
    } else if (strcmp(word[i], "--repeat") == 0) {
      options->repeats = atoi(value);
    } else {
      good = false;
    }
  }
  if (good && options->tolerance > 0 && options->tolerance < 1 && options->repeats > 0 &&
      options->repeats <= MOST_REPEATS)
    return -1;
  fputs(usage, stderr);
  return 2;
}

/* Barrier in which processes without work sleep, since waiting in MPI occupies a core. */
static void meet(void) {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; !done;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done) nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

/* CPU time for one thread, wall-clock time for several. */
static double seconds(const struct peer_result *result, bool alone) {
  return alone ? result->setup.cpu + result->solve.cpu : result->setup.wall + result->solve.wall;
}

/* A converged result is better than one that is not, then the faster one. */
static bool is_better(const struct peer_result *a, const struct peer_result *b, bool alone) {
  if (a->converged != b->converged) return a->converged;
  return seconds(a, alone) < seconds(b, alone);
}

/* Takes the fastest run, which was least disturbed by other processes. */
static struct peer_result least_disturbed(const struct peer_result *results, int count,
                                          bool alone) {
  int best = 0;
  for (int r = 1; r < count; r++)
    if (is_better(&results[r], &results[best], alone)) best = r;
  return results[best];
}

static struct peer_result measure_simoom(struct sm_context *ctx, const struct peer_problem *problem,
                                         int threads, const struct options *options, double *x,
                                         char *device_name, size_t size) {
  struct sm_device *device = NULL;
  if (sm_device_open(ctx, "cpu", threads, 32, 0, &device) != SM_OK)
    peer_fail("%s", sm_context_message(ctx));
  snprintf(device_name, size, "%s", device->name);
  struct peer_result results[MOST_REPEATS];
  for (int r = 0; r < options->repeats; r++)
    results[r] = peer_simoom(ctx, device, problem, options->tolerance, x);
  sm_device_close(&device);
  return least_disturbed(results, options->repeats, threads == 1);
}

/* Runs every method of a family once, then repeats the fastest that converged. */
static struct peer_result measure_hypre(MPI_Comm comm, const struct peer_problem *problem,
                                        enum peer_family family, const struct options *options,
                                        double *x) {
  const struct peer_matrix *matrix = &problem->matrix;
  struct peer_result result, results[MOST_REPEATS] = {{.method = NULL}};
  int best = 0, rank;
  MPI_Comm_rank(comm, &rank);
  for (int m = 0; peer_hypre(comm, matrix, family, m, options->tolerance, x, &result); m++) {
    if (rank == 0) peer_print_result(&result);
    if (m > 0 && !is_better(&result, &results[0], comm == MPI_COMM_SELF)) continue;
    best = m;
    results[0] = result;
  }
  MPI_Bcast(&best, 1, MPI_INT, 0, comm);
  for (int r = 1; r < options->repeats; r++)
    peer_hypre(comm, matrix, family, best, options->tolerance, x, &results[r]);
  return least_disturbed(results, options->repeats, comm == MPI_COMM_SELF);
}

/* Measures a scene with `threads` threads, or as many processes of `comm`; the others sleep. */
static struct peer_row measure(struct sm_context *ctx, const struct peer_scene *scene,
                               const struct peer_problem *problem, MPI_Comm comm, int threads,
                               const struct options *options, double *x) {
  struct peer_row row = {.scene = scene, .threads = threads, .repeats = options->repeats};
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    row.simoom =
        measure_simoom(ctx, problem, threads, options, x, row.device_name, sizeof row.device_name);
    peer_print_head(&row);
    peer_print_result(&row.simoom);
  }
  if (comm == MPI_COMM_WORLD) meet();
  if (rank == 0 || comm == MPI_COMM_WORLD)
    for (int f = 0; f < PEER_FAMILIES; f++)
      row.hypre[f] = measure_hypre(comm, problem, (enum peer_family)f, options, x);
  if (rank == 0) peer_print_ratios(&row);
  meet();
  return row;
}

/* Measures the requested rows; returns their number. Only process 0 fills them. */
static int measure_all(struct sm_context *ctx, int ranks, const struct options *options,
                       struct peer_row *rows) {
  int count = 0;
  for (int s = 0; s < peer_scene_count; s++) {
    const struct peer_scene *scene = &peer_scenes[s];
    if (options->scene != NULL && options->scene != scene) continue;
    struct peer_problem problem;
    peer_problem_create(ctx, scene, &problem);
    double *x = peer_alloc(problem.matrix.cells, sizeof *x);
    rows[count++] = measure(ctx, scene, &problem, MPI_COMM_SELF, 1, options, x);
    if (ranks > 1) rows[count++] = measure(ctx, scene, &problem, MPI_COMM_WORLD, ranks, options, x);
    free(x);
    peer_problem_free(&problem);
  }
  return count;
}

int main(int count, char **word) {
  struct options options;
  const int answer = read_options(count, word, &options);
  if (answer >= 0) return answer;
  int code = 0, rank, ranks;
  MPI_Init(&count, &word);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (omp_get_num_procs() < ranks)
    peer_fail("%d processors for %d threads; start with mpirun --bind-to none", omp_get_num_procs(),
              ranks);
  omp_set_num_threads(1); /* for code that is not measured */
  peer_hypre_begin();
  struct sm_context *ctx = NULL;
  if (sm_context_create(NULL, &ctx) != SM_OK) peer_fail("not enough memory");
  struct peer_row *rows = peer_alloc(2 * peer_scene_count, sizeof *rows);
  const int measured = measure_all(ctx, ranks, &options, rows);
  for (int r = 0; rank == 0 && r < measured; r++) code = rows[r].simoom.converged ? code : 6;
  if (rank == 0 && options.json != NULL)
    peer_write_json(options.json, options.tolerance, rows, measured);
  free(rows);
  sm_context_destroy(&ctx);
  peer_hypre_end();
  MPI_Finalize();
  return code;
}

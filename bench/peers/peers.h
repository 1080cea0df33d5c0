/* peers.h - the Poisson solver and those of other libraries, on the same matrices. */
#ifndef SM_BENCH_PEERS_H
#define SM_BENCH_PEERS_H

#include "solve/poisson.h"
#include "verify/shapes.h"
#include <mpi.h>
#include <stdnoreturn.h>

enum { PEER_SIDES = 6 };

/* What to solve: air among obstacles, nothing flows through the ground, x = 0 beyond the other
 * sides; b is what a logarithmic wind leaves over in every cell. */
struct peer_scene {
  const char *name, *remark;
  int n[3];
  double h[3]; /* m */
  double stretch;
  void (*build)(struct sm_context *ctx, struct shape *shape);
};

extern const struct peer_scene peer_scenes[];
extern const int peer_scene_count;
const struct peer_scene *peer_scene_find(const char *name); /* NULL: none */

/* The matrix of a scene as the solver has it, to the last bit; cells in natural order, x fastest.
 */
struct peer_matrix {
  int n[3];
  double h[3]; /* m: widths of the first cells */
  int64_t cells;
  double *diagonal; /* 0: no air */
  double *low[3];   /* coupling to the next cell west, south, below; positive */
  double *b;
};

struct peer_problem {
  struct shape shape;
  struct sm_poisson_setup setup;
  struct peer_matrix matrix;
};

/* Seconds of the wall clock, and of the processor in this process. */
struct peer_cost {
  double wall, cpu;
};

struct peer_result {
  const char *method;
  bool converged;
  int iterations;
  double residual; /* of b - A x, relative, computed anew */
  struct peer_cost setup, solve;
};

/* Prints the message and ends all processes. */
noreturn void peer_fail(const char *format, ...) SM_FORMAT(1, 2);

/* Zeroed memory, to be freed with free. */
void *peer_alloc(int64_t count, size_t size);

struct peer_cost peer_now(void);
struct peer_cost peer_since(struct peer_cost start);

void peer_problem_create(struct sm_context *ctx, const struct peer_scene *scene,
                         struct peer_problem *problem);
void peer_problem_free(struct peer_problem *problem);

/* 2-norm of b - A x over that of b; x in natural order. */
double peer_residual(const struct peer_matrix *matrix, const double *x);

/* simoom's own solver; x is the solution. */
struct peer_result peer_simoom(struct sm_context *ctx, struct sm_device *device,
                               const struct peer_problem *problem, double tolerance, double *x);

/* hypre on the processes of a communicator, each with a slab of layers: method number `method` of
 * conjugate gradients with PFMG or BoomerAMG; false when there are no more. x is the solution, on
 * process 0. */
enum peer_family { PEER_PFMG, PEER_BOOMERAMG, PEER_FAMILIES };
extern const char *const peer_family_name[];
bool peer_hypre(MPI_Comm comm, const struct peer_matrix *matrix, enum peer_family family,
                int method, double tolerance, double *x, struct peer_result *result);
const char *peer_hypre_version(void);
void peer_hypre_begin(void);
void peer_hypre_end(void);

#endif

/* peers.h - comparison of the Poisson solver with solvers of other libraries, on the same
   matrices. */
#ifndef SM_BENCH_PEERS_H
#define SM_BENCH_PEERS_H

#include "solve/poisson.h"
#include "verify/shapes.h"
#include <mpi.h>
#include <stdnoreturn.h>

enum { PEER_SIDES = 6 };

/* Poisson problem: air among obstacles, zero flux through the ground, x = 0 on the other
 * boundaries; b is the divergence of a logarithmic wind in every cell. */
struct peer_scene {
  const char *name, *remark;
  int n[3];
  double h[3]; /* m */
  double stretch;
  void (*build)(struct sm_context *ctx, struct shape *shape);
};

extern const struct peer_scene peer_scenes[];
extern const int peer_scene_count;
const struct peer_scene *peer_scene_find(const char *name); /* NULL: no such scene */

/* Matrix of a scene, bitwise equal to that of the solver; cells in natural order, x
 * fastest. */
struct peer_matrix {
  int n[3];
  double h[3]; /* sizes of the first cells, m */
  int64_t cells;
  double *diagonal; /* diagonal; 0: no air */
  double *low[3];   /* coupling to the next cell west, south, below; positive */
  double *b;
};

struct peer_problem {
  struct shape shape;
  struct sm_poisson_setup setup;
  struct peer_matrix matrix;
};

/* Wall-clock time, and CPU time of this process, s. */
struct peer_cost {
  double wall, cpu;
};

struct peer_result {
  const char *method;
  bool converged;
  int iterations;
  double residual; /* relative residual |b - A x| / |b|, recomputed */
  struct peer_cost setup, solve;
};

/* Prints the message and ends all processes. */
noreturn void peer_fail(const char *format, ...) SM_FORMAT(1, 2);

/* Zeroed memory, freed with free. */
void *peer_alloc(int64_t count, size_t size);

struct peer_cost peer_now(void);
struct peer_cost peer_since(struct peer_cost start);

void peer_problem_create(struct sm_context *ctx, const struct peer_scene *scene,
                         struct peer_problem *problem);
void peer_problem_free(struct peer_problem *problem);

/* 2-norm of b - A x over that of b; x in natural order. */
double peer_residual(const struct peer_matrix *matrix, const double *x);

/* Solves with simoom; x is the solution. */
struct peer_result peer_simoom(struct sm_context *ctx, struct sm_device *device,
                               const struct peer_problem *problem, double tolerance, double *x);

/* Solves with hypre on the processes of a communicator, each with a slab of layers: conjugate
 * gradients preconditioned by PFMG or BoomerAMG, variant number `method`; returns false after the
 * last variant. x is the solution, on process 0. */
enum peer_family { PEER_PFMG, PEER_BOOMERAMG, PEER_FAMILIES };
extern const char *const peer_family_name[];
bool peer_hypre(MPI_Comm comm, const struct peer_matrix *matrix, enum peer_family family,
                int method, double tolerance, double *x, struct peer_result *result);
const char *peer_hypre_version(void);
void peer_hypre_begin(void);
void peer_hypre_end(void);

#endif

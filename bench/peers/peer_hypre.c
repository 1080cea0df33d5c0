#include "peers.h"

#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_config.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <HYPRE_struct_ls.h>

enum { MOST_ITERATIONS = 500, STENCIL = 4 };

const char *const peer_family_name[] = {"hypre PFMG-CG", "hypre BoomerAMG-CG"};

const char *peer_hypre_version(void) { return HYPRE_RELEASE_VERSION; }
void peer_hypre_begin(void) { HYPRE_Init(); }
void peer_hypre_end(void) { HYPRE_Finalize(); }

/* Layers first .. last - 1 of a process, and their cells. */
struct slab {
  int first, last;
  int64_t begin, end;
};

static struct slab slab_of(MPI_Comm comm, const struct peer_matrix *matrix, int rank) {
  int ranks;
  MPI_Comm_size(comm, &ranks);
  const int nz = matrix->n[2];
  const int64_t layer = (int64_t)matrix->n[0] * matrix->n[1];
  struct slab slab = {nz * rank / ranks, nz * (rank + 1) / ranks, 0, 0};
  slab.begin = slab.first * layer;
  slab.end = slab.last * layer;
  return slab;
}

static struct slab slab_here(MPI_Comm comm, const struct peer_matrix *matrix) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return slab_of(comm, matrix, rank);
}

/* Gathers the parts of x on process 0. */
static void gather(MPI_Comm comm, const struct peer_matrix *matrix, double *x) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const struct slab own = slab_of(comm, matrix, rank);
  if (rank > 0) MPI_Send(x + own.begin, (int)(own.end - own.begin), MPI_DOUBLE, 0, 0, comm);
  for (int other = 1; rank == 0 && other < ranks; other++) {
    const struct slab slab = slab_of(comm, matrix, other);
    MPI_Recv(x + slab.begin, (int)(slab.end - slab.begin), MPI_DOUBLE, other, 0, comm,
             MPI_STATUS_IGNORE);
  }
}

/* Synchronises the processes and starts the timers. */
static struct peer_cost start_together(MPI_Comm comm) {
  MPI_Barrier(comm);
  return peer_now();
}

static struct peer_cost stop_together(MPI_Comm comm, struct peer_cost start) {
  MPI_Barrier(comm);
  return peer_since(start);
}

/* Clears the error flag of hypre. A breakdown of the iteration (PFMG between random obstacles) sets
 * it but is not a failure here: the residual of the solution decides. */
static void check_hypre(void) {
  const int error = HYPRE_GetError();
  if (error & (HYPRE_ERROR_MEMORY | HYPRE_ERROR_ARG)) {
    char text[256];
    HYPRE_DescribeError(error, text);
    peer_fail("hypre: %s", text);
  }
  HYPRE_ClearAllErrors();
}

/* Structured system for PFMG: symmetric stencil of a cell and its three low neighbours. */
struct structured {
  HYPRE_StructGrid grid;
  HYPRE_StructStencil stencil;
  HYPRE_StructMatrix matrix;
  HYPRE_StructVector b, x;
};

static void create_structured(MPI_Comm comm, const struct peer_matrix *m, struct structured *s) {
  const struct slab slab = slab_here(comm, m);
  HYPRE_Int low[3] = {0, 0, slab.first}, high[3] = {m->n[0] - 1, m->n[1] - 1, slab.last - 1};
  HYPRE_Int offset[STENCIL][3] = {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  HYPRE_Int entries[STENCIL] = {0, 1, 2, 3};
  HYPRE_StructGridCreate(comm, 3, &s->grid);
  HYPRE_StructGridSetExtents(s->grid, low, high);
  HYPRE_StructGridAssemble(s->grid);
  HYPRE_StructStencilCreate(3, STENCIL, &s->stencil);
  for (int e = 0; e < STENCIL; e++) HYPRE_StructStencilSetElement(s->stencil, e, offset[e]);
  HYPRE_StructMatrixCreate(comm, s->grid, s->stencil, &s->matrix);
  HYPRE_StructMatrixSetSymmetric(s->matrix, 1);
  HYPRE_StructMatrixInitialize(s->matrix);
  double *values = peer_alloc(STENCIL * (slab.end - slab.begin), sizeof *values), *at = values;
  for (int64_t c = slab.begin; c < slab.end; c++) {
    *at++ = m->diagonal[c] > 0 ? m->diagonal[c] : 1;
    for (int d = 0; d < 3; d++) *at++ = -m->low[d][c];
  }
  HYPRE_StructMatrixSetBoxValues(s->matrix, low, high, STENCIL, entries, values);
  HYPRE_StructMatrixAssemble(s->matrix);
  free(values);
  HYPRE_StructVectorCreate(comm, s->grid, &s->b);
  HYPRE_StructVectorInitialize(s->b);
  HYPRE_StructVectorSetBoxValues(s->b, low, high, m->b + slab.begin);
  HYPRE_StructVectorAssemble(s->b);
  HYPRE_StructVectorCreate(comm, s->grid, &s->x);
  HYPRE_StructVectorInitialize(s->x);
  HYPRE_StructVectorSetConstantValues(s->x, 0);
  HYPRE_StructVectorAssemble(s->x);
}

static void destroy_structured(struct structured *s) {
  HYPRE_StructVectorDestroy(s->x);
  HYPRE_StructVectorDestroy(s->b);
  HYPRE_StructMatrixDestroy(s->matrix);
  HYPRE_StructStencilDestroy(s->stencil);
  HYPRE_StructGridDestroy(s->grid);
}

/* Galerkin coarse operators: other options of PFMG do not converge between close walls. */
static const struct {
  const char *name;
  HYPRE_Int relaxation;
} pfmg_methods[] = {{"PFMG, weighted Jacobi", 1}, {"PFMG, red-black Gauss-Seidel", 2}};
enum { PFMG_METHODS = sizeof pfmg_methods / sizeof *pfmg_methods };

static void solve_pfmg(MPI_Comm comm, const struct peer_matrix *m, int method, double tolerance,
                       double *x, struct peer_result *result) {
  struct structured s;
  create_structured(comm, m, &s);
  HYPRE_StructSolver solver, pfmg;
  HYPRE_StructPFMGCreate(comm, &pfmg);
  HYPRE_StructPFMGSetMaxIter(pfmg, 1);
  HYPRE_StructPFMGSetTol(pfmg, 0);
  HYPRE_StructPFMGSetZeroGuess(pfmg);
  HYPRE_StructPFMGSetRAPType(pfmg, 0);
  HYPRE_StructPFMGSetRelaxType(pfmg, pfmg_methods[method].relaxation);
  HYPRE_StructPFMGSetNumPreRelax(pfmg, 1);
  HYPRE_StructPFMGSetNumPostRelax(pfmg, 1);
  HYPRE_StructPFMGSetSkipRelax(pfmg, 0);
  HYPRE_Real widths[3] = {m->h[0], m->h[1], m->h[2]};
  HYPRE_StructPFMGSetDxyz(pfmg, widths);
  HYPRE_StructPCGCreate(comm, &solver);
  HYPRE_StructPCGSetTol(solver, tolerance);
  HYPRE_StructPCGSetMaxIter(solver, MOST_ITERATIONS);
  HYPRE_StructPCGSetTwoNorm(solver, 1);
  HYPRE_StructPCGSetPrecond(solver, HYPRE_StructPFMGSolve, HYPRE_StructPFMGSetup, pfmg);
  struct peer_cost start = start_together(comm);
  HYPRE_StructPCGSetup(solver, s.matrix, s.b, s.x);
  result->setup = stop_together(comm, start);
  start = start_together(comm);
  HYPRE_StructPCGSolve(solver, s.matrix, s.b, s.x);
  result->solve = stop_together(comm, start);
  HYPRE_Int iterations;
  HYPRE_StructPCGGetNumIterations(solver, &iterations);
  result->iterations = iterations;
  check_hypre();
  const struct slab slab = slab_here(comm, m);
  HYPRE_Int low[3] = {0, 0, slab.first}, high[3] = {m->n[0] - 1, m->n[1] - 1, slab.last - 1};
  HYPRE_StructVectorGetBoxValues(s.x, low, high, x + slab.begin);
  HYPRE_StructPCGDestroy(solver);
  HYPRE_StructPFMGDestroy(pfmg);
  destroy_structured(&s);
}

/* System for BoomerAMG: one row per air cell, in natural order. */
struct rows {
  HYPRE_BigInt *number; /* row number of each cell; -1: no air */
  HYPRE_BigInt first, last;
  HYPRE_IJMatrix matrix;
  HYPRE_IJVector b, x;
};

static void number_cells(MPI_Comm comm, const struct peer_matrix *m, struct rows *rows) {
  const struct slab slab = slab_here(comm, m);
  rows->number = peer_alloc(m->cells, sizeof *rows->number);
  HYPRE_BigInt next = 0;
  for (int64_t c = 0; c < m->cells; c++) {
    if (c == slab.begin) rows->first = next;
    rows->number[c] = m->diagonal[c] > 0 ? next++ : -1;
    if (c == slab.end - 1) rows->last = next - 1;
  }
}

/* Fills one row; returns its length. */
static HYPRE_Int fill_row(const struct peer_matrix *m, const struct rows *rows, int64_t c,
                          HYPRE_BigInt *columns, double *values) {
  const int64_t nx = m->n[0], step[3] = {1, nx, nx * m->n[1]};
  const int64_t at[3] = {c % nx, c / nx % m->n[1], c / step[2]};
  HYPRE_Int length = 1;
  columns[0] = rows->number[c];
  values[0] = m->diagonal[c];
  for (int d = 0; d < 3; d++)
    for (int side = 0; side < 2; side++) {
      if (at[d] == (side ? m->n[d] - 1 : 0)) continue;
      const int64_t other = c + (side ? step[d] : -step[d]);
      const double coupling = m->low[d][side ? other : c];
      if (!(coupling > 0)) continue;
      columns[length] = rows->number[other];
      values[length++] = -coupling;
    }
  return length;
}

static HYPRE_IJVector create_vector(MPI_Comm comm, const struct rows *rows, const double *values) {
  HYPRE_IJVector vector;
  HYPRE_IJVectorCreate(comm, rows->first, rows->last, &vector);
  HYPRE_IJVectorSetObjectType(vector, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(vector);
  HYPRE_IJVectorSetValues(vector, rows->last - rows->first + 1, NULL, values);
  HYPRE_IJVectorAssemble(vector);
  return vector;
}

static void create_rows(MPI_Comm comm, const struct peer_matrix *m, struct rows *rows) {
  const struct slab slab = slab_here(comm, m);
  number_cells(comm, m, rows);
  const HYPRE_Int count = rows->last - rows->first + 1;
  HYPRE_Int *lengths = peer_alloc(count, sizeof *lengths);
  HYPRE_BigInt *numbers = peer_alloc(count, sizeof *numbers);
  HYPRE_BigInt *columns = peer_alloc(7 * (int64_t)count, sizeof *columns);
  double *values = peer_alloc(7 * (int64_t)count, sizeof *values);
  double *b = peer_alloc(count, sizeof *b), *zero = peer_alloc(count, sizeof *zero);
  int64_t used = 0;
  for (int64_t c = slab.begin; c < slab.end; c++) {
    if (rows->number[c] < 0) continue;
    const HYPRE_BigInt row = rows->number[c] - rows->first;
    numbers[row] = rows->number[c];
    b[row] = m->b[c];
    lengths[row] = fill_row(m, rows, c, columns + used, values + used);
    used += lengths[row];
  }
  HYPRE_IJMatrixCreate(comm, rows->first, rows->last, rows->first, rows->last, &rows->matrix);
  HYPRE_IJMatrixSetObjectType(rows->matrix, HYPRE_PARCSR);
  HYPRE_IJMatrixSetRowSizes(rows->matrix, lengths);
  HYPRE_IJMatrixInitialize(rows->matrix);
  HYPRE_IJMatrixSetValues(rows->matrix, count, lengths, numbers, columns, values);
  HYPRE_IJMatrixAssemble(rows->matrix);
  rows->b = create_vector(comm, rows, b);
  rows->x = create_vector(comm, rows, zero);
  free(lengths);
  free(numbers);
  free(columns);
  free(values);
  free(b);
  free(zero);
}

static void destroy_rows(struct rows *rows) {
  HYPRE_IJVectorDestroy(rows->x);
  HYPRE_IJVectorDestroy(rows->b);
  HYPRE_IJMatrixDestroy(rows->matrix);
  free(rows->number);
}

/* Options: coarsening 8 is PMIS, 10 HMIS; interpolation 6 is extended + i, at most 4 elements;
 * smoother 8 is symmetric l1-Gauss-Seidel, 6 symmetric Gauss-Seidel; number of levels of aggressive
 * coarsening. */
static const struct {
  const char *name;
  HYPRE_Int coarsening, smoother, aggressive;
} amg_methods[] = {{"BoomerAMG, PMIS", 8, 8, 0},
                   {"BoomerAMG, HMIS", 10, 6, 0},
                   {"BoomerAMG, HMIS, one aggressive level", 10, 6, 1}};
enum { AMG_METHODS = sizeof amg_methods / sizeof *amg_methods };

static HYPRE_Solver create_amg(int method) {
  HYPRE_Solver amg;
  HYPRE_BoomerAMGCreate(&amg);
  HYPRE_BoomerAMGSetTol(amg, 0);
  HYPRE_BoomerAMGSetMaxIter(amg, 1);
  HYPRE_BoomerAMGSetCoarsenType(amg, amg_methods[method].coarsening);
  HYPRE_BoomerAMGSetInterpType(amg, 6);
  HYPRE_BoomerAMGSetPMaxElmts(amg, 4);
  HYPRE_BoomerAMGSetStrongThreshold(amg, 0.25);
  HYPRE_BoomerAMGSetAggNumLevels(amg, amg_methods[method].aggressive);
  HYPRE_BoomerAMGSetRelaxType(amg, amg_methods[method].smoother);
  HYPRE_BoomerAMGSetNumSweeps(amg, 1);
  return amg;
}

static void solve_amg(MPI_Comm comm, const struct peer_matrix *m, int method, double tolerance,
                      double *x, struct peer_result *result) {
  struct rows rows = {.number = NULL};
  create_rows(comm, m, &rows);
  void *matrix, *b, *solution;
  HYPRE_IJMatrixGetObject(rows.matrix, &matrix);
  HYPRE_IJVectorGetObject(rows.b, &b);
  HYPRE_IJVectorGetObject(rows.x, &solution);
  HYPRE_Solver solver, amg = create_amg(method);
  HYPRE_ParCSRPCGCreate(comm, &solver);
  HYPRE_PCGSetTol(solver, tolerance);
  HYPRE_PCGSetMaxIter(solver, MOST_ITERATIONS);
  HYPRE_PCGSetTwoNorm(solver, 1);
  HYPRE_PCGSetPrecond(solver, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve,
                      (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, amg);
  struct peer_cost start = start_together(comm);
  HYPRE_ParCSRPCGSetup(solver, matrix, b, solution);
  result->setup = stop_together(comm, start);
  start = start_together(comm);
  HYPRE_ParCSRPCGSolve(solver, matrix, b, solution);
  result->solve = stop_together(comm, start);
  HYPRE_Int iterations;
  HYPRE_PCGGetNumIterations(solver, &iterations);
  result->iterations = iterations;
  check_hypre();
  const struct slab slab = slab_here(comm, m);
  double *values = peer_alloc(rows.last - rows.first + 1, sizeof *values);
  HYPRE_IJVectorGetValues(rows.x, rows.last - rows.first + 1, NULL, values);
  for (int64_t c = slab.begin; c < slab.end; c++)
    x[c] = rows.number[c] >= 0 ? values[rows.number[c] - rows.first] : 0;
  free(values);
  HYPRE_ParCSRPCGDestroy(solver);
  HYPRE_BoomerAMGDestroy(amg);
  destroy_rows(&rows);
}

bool peer_hypre(MPI_Comm comm, const struct peer_matrix *matrix, enum peer_family family,
                int method, double tolerance, double *x, struct peer_result *result) {
  const bool structured = family == PEER_PFMG;
  if (method >= (structured ? PFMG_METHODS : AMG_METHODS)) return false;
  *result = (struct peer_result){.method = structured ? pfmg_methods[method].name
                                                      : amg_methods[method].name};
  (structured ? solve_pfmg : solve_amg)(comm, matrix, method, tolerance, x, result);
  gather(comm, matrix, x);
  int rank;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) result->residual = peer_residual(matrix, x);
  result->converged = rank == 0 && result->residual <= 1.01 * tolerance;
  return true;
}

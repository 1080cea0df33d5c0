/* solve/prism/state.h - what a solver on prisms is made of; for the files of the solver. */
#ifndef SM_SOLVE_PRISM_STATE_H
#define SM_SOLVE_PRISM_STATE_H

#include "device/array_store.h"
#include "solve/amg/csr_levels.h"
#include "solve/prism/coefficients.h"
#include "solve/prism/vertex_weights.h"

/* A field as it was given, and what is owned of it. */
struct sm_prism_prescribed {
  struct sm_prism_field field;
  double *values;
};

/* Vectors of conjugate gradients in double, and of the cycle in float; in the layout of cells. */
struct sm_prism_vectors {
  double *r, *shadow, *p, *v, *t, *e;
  float *b, *z[2];
};

struct sm_prism {
  struct sm_device *device;       /* borrowed */
  const struct sm_prisms *prisms; /* borrowed */
  struct sm_prism_options options;
  enum sm_prism_kind *kind;     /* of the parts: sm_prism_boundary_index */
  struct sm_prism_field *value; /* of the parts */
  struct sm_prism_prescribed gamma, source;
  bool prepared; /* what follows is there and holds for what was given */
  bool balanced; /* so does b */
  struct sm_prism_coefficients shape;
  struct sm_store store;
  struct sm_prism_grid grid;
  struct sm_prism_compact compact;
  struct sm_prism_vertices list; /* its x and at are set for each call */
  int list_count;
  size_t elements; /* of an array in the layout of cells, and of vertices */
  size_t corners;
  double *x, *b, *at; /* x and vertices: what a boundary gives is in b */
  double *y;          /* Jacobi: the other x */
  int32_t *colour;
  int colours;
  struct sm_prism_vectors vectors;
  double *number, *history; /* SM_PRISM_NUMBERS and SM_PRISM_HISTORY */
  struct sm_csr_levels *levels;
  float momentum[4], weight[4]; /* of the sweeps of the cycle */
  void *loop;                   /* of the device, see repeat in backend.h */
  double imbalance, prepare_seconds;
};

/* Makes everything that follows from what was given. Errors: ERR_MEMORY, ERR_DEVICE, ERR_DATA. */
SM_CHECKED enum sm_status sm_prism_prepare(struct sm_context *ctx, struct sm_prism *prism);
void sm_prism_release(struct sm_prism *prism);

/* Enqueue: the vertices of x; y = share b - scale A x with the sum of y w, or y y, to *sum. */
void sm_prism_run_vertices(struct sm_prism *prism, const double *x);
void sm_prism_run_apply(struct sm_prism *prism, const struct sm_prism_apply *apply, double *sum);
struct sm_box sm_prism_cells(const struct sm_prism *prism);

/* Enqueues one cycle: vectors.z[0] approximates what the compact operator makes vectors.b of. */
void sm_prism_run_cycle(struct sm_prism *prism);
void sm_prism_choose_sweeps(struct sm_prism *prism);

/* Bytes that an iteration moves at the least. */
double sm_prism_iteration_bytes(const struct sm_prism *prism);

/* One turn of the solver: an iteration, or two; user: the prism. */
void sm_prism_iterate(void *user);

#endif

/* amg_problem.h - Poisson problems in hard geometry. */
#ifndef SM_TESTS_AMG_PROBLEM_H
#define SM_TESTS_AMG_PROBLEM_H

#include "poisson_problem.h"
#include "solve/amg/amg.h"

/* Cavities that no opening reaches are filled. */
static void make_problem(struct problem *p, const int n[3], const double h[3], double stretch,
                         void (*build)(struct geometry *)) {
  problem_begin(p, n, h, stretch);
  build(&p->shape.g);
  geometry_open_faces(&p->shape.g);
  shape_seal(ctx, &p->shape);
  problem_make_solver(p);
}

static void porous(struct geometry *g) { shape_porous(g, 0.4, 1); }
static void all_air(struct geometry *g) { (void)g; }

#endif

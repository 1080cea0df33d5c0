/* prisms.h - settings of the Poisson equation on prisms of a case: mesh, layers, equation. As in
 * case.h, optional numbers that are not given are NAN. */
#ifndef SM_CASE_PRISMS_H
#define SM_CASE_PRISMS_H

#include "case/flow.h"
#include "case/wind_source.h"

/* Mappings of a block of quadrangles. */
enum sm_mesh_shape { SM_MESH_SQUARE, SM_MESH_WAVES, SM_MESH_RING };

/* Plane mesh: from a file, a published section, or a block. */
struct sm_case_mesh {
  bool present;     /* the case is a prism case, not a wind case */
  char *file;       /* "": no file */
  int section;      /* section 1 to 3 of Uh Zapata and Hernandez-Lopez (2017); 0: none */
  double block[2];  /* number of quadrangles (integers); NAN: no block */
  double size[2];   /* size of the block, m */
  double origin[2]; /* south-west corner of the block, m */
  enum sm_mesh_shape shape;
  bool reorder; /* renumber columns so that neighbours are close in memory */
  int line;
};

struct sm_case_prisms {
  int layers;
  double stretch;                            /* ratio of the thickness of successive layers */
  struct sm_case_expression bottom, surface; /* m; bottom not given: heights of the mesh nodes */
  char *bottom_map; /* raster of the bottom height, in the mesh coordinates; "": none */
  int line;
};

/* Boundary condition on parts of the boundary. */
struct sm_case_poisson_boundary {
  struct sm_string_list at;               /* "bottom", "surface", or named sides of the mesh */
  struct sm_case_expression value, slope; /* Dirichlet value or normal derivative; neither: the
                                             value is the solution */
  int line;
};

/* Poisson equation div(coefficient grad phi) = source. */
struct sm_case_poisson {
  struct sm_case_expression coefficient, source;
  struct sm_case_expression solution; /* exact solution for the error; may be absent */
  int solver, memory, weights; /* enums of solve/prism/poisson.h, in the order of the key words */
  double tolerance;
  int max_iterations;
  double omega;
  struct sm_case_poisson_boundary *boundary;
  size_t boundary_count;
  int line;
};

#endif

/* prisms.h - settings of the Poisson equation on prisms of a case: mesh, layers, equation. As in
 * case.h: an optional number that was not given is NAN. */
#ifndef SM_CASE_PRISMS_H
#define SM_CASE_PRISMS_H

#include "case/flow.h"
#include "case/wind_source.h"

/* Of what a block of quadrangles is an image. */
enum sm_mesh_shape { SM_MESH_SQUARE, SM_MESH_WAVES, SM_MESH_RING };

/* The plane mesh: of a file, the published section, or a block. */
struct sm_case_mesh {
  bool present;     /* the case is one of prisms, not of a wind */
  char *file;       /* "": none */
  int section;      /* 1 to 3, of Uh Zapata and Hernandez-Lopez (2017); 0: none */
  double block[2];  /* quadrangles, whole numbers; NAN: none */
  double size[2];   /* m, of the unit square that a block lies in */
  double origin[2]; /* m, its south-west corner */
  enum sm_mesh_shape shape;
  bool reorder; /* columns beside one another lie near one another in memory */
  int line;
};

struct sm_case_prisms {
  int layers;
  double stretch; /* thickness of a layer over that of the layer below */
  struct sm_case_expression bottom,
      surface;      /* m; bottom not given: the heights of the mesh's nodes */
  char *bottom_map; /* raster of the heights of the bottom, in the coordinates of the mesh; "": none
                     */
  int line;
};

/* What is given on parts of the boundary. */
struct sm_case_poisson_boundary {
  struct sm_string_list at;               /* "bottom", "surface", sides of the mesh */
  struct sm_case_expression value, slope; /* one of them; or neither: the value is the solution */
  int line;
};

/* div(coefficient grad phi) = source */
struct sm_case_poisson {
  struct sm_case_expression coefficient, source;
  struct sm_case_expression solution; /* known, to be compared with; not given: none */
  int solver, memory, weights; /* enums of solve/prism/poisson.h, in the order of the words */
  double tolerance;
  int max_iterations;
  double omega;
  struct sm_case_poisson_boundary *boundary;
  size_t boundary_count;
  int line;
};

#endif

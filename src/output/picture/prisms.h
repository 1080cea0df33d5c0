/* output/picture/prisms.h - prism mesh of a file, for its pictures. */
#ifndef SM_OUTPUT_PICTURE_PRISMS_H
#define SM_OUTPUT_PICTURE_PRISMS_H

#include "input/netcdf/ncdata.h"
#include "output/picture/plot.h"

struct sm_plot_prisms {
  struct sm_context *ctx;
  const struct sm_plot_options *options;
  struct sm_ncdata file;
  const char *field;
  size_t nodes, faces, layers;
  double *x, *y, *bottom, *surface; /* [nodes] */
  double *corner;                   /* [faces][3] indices of nodes */
  double *sigma_face;               /* [layers + 1] */
  double *value;                    /* [layers][faces]; node fields: [1][faces], averaged */
  bool on_nodes;
  size_t layer; /* layer of a map without a height */
  struct sm_plot_shapes shapes;
  double *shape_x, *shape_y;
  float *shape_value, *light;
  double offset[2], edge[2][2];
  char title[256], subtitle[512], label[300], x_label[64], y_label[64];
};

/* Node at a corner of a triangle. */
static inline size_t sm_plot_prism_node(const struct sm_plot_prisms *p, size_t face, int corner) {
  return (size_t)p->corner[3 * face + (size_t)corner];
}

/* prism_file.c */

/* Read mesh and field of the open file. Errors: ERR_DATA, ERR_USAGE (no such field), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plot_prisms_read_mesh(struct sm_plot_prisms *p);
SM_CHECKED enum sm_status sm_plot_prisms_read_field(struct sm_plot_prisms *p);

/* Subtracts the field of another file on the same mesh. Errors: the same. */
SM_CHECKED enum sm_status sm_plot_prisms_subtract(struct sm_plot_prisms *p);

/* Closes the file and frees all. */
void sm_plot_prisms_free(struct sm_plot_prisms *p);

#endif

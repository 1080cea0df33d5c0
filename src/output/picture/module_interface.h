/* output/picture/module_interface.h - the boundary between the library and simoom_plot.so, which
 * draws with PLplot.
 *
 * Plain data only: the module knows neither contexts nor files of simoom. */
#ifndef SM_OUTPUT_PICTURE_MODULE_INTERFACE_H
#define SM_OUTPUT_PICTURE_MODULE_INTERFACE_H

#include "simoom/output.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sm_plot_colours {
  SM_COLOURS_RISING,    /* viridis */
  SM_COLOURS_DIVERGING, /* blue, white at the middle, red */
  SM_COLOURS_CIRCLE,    /* of directions */
  SM_COLOURS_CLASSES,   /* steps from blue over yellow to red */
  SM_COLOURS_KINDS      /* classes without an order */
};

enum sm_plot_format { SM_PICTURE_PNG, SM_PICTURE_SVG, SM_PICTURE_PDF };

/* How often the wind comes from where, and how fast it then is. */
struct sm_plot_wind_rose {
  int sectors, classes;
  const double
      *share;         /* [sectors][classes] %; the first sector's middle is north, then clockwise */
  const double *from; /* [classes] m/s, lower ends; the last has no upper one */
  double most;        /* % at the outer ring */
  double ring;        /* % from ring to ring */
};

/* Particle trajectories, or the particles themselves. */
struct sm_trajectory_picture {
  size_t count;
  const double *x, *y; /* [count] m on the axes; NAN between one way and the next */
  const float *value;  /* [count] the colour of the step that ends there, or of the particle */
  bool dots;           /* each is a particle */
};

/* Plane shapes with a colour each: triangles of a mesh, or what a section cuts out of prisms. */
struct sm_plot_shapes {
  size_t count;
  int corners;         /* of each, 3 or 4 */
  const double *x, *y; /* [count][corners] m on the axes */
  const float *value;  /* [count]; NAN: not painted */
  const float *light;  /* [count] as of the cells; NULL: no shading */
  bool edges;          /* are drawn */
};

/* A named place. */
struct sm_plot_mark {
  double x, y; /* m on the axes */
  char name[64];
};

/* A picture of a plane of cells, of a rose, or with `chart` one of its series in place of the
 * cells. Arrays are [ny][nx], from the lower left. */
struct sm_plot_picture {
  const char *path;
  enum sm_plot_format format;
  int width, height; /* pixels; height 0: what the plane needs, at most 3/4 of the width */
  const char *title, *subtitle, *x_label, *y_label, *bar_label;
  const struct sm_plot_wind_rose *rose; /* NULL: a plane, described by what follows */

  int nx, ny;
  const double *x_edge, *y_edge; /* nx + 1, ny + 1; m on the axes */
  const double *view;            /* ends of x and of y that are seen, m on the axes; NULL: all */
  double axis_unit;              /* m per unit of the axes' numbers */
  double stretch;                /* y is drawn that many times larger than x; 0: fill the page */
  const float *value;            /* NAN: nothing is painted; NULL: there are no cells */
  const uint8_t *solid;          /* 0 air, 1 building, 2 ground; painted grey and brown; 3 air above
                                    a building, of which there is only the outline */
  const float *light;            /* how much light falls on the ground, 1 on what is flat; NULL: no
                                    shading */
  double low, high;              /* of the colours */
  bool logarithmic;              /* what is below `low` is not painted */
  enum sm_plot_colours colours;
  int classes;                    /* of SM_COLOURS_CLASSES and _KINDS, values 1, 2 ...; else 0 */
  const char *const *class_names; /* [classes] */
  const int *kind;                /* [classes] of SM_COLOURS_KINDS: the colour of each, ... */
  int kinds;                      /* ... of so many */

  const float *contour; /* heights, m; NULL: none */
  double contour_step;  /* m */
  const double *level;  /* lines where the value is that, above 0; NULL: none */
  int levels;
  const float *ground; /* [nx] heights of a section's ground, m; NULL on maps */

  const float *arrow_x, *arrow_y; /* m/s; NULL: none */
  int arrow_pixels;               /* between arrows, or streamlines */
  bool streamlines;               /* in place of arrows */

  const struct sm_trajectory_picture *trajectories; /* NULL: none */
  const struct sm_plot_shapes *shapes;              /* NULL: none */
  const struct sm_plot_mark *mark;
  int marks;

  const struct sm_chart *chart; /* NULL: none; its texts and its axes are those of the picture */

  bool is_map;  /* with scale bar and north arrow */
  double north; /* deg clockwise from up to true north */
};

/* What the module's symbol `simoom_plot_module` is. */
struct sm_plot_module {
  /* Draws; returns 0, or not 0 with a message. */
  int (*draw)(const struct sm_plot_picture *picture, char *message, size_t message_size);
};

#endif

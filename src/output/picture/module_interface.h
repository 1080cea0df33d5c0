/* output/picture/module_interface.h - interface between the library and simoom_plot.so, which draws
 * with PLplot.
 *
 * Plain data only: the module knows neither contexts nor files of simoom. */
#ifndef SM_OUTPUT_PICTURE_MODULE_INTERFACE_H
#define SM_OUTPUT_PICTURE_MODULE_INTERFACE_H

#include "simoom/output.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sm_plot_colours {
  SM_COLOURS_RISING,    /* colour_map of the picture */
  SM_COLOURS_DIVERGING, /* blue, white in the middle, red */
  SM_COLOURS_CIRCLE,    /* cyclic, for directions */
  SM_COLOURS_CLASSES,   /* ordered classes, blue over yellow to red */
  SM_COLOURS_KINDS      /* unordered classes */
};

enum sm_plot_format { SM_PICTURE_PNG, SM_PICTURE_SVG, SM_PICTURE_PDF };

/* Frequencies of wind direction and speed. */
struct sm_plot_wind_rose {
  int sectors, classes;
  const double *share; /* [sectors][classes] %; sector 0 is centred on north, then clockwise */
  const double *from;  /* [classes] lower limits, m/s; the last class is open */
  double most;         /* frequency at the outer ring, % */
  double ring;         /* ring spacing, % */
};

/* Particle trajectories, or particles at one time. */
struct sm_trajectory_picture {
  size_t count;
  const double *x, *y; /* [count] m on the axes; NAN between trajectories */
  const float *value;  /* [count] colour value of the step that ends there, or of the particle */
  bool dots;           /* draw particles instead of lines */
};

/* Coloured polygons in the plane: mesh triangles, or a section through prisms. */
struct sm_plot_shapes {
  size_t count;
  int corners;         /* corners per polygon, 3 or 4 */
  const double *x, *y; /* [count][corners] m on the axes */
  const float *value;  /* [count]; NAN: not painted */
  const float *light;  /* [count] light, as for cells; may be NULL */
  bool edges;          /* draw edges */
};

/* A named place. */
struct sm_plot_mark {
  double x, y; /* m on the axes */
  char name[64];
  bool ring; /* a ring, for receptors, instead of a cross */
};

/* Picture of a plane of cells, of a wind rose or, with `chart`, of data series instead of cells.
 * Arrays are [ny][nx], from the lower left. */
struct sm_plot_picture {
  const char *path;
  enum sm_plot_format format;
  int width, height; /* pixels; height 0: from the aspect ratio, at most 3/4 of width */
  const char *title, *subtitle, *x_label, *y_label, *bar_label;
  const struct sm_plot_wind_rose *rose; /* NULL: plane picture, with the members below */

  int nx, ny;
  const double *x_edge, *y_edge; /* edges, nx + 1, ny + 1; m on the axes */
  const double *view;            /* visible range of x and y, m on the axes; NULL: all */
  double axis_unit;              /* m per unit of the axis labels */
  double stretch;                /* exaggeration of y relative to x; 0: fill the page */
  const float *value;            /* NAN: not painted; NULL: no cells */
  const uint8_t *solid;          /* 0 air, 1 building, 2 ground, painted grey and brown; 3 air above
                                  * a building, outlined */
  const float *light;            /* light on the ground, 1 on flat
                                  * ground; NULL: no shading */
  double low, high;              /* range of the colour scale */
  bool logarithmic;              /* values below `low` are not painted */
  enum sm_plot_colours colours;
  int colour_map;                 /* of SM_COLOURS_RISING (sm_colour_map_find); 0: viridis */
  int classes;                    /* number of classes, numbered from 1; 0: no classes */
  const char *const *class_names; /* [classes] */
  const int *kind;                /* [classes] with SM_COLOURS_KINDS: colour index of each class */
  int kinds;                      /* number of colours */

  const float *contour; /* terrain heights for contours, m; may be NULL */
  double contour_step;  /* m */
  const double *level;  /* values of contour lines, above 0; may be NULL */
  int levels;
  const char (*level_name)[32]; /* [levels] labels of the lines; NULL: none */
  const float *ground;          /* [nx] ground height of a section, m; NULL on maps */

  const float *arrow_x, *arrow_y; /* wind vectors, m/s; may be NULL */
  int arrow_pixels;               /* spacing of arrows or streamlines */
  const char *arrow_unit;         /* unit of the reference arrow; NULL: m/s */
  double arrow_in_unit;           /* 1 m/s in this unit */
  bool streamlines;               /* instead of arrows */

  const struct sm_trajectory_picture *trajectories; /* may be NULL */
  const struct sm_plot_shapes *shapes;              /* may be NULL */
  const struct sm_plot_mark *mark;
  int marks;

  const struct sm_chart *chart; /* may be NULL; takes texts and axes from the picture */

  bool is_map;  /* draw scale bar and north arrow */
  double north; /* deg clockwise from up to true north */
};

/* Type of the symbol `simoom_plot_module`. */
struct sm_plot_module {
  /* Draws a picture; returns 0, or nonzero with a message. */
  int (*draw)(const struct sm_plot_picture *picture, char *message, size_t message_size);
};

/* colour_map.c: Colour maps; used by the library and the plot module. */

/* Number of a rising colour map by its name, "viridis" or reversed "viridis_r"; false: unknown. */
bool sm_colour_map_find(const char *name, int *out);

/* Red, green and blue, 0..255, at a position 0..1 on the scale. */
void sm_colour_map_rgb(const struct sm_plot_picture *picture, double part, int rgb[3]);

#endif

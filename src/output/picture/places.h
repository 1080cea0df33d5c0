/* output/picture/places.h - particle positions from above or from the side, on the ground from a
 * file of the same run. */
#ifndef SM_OUTPUT_PICTURE_PLACES_H
#define SM_OUTPUT_PICTURE_PLACES_H

#include "output/picture/plot.h"

struct sm_plot_places {
  struct sm_context *ctx;
  const struct sm_plot_options *options;
  const char *path;   /* path of the drawn file */
  bool local;         /* local coordinates, no map projection */
  double convergence; /* deg */
  bool dots;          /* dots; else lines between successive positions, broken where x is NAN */

  bool section;
  double from[2], along[2]; /* side view: origin of distances, and unit vector */
  double *x, *y;            /* positions added so far, m */
  float *colour;
  size_t count, room;
  double offset[2]; /* offset of the axis labels, m */
  double view[4];   /* visible range of x and y, less the offset */
  char x_label[128], y_label[128];
};

/* Reserves space for `room` positions, and chooses the projection line of a side view from all
 * positions in x and y (NAN: absent). Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plot_places_begin(struct sm_plot_places *p, size_t room, size_t count,
                                               const double *x, const double *y);

/* Adds a position with its colour value; a position of NAN breaks a line. */
void sm_plot_places_add(struct sm_plot_places *p, double x, double y, double z, float colour);

/* Draws the positions. Titles, bar label, colours, classes and the default
 * range of the scale are in the picture; without a range it follows from the
 * data. Errors: those of sm_plot_file. */
SM_CHECKED enum sm_status sm_plot_places_draw(struct sm_plot_places *p,
                                              struct sm_plot_picture *picture, const char *path);
void sm_plot_places_free(struct sm_plot_places *p);

/* Opens the file of the same run with the ground: "out/town.nc" or "out/town_plume.nc" beside
 * "out/town_particles_3s.vtp". False: no such file. */
bool sm_plot_find_ground_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out);

/* Opens the plume file of the same run. */
bool sm_plot_find_plume_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out);

#endif

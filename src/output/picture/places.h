/* output/picture/places.h - particles at places, from above or from the side, on the ground that a
 * file of the same run knows. */
#ifndef SM_OUTPUT_PICTURE_PLACES_H
#define SM_OUTPUT_PICTURE_PLACES_H

#include "output/picture/plot.h"

struct sm_plot_places {
  struct sm_context *ctx;
  const struct sm_plot_options *options;
  const char *path;   /* of the file that is drawn */
  bool local;         /* the file knows no map */
  double convergence; /* deg */
  bool dots;          /* else lines from each to the next, broken where x is NAN */

  bool section;
  double from[2], along[2]; /* of a section: where distances begin, and the unit vector */
  double *x, *y;            /* what is drawn, so far; m */
  float *colour;
  size_t count, room;
  double offset[2]; /* m, of the numbers at the axes */
  double view[4];   /* what is seen: ends of x and y, less the offset */
  char x_label[128], y_label[128];
};

/* Makes room for so many places, and chooses the line onto which they are seen from the side: all
 * places are in x and y, NAN: absent. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_plot_places_begin(struct sm_plot_places *p, size_t room, size_t count,
                                               const double *x, const double *y);

/* Adds a place with its colour; a line is broken by one of NAN. */
void sm_plot_places_add(struct sm_plot_places *p, double x, double y, double z, float colour);

/* Draws them. Titles, label of the bar, colours and classes are in the picture; and the ends of the
 * scale, where the options give none, or else they are those of the data. Errors: as sm_plot_file.
 */
SM_CHECKED enum sm_status sm_plot_places_draw(struct sm_plot_places *p,
                                              struct sm_plot_picture *picture, const char *path);
void sm_plot_places_free(struct sm_plot_places *p);

/* The file of the same run that has the ground: "out/town_particles_3s.vtp" has "out/town.nc", or
 * "out/town_plume.nc", beside it. False: no such file. */
bool sm_plot_find_ground_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out);

/* Likewise the plume file. */
bool sm_plot_find_plume_file(struct sm_context *ctx, const char *path, struct sm_wind_file **out);

#endif

/* output/picture/colour_map.h - colour maps; used by the
 * library and the plot module. */
#ifndef SM_OUTPUT_PICTURE_COLOUR_MAP_H
#define SM_OUTPUT_PICTURE_COLOUR_MAP_H

#include "output/picture/module_interface.h"

/* Number of a rising colour map by its name, "viridis" or reversed "viridis_r"; false: unknown. */
bool sm_colour_map_find(const char *name, int *out);

/* Red, green and blue, 0..255, at a position 0..1 on the scale. */
void sm_colour_map_rgb(const struct sm_plot_picture *picture, double part, int rgb[3]);

#endif

/* arguments.h - parsing of the arguments of `simoom plot`: lines, extents, sizes. */
#ifndef CLI_PLOT_ARGUMENTS_H
#define CLI_PLOT_ARGUMENTS_H

#include "simoom/output.h"

/* Vertical section: "ew", "ns" or x0,y0,x1,y1. False: none of these, or two equal points. */
bool cli_plot_read_section(const char *text, struct sm_plot_options *options);

/* Heights of a section, "0,200" or "0,600 ft". False: not two heights that increase. */
bool cli_plot_read_heights(const char *text, double out[2]);

/* Extent of a map, "x0,y0,x1,y1". False: not four numbers, or empty. */
bool cli_plot_read_extent(const char *text, double out[4]);

/* Zoom, "4" or "4,x,y": factor and place, NAN for the middle. False: neither, or a factor below 1.
 */
bool cli_plot_read_zoom(const char *text, double out[3]);

/* Size of the picture, "1200x900", each from 200 to 20000 pixels. */
bool cli_plot_read_size(const char *text, struct sm_plot_options *options);

#endif

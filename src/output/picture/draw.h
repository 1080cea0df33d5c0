/* output/picture/draw.h - from a picture to its file, by the plot module. */
#ifndef SM_OUTPUT_PICTURE_DRAW_H
#define SM_OUTPUT_PICTURE_DRAW_H

#include "base/context.h"
#include "output/picture/module_interface.h"

/* The format that the ending of a name chooses. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                                enum sm_plot_format *out);

/* Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height);

/* The label of an axis: "easting - 420 km (m)" where the numbers at it are less by an offset, m. */
void sm_plot_axis_label(const char *name, double offset, const char *units, char *out, size_t size);

/* A height in m or a time in s as it is told: to four digits, but never to less than whole ones. */
double sm_plot_round(double value);

/* Draws to a temporary name, so that nothing half-drawn appears. Errors: ERR_DATA (no PLplot),
 * ERR_FAILED, ERR_IO. */
SM_CHECKED enum sm_status sm_plot_draw(struct sm_context *ctx,
                                       const struct sm_plot_picture *picture, const char *path);

#endif

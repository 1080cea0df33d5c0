/* plot_draw.h - from a picture to its file, by the plot module. */
#ifndef SM_OUTPUT_PLOT_DRAW_H
#define SM_OUTPUT_PLOT_DRAW_H

#include "base/context.h"
#include "output/plot_module.h"

/* The format that the ending of a name chooses. Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_choose_format(struct sm_context *ctx, const char *path,
                                                enum sm_picture_format *out);

/* Errors: ERR_USAGE. */
SM_CHECKED enum sm_status sm_plot_check_size(struct sm_context *ctx, int width, int height);

/* Draws to a temporary name, so that nothing half-drawn appears. Errors: ERR_DATA (no PLplot),
 * ERR_FAILED, ERR_IO. */
SM_CHECKED enum sm_status sm_plot_draw(struct sm_context *ctx, struct sm_picture *picture,
                                       const char *path);

#endif

/* animation.h - animation (GIF, MP4) of all times of a file: pictures, joined by ffmpeg. */
#ifndef CLI_PLOT_ANIMATION_H
#define CLI_PLOT_ANIMATION_H

#include "cli/session/session.h"
#include <stdbool.h>

/* Whether a file is one by its name: .gif or .mp4. */
bool cli_plot_is_animation(const char *picture);

/* Draws times 0 to times - 1 of a file and joins them, at fps pictures per second. Prints the name
 * of the animation. Returns an exit code. */
int cli_plot_draw_animation(struct cli_session *session, const char *file, int times,
                            const struct sm_plot_options *options, const char *animation, int fps);

#endif

/* view.h - results as a page that a browser shows in three dimensions.
 *
 *   sm_view_open(ctx, paths, count, NULL, &view);
 *   sm_view_export(ctx, view, "town.html", 25000000);      one file, opened without a network
 *   sm_view_close(&view);
 *
 * A server hands out sm_view_page, sm_view_manifest and, as the page asks for them, sm_view_block
 * and sm_view_box (docs/view.md says what they hold). */
#ifndef SIMOOM_VIEW_H
#define SIMOOM_VIEW_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_view;

struct sm_view_options {
  const char *const *field; /* names of what to show beside the wind; NULL: all */
  size_t field_count;
  double height; /* m above the ground, of the slice at first; NAN: 10, or lower when the domain top
                    is */
  const char *minus; /* a NetCDF file whose fields are subtracted from those of the one that is
                        opened, as of sm_plot_options; NULL: none */
  const char *unit;  /* "ppb", "ug m-3": of all that can be shown in it; NULL: those of the files */
};

/* Opens files of simoom - winds, means, statistics, plumes, particles (.pvd, .vtp)
 * and their trajectories, prisms - or a folder of them. options: NULL for all. Errors: ERR_DATA (no
 * file of simoom, truncated, nothing to show in a folder), ERR_USAGE (no field of that name, a
 * height outside the domain, a unit of nothing there), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_open(struct sm_context *ctx, const char *const *path,
                                                 size_t count,
                                                 const struct sm_view_options *options,
                                                 struct sm_view **out);
SM_PUBLIC void sm_view_close(struct sm_view **view);

/* The page, without data. Lives as long as the library. */
SM_PUBLIC const char *sm_view_page(size_t *size);

/* Manifest of the viewer: sources and fields, as JSON; freed with free(). Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_manifest(struct sm_context *ctx, struct sm_view *view,
                                                     char **out);

/* Numbers that the manifest tells of, "SOURCE/NAME/RECORD/LEVEL" as in "0/wind/3/1", compressed;
 * freed with free(). Read slab by slab: memory is that of the level, not of the file. Errors:
 * ERR_USAGE (there is no such block), ERR_DATA (truncated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_block(struct sm_context *ctx, struct sm_view *view,
                                                  const char *name, void **out, size_t *size);

/* The same of a box of cells of a level, which may be finer than those of the manifest:
 * "SOURCE/NAME/RECORD/LEVEL/X0-X1,Y0-Y1,Z0-Z1" as in "0/wind/3/0/100-300,50-250,0-40", the first
 * cell and the one behind the last along each axis. Only the box is read. Errors: as sm_view_block;
 * ERR_USAGE also of more than 8 million cells. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_box(struct sm_context *ctx, struct sm_view *view,
                                                const char *name, void **out, size_t *size);

/* Writes the page with all data into one file of at most `limit` bytes: of large files coarser
 * cells, fewer bits and fewer times. Errors: as sm_view_block; ERR_IO, ERR_USAGE (a limit that
 * leaves no room). */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_export(struct sm_context *ctx, struct sm_view *view,
                                                   const char *path, size_t limit);

#ifdef __cplusplus
}
#endif
#endif

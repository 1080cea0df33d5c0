/* view.h - web viewer: results as a page that a browser shows in three dimensions.
 *
 *   sm_view_open(ctx, paths, count, NULL, &view);
 *   sm_view_export(ctx, view, "town.html", 25000000);      one file, opened without a network
 *   sm_view_close(&view);
 *
 * A server sends sm_view_page, sm_view_manifest and, on request, sm_view_block and sm_view_box
 * (docs/view.md describes them). */
#ifndef SIMOOM_VIEW_H
#define SIMOOM_VIEW_H

#include "simoom/context.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct sm_view;

struct sm_view_options {
  const char *const *field; /* names of the fields to show besides the wind; NULL: all */
  size_t field_count;
  double height; /* initial height of the slice, m above the ground; NAN: 10, or lower if the domain
                    top is */
  const char *minus; /* NetCDF file whose fields are subtracted, as in sm_plot_options; may be
                        NULL */
  const char *unit;  /* display unit of all fields that can be converted: "ppb", "ug m-3"; NULL:
                        units of the files */
};

/* Opens files of simoom (winds, means, statistics, plumes, particles (.pvd, .vtp) and their
 * trajectories, prisms) or a folder of them. options: NULL for the defaults. Errors: ERR_DATA (not
 * a file of simoom, truncated, nothing to show in a folder), ERR_USAGE (no field of that name, a
 * height outside the domain, a unit that fits no field), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_open(struct sm_context *ctx, const char *const *path,
                                                 size_t count,
                                                 const struct sm_view_options *options,
                                                 struct sm_view **out);
SM_PUBLIC void sm_view_close(struct sm_view **view);

/* The page without data; valid as long as the library. */
SM_PUBLIC const char *sm_view_page(size_t *size);

/* Manifest of the viewer, as JSON: sources and fields; freed with free(). Errors: ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_manifest(struct sm_context *ctx, struct sm_view *view,
                                                     char **out);

/* Data block of the manifest, "SOURCE/NAME/RECORD/LEVEL" as in "0/wind/3/1", compressed; freed with
 * free(). Read slab by slab: memory scales with the level, not with the file. Errors: ERR_USAGE (no
 * such block), ERR_DATA (truncated), ERR_MEMORY. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_block(struct sm_context *ctx, struct sm_view *view,
                                                  const char *name, void **out, size_t *size);

/* Data block of a box of cells at a level, which may be finer than the levels of the manifest:
 * "SOURCE/NAME/RECORD/LEVEL/X0-X1,Y0-Y1,Z0-Z1" as in "0/wind/3/0/100-300,50-250,0-40", with the
 * first cell and the cell after the last along each axis. Only the box is read. Errors: as
 * sm_view_block; ERR_USAGE also for more than 8 million cells. */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_box(struct sm_context *ctx, struct sm_view *view,
                                                const char *name, void **out, size_t *size);

/* Writes the page with all data to one file of at most `limit` bytes; large files are reduced to
 * coarser cells, fewer bits and fewer times. Errors: as sm_view_block; ERR_IO, ERR_USAGE (a limit
 * that is too small). */
SM_PUBLIC SM_CHECKED enum sm_status sm_view_export(struct sm_context *ctx, struct sm_view *view,
                                                   const char *path, size_t limit);

#ifdef __cplusplus
}
#endif
#endif

/* output/netcdf/wind_file.h - wind files (CF-1.11 NetCDF-4, docs/files.md): reader, writer,
 * definitions. */
#ifndef SM_OUTPUT_NETCDF_WIND_FILE_H
#define SM_OUTPUT_NETCDF_WIND_FILE_H

#include "base/context.h"
#include "output/face_wind.h"
#include "output/hdf5/chunks.h"
#include "output/netcdf/ncfile.h"
#include "simoom/fields.h"
#include <stddef.h>
#include <stdint.h>

/* wind_read.c: Reader of simoom files: wind, statistics, plumes (docs/files.md). */

struct sm_wind_file {
  enum sm_status status; /* status of text reads: see sm_wind_file_text */
  struct sm_context *ctx;
  char path[4096];
  int id;
  size_t n[3]; /* cells, x y z */
  size_t times;
  double *centre[3]; /* cell centres as in the file, m */
  double *width[3];  /* m */
  double *time;      /* s since 1970-01-01 UTC, or index */
  bool has_calendar, has_faces, has_zones, local;
  bool only_faces;    /* library of winds: u, v and w are read from the faces */
  bool statistics;    /* statistics file: x and y only, n[2] and times are 0 */
  bool ensemble;      /* ensemble of a release: maps over x and y only */
  bool plume;         /* plume file: concentration in boxes; without boxes n[2] and times are 0 */
  double convergence; /* deg */
  struct sm_wind_file *minus; /* file to subtract (analyse/analyse.h); may be NULL */
  char name[256], title[256], version[64], device[256], crs[256], weather[512];
};

/* Kind of a simoom file: "statistics", "plume", "ensemble", "trajectories", "checkpoint"; "" for
 * wind. Errors: ERR_DATA (no such file, not NetCDF, truncated or damaged, not of simoom). */
SM_CHECKED enum sm_status sm_wind_file_kind(struct sm_context *ctx, const char *path,
                                            char kind[32]);

/* Opens a wind file, or any file with maps, and reads its axes. Errors: those of sm_wind_file_kind;
 * ERR_DATA (a variable missing, another kind), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_open(struct sm_context *ctx, const char *path,
                                            struct sm_wind_file **out);
SM_CHECKED enum sm_status sm_wind_file_open_any(struct sm_context *ctx, const char *path,
                                                struct sm_wind_file **out);
void sm_wind_file_close(struct sm_wind_file **file);

/* Number of axes with cells: 3, or 2 in files with maps only. */
int sm_wind_file_axes(const struct sm_wind_file *file);

/* NetCDF id of a variable; of u, v and w in a library, which has none, that of the faces. False:
 * absent. */
bool sm_wind_file_variable(const struct sm_wind_file *file, const char *variable, int *id);

/* True when the file has the variable, or can compute it (u, v and w of a library). */
bool sm_wind_file_has(const struct sm_wind_file *file, const char *variable);

/* wind_values.c */

/* True when stored numbers are the values; false for variables packed by other programs. */
bool sm_wind_file_is_unpacked(const struct sm_wind_file *file, const char *variable);

/* True when the unpacked values are real numbers. */
bool sm_wind_file_is_real(const struct sm_wind_file *file, const char *variable);

/* Reads part of a variable, unpacked (input/netcdf/packing.c). Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_doubles(struct sm_wind_file *file, const char *variable,
                                               const size_t *start, const size_t *count,
                                               double *out);
/* Reads an element of a list as an integer. ERR_DATA unless it is within the limits. */
SM_CHECKED enum sm_status sm_wind_file_whole(struct sm_wind_file *file, const char *variable,
                                             size_t at, double least, double most, int64_t *out);
SM_CHECKED enum sm_status sm_wind_file_floats(struct sm_wind_file *file, const char *variable,
                                              const size_t *start, const size_t *count, float *out);
SM_CHECKED enum sm_status sm_wind_file_bytes(struct sm_wind_file *file, const char *variable,
                                             const size_t *start, const size_t *count,
                                             uint8_t *out);

/* Counts the cells with each value of a byte variable over z, y and x, at one of its times if it
 * has any. Errors: ERR_DATA, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_file_count(struct sm_wind_file *file, const char *variable,
                                             bool has_time, size_t time, size_t count[256]);

/* wind_read.c */

/* Reads a text attribute of a variable, or of the file (variable NULL), truncated to `size`; "":
 * absent. A read error is kept in file->status, and later reads of numbers fail with it: ERR_DATA,
 * ERR_MEMORY. */
void sm_wind_file_text(struct sm_wind_file *file, const char *variable, const char *name, char *out,
                       size_t size);

/* Fails with the NetCDF code of a variable. */
enum sm_status sm_wind_file_damaged(struct sm_wind_file *file, const char *variable, int code);

/* Records a NetCDF code other than NC_NOERR for the variable in file->status. */
void sm_wind_file_set_error(struct sm_wind_file *file, const char *variable, int code);

/* Unit conversion of a variable from its unit `from` to another ("ug m-3", "degC"): value *
 * change[0] + change[1]. ppm, ppb and ppt of a concentration are mole fractions. Errors: ERR_USAGE
 * (unknown unit, other dimension, unknown molar mass). */
SM_CHECKED enum sm_status sm_unit_conversion(const struct sm_wind_file *file, const char *variable,
                                             const char *from, const char *unit, double change[2]);

/* Solver statistics of one time. */
struct sm_wind_file_record_info {
  bool converged;
  int iterations;
  double residual, divergence;
};
SM_CHECKED enum sm_status sm_wind_file_read_record(struct sm_wind_file *file, size_t time,
                                                   struct sm_wind_file_record_info *out);

/* Rows (y) and layers (z) per read: whole chunks. */
enum { SM_WIND_FILE_ROWS = 128, SM_WIND_FILE_LAYERS = 16 };

/* wind_write.c: Writer of CF-1.11 NetCDF-4 wind files (docs/files.md). */

struct sm_netcdf_writer;

/* Creates `path` (under a temporary name until sm_netcdf_close) and writes all data that do not
 * change with time. device: name recorded in the file. */
SM_CHECKED enum sm_status sm_netcdf_create(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           const char *device, struct sm_netcdf_writer **out);

/* Creates a file of time means with one record: from `since` (s, as the times of records) to its
 * time. */
SM_CHECKED enum sm_status sm_netcdf_create_mean(struct sm_context *ctx, const char *path,
                                                const struct sm_case *c,
                                                const struct sm_domain *domain, const char *device,
                                                double since, struct sm_netcdf_writer **out);

/* Continues a file of the same case that was not finished or ended early, after its first `records`
 * times. Errors: ERR_DATA (another file, or fewer times). */
SM_CHECKED enum sm_status sm_netcdf_resume(struct sm_context *ctx, const char *path,
                                           const struct sm_case *c, const struct sm_domain *domain,
                                           size_t records, struct sm_netcdf_writer **out);

/* Appends one time, or a part of it: ERR_STOPPED (record->may_stop). Wind fields not implied by the
 * case are defined with the first time. */
SM_CHECKED enum sm_status sm_netcdf_write(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                                          const struct sm_face_wind *wind,
                                          const struct sm_wind_record *record);

/* Removes all but the first `records` times, also one of which a stop has left a part. */
SM_CHECKED enum sm_status sm_netcdf_keep(struct sm_context *ctx, struct sm_netcdf_writer *writer,
                                         size_t records);

/* Saves the times written so far, like sm_file_save, before a checkpoint. */
SM_CHECKED enum sm_status sm_netcdf_save(struct sm_context *ctx,
                                         const struct sm_netcdf_writer *writer);

/* Closes the file, flushes it to the disk and renames it to its final name. */
SM_CHECKED enum sm_status sm_netcdf_close(struct sm_context *ctx, struct sm_netcdf_writer **writer);
/* Closes a file at once, while other files of the run stay temporary until its end. */
SM_CHECKED enum sm_status sm_netcdf_close_at_once(struct sm_context *ctx,
                                                  struct sm_netcdf_writer **writer);

/* Closes and removes the temporary file; for failed runs. Accepts NULL. */
void sm_netcdf_abandon(struct sm_netcdf_writer **writer);

/* wind_define.c: Dimensions, variables and attributes of the wind file (docs/files.md). */

/* True when the times of the domain are calendar dates. */
bool sm_netcdf_has_calendar(const struct sm_domain *domain);

/* Defines a field whose dimensions exist. Cell and column fields are compressed and get the grid
 * mapping. Returns the id, -1 after a failure. */
int sm_netcdf_field(struct sm_ncfile *file, const struct sm_case *c, const struct sm_domain *domain,
                    const struct sm_field_info *info, int type);
/* Gives a float variable the fill value NC_FILL_FLOAT. */
void sm_netcdf_fill(struct sm_ncfile *file, int variable);

/* Defines solver statistics by time or member: converged,
 * iterations, residual, divergence. */
void sm_netcdf_define_solver(struct sm_ncfile *file, int dimension);

/* member_index.c */

/* Defines, and writes for a record, the index of the winds of a rose or library; does nothing for
 * times. */
void sm_netcdf_define_members(struct sm_ncfile *file, const struct sm_case *c,
                              const struct sm_domain *domain, int time);
void sm_netcdf_put_member(struct sm_ncfile *file, const struct sm_domain *domain, size_t record);

/* wind_define.c */

/* Defines the common part of map files: attributes of the case, axes x and y, grid mapping,
 * terrain, buildings and roughness. `kind` ends the attribute source. */
void sm_netcdf_define_plane(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the attributes of a case; of the domain only the grid mapping, "crs". */
void sm_netcdf_define_case(struct sm_ncfile *file, const struct sm_case *c,
                           const struct sm_domain *domain, const char *device, const char *kind);

/* Defines the grid mapping of a domain and the origin of its columns; none in local coordinates. */
void sm_netcdf_define_crs(struct sm_ncfile *file, const struct sm_domain *domain, const char *name);

/* Writes centres and widths of the first `axes` axes, named prefix + "x", bounds of the third, and
 * faces. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_axes(struct sm_ncfile *file, const struct sm_domain *domain,
                                             const char *prefix, int axes, bool with_faces);

/* Writes the axes and maps defined by sm_netcdf_define_plane; axes 3: also z, which the caller
 * defined. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_plane(struct sm_ncfile *file,
                                              const struct sm_domain *domain, int axes);

/* Writes axes, maps and cut cells that sm_netcdf_define has defined. Errors: ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_netcdf_put_grid(struct sm_ncfile *file, const struct sm_case *c,
                                             const struct sm_domain *domain);

/* Lists the arrays of bytes of the cells, by their names in the file; returns their number. */
int sm_netcdf_cell_arrays(const struct sm_case *c, const struct sm_domain *domain,
                          const char *const name[2], struct sm_chunk_array arrays[2]);

/* Shape of an array of cells or, with an axis of 0..2, of the faces across that axis. */
void sm_netcdf_shape(const struct sm_domain *domain, int across, struct sm_chunk_array *array);

/* Defines a wind file except face velocities. `mean`: file of time means; `overview`: only what a
 * library of winds needs. */
void sm_netcdf_define(struct sm_ncfile *file, const struct sm_case *c,
                      const struct sm_domain *domain, const char *device, bool mean, bool overview);

/* overview.c: Overview of a library of winds, a group of its file (docs/wind-library.md). */
struct sm_overview {
  struct sm_domain domain; /* grid, maps and cells are its own */
  const struct sm_domain *fine;
  int by[3]; /* cells of the grid in one of the overview */
};

/* Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_overview_create(struct sm_context *ctx, const struct sm_domain *fine,
                                             struct sm_overview **out);
void sm_overview_destroy(struct sm_overview **overview); /* NULL is allowed */

/* Velocities on the faces of the overview in a slab, float or double as in `wind`. */
void sm_overview_faces(const struct sm_overview *overview, const struct sm_face_wind *wind,
                       int component, const struct sm_cell_slab *slab, void *out);

/* Defines the group and writes its grid. */
void sm_overview_define(struct sm_ncfile *file, const struct sm_overview *overview,
                        const struct sm_case *c, const char *device);
struct sm_ncfile sm_overview_group(const struct sm_ncfile *file);

/* Defines the fields of a wind that are not in the file
 * yet, after sm_netcdf_define. */
void sm_netcdf_define_fields(struct sm_ncfile *file, const struct sm_case *c,
                             const struct sm_domain *domain, const struct sm_face_wind *wind);

/* face_define.c */

/* Bits to which the mantissas of face velocities of a library are rounded; 0: not rounded. */
int sm_netcdf_significant_bits(const struct sm_case *c, bool is_double);

/* Defines u_face, v_face and w_face, after sm_netcdf_define with faces. */
void sm_netcdf_define_faces(struct sm_ncfile *file, const struct sm_case *c,
                            const struct sm_domain *domain, bool is_double);

#endif

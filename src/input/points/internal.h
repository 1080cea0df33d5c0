/* input/points/internal.h - readers of scattered points: CSV, scanner and arrays of VTK XML. */
#ifndef SM_INPUT_POINTS_INTERNAL_H
#define SM_INPUT_POINTS_INTERNAL_H

#include "input/points/points.h"
#include <stdint.h>

/* read.c */

/* Reserves space for `count` points in all; existing ones are kept. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_wind_points_reserve(struct sm_context *ctx,
                                                 struct sm_wind_points *points, size_t count);

/* csv.c and vtk.c: like sm_wind_points_parse, without merging points at one position. */
SM_CHECKED enum sm_status sm_wind_points_csv(struct sm_context *ctx, const char *name, char *text,
                                             size_t size, struct sm_wind_points *out);
SM_CHECKED enum sm_status sm_wind_points_vtk(struct sm_context *ctx, const char *name,
                                             const char *text, size_t size,
                                             struct sm_wind_points *out);

/* xml.c: tags of an XML text in order, without comments and declarations. */

struct sm_xml_scan {
  const char *text;
  size_t size, at; /* at: after the last tag */
  size_t name, name_size;
  size_t end; /* end of the attributes of the tag */
};

/* Moves to the next tag; false at the end of the text. Names of end tags begin with '/'. */
bool sm_xml_next(struct sm_xml_scan *scan);
bool sm_xml_is(const struct sm_xml_scan *scan, const char *name);

/* Copies an attribute of the tag, truncated to `room`; false, with "", when absent. */
bool sm_xml_attribute(const struct sm_xml_scan *scan, const char *name, char *out, size_t room);

/* vtk_array.c: numbers of a DataArray. */

/* Properties of all arrays, from the header of the file. */
struct sm_vtk_file {
  struct sm_context *ctx;
  const char *name; /* file name */
  const char *text;
  size_t size;
  bool swapped;        /* other byte order */
  int word;            /* bytes per number of an array header: 4 or 8 */
  bool zlib;           /* arrays are compressed */
  size_t appended;     /* first byte of the appended data; 0: none */
  bool appended_words; /* appended data are base64 */
};

struct sm_vtk_array {
  char label[64]; /* Name */
  int components;
  int bytes;       /* bytes per number: 4 or 8; 0: not a floating-point type */
  char format[16]; /* "ascii", "binary", "appended" */
  size_t from, to; /* range of the text between the tags */
  size_t offset;   /* offset in the appended data */
};

/* Reads count x components numbers. Errors: ERR_DATA (too few, invalid, damaged), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_vtk_array_read(const struct sm_vtk_file *file,
                                            const struct sm_vtk_array *array, size_t count,
                                            double *out);

#endif

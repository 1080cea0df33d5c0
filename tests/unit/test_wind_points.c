/* Winds at scattered points: readers of CSV and VTK XML, and what is refused. */
#include "base/context.h"
#include "base/encoding.h"
#include "harness.h"
#include "input/points/points.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 12 };

static double place_of(int i, int d) { return i == 0 ? 0 : sin(1.0 + i + 3.0 * d); }
static double wind_of(int i, int d) { return (double)(float)cos(2.0 + 2.0 * i + d); }

/* --- readers --- */

static enum sm_status parse(struct sm_context *ctx, const char *text, size_t size,
                            struct sm_wind_points *out) {
  char *copy = calloc(size + 1, 1);
  ck_assert_ptr_nonnull(copy);
  memcpy(copy, text, size);
  const enum sm_status status = sm_wind_points_parse(ctx, "points", copy, size, out);
  free(copy);
  return status;
}

static void refused(const char *text, const char *message) {
  struct sm_context *ctx = NULL;
  struct sm_wind_points points;
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert(parse(ctx, text, strlen(text), &points) == SM_ERR_DATA);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
  ck_assert(points.count == 0 && points.x == NULL);
  sm_context_destroy(&ctx);
}

static void reads(const char *text, size_t size, double factor) {
  struct sm_context *ctx = NULL;
  struct sm_wind_points points;
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert_msg(parse(ctx, text, size, &points) == SM_OK, "%s", sm_context_message(ctx));
  ck_assert_uint_eq(points.count, POINTS);
  for (int i = 0; i < POINTS; i++)
    for (int d = 0; d < 3; d++) {
      ck_assert(fabs(points.x[i][d] - factor * place_of(i, d)) < 1e-12);
      ck_assert(fabs(points.u[i][d] - factor * wind_of(i, d)) < 1e-12);
    }
  sm_wind_points_free(&points);
  sm_context_destroy(&ctx);
}

static size_t add(char *text, size_t at, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  at += (size_t)vsprintf(text + at, format, arguments);
  va_end(arguments);
  return at;
}

START_TEST(tables_are_read_in_any_order_with_units) {
  char text[8192];
  size_t n = add(text, 0, "w (km/h),x [km],p,y [km],z [km],u (km/h),v (km/h)\n");
  for (int i = 0; i < POINTS; i++)
    n = add(text, n, "%.17g,%.17g,7,%.17g,%.17g,%.17g,%.17g\n", wind_of(i, 2),
            place_of(i, 0) / 3600, place_of(i, 1) / 3600, place_of(i, 2) / 3600, wind_of(i, 0),
            wind_of(i, 1));
  reads(text, n, 1 / 3.6);
  n = add(text, 0, "\"Points:0\",\"Points:1\",\"Points:2\",\"U:0\",\"U:1\",\"U:2\"\n");
  for (int i = 0; i < POINTS; i++)
    n = add(text, n, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", place_of(i, 0), place_of(i, 1),
            place_of(i, 2), wind_of(i, 0), wind_of(i, 1), wind_of(i, 2));
  reads(text, n, 1);
}
END_TEST

START_TEST(wrong_tables_are_refused_at_their_line) {
  refused("", "no points");
  refused("x,y,z,u,v,w\n", "no points");
  refused("1,2,3,4,5,6\n", "points:1: error: no column is called 'x'");
  refused("x,y,z,u,v\n1,2,3,4,5\n", "no column is called 'w'");
  refused("x,y,z,u,v,w,x\n", "points:1: error: more than one column is 'x'");
  refused("x (kg),y,z,u,v,w\n1,2,3,4,5,6\n", "points:1: error: no unit of length: 'kg'");
  refused("x,y,z,u [m],v,w\n1,2,3,4,5,6\n", "no unit of speed: 'm'");
  refused("x,y,z,u,v,w\n1,2,3,4,5,6\n1,2,3,nan,5,6\n", "points:3: error: no finite number: 'nan'");
  refused("x,y,z,u,v,w\n1,2,3,4,5,six\n", "points:2: error: no finite number: 'six'");
  refused("x,y,z,u,v,w\n1,2,3,4,5,6\n1,2,4,-9999,5,6\n", "point 2: -9999 m/s is no wind");
  refused("x,y,z,u,v,w\n1,2,3,4,5\n", "points:2: error: the line has no field for 'w'");
  refused("x,y,z,u,v,w\n1,2,3,4,5,6\n1,2,3,4,5,7\n", "two winds at one place: points 1 and 2");
}
END_TEST

START_TEST(points_at_one_place_count_once) {
  static const char text[] = "x,y,z,u,v,w\n0,2,3,4,5,6\n7,8,9,1,2,3\n-0,2,3,4,5,6\n";
  struct sm_context *ctx = NULL;
  struct sm_wind_points points;
  ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
  ck_assert(parse(ctx, text, strlen(text), &points) == SM_OK);
  ck_assert(points.count == 2 && points.merged == 1 && points.x[1][0] == 7);
  sm_wind_points_free(&points);
  sm_context_destroy(&ctx);
}
END_TEST

/* --- VTK XML --- */

struct form {
  const char *format; /* of arrays */
  bool zlib, wide;    /* compressed; headers of 64 bits */
  bool words;         /* appended data are base64 */
  bool swapped;       /* the other byte order */
};

static void put_word(const struct form *f, unsigned char **to, uint64_t value) {
  const int bytes = f->wide ? 8 : 4;
  for (int b = 0; b < bytes; b++)
    *(*to)++ = (unsigned char)(value >> 8 * (f->swapped ? bytes - 1 - b : b) & 255);
}

/* An array with its header: two blocks with a compressor. Returns the bytes of the header. */
static size_t block(const struct form *f, const unsigned char *raw, size_t size, unsigned char *out,
                    size_t *all) {
  unsigned char packed[2][4096], *at = out;
  const size_t first = size / 3 * 2;
  if (!f->zlib) {
    put_word(f, &at, size);
    memcpy(at, raw, size);
    *all = (size_t)(at - out) + size;
    return (size_t)(at - out);
  }
  struct sm_deflater *d = sm_deflater_create(6);
  const size_t one = sm_deflater_run(d, raw, first, packed[0], sizeof packed[0]),
               two = sm_deflater_run(d, raw + first, size - first, packed[1], sizeof packed[1]);
  sm_deflater_destroy(d);
  const uint64_t head[] = {2, first, size - first, one, two};
  for (int w = 0; w < 5; w++) put_word(f, &at, head[w]);
  memcpy(at, packed[0], one);
  memcpy(at + one, packed[1], two);
  *all = (size_t)(at - out) + one + two;
  return (size_t)(at - out);
}

/* Numbers of an array in the file's byte order: places double, winds single. */
static size_t numbers(const struct form *f, bool wind, unsigned char *out) {
  const size_t bytes = wind ? 4 : 8;
  for (size_t n = 0; n < 3 * (size_t)POINTS; n++) {
    const double x = place_of((int)n / 3, (int)n % 3);
    const float u = (float)wind_of((int)n / 3, (int)n % 3);
    memcpy(out + n * bytes, wind ? (const void *)&u : (const void *)&x, bytes);
    for (size_t b = 0; b < bytes / 2 && f->swapped; b++) {
      const unsigned char kept = out[n * bytes + b];
      out[n * bytes + b] = out[n * bytes + bytes - 1 - b];
      out[n * bytes + bytes - 1 - b] = kept;
    }
  }
  return 3 * (size_t)POINTS * bytes;
}

/* Base64: with a compressor the header and the data are two pieces. */
static size_t pieces(const struct form *f, const unsigned char *bytes, size_t head, size_t all,
                     char *out) {
  if (!f->zlib) return sm_base64_encode(bytes, all, out);
  const size_t first = sm_base64_encode(bytes, head, out);
  return first + sm_base64_encode(bytes + head, all - head, out + first);
}

static size_t array(const struct form *f, bool wind, char *text, size_t at, char *appended,
                    size_t *offset) {
  unsigned char raw[1024], bytes[9000];
  size_t all;
  const size_t head = block(f, raw, numbers(f, wind, raw), bytes, &all);
  at = add(text, at, "<DataArray type=\"Float%d\" Name='%s' NumberOfComponents=\"3\" format=\"%s\"",
           wind ? 32 : 64, wind ? "U" : "Points", f->format);
  if (strcmp(f->format, "appended") == 0) {
    at = add(text, at, " offset=\"%zu\"/>\n", *offset);
    if (!f->words) {
      memcpy(appended + *offset, bytes, all);
      *offset += all;
    } else {
      *offset += pieces(f, bytes, head, all, appended + *offset);
    }
    return at;
  }
  at = add(text, at, ">\n  ");
  if (strcmp(f->format, "ascii") == 0)
    for (int n = 0; n < 3 * POINTS; n++)
      at = add(text, at, "%.17g ", wind ? wind_of(n / 3, n % 3) : place_of(n / 3, n % 3));
  else
    at += pieces(f, bytes, head, all, text + at);
  return add(text, at, "\n</DataArray>\n");
}

static size_t vtu(const struct form *f, char *text) {
  static char appended[20000];
  size_t offset = 0;
  size_t at =
      add(text, 0,
          "<?xml version=\"1.0\"?>\n<!-- <VTKFile type='none'> -->\n<VTKFile "
          "type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"%s\" header_type=\"%s\"%s>\n"
          "<UnstructuredGrid>\n<Piece NumberOfPoints=\"%d\" NumberOfCells=\"0\">\n<PointData>\n",
          f->swapped ? "BigEndian" : "LittleEndian", f->wide ? "UInt64" : "UInt32",
          f->zlib ? " compressor=\"vtkZLibDataCompressor\"" : "", POINTS);
  at = array(f, true, text, at, appended, &offset);
  at = add(text, at, "</PointData>\n<Points>\n");
  at = array(f, false, text, at, appended, &offset);
  at = add(text, at, "</Points>\n</Piece>\n</UnstructuredGrid>\n");
  if (offset > 0) {
    at = add(text, at, "<AppendedData encoding=\"%s\">\n _", f->words ? "base64" : "raw");
    memcpy(text + at, appended, offset);
    at = add(text, at + offset, "\n</AppendedData>\n");
  }
  return add(text, at, "</VTKFile>\n");
}

static const struct form forms[] = {
    {"ascii", false, false, false, false},  {"binary", false, false, false, false},
    {"binary", false, true, false, true},   {"binary", true, false, false, false},
    {"binary", true, true, false, false},   {"appended", false, false, false, false},
    {"appended", false, true, true, false}, {"appended", true, true, false, true},
    {"appended", true, true, true, false},  {"appended", true, false, true, false}};

START_TEST(every_form_of_vtk_files_is_read) {
  static char text[40000];
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) reads(text, vtu(&forms[f], text), 1);
}
END_TEST

/* Up to which byte no file can be whole. */
static size_t least_size(const struct form *f, const char *text, size_t size) {
  const char *foot = strcmp(f->format, "appended") == 0 ? "\n</AppendedData>" : "</Piece>";
  size_t at = size - strlen(foot);
  while (memcmp(text + at, foot, strlen(foot)) != 0) at--;
  return at - (f->words ? 3 : 0);
}

START_TEST(truncated_vtk_files_are_refused) {
  static char text[40000];
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    const size_t size = vtu(&forms[f], text), least = least_size(&forms[f], text, size);
    for (size_t cut = 0; cut < least; cut += 1 + cut / 40) {
      struct sm_context *ctx = NULL;
      struct sm_wind_points points;
      ck_assert(sm_context_create(NULL, &ctx) == SM_OK);
      ck_assert_msg(parse(ctx, text, cut, &points) == SM_ERR_DATA, "%zu of %zu bytes", cut, size);
      ck_assert(sm_context_message(ctx)[0] != '\0');
      sm_context_destroy(&ctx);
    }
  }
}
END_TEST

#define PIECE(ATTRIBUTES, WIND)                                                                    \
  "<VTKFile type='UnstructuredGrid' " ATTRIBUTES "><Piece NumberOfPoints='1'>" WIND                \
  "<Points><DataArray type='Float64' NumberOfComponents='3' format='ascii'>1 2 3</DataArray>"      \
  "</Points></Piece></VTKFile>"
#define WIND(WHERE, NAME, VALUES)                                                                  \
  "<" WHERE "><DataArray type='Float64' Name='" NAME                                               \
  "' NumberOfComponents='3' format='ascii'>" VALUES "</DataArray></" WHERE ">"

START_TEST(wrong_vtk_files_are_refused_with_a_remedy) {
  refused("<VTKFile type='ImageData'></VTKFile>", "neither UnstructuredGrid nor PolyData");
  refused("<html></html>", "no VTK XML file");
  refused(PIECE("compressor='vtkLZ4DataCompressor'", WIND("PointData", "U", "4 5 6")),
          "its compressor is not zlib");
  refused(PIECE("", WIND("CellData", "U", "4 5 6")), "Cell Data to Point Data");
  refused(PIECE("", WIND("PointData", "pressure", "4 5 6")), "no wind");
  refused(PIECE("", WIND("PointData", "U", "4 nan 6")), "point 1: its place or wind is not finite");
  refused(PIECE("", WIND("PointData", "U", "4 5")), "truncated");
  refused(PIECE("", WIND("PointData", "U", "4 5 six")), "a word is not a number");
  refused("<VTKFile type='PolyData'><Piece NumberOfPoints='99999999999'>" WIND(
              "PointData", "U", "4") "<Points><DataArray type='Float64' NumberOfComponents='3' "
                                     "format='ascii'>1</DataArray></Points></Piece></VTKFile>",
          "more points than the file can hold");
}
END_TEST

TEST_MAIN(tables_are_read_in_any_order_with_units, wrong_tables_are_refused_at_their_line,
          points_at_one_place_count_once, every_form_of_vtk_files_is_read,
          truncated_vtk_files_are_refused, wrong_vtk_files_are_refused_with_a_remedy)

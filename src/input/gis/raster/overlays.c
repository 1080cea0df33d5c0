/* Ground overlays: georeferenced images in a KMZ file. */
#include "input/gis/raster/internal.h"

#include "input/gis/internal.h"
#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal_utils.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* KMZ file in progress. */
struct kmz {
  char folder[4200];  /* /vsizip/ and path, prefix of files in the archive */
  double corner[4];   /* west, south, east, north, deg */
  VSILFILE *document; /* KML document, in memory until all images are known */
};

static const char document[] = "/vsimem/simoom_overlays.kml";
static const char picture[] = "/vsimem/simoom_overlay.png";

static void put(struct kmz *k, const char *format, ...) SM_FORMAT(2, 3);
static void put(struct kmz *k, const char *format, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length > 0) VSIFWriteL(text, 1, (size_t)length, k->document);
}

static bool put_all(struct kmz *k, const char *text) {
  const size_t length = strlen(text);
  return length == 0 || VSIFWriteL(text, 1, length, k->document) == length;
}

static bool put_name(struct kmz *k, const char *name) {
  char *plain = CPLEscapeString(name, -1, CPLES_XML);
  const bool good = put_all(k, "<name>") && put_all(k, plain) && put_all(k, "</name>");
  CPLFree(plain);
  return good;
}

/* Copies a file into the archive. */
static bool add_file(const char *folder, const char *from, const char *name) {
  char to[4300], buffer[65536];
  snprintf(to, sizeof to, "%s/%s", folder, name);
  VSILFILE *in = VSIFOpenL(from, "rb"), *out = in != NULL ? VSIFOpenL(to, "wb") : NULL;
  bool good = out != NULL;
  for (size_t got; good && (got = VSIFReadL(buffer, 1, sizeof buffer, in)) > 0;)
    good = VSIFWriteL(buffer, 1, got, out) == got;
  if (out != NULL) good = VSIFCloseL(out) == 0 && good;
  if (in != NULL) VSIFCloseL(in);
  return good;
}

/* Image as a GDAL dataset, from north to south. NULL on failure of GDAL. */
static GDALDatasetH as_raster(OGRSpatialReferenceH srs, const struct sm_map_window *w,
                              const uint8_t *rgba) {
  double transform[6] = {w->x0, w->dx, 0, w->y0 + w->dy * w->ny, 0, -w->dy};
  const GSpacing row = 4 * (GSpacing)w->nx;
  GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", w->nx, w->ny, 4, GDT_Byte, NULL);
  bool good = data != NULL && GDALSetGeoTransform(data, transform) == CE_None &&
              (srs == NULL || GDALSetSpatialRef(data, srs) == CE_None);
  for (int band = 0; band < 4 && good; band++) {
    GDALRasterBandH to = GDALGetRasterBand(data, band + 1);
    GDALSetRasterColorInterpretation(to, (GDALColorInterp)(GCI_RedBand + band));
    uint8_t *top = (uint8_t *)rgba + (size_t)(w->ny - 1) * (size_t)row + band;
    good = GDALRasterIOEx(to, GF_Write, 0, 0, w->nx, w->ny, top, w->nx, w->ny, GDT_Byte, 4, -row,
                          NULL) == CE_None;
  }
  if (good || data == NULL) return data;
  GDALClose(data);
  return NULL;
}

/* Bounding box of a map in longitude and latitude. */
static bool find_corners(struct kmz *k, OGRSpatialReferenceH srs, const struct sm_map_window *w) {
  enum { POINTS = 21 }; /* per side, since sides are curved in degrees */
  OGRSpatialReferenceH degrees = OSRNewSpatialReference(NULL);
  bool good = OSRImportFromEPSG(degrees, 4326) == OGRERR_NONE;
  OSRSetAxisMappingStrategy(degrees, OAMS_TRADITIONAL_GIS_ORDER);
  OGRCoordinateTransformationH change = good ? OCTNewCoordinateTransformation(srs, degrees) : NULL;
  double *c = k->corner;
  good = change != NULL &&
         OCTTransformBounds(change, w->x0, w->y0, w->x0 + w->dx * w->nx, w->y0 + w->dy * w->ny,
                            &c[0], &c[1], &c[2], &c[3], POINTS) != 0;
  if (c[2] < c[0]) c[2] += 360; /* crosses the date line */
  if (change != NULL) OCTDestroyCoordinateTransformation(change);
  OSRDestroySpatialReference(degrees);
  return good;
}

/* Warps the image to longitude and latitude, as a PNG in memory: the full bounding box, with finer
 * pixels for small maps, so that cells keep their positions. */
static bool turn(struct kmz *k, GDALDatasetH from) {
  enum { FINE = 1024 };
  char number[6][32];
  const int nx = GDALGetRasterXSize(from), ny = GDALGetRasterYSize(from);
  const int longest = nx > ny ? nx : ny, by = longest < FINE / 4 ? 4 : (FINE + longest) / longest;
  for (int c = 0; c < 4; c++) snprintf(number[c], sizeof *number, "%.12f", k->corner[c]);
  snprintf(number[4], sizeof *number, "%d", by * nx);
  snprintf(number[5], sizeof *number, "%d", by * ny);
  char *words[] = {"-of",       "MEM",     "-t_srs",  "EPSG:4326", "-r",      "near",
                   "-dstalpha", "-te",     number[0], number[1],   number[2], number[3],
                   "-ts",       number[4], number[5], NULL};
  bool good = false;
  GDALWarpAppOptions *options = GDALWarpAppOptionsNew(words, NULL);
  GDALDatasetH to = GDALWarp("", NULL, 1, &from, options, NULL);
  GDALWarpAppOptionsFree(options);
  if (to != NULL) {
    GDALDatasetH png = GDALCreateCopy(GDALGetDriverByName("PNG"), picture, to, 0, NULL, NULL, NULL);
    good = png != NULL;
    if (png != NULL) GDALClose(png);
  }
  if (to != NULL) GDALClose(to);
  return good;
}

static bool add_overlay(struct kmz *k, OGRSpatialReferenceH srs, const struct sm_map_window *w,
                        const struct sm_overlay *o, int number) {
  char name[32];
  GDALDatasetH raster = as_raster(srs, w, o->rgba);
  bool good = raster != NULL && turn(k, raster);
  if (raster != NULL) GDALClose(raster);
  snprintf(name, sizeof name, "map%04d.png", number);
  good = good && add_file(k->folder, picture, name);
  good = good && put_all(k, "<GroundOverlay>") && put_name(k, o->name);
  if (o->begin != NULL)
    put(k, "<TimeSpan><begin>%s</begin><end>%s</end></TimeSpan>", o->begin, o->end);
  put(k,
      "<Icon><href>%s</href></Icon><LatLonBox><north>%.9f</north><south>%.9f</south>"
      "<east>%.9f</east><west>%.9f</west></LatLonBox></GroundOverlay>\n",
      name, k->corner[3], k->corner[1], k->corner[2] > 180 ? k->corner[2] - 360 : k->corner[2],
      k->corner[0]);
  return good;
}

bool sm_kmz_add_legend(const char *folder, const uint8_t *rgba, const int size[2]) {
  const struct sm_map_window window = {0, 0, 1, 1, size[0], size[1]};
  GDALDatasetH raster = as_raster(NULL, &window, rgba);
  GDALDatasetH png = raster != NULL ? GDALCreateCopy(GDALGetDriverByName("PNG"), picture, raster, 0,
                                                     NULL, NULL, NULL)
                                    : NULL;
  bool good = png != NULL;
  if (png != NULL) GDALClose(png);
  if (raster != NULL) GDALClose(raster);
  good = good && add_file(folder, picture, "legend.png");
  VSIUnlink(picture);
  return good;
}

static bool write_all(struct kmz *k, OGRSpatialReferenceH srs, const struct sm_map_window *w,
                      const struct sm_overlay_page *page) {
  bool good = find_corners(k, srs, w);
  put(k, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>");
  good = good && put_name(k, page->title) && put_all(k, "\n<description><![CDATA[") &&
         put_all(k, page->description);
  put(k, "]]></description>\n");
  good = good && sm_kmz_add_legend(k->folder, page->legend, page->legend_size);
  put(k, "%s", SM_KMZ_LEGEND);
  for (int n = 0; n < page->count && good; n++)
    good = add_overlay(k, srs, w, &page->overlays[n], n);
  good = good && put_all(k, page->placemarks);
  put(k, "</Document></kml>\n");
  good = VSIFCloseL(k->document) == 0 && good;
  return good && add_file(k->folder, document, "doc.kml");
}

enum sm_status sm_module_write_overlays(const char *path, const struct sm_crs *crs,
                                        const struct sm_map_window *window,
                                        const struct sm_overlay_page *page, char *message,
                                        size_t size) {
  struct sm_gis_session s;
  struct kmz k = {.document = NULL};
  OGRSpatialReferenceH srs = NULL;
  sm_gis_session_begin(&s, message, size);
  enum sm_status status =
      crs->local
          ? sm_gis_session_fail(&s, SM_ERR_DATA,
                                "%s: error: the coordinates are local: nobody knows where on "
                                "earth that is\nhelp: domain.crs",
                                path)
          : sm_srs_create(&s, crs, &srs);
  if (status == SM_OK) {
    snprintf(k.folder, sizeof k.folder, "/vsizip/{%.4100s}", path);
    VSIUnlink(path);
    VSILFILE *archive = VSIFOpenL(k.folder, "wb"); /* open while files are added */
    k.document = VSIFOpenL(document, "wb");
    bool good = archive != NULL && k.document != NULL && write_all(&k, srs, window, page);
    if (archive != NULL) good = VSIFCloseL(archive) == 0 && good;
    VSIUnlink(document);
    VSIUnlink(picture);
    if (!good || s.failed) {
      VSIUnlink(path);
      status =
          sm_gis_session_fail(&s, SM_ERR_IO, "%s: error: cannot be written: %s", path, s.complaint);
    }
  }
  sm_srs_free(srs);
  sm_gis_session_end(&s);
  return status;
}

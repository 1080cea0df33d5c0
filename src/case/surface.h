/* surface.h - terrain, buildings, vegetation and roughness of a case (case/case.h). */
#ifndef SM_CASE_SURFACE_H
#define SM_CASE_SURFACE_H

#include "case/wind_source.h"
#include <stdbool.h>
#include <stddef.h>

/* Unit of heights in a raster; FILE: as stated in the file. */
enum sm_height_unit {
  SM_HEIGHT_OF_FILE,
  SM_HEIGHT_METRE,
  SM_HEIGHT_FOOT,
  SM_HEIGHT_US_FOOT,
  SM_HEIGHT_DECIMETRE,
  SM_HEIGHT_CENTIMETRE
};

/* Metres per unit; 0: as stated in the file. */
static inline double sm_height_unit_metres(enum sm_height_unit unit) {
  static const double metres[] = {0, 1, 0.3048, 1200.0 / 3937.0, 0.1, 0.01};
  return metres[unit];
}

/* Units of the canopy bands of a landscape; FILE: as stated in the file; LANDFIRE: m x 10, percent,
 * kg/m3 x 100; SI: m, percent, kg/m3. */
enum sm_landscape_units { SM_LANDSCAPE_OF_FILE, SM_LANDSCAPE_LANDFIRE, SM_LANDSCAPE_SI };

enum sm_terrain_fill { SM_FILL_NONE, SM_FILL_INTERPOLATE };

struct sm_case_terrain {
  bool present;
  struct sm_string_list files; /* rasters, mosaicked; the first one that covers a point is used */
  char *crs;                   /* CRS of files without one, "EPSG:n"; "" if not given */
  char *band;                  /* band number or description; "": detected in the files */
  enum sm_height_unit unit;    /* unit of the heights in the files */
  enum sm_terrain_fill fill;   /* treatment of cells without data; NONE: error with their number */
  double elevation;            /* m, elevation of flat ground if there is no file; default 0 */
  int smooth;                  /* number of smoothing passes with a 3 x 3 mean; default 0 */
  int line;
};

/* Maximum height of buildings and plants, m; a larger height indicates another unit. */
#define SM_CASE_MAX_HEIGHT 2000.0

/* Inline building: a polygon in domain coordinates (m from the south-west corner, margin not
 * included) or, with geographic = true, in the CRS. */
struct sm_case_building {
  double (*vertex)[2]; /* m; an open ring (last differs from first); boxes become 4 vertices */
  int vertex_count;
  double height;   /* m above the ground at its base */
  double base;     /* underside, m above ground; default 0 */
  double porosity; /* fraction of the wind that passes through; NAN: 0, or 0.5 with storeys */
  double storey;   /* storey height of an open car park, m; NAN or not above 0: not a car park */
  bool in_crs;     /* vertices are in the CRS of the domain */
  int line;
};

/* Rule that derives a value from map attributes: attribute * factor, for the first rule whose
 * attribute has a plausible number. */
struct sm_attribute_rule {
  const char *attribute;
  double factor; /* m per unit of the attribute; 0: as its name indicates ("HEIGHT_FT"), else 1;
                    texts such as "12.5 m" have their own unit */
};
struct sm_attribute_rules {
  const struct sm_attribute_rule *item;
  size_t count;
};

struct sm_case_buildings {
  bool present;                     /* a file or inline buildings are given */
  char *file;                       /* "" if there are only inline buildings */
  char *layer;                      /* layer name; "": the first layer with polygons */
  char *crs;                        /* CRS of a file without one, "EPSG:n"; "" if not given */
  struct sm_attribute_rules height; /* only numbers above 0 are used */
  struct sm_attribute_rules base, porosity, storey;
  double default_height; /* m; NAN: a footprint without height is an error */
  struct sm_case_building *inline_building;
  size_t inline_count;
  int line;
};

/* Kinds of vegetation by their effect on the wind. */
enum sm_plant_kind {
  SM_PLANT_CANOPY,    /* homogeneous canopy: forest, field */
  SM_PLANT_WINDBREAK, /* hedge, row of trees: thick and porous */
  SM_PLANT_FENCE,     /* thin and porous */
  SM_PLANT_ROWS,      /* rows of crops or trees: vineyard, orchard */
  SM_PLANT_TREE       /* single tree */
};

/* Properties of plants; NAN where not given. */
struct sm_plant_traits {
  double height;      /* m */
  double base;        /* m, height of the underside of the foliage */
  double crown;       /* crown diameter, m */
  double lai;         /* leaf area index, m2 of leaves per m2 of ground (for a tree: under its
                         crown) */
  double attenuation; /* attenuation coefficient a of the wind in the canopy, exp(a (z / H - 1)) */
  double porosity;    /* optical porosity, 0..1 */
  double width;       /* thickness of a windbreak, fence or row, m */
  double spacing;     /* distance between rows, m */
  double direction;   /* direction of rows, deg clockwise from grid north */
};

/* Inline plants, with the coordinate convention of buildings; a tree has one vertex, a line is
   open. */
struct sm_case_plant {
  enum sm_plant_kind kind;
  double (*vertex)[2]; /* m */
  int vertex_count;
  bool is_line;
  struct sm_plant_traits traits;
  bool in_crs;
  int line;
};

struct sm_case_vegetation {
  bool present;            /* a file, a raster or inline plants are given */
  char *file;              /* points, lines, polygons; "" if not given */
  char *layer;             /* layer name; "": all layers */
  char *crs;               /* CRS of files without one, "EPSG:n"; "" if not given */
  enum sm_plant_kind kind; /* kind of polygons that do not state one; default CANOPY */
  struct sm_attribute_rules height, crown;
  char *canopy_height, *canopy_lai;           /* rasters, "" if not given */
  char *canopy_height_band, *canopy_lai_band; /* band numbers or descriptions, "" if not given */
  char *landscape; /* raster with bands of canopy height, cover, base height and bulk density; "" */
  char *canopy_cover_band, *canopy_base_height_band, *canopy_bulk_density_band; /* as above */
  enum sm_height_unit canopy_height_unit;
  enum sm_landscape_units landscape_units;
  double specific_leaf_area; /* m2 of leaves per kg of canopy fuel */
  struct sm_plant_traits
      fallback; /* properties of plants that do not state them; NAN only without a default */
  struct sm_case_plant *plant;
  size_t plant_count;
  bool wakes;  /* false: only the wind inside canopies is changed; default true */
  int shelter; /* model of windbreaks and fences: enum sm_barrier_model of
                  cell/diagnostic/vegetation.h */
  int line;
};

struct sm_roughness_class {
  int value; /* raster value */
  double z0; /* m */
};

struct sm_case_roughness {
  double z0;  /* m, for all ground, or for raster cells without a class; default 0.1 */
  char *file; /* raster of classes or roughness lengths, "" if not given */
  char *band; /* band number or description, "" if not given */
  struct sm_roughness_class *class_table; /* empty: raster values are z0 in m */
  size_t class_count;
  int line;
};

#endif

#include "templates.h"

#define HEADER                                                                                     \
  "# Every number may be given with a unit, \"2 m\", \"10 kt\"; a bare one is in SI units.\n"      \
  "# 'simoom help keys' lists all tables, 'simoom help domain' the keys of one.\n\n"

/* Weather of one mast, and the output keys. */
#define WEATHER                                                                                    \
  "[roughness]\n"                                                                                  \
  "z0 = \"0.1 m\"             # of the ground; 0.03 grass, 0.1 crops, 0.5 suburb, 1 city\n\n"      \
  "[[weather.station]]\n"                                                                          \
  "name = \"mast\"\n"                                                                              \
  "speed = \"5 m/s\"\n"                                                                            \
  "from = 270                # degrees clockwise from north: a wind out of the west\n"             \
  "height = \"10 m\"           # above the ground\n"                                               \
  "profile = \"log\"           # how it changes with height; also uniform, power, canopy\n\n"

#define OUTPUT                                                                                     \
  "[output]\n"                                                                                     \
  "formats = [\"netcdf\"]      # also \"vtk\" for ParaView\n"                                      \
  "faces = true              # lets 'simoom info' check the divergence\n"

static const char town_domain[] =
    "[case]\n"
    "title = \"A small town on flat ground\"\n\n"
    "[domain]\n"
    "crs = \"local\"             # no map: metres from the south-west corner\n"
    "origin = [0, 0]\n"
    "size = [\"300 m\", \"240 m\"] # west to east, south to north\n"
    "cell_size = \"4 m\"\n"
    "margin = \"40 m\"           # more air on every side\n"
    "solids = \"stair\"          # cells are solid or not; \"cut\" follows walls more closely\n\n";

static const char town_buildings[] =
    "# Corners and vertices are in metres from the south-west corner of the size above;\n"
    "# corner: the south-west one of a box, size: west to east and south to north.\n"
    "[buildings]\n"
    "box = [\n"
    "  { corner = [ 40,  30], size = [40, 16], height = \"9 m\" },\n"
    "  { corner = [100,  30], size = [40, 16], height = \"9 m\" },\n"
    "  { corner = [160,  30], size = [40, 16], height = \"12 m\" },\n"
    "  { corner = [220,  30], size = [40, 16], height = \"9 m\" },\n"
    "  { corner = [ 40,  70], size = [40, 24], height = \"15 m\" },\n"
    "  { corner = [220,  70], size = [40, 24], height = \"18 m\" },\n"
    "  { corner = [ 40, 120], size = [24, 40], height = \"15 m\" },\n"
    "  { corner = [228, 120], size = [32, 32], height = \"24 m\" },\n"
    "  { corner = [ 40, 186], size = [50, 16], height = \"9 m\" },\n"
    "  { corner = [110, 186], size = [50, 16], height = \"12 m\" },\n"
    "  { corner = [190, 180], size = [40, 16], height = \"9 m\", rotation = 20 },\n"
    "]\n\n"
    "[[buildings.polygon]]     # the town hall, L-shaped\n"
    "vertices = [[100, 70], [180, 70], [180, 90], [124, 90], [124, 124], [100, 124]]\n"
    "height = \"21 m\"\n\n"
    "[[buildings.polygon]]     # a tower\n"
    "vertices = [[170, 130], [182, 130], [190, 138], [190, 150], [182, 158], [170, 158],\n"
    "            [162, 150], [162, 138]]\n"
    "height = \"48 m\"\n\n";

static const char street_domain[] =
    "[case]\n"
    "title = \"A street canyon across the wind\"\n\n"
    "[domain]\n"
    "crs = \"local\"             # no map: metres from the south-west corner\n"
    "origin = [0, 0]\n"
    "size = [\"160 m\", \"160 m\"] # west to east, south to north\n"
    "cell_size = \"2 m\"\n\n";

static const char street_buildings[] =
    "# Two rows of houses 20 m high and 20 m apart.\n"
    "[[buildings.box]]\n"
    "corner = [50, 30]         # south-west corner of the box, m\n"
    "size = [20, 100]          # west to east, south to north, m\n"
    "height = \"20 m\"\n\n"
    "[[buildings.box]]\n"
    "corner = [90, 30]\n"
    "size = [20, 100]\n"
    "height = \"20 m\"\n\n";

static const char hill_domain[] =
    "[case]\n"
    "title = \"A round hill\"\n\n"
    "[domain]\n"
    "crs = \"local\"             # no map: the metres of the terrain file\n"
    "origin = [0, 0]           # south-west corner in them\n"
    "size = [\"2 km\", \"2 km\"]\n"
    "cell_size = [\"25 m\", \"25 m\", \"10 m\"] # x, y, z of the lowest layer\n"
    "stretch = 1.1             # every layer is a tenth thicker than the one below\n"
    "solids = \"cut\"            # cells are cut by the ground instead of steps\n\n"
    "[terrain]\n"
    "file = \"hill.asc\"         # any raster that GDAL reads\n\n";

static const char flat_domain[] =
    "[case]\n"
    "title = \"Flat ground, one station\"\n\n"
    "[domain]\n"
    "crs = \"local\"             # no map: metres from the south-west corner\n"
    "origin = [0, 0]\n"
    "size = [\"1 km\", \"1 km\"]   # west to east, south to north\n"
    "cell_size = [\"20 m\", \"20 m\", \"5 m\"]\n"
    "height = \"200 m\"          # of the domain top\n\n"
    "[terrain]\n"
    "elevation = \"0 m\"\n\n";

/* Writes a hill 100 m high, h = H / (1 + (r/a)^2), a = 250 m, as an ESRI ASCII grid with 20 m cells
 * that extends beyond the 2 km of the case. Rows start in the north. */
static void write_hill(FILE *stream) {
  enum { CELLS = 110, CELL = 20, CORNER = -100 };
  const double top = 100.0, radius = 250.0, centre = 1000.0;
  fprintf(stream,
          "ncols %d\nnrows %d\nxllcorner %d\nyllcorner %d\ncellsize %d\nNODATA_value -9999\n",
          CELLS, CELLS, CORNER, CORNER, CELL);
  for (int row = CELLS - 1; row >= 0; row--) {
    for (int column = 0; column < CELLS; column++) {
      const double x = (CORNER + CELL * (column + 0.5) - centre) / radius;
      const double y = (CORNER + CELL * (row + 0.5) - centre) / radius;
      fprintf(stream, "%.2f%c", top / (1.0 + x * x + y * y), column + 1 < CELLS ? ' ' : '\n');
    }
  }
}

const struct cli_template cli_templates[] = {
    {.name = "town",
     .about = "Thirteen buildings on flat ground, one of them a tower of 48 m, in a wind from the "
              "west of 5 m/s at 10 m: how it goes around the houses, over them and through the "
              "streets.",
     .look = "simoom plot out/@.nc --height \"4 m\"\n"
             "simoom plot out/@.nc --section ew\n",
     .text = {HEADER, town_domain, town_buildings, WEATHER,
              OUTPUT
              "heights = [\"2 m\", \"10 m\"] # maps of speed and direction above the ground\n"}},
    {.name = "street",
     .about = "Two rows of houses 20 m high with a street 20 m wide between them, across a wind "
              "of 5 m/s at 10 m.",
     .look = "simoom plot out/@.nc --section ew\n"
             "simoom plot out/@.nc --height \"2 m\"\n",
     .text = {HEADER, street_domain, street_buildings, WEATHER,
              OUTPUT
              "heights = [\"2 m\", \"10 m\"] # maps of speed and direction above the ground\n"}},
    {.name = "hill",
     .about = "A round hill 100 m high in a wind of 5 m/s at 10 m, on a terrain raster: it speeds "
              "up over the top and goes around the sides. Reading the raster needs simoom's GDAL "
              "module.",
     .look = "simoom plot out/@.nc\n"
             "simoom plot out/@.nc --section ew\n",
     .text = {HEADER, hill_domain, WEATHER,
              OUTPUT "heights = [\"10 m\"]      # maps of speed and direction above the ground\n"},
     .extra = "hill.asc",
     .write_extra = write_hill},
    {.name = "flat",
     .about = "Flat ground and one mast with 5 m/s at 10 m: the wind must be its logarithmic "
              "profile everywhere. The smallest case to start one's own from.",
     .look = "simoom plot out/@.nc --section ew\n",
     .text = {HEADER, flat_domain, WEATHER,
              OUTPUT "heights = [\"10 m\"]      # maps of speed and direction above the ground\n"}},
};

/* Parameters and levels of GRIB messages: which ones are winds, heights, surface quantities. By the
 * short names of ecCodes, which are the same in both editions, and by the parameter numbers of
 * edition 2 (WMO code tables 4.1 and 4.2) for centres with names of their own. */
#include "input/weather/grib_set.h"

#include <stdlib.h>
#include <string.h>

#define HOUR 3600.0 /* s */
#define PARAMETER(DISCIPLINE, CATEGORY, NUMBER) ((DISCIPLINE)*65536 + (CATEGORY)*256 + (NUMBER))

/* Sensible heat flux is positive upwards at NCEP, downwards at ECMWF and at the DWD: the first of
 * these is left out there. */
static const struct sm_weather_quantity quantities[] = {
    SM_QUANTITY(heat_flux, "W m-2", -1, -5000, 5000, .names = {"ishf", "shtfl"}),
    SM_QUANTITY(heat_flux, "W m-2", 1, -5000, 5000, .names = {"ishf", "shtfl"}),
    SM_QUANTITY(temperature, "K", 1, 150, 350, .names = {"2t"}),
    SM_QUANTITY(pressure, "Pa", 1, 3e4, 1.2e5, .names = {"sp"}),
    SM_QUANTITY(z0, "m", 1, 1e-7, 100, .names = {"fsr", "sr"}),
    SM_QUANTITY(friction_velocity, "m s-1", 1, 0, 20, .names = {"zust", "fricv"}),
    SM_QUANTITY(boundary_layer_height, "m", 1, 0, 2e4, .names = {"blh", "hpbl"}),
    SM_QUANTITY(cloud, "1", 1, 0, 1, .names = {"tcc"}),
    SM_QUANTITY(short_wave, "W m-2", 1, 0, 2000, .names = {"sdswrf", "dswrf"}),
    SM_QUANTITY(rain, "kg m-2 s-1", HOUR, 0, 500, .names = {"prate", "tprate"}),
    {.unit = NULL}};

/* Parameters of columns. */
static const struct {
  const char *names[4];
  int parameter;
  enum sm_grib_role role;
} parameters[] = {
    {{"u"}, PARAMETER(0, 2, 2), SM_GRIB_U},
    {{"v"}, PARAMETER(0, 2, 3), SM_GRIB_V},
    {{"ws", "wspd"}, PARAMETER(0, 2, 1), SM_GRIB_SPEED},
    {{"wdir"}, PARAMETER(0, 2, 0), SM_GRIB_DIRECTION},
    {{"gh", "orog"}, PARAMETER(0, 3, 5), SM_GRIB_HEIGHT},
    {{"h", "HHL", "HSURF"}, PARAMETER(0, 3, 6), SM_GRIB_HEIGHT},
    {{"z"}, PARAMETER(0, 3, 4), SM_GRIB_HEIGHT},
    {{"t"}, PARAMETER(0, 0, 0), SM_GRIB_TEMPERATURE},
    {{"q"}, PARAMETER(0, 1, 0), SM_GRIB_HUMIDITY},
    {{"lnsp"}, PARAMETER(0, 3, 25), SM_GRIB_LOG_PRESSURE},
};

/* Types of level. */
static const struct {
  const char *type;
  enum sm_grib_family family;
} families[] = {
    {"heightAboveGround", SM_GRIB_ABOVE_GROUND},
    {"heightAboveSea", SM_GRIB_ABOVE_SEA},
    {"isobaricInhPa", SM_GRIB_ISOBARIC},
    {"isobaricInPa", SM_GRIB_ISOBARIC},
    {"hybrid", SM_GRIB_MODEL},
    {"hybridLayer", SM_GRIB_MODEL},
    {"generalVertical", SM_GRIB_MODEL},
    {"generalVerticalLayer", SM_GRIB_MODEL},
    {"hybridHeight", SM_GRIB_MODEL},
};

static bool is_one_of(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

static enum sm_grib_family family_of(const char *type) {
  for (size_t f = 0; f < sizeof families / sizeof *families; f++)
    if (strcmp(type, families[f].type) == 0) return families[f].family;
  return SM_GRIB_NO_LEVEL;
}

/* Role of "10u", "100v", "10si", "10wdir": the height is in the name, whatever the level is. */
static int role_by_name(const char *name, double *height) {
  static const struct {
    const char *end;
    enum sm_grib_role role;
  } winds[] = {
      {"u", SM_GRIB_U}, {"v", SM_GRIB_V}, {"si", SM_GRIB_SPEED}, {"wdir", SM_GRIB_DIRECTION}};
  char *end;
  *height = strtod(name, &end);
  for (size_t w = 0; w < sizeof winds / sizeof *winds; w++)
    if (end != name && strcmp(end, winds[w].end) == 0 && *height > 0 && *height <= 1000)
      return (int)winds[w].role;
  return SM_GRIB_UNUSED;
}

/* True unless a quantity is that of a level or a layer in the air, as cloud cover may be. */
static bool is_of_surface(const struct sm_grib_message *m) {
  static const char *const types[] = {"surface",
                                      "heightAboveGround",
                                      "meanSea",
                                      "entireAtmosphere",
                                      "atmosphereSingleLayer",
                                      "atmosphere",
                                      "nominalTop",
                                      "unknown",
                                      NULL};
  return is_one_of(m->level_type, types);
}

static int quantity_of(const struct sm_weather_file *file, const struct sm_grib_message *m) {
  if (!is_of_surface(m)) return -1;
  for (int q = 0; file->quantity[q].unit != NULL; q++)
    if (is_one_of(m->name, file->quantity[q].names)) return q;
  return -1;
}

static struct sm_grib_use use_of(const struct sm_weather_file *file,
                                 const struct sm_grib_message *m) {
  struct sm_grib_use use = {
      .role = SM_GRIB_UNUSED, .family = family_of(m->level_type), .level = m->level};
  const bool surface = strcmp(m->level_type, "surface") == 0;
  double height;
  const int named = role_by_name(m->name, &height);
  if (named != SM_GRIB_UNUSED)
    return (struct sm_grib_use){.role = named, .family = SM_GRIB_ABOVE_GROUND, .level = height};
  const int quantity = quantity_of(file, m);
  if (quantity >= 0) {
    use.role = SM_GRIB_QUANTITY + quantity;
    use.family = SM_GRIB_NO_LEVEL;
    return use;
  }
  for (size_t p = 0; p < sizeof parameters / sizeof *parameters && use.role == SM_GRIB_UNUSED; p++)
    if ((m->edition == 2 && m->parameter == parameters[p].parameter) ||
        is_one_of(m->name, parameters[p].names))
      use.role = (int)parameters[p].role;
  const bool first = use.family == SM_GRIB_MODEL && m->level <= 1; /* IFS: fields of the surface */
  if (use.role == SM_GRIB_HEIGHT && (surface || (first && strcmp(m->name, "z") == 0)))
    return (struct sm_grib_use){.role = SM_GRIB_GROUND, .family = SM_GRIB_NO_LEVEL};
  if (use.role == SM_GRIB_LOG_PRESSURE)
    return (struct sm_grib_use){.role = SM_GRIB_LOG_PRESSURE, .family = SM_GRIB_NO_LEVEL};
  if (use.family == SM_GRIB_NO_LEVEL) use.role = SM_GRIB_UNUSED;
  return use;
}

static bool is_of_layers(const struct sm_grib_message *m) {
  static const char end[] = "Layer";
  const size_t length = strlen(m->level_type);
  return length >= sizeof end - 1 && strcmp(m->level_type + length - (sizeof end - 1), end) == 0;
}

/* Where winds are those of layers, heights of another type of level are those of their edges (HHL
 * of COSMO and ICON). */
static void find_edges(struct sm_weather_grib *grib) {
  bool layers = false;
  for (size_t n = 0; n < grib->count; n++)
    layers |= grib->use[n].role == SM_GRIB_U && grib->use[n].family == SM_GRIB_MODEL &&
              is_of_layers(&grib->message[n]);
  for (size_t n = 0; n < grib->count && layers; n++)
    if (grib->use[n].role == SM_GRIB_HEIGHT && grib->use[n].family == SM_GRIB_MODEL &&
        !is_of_layers(&grib->message[n]))
      grib->use[n].family = SM_GRIB_EDGES;
}

/* Geopotentials on more than the first model level are heights of levels, also on that one. */
static void find_ground(struct sm_weather_grib *grib) {
  bool levels = false;
  for (size_t n = 0; n < grib->count; n++)
    levels |= grib->use[n].role == SM_GRIB_HEIGHT && grib->use[n].family == SM_GRIB_MODEL &&
              strcmp(grib->message[n].name, "z") == 0;
  for (size_t n = 0; n < grib->count && levels; n++)
    if (grib->use[n].role == SM_GRIB_GROUND &&
        family_of(grib->message[n].level_type) == SM_GRIB_MODEL)
      grib->use[n] = (struct sm_grib_use){
          .role = SM_GRIB_HEIGHT, .family = SM_GRIB_MODEL, .level = grib->message[n].level};
}

/* Speeds and directions are not used beside components. */
static void choose_winds(struct sm_weather_grib *grib) {
  grib->by_direction = true;
  for (size_t n = 0; n < grib->count; n++)
    if (grib->use[n].role == SM_GRIB_U || grib->use[n].role == SM_GRIB_V)
      grib->by_direction = false;
  for (size_t n = 0; n < grib->count && !grib->by_direction; n++)
    if (grib->use[n].role == SM_GRIB_SPEED || grib->use[n].role == SM_GRIB_DIRECTION)
      grib->use[n].role = SM_GRIB_UNUSED;
}

void sm_grib_find_roles(struct sm_weather_file *file) {
  struct sm_weather_grib *grib = file->grib;
  const bool upward = grib->count > 0 && strcmp(grib->message[0].centre, "kwbc") == 0;
  file->quantity = quantities + (upward ? 1 : 0);
  for (size_t n = 0; n < grib->count; n++) grib->use[n] = use_of(file, &grib->message[n]);
  choose_winds(grib);
  find_ground(grib);
  find_edges(grib);
}

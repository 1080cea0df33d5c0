/* case/schema/turbine.c - keys of wind turbines. */
#include "case/schema/keys.h"

#define TURBINE(field) .at = offsetof(struct sm_draft_turbine, field)

static const struct sm_schema_key turbine_keys[] = {
    {"file", SM_KEY_PATH, TURBINE(turbine.file),
     .excludes = "position latitude longitude easting northing", .otherwise = "one turbine",
     .meaning = "points in any OGR format, a turbine each; their attributes \"hub_height\" (or "
                "\"t_hh\", \"height:hub\") and \"rotor_diameter\" (\"t_rd\", "
                "\"rotor:diameter\") win over the keys"},
    {"crs", SM_KEY_EPSG, TURBINE(turbine.crs), .needs = "file", .otherwise = "that in the file",
     .meaning = "coordinates of a file that does not name its own"},
    {"position", SM_KEY_VECTOR, TURBINE(place.position), .count = 2, .unit = "m", ANY,
     OPTIONAL("one way to tell the place is required"),
     .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain, margin not included"},
    {LATITUDE(TURBINE)},
    {LONGITUDE(TURBINE)},
    {EASTING(TURBINE)},
    {NORTHING(TURBINE)},
    {"hub_height", SM_KEY_NUMBER, TURBINE(turbine.hub_height), .unit = "m", ABOVE(0),
     OPTIONAL("required without a file"), .meaning = "of the rotor's middle above the ground"},
    {"rotor_diameter", SM_KEY_NUMBER, TURBINE(turbine.diameter), .unit = "m", ABOVE(0),
     OPTIONAL("required without a file"), .meaning = "of the disc that the blades sweep"},
    {"thrust_coefficient", SM_KEY_NUMBER, TURBINE(turbine.thrust), WITHIN(0, 1.2),
     OPTIONAL("see thrust_curve"), .excludes = "thrust_curve",
     .meaning = "thrust over half the density, the square of the wind that arrives and the disc's "
                "area; more than 0.96 counts as 0.96"},
    {"thrust_curve", SM_KEY_POINTS, TURBINE(turbine.curve),
     .count_at = offsetof(struct sm_draft_turbine, turbine.curve_count), ANY,
     OPTIONAL("thrust_coefficient, or this, is required"), .excludes = "thrust_coefficient",
     .meaning = "the thrust coefficient at some wind speeds in m/s, linear between them: [[4, "
                "0.81], [12, 0.6], [25, 0.06]]; at other speeds the turbine stands still"},
    {"yaw", SM_KEY_NUMBER, TURBINE(turbine.yaw), .unit = "deg", WITHIN(-45, 45), DEFAULT(0),
     .meaning = "how far the nacelle is turned away from the wind, clockwise seen from above; then "
                "the wake turns to the left, looking downwind"},
    {"turbulence_intensity", SM_KEY_NUMBER, TURBINE(turbine.intensity), .unit = "1", INSIDE(0, 1),
     OPTIONAL("1 / ln(hub_height / z0), z0 that of the domain there"), .excludes = "wake_expansion",
     .meaning = "at the hub, without turbines"},
    {"wake_expansion", SM_KEY_NUMBER, TURBINE(turbine.expansion), INSIDE(0, 0.5),
     OPTIONAL("0.3837 I + 0.003678, I the turbulence intensity, that of wakes upwind included"),
     .meaning = "growth of the wake's standard deviation, m per m"},
};

const struct sm_schema_table sm_table_turbine = {
    "wind.turbine", "a wind turbine, or a file of them, and its wake", KEYS(turbine_keys),
    LIST_OF(sm_draft_turbine, turbine, turbine.line)};

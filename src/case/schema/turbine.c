/* case/schema/turbine.c - keys of wind turbines. */
#include "case/schema/keys.h"

#define TURBINE(field) .at = offsetof(struct sm_draft_turbine, field)

static const struct sm_schema_key turbine_keys[] = {
    {"file", SM_KEY_PATH, TURBINE(turbine.file),
     .excludes = "position latitude longitude easting northing", .otherwise = "a single turbine",
     .meaning = "points in any OGR format, one turbine each; their attributes \"hub_height\" (or "
                "\"t_hh\", \"height:hub\") and \"rotor_diameter\" (\"t_rd\", \"rotor:diameter\") "
                "take precedence over the keys"},
    {"crs", SM_KEY_EPSG, TURBINE(turbine.crs), .needs = "file", .otherwise = "that in the file",
     .meaning = "coordinate reference system of a file without one"},
    {"position", SM_KEY_VECTOR, TURBINE(place.position), .count = 2, .unit = "m", ANY, IN_DOMAIN,
     OPTIONAL("required in one of the forms"), .excludes = "latitude longitude easting northing",
     .meaning = "[x, y] from the south-west corner of the domain without margin"},
    {LATITUDE(TURBINE, place), IN_DOMAIN},
    {LONGITUDE(TURBINE, place)},
    {EASTING(TURBINE, place), IN_DOMAIN},
    {NORTHING(TURBINE, place)},
    {"hub_height", SM_KEY_NUMBER, TURBINE(turbine.hub_height), .unit = "m", ABOVE(0),
     OPTIONAL("required without a file"), .meaning = "height of the hub above the ground"},
    {"rotor_diameter", SM_KEY_NUMBER, TURBINE(turbine.diameter), .unit = "m", ABOVE(0),
     OPTIONAL("required without a file"), .meaning = "diameter of the rotor"},
    {"thrust_coefficient", SM_KEY_NUMBER, TURBINE(turbine.thrust), WITHIN(0, 1.2),
     OPTIONAL("see thrust_curve"), .excludes = "thrust_curve",
     .meaning = "thrust coefficient; values above 0.96 count as 0.96"},
    {"thrust_curve", SM_KEY_POINTS, TURBINE(turbine.curve),
     .count_at = offsetof(struct sm_draft_turbine, turbine.curve_count), ANY,
     OPTIONAL("thrust_coefficient or thrust_curve is required"), .excludes = "thrust_coefficient",
     .meaning = "thrust coefficient against wind speed in m/s, linear in between: [[4, 0.81], [12, "
                "0.6], [25, 0.06]]; outside this range the turbine is off"},
    {"yaw", SM_KEY_NUMBER, TURBINE(turbine.yaw), .unit = "deg", WITHIN(-45, 45), DEFAULT(0),
     .meaning = "yaw angle of the nacelle from the wind, clockwise seen from above; the wake is "
                "deflected to the left, looking downwind"},
    {"turbulence_intensity", SM_KEY_NUMBER, TURBINE(turbine.intensity), .unit = "1", INSIDE(0, 1),
     OPTIONAL("1 / ln(hub_height / z0), z0 of the domain there"), .excludes = "wake_expansion",
     .meaning = "ambient turbulence intensity at the hub"},
    {"wake_expansion", SM_KEY_NUMBER, TURBINE(turbine.expansion), INSIDE(0, 0.5),
     OPTIONAL("0.3837 I + 0.003678, I the turbulence intensity with that of upwind wakes"),
     .meaning = "growth rate of the standard deviation of the wake, m per m"},
};

const struct sm_schema_table sm_table_turbine = {
    "wind.turbine", "wind turbine, or a file of them, with its wake", KEYS(turbine_keys),
    LIST_OF(sm_draft_turbine, turbine, turbine.line), ONLY_WITH(MODEL("diagnostic"))};

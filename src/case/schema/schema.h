/* schema.h - schema of the case file: tables of all keys that drive reading, checks, help and
   docs. */
#ifndef SM_CASE_SCHEMA_SCHEMA_H
#define SM_CASE_SCHEMA_SCHEMA_H

#include "base/text.h"
#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

enum sm_schema_key_type {
  SM_KEY_NUMBER,  /* double; text with a unit; or words[0], which means word_value */
  SM_KEY_INTEGER, /* int */
  SM_KEY_FLAG,    /* bool */
  SM_KEY_TEXT,    /* char * */
  SM_KEY_NAME,    /* char *: part of a file name (prefix) */
  SM_KEY_BAND,    /* char *: number or description of a raster band */
  SM_KEY_PATH,    /* char * */
  SM_KEY_PATHS,   /* struct sm_string_list; a single text is a list of one */
  SM_KEY_TEXTS,   /* the same for any texts */
  SM_KEY_WORD,    /* int: index of one of `words` */
  SM_KEY_WORDS,   /* bool for each of `words`, consecutively */
  SM_KEY_TIME,    /* double, s since 1970-01-01 UTC */
  SM_KEY_VECTOR,  /* double[count]; if `least` is not 0, that many values are enough */
  SM_KEY_EXTENT,  /* double[count]; one number for all, or two for [xy, z] */
  SM_KEY_LIST,    /* double *, with a size_t at count_at */
  SM_KEY_POINTS,  /* double (*)[2], with a size_t at count_at */
  SM_KEY_ROWS,    /* double (*)[count], with a size_t at count_at; `words`: unit of each column */
  SM_KEY_EPSG,    /* char *: "EPSG:n" */
  SM_KEY_CRS,     /* struct sm_draft_crs */
  SM_KEY_RULES,   /* struct sm_attribute_rules; default: `words` */
  SM_KEY_CLASSES, /* struct sm_roughness_class *, with a size_t at count_at */
  SM_KEY_EXPRESSION, /* struct sm_case_expression, or [count] if count is not 0; if `least` is not
                        0, one is enough */
  SM_KEY_TYPES
};

/* Condition under which a key or table has an effect. */
struct sm_schema_condition {
  const char *on;    /* key of the same table; or path of a table or key */
  const char *words; /* "a b": values of that key; NULL: it is present in the case */
  bool negated;      /* inverts the condition: none of these values, or absent */
  const char *help;  /* remedy for the message; NULL: the condition itself */
};

/* Where the places may be that a key holds: [x, y] or [x, y, z], of rows of four after a time, of
 * a number with the key that it needs. domain/positions.c checks them once the domain is known. */
enum sm_schema_place {
  SM_KEY_NO_PLACE,
  SM_KEY_ANYWHERE, /* also outside of the domain; degrees in place of metres are refused */
  SM_KEY_IN_DOMAIN
};

struct sm_schema_key {
  const char *name;
  enum sm_schema_key_type type;
  size_t at, count_at;      /* offsets in the struct of the table */
  int count, least;         /* size of a vector; count also of a row */
  const char *unit;         /* UDUNITS unit; NULL: no unit, and texts are not numbers */
  double low, high;         /* inclusive limits of a number, unless ... */
  bool low_open, high_open; /* ... the limit is excluded */
  bool not_zero;
  bool whole;               /* an integer value, which may exceed the range of int */
  bool required;            /* required if its table is present */
  bool unique;              /* the text must differ between elements of [[path]] */
  double fallback;          /* default of numbers, flags, words (index) and word sets (bits) */
  const char *text;         /* default of texts; NULL: "" */
  const char *otherwise;    /* description of the default if it is not a fixed value */
  const char *const *words; /* NULL-terminated */
  double word_value;
  const char *limited;  /* reason for the limits, for the message, if not obvious */
  const char *excludes; /* keys of this table that exclude this one, "a b" */
  const char *needs;    /* keys of this table, "a b", one of which is required with this one */
  enum sm_schema_place in_domain;
  const char *coordinates; /* key of this table with the coordinates of these places; NULL: metres,
                              or those of latitude or easting beside it */
  const struct sm_schema_condition *only_with; /* {0}-terminated; may be NULL */
  const char *meaning;
};

struct sm_schema_table {
  const char *path; /* "weather.station"; "" for the top of the file */
  const char *meaning;
  const struct sm_schema_key *keys;
  size_t key_count;
  size_t line_at;      /* offset of the member `int line`; 0: none */
  size_t element_size; /* size of an element of [[path]]; 0: single table, in the struct of the
                          case */
  size_t at, count_at; /* [[path]]: offsets of pointer and size_t in the struct of the parent */
  const struct sm_schema_condition *only_with; /* {0}-terminated; may be NULL */
  bool required;                               /* required if these conditions are met */
};

/* Tables, each defined in schema_<section>.c next to its keys. */
extern const struct sm_schema_table sm_table_top, sm_table_case, sm_table_domain, sm_table_terrain,
    sm_table_buildings, sm_table_building_box, sm_table_building_polygon, sm_table_vegetation,
    sm_table_tree, sm_table_plant_box, sm_table_plant_polygon, sm_table_plant_line,
    sm_table_roughness, sm_table_weather, sm_table_weather_model, sm_table_weather_nest,
    sm_table_station, sm_table_reading, sm_table_rose, sm_table_library, sm_table_rain,
    sm_table_ensemble, sm_table_wind, sm_table_wind_library, sm_table_wind_file,
    sm_table_wind_points, sm_table_vortex, sm_table_rotor, sm_table_flow, sm_table_mac_sor,
    sm_table_heat, sm_table_compressible, sm_table_forward_euler, sm_table_reaction,
    sm_table_reaction_zone, sm_table_reaction_release, sm_table_boundary, sm_table_body,
    sm_table_scalar, sm_table_scalar_source, sm_table_chemistry, sm_table_fixed_species,
    sm_table_zones, sm_table_turbine, sm_table_slope_flow, sm_table_turbulence, sm_table_rans,
    sm_table_particles, sm_table_species, sm_table_source, sm_table_source_term,
    sm_table_concentration, sm_table_particle_receptor, sm_table_line_of_sight, sm_table_collisions,
    sm_table_statistics, sm_table_receptor, sm_table_mesh, sm_table_prisms, sm_table_poisson,
    sm_table_poisson_boundary, sm_table_output;

/* All tables in the order of the documentation. */
extern const struct sm_schema_table *const sm_schema_tables[];
extern const size_t sm_schema_table_count;

/* Table or key by name; NULL if unknown. */
const struct sm_schema_table *sm_schema_find_table(const char *path);
const struct sm_schema_key *sm_schema_find_key(const struct sm_schema_table *table,
                                               const char *name);

/* Key of a dotted path, "wind.model"; NULL if unknown. */
const struct sm_schema_key *sm_schema_find_dotted(const char *path);

/* Whether `word` is in the space-separated `list`; false if either is NULL. */
bool sm_schema_lists(const char *list, const char *word);

/* As sm_schema_is_child, of tables whose paths may begin alike. */
bool sm_schema_is_below(const struct sm_schema_table *parent, const struct sm_schema_table *child,
                        const char **name);

/* Whether `child` is directly inside `parent`; *name is then the last part of its path. All pairs
 * of tables are tried, and most differ in the first byte. */
static inline bool sm_schema_is_child(const struct sm_schema_table *parent,
                                      const struct sm_schema_table *child, const char **name) {
  const char first = *parent->path;
  return (first == '\0' || first == *child->path) && sm_schema_is_below(parent, child, name);
}

/* Draft of a case: values as in the file, before checks and completion. */
struct sm_draft_crs {
  bool given;
  enum sm_crs_kind kind;
  int epsg;
};

struct sm_draft_box {
  double corner[2], size[2];     /* m */
  double height, base, rotation; /* m, m, deg */
  double porosity, storey;       /* 1, m */
  int in_crs, line;
};

struct sm_draft_polygon {
  double (*vertex)[2]; /* m */
  size_t vertex_count;
  double height, base;     /* m */
  double porosity, storey; /* 1, m */
  int in_crs, line;
};

/* Plants of one table: trees have a position; boxes a corner, size and rotation; polygons and lines
 * vertices. */
struct sm_draft_plant {
  double corner[2], size[2], rotation; /* m, m, deg; corner is also the position of a tree */
  double (*vertex)[2];                 /* m */
  size_t vertex_count;
  int kind; /* enum sm_plant_kind; for lines minus SM_PLANT_WINDBREAK */
  struct sm_plant_traits traits;
  int in_crs, line;
};

/* Index of each plant table in the draft. */
enum sm_plant_table { SM_PLANT_TREES, SM_PLANT_BOXES, SM_PLANT_POLYGONS, SM_PLANT_LINES };
enum { SM_PLANT_TABLES = SM_PLANT_LINES + 1 };
struct sm_draft_plants {
  struct sm_draft_plant *item;
  size_t count;
};

struct sm_draft_station {
  struct sm_case_station station;
  struct sm_draft_place place;
  struct sm_case_reading only; /* reading given in the station table: speed, direction ..., and
                                  default height and Obukhov length of a list of readings */
};

struct sm_draft_receptor {
  struct sm_case_receptor receptor;
  struct sm_draft_place place;
};

struct sm_draft_turbine {
  struct sm_case_turbine turbine;
  struct sm_draft_place place;
};

/* Deposition velocity that is not given: by kind, gas or grains. */
#define SM_DEPOSITION_BY_KIND (-1.0)

/* Sizes of a species: none, one diameter, a list, or a lognormal distribution. */
struct sm_draft_species {
  struct sm_case_species species;
  double diameter;        /* m; NAN: not given */
  double (*diameters)[2]; /* m, mass fraction */
  size_t diameter_count;
  double median, deviation; /* lognormal distribution: median (m) and geometric standard deviation;
                               NAN: not given */
  int classes;              /* number of size classes of the distribution */
};

struct sm_draft_particle_receptor {
  struct sm_case_particle_receptor receptor;
  struct sm_draft_place place;
};

struct sm_draft_line_of_sight {
  struct sm_case_line_of_sight line_of_sight;
  struct sm_draft_place place;
};

struct sm_draft_rotor {
  struct sm_case_rotor rotor;
  double mass; /* kg; NAN: thrust or thrusts are given */
};

struct sm_draft_boundary {
  struct sm_case_boundary boundary;
  bool at[SM_SIDES];
  int kind, law; /* -1: not given */
};

struct sm_case_draft {
  struct sm_case c;
  int format;                    /* word index */
  int model_stability, model_z0; /* word index */
  char *data;
  struct sm_draft_crs crs;
  struct sm_draft_box *box;
  size_t box_count;
  struct sm_draft_polygon *polygon;
  size_t polygon_count;
  struct sm_draft_plants plants[SM_PLANT_TABLES];
  struct sm_draft_station *station;
  size_t station_count;
  struct sm_draft_receptor *receptor;
  size_t receptor_count;
  struct sm_draft_turbine *turbine;
  size_t turbine_count;
  int particle_top, particle_direction, particle_coupling; /* word index */
  struct sm_draft_species *species;
  size_t species_count;
  struct sm_draft_particle_receptor *particle_receptor;
  size_t particle_receptor_count;
  struct sm_draft_line_of_sight *line_of_sight;
  size_t line_of_sight_count;
  struct sm_draft_rotor *rotor;
  size_t rotor_count;
  bool vortex_reverse;
  struct sm_draft_boundary *boundary;
  size_t boundary_count;
  double mac_sor_tau;
  int forward_euler_solids; /* word index */
  bool forward_euler_work;
};

/* key_text.c: Text descriptions of a key of the schema. */

/* Each adds to *out. */

/* Where the places of the key must be; nothing when they may be anywhere. */
void sm_describe_place(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the allowed range, "more than 0 m"; nothing if every number is allowed. */
void sm_describe_range(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the type of the value, "a number in m or texts such as \"20 ft\"". */
void sm_describe_value(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the default, "0 m", "see position"; or "required". */
void sm_describe_default(const struct sm_schema_key *key, struct sm_text *out);

/* Adds the keys of which `key` needs one, each in quotes: "'file' or 'files'". */
void sm_describe_needed(const struct sm_schema_key *key, const char *quote, struct sm_text *out);

/* Adds the key or table of a condition, "wind.model", "[mesh]". */
void sm_describe_subject(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds a condition: `wind.model = "file" or "rotor"`, "[mesh]". */
void sm_describe_condition(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds conditions: "only with [mesh]; not with [weather.rose]"; nothing for NULL. */
void sm_describe_conditions(const struct sm_schema_condition *c, struct sm_text *out);

/* Adds the name of a table: "[domain]", "[[weather.station]]", "the top of the file". */
void sm_describe_table(const struct sm_schema_table *table, struct sm_text *out);

/* Adds words in lines of 90 columns; the first line starts at `column`, others at `indent`. */
void sm_describe_wrapped(struct sm_text *out, const char *words, int column, int indent);

/* Adds "  title     words", the words starting at `column`. */
void sm_describe_field(struct sm_text *out, const char *title, int column, const char *words);

/* renamed.c: Renamed tables and keys of case files: errors name the new one. */

/* Dotted name of a table or key, before and after renaming. */
struct sm_schema_renamed {
  const char *before, *after;
};
extern const struct sm_schema_renamed sm_schema_renamed[];
extern const size_t sm_schema_renamed_count;

/* New dotted name of the former key `key` in the table `path` (its current name); NULL: not a
 * former name. */
const char *sm_schema_renamed_in(const char *path, const char *key);

/* Current name for a former dotted name or its last part. Returns whether it was
 * found. */
bool sm_schema_renamed_find(const char *name, char *after, size_t size);

#endif

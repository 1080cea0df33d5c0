/* schema.h - every key of a case file, in tables: reading, checks, help and docs follow them. */
#ifndef SM_CASE_SCHEMA_SCHEMA_H
#define SM_CASE_SCHEMA_SCHEMA_H

#include "case/case.h"
#include <stdbool.h>
#include <stddef.h>

enum sm_schema_key_type {
  SM_KEY_NUMBER,  /* double; a text with a unit; or words[0], which stands for word_value */
  SM_KEY_INTEGER, /* int */
  SM_KEY_FLAG,    /* bool */
  SM_KEY_TEXT,    /* char * */
  SM_KEY_NAME,    /* char *: part of a file name */
  SM_KEY_BAND,    /* char *: number or description of a band of a raster */
  SM_KEY_PATH,    /* char * */
  SM_KEY_PATHS,   /* struct sm_string_list; one text is a list of one */
  SM_KEY_TEXTS,   /* likewise, of any texts */
  SM_KEY_WORD,    /* int: which of `words` */
  SM_KEY_WORDS,   /* bool for each of `words`, one after the other */
  SM_KEY_TIME,    /* double, s since 1970-01-01 UTC */
  SM_KEY_VECTOR,  /* double[count]; if `least` is not 0, so few may be given */
  SM_KEY_EXTENT,  /* double[count]; one number stands for all, two of three for [xy, z] */
  SM_KEY_LIST,    /* double *, and its size_t at count_at */
  SM_KEY_POINTS,  /* double (*)[2], and its size_t at count_at */
  SM_KEY_ROWS,    /* double (*)[count], and its size_t at count_at; `words`: unit of each column */
  SM_KEY_EPSG,    /* char *: "EPSG:n" */
  SM_KEY_CRS,     /* struct sm_draft_crs */
  SM_KEY_RULES,   /* struct sm_attribute_rules; default: `words` */
  SM_KEY_CLASSES, /* struct sm_roughness_class *, and its size_t at count_at */
  SM_KEY_EXPRESSION, /* struct sm_case_expression, or [count] where count is not 0; if `least` is
                        not 0, one may stand for all */
  SM_KEY_TYPES
};

/* A condition without which a key or table has no meaning. */
struct sm_schema_condition {
  const char *on;    /* a key of the same table; or the path of a table or key */
  const char *words; /* "a b": that key has one of these values; NULL: it is in the case */
  bool negated;      /* it has none of these values; it is not in the case */
  const char *help;  /* remedy, for the message; NULL: the condition */
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
  size_t at, count_at;      /* offsets in the struct of the key's table */
  int count, least;         /* of a vector; count also of a row */
  const char *unit;         /* UDUNITS; NULL: none, and no text is taken for a number */
  double low, high;         /* limits of a number, themselves allowed ... */
  bool low_open, high_open; /* ... or not */
  bool not_zero;
  bool whole;               /* of a number, which may be larger than an integer */
  bool required;            /* where its table is in the case */
  bool unique;              /* no two elements of [[path]] have the same text */
  double fallback;          /* default of numbers, flags, words (index) and sets of words (bits) */
  const char *text;         /* default of texts; NULL: "" */
  const char *otherwise;    /* what happens without the key, when no number says it */
  const char *const *words; /* ends with NULL */
  double word_value;
  const char *limited;  /* why there are these limits, where that is no matter of course: a help */
  const char *excludes; /* keys of this table that cannot stand beside this one, "a b" */
  const char *needs;    /* the key of this table that must stand beside this one */
  enum sm_schema_place in_domain;
  const char *coordinates; /* key of this table with the coordinates of these places; NULL: metres,
                              or those of latitude or easting beside it */
  const struct sm_schema_condition *only_with; /* ends with {0}; NULL: none */
  const char *meaning;
};

struct sm_schema_table {
  const char *path; /* "weather.station"; "" is the top of the file */
  const char *meaning;
  const struct sm_schema_key *keys;
  size_t key_count;
  size_t line_at;      /* offset of its `int line`; 0: none */
  size_t element_size; /* of [[path]]; 0: one table, in the struct of the case */
  size_t at, count_at; /* of [[path]]: offsets of pointer and size_t in the parent's struct */
  const struct sm_schema_condition *only_with; /* ends with {0}; NULL: none */
  bool required;                               /* where these conditions are met */
};

/* Each stands in schema_<section>.c, beside its keys. */
extern const struct sm_schema_table sm_table_top, sm_table_case, sm_table_domain, sm_table_terrain,
    sm_table_buildings, sm_table_building_box, sm_table_building_polygon, sm_table_vegetation,
    sm_table_tree, sm_table_plant_box, sm_table_plant_polygon, sm_table_plant_line,
    sm_table_roughness, sm_table_weather, sm_table_weather_model, sm_table_station,
    sm_table_reading, sm_table_rose, sm_table_wind, sm_table_wind_file, sm_table_wind_points,
    sm_table_vortex, sm_table_rotor, sm_table_flow, sm_table_mac_sor, sm_table_heat,
    sm_table_compressible, sm_table_forward_euler, sm_table_reaction, sm_table_reaction_zone,
    sm_table_reaction_release, sm_table_boundary, sm_table_body, sm_table_scalar,
    sm_table_scalar_source, sm_table_chemistry, sm_table_fixed_species, sm_table_zones,
    sm_table_turbine, sm_table_slope_flow, sm_table_turbulence, sm_table_particles,
    sm_table_species, sm_table_source, sm_table_concentration, sm_table_particle_receptor,
    sm_table_line_of_sight, sm_table_collisions, sm_table_statistics, sm_table_receptor,
    sm_table_mesh, sm_table_prisms, sm_table_poisson, sm_table_poisson_boundary, sm_table_output;

/* All of them, in the order of the documentation. */
extern const struct sm_schema_table *const sm_schema_tables[];
extern const size_t sm_schema_table_count;

/* Tables and keys by name; NULL: unknown. */
const struct sm_schema_table *sm_schema_find_table(const char *path);
const struct sm_schema_key *sm_schema_find_key(const struct sm_schema_table *table,
                                               const char *name);

/* The key of a dotted path, "wind.model"; NULL: none. */
const struct sm_schema_key *sm_schema_find_dotted(const char *path);

/* True when `word` is one of the words of `list`, which a space separates; either NULL: false. */
bool sm_schema_lists(const char *list, const char *word);

/* True when `child` stands directly in `parent`; *name is then the last part of its path. */
bool sm_schema_is_child(const struct sm_schema_table *parent, const struct sm_schema_table *child,
                        const char **name);

/* The case while it is read: as the file has it, before it is checked and finished. */
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

/* Plants of one table: a tree has a position, a box corner, size and rotation, a polygon or line
 * vertices. */
struct sm_draft_plant {
  double corner[2], size[2], rotation; /* m, m, deg; corner: also the position */
  double (*vertex)[2];                 /* m */
  size_t vertex_count;
  int kind; /* enum sm_plant_kind; of a line: less SM_PLANT_WINDBREAK */
  struct sm_plant_traits traits;
  int in_crs, line;
};

/* Where the draft keeps the plants of each table. */
enum sm_plant_table { SM_PLANT_TREES, SM_PLANT_BOXES, SM_PLANT_POLYGONS, SM_PLANT_LINES };
enum { SM_PLANT_TABLES = SM_PLANT_LINES + 1 };
struct sm_draft_plants {
  struct sm_draft_plant *item;
  size_t count;
};

struct sm_draft_station {
  struct sm_case_station station;
  struct sm_draft_place place;
  struct sm_case_reading only; /* speed, from ... of a station without a list of readings, and the
                                  height and Obukhov length of readings that give none */
};

struct sm_draft_receptor {
  struct sm_case_receptor receptor;
  struct sm_draft_place place;
};

struct sm_draft_turbine {
  struct sm_case_turbine turbine;
  struct sm_draft_place place;
};

/* Sizes of a species: none, a diameter, a list, or a lognormal distribution. */
struct sm_draft_species {
  struct sm_case_species species;
  double diameter;        /* m; NAN */
  double (*diameters)[2]; /* m, share of the mass */
  size_t diameter_count;
  double median, deviation; /* m, 1: of a lognormal distribution; NAN */
  int classes;              /* into which it is cut */
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
  int format;                    /* one choice */
  int model_stability, model_z0; /* which word */
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
  int particle_top, particle_direction, particle_coupling; /* which word */
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
  int forward_euler_solids; /* which word */
  bool forward_euler_work;
};

#endif

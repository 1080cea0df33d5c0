/* input/convert/internal.h - readers of the inputs of other programs, and the writer of the case
 * file made from them. */
#ifndef SM_INPUT_CONVERT_INTERNAL_H
#define SM_INPUT_CONVERT_INTERNAL_H

#include "base/arena.h"
#include "base/context.h"
#include "base/text.h"
#include "lab/convert.h"

/* writer.c: the case file, and the list of what was not taken over */

/* Kind of keys or elements that were not taken over. */
struct sm_convert_left {
  char name[64], why[240];
  const char *file; /* name of the file, owned by the caller of sm_convert */
  int line;         /* of the first one */
  size_t count;
};

struct sm_convert {
  struct sm_context *ctx;
  struct sm_arena *arena; /* of names and trees of the inputs */
  const struct sm_convert_options *options;
  const char *path;    /* input file being read, for messages */
  const char *folder;  /* of the input file: "" or with '/' at its end */
  struct sm_text text; /* tables of the case */
  struct sm_convert_left *left;
  size_t left_count, left_capacity;
  size_t keys, dropped; /* keys of the inputs; of these, not taken over */
  int errors;           /* errors in the input; the message of the context holds the first ones */
  bool failed;          /* out of memory */
};

void sm_convert_free(struct sm_convert *c);

/* Begins a table: `head` is "[domain]" or "[[weather.station]]". The comment may be NULL. */
void sm_convert_table(struct sm_convert *c, const char *head, const char *comment);

/* Adds a key with a value in TOML, and a comment beside it; comment NULL: none. */
void sm_convert_key(struct sm_convert *c, const char *key, const char *value, const char *comment);
void sm_convert_number(struct sm_convert *c, const char *key, double value, const char *comment);
void sm_convert_numbers(struct sm_convert *c, const char *key, const double *value, int count,
                        const char *comment);
/* Text in quotes; special characters are escaped. */
void sm_convert_string(struct sm_convert *c, const char *key, const char *value,
                       const char *comment);
/* Number with a unit, "20 ft"; unit "": a plain number. */
void sm_convert_quantity(struct sm_convert *c, const char *key, double value, const char *unit,
                         const char *comment);
/* Name of a file, relative to the folder of the case. Warns if there is no such file. */
void sm_convert_file(struct sm_convert *c, const char *key, const char *file, const char *comment);
/* Comment lines of their own, wrapped. */
void sm_convert_comment(struct sm_convert *c, const char *format, ...) SM_FORMAT(2, 3);

/* Path of a file named in the input: relative to the folder of the input, else to the current one.
 * False: there is no such file; `out` is then the former. */
bool sm_convert_find(const struct sm_convert *c, const char *file, char *out, size_t size);

/* Lists a key that is not taken over, with its line and the reason. */
void sm_convert_leave(struct sm_convert *c, int line, const char *name, const char *format, ...)
    SM_FORMAT(4, 5);
/* Adds an error to the message, at a line (0: the whole file). */
void sm_convert_wrong(struct sm_convert *c, int line, const char *format, ...) SM_FORMAT(3, 4);

/* Replaces control characters but line ends and tabs, and what is not UTF-8, by blanks and '?'. */
void sm_convert_clean(char *text, size_t size);

/* Reads a number that is the whole text but for blanks around it. */
bool sm_convert_parse(const char *text, double *out);

/* convert.c */

/* A text without blanks around it, changed in place. */
char *sm_convert_trim(char *text);

/* A text and the name of its file; the text is changed. */
struct sm_convert_input {
  const char *name;
  char *text;
  size_t size;
};

/* Converts texts in memory, one, or the winds and the plume of QES. Errors: as sm_convert. */
SM_CHECKED enum sm_status sm_convert_texts(struct sm_context *ctx, struct sm_convert_input *input,
                                           size_t count, const struct sm_convert_options *options,
                                           struct sm_converted *out);
/* Converts one text, which is copied. */
SM_CHECKED enum sm_status sm_convert_memory(struct sm_context *ctx, const char *name,
                                            const char *text, size_t size,
                                            const struct sm_convert_options *options,
                                            struct sm_converted *out);

/* windninja.c: configuration files of WindNinja, `key = value` lines */

struct sm_ninja_entry {
  char *name, *value;
  int line;
  bool used;
};

struct sm_ninja {
  struct sm_convert *c;
  struct sm_ninja_entry *item;
  size_t count;
  bool zone_told; /* that the time zone is unknown */
};

/* Parses a text in place, and writes its case. Errors: ERR_MEMORY; others are in c->errors. */
SM_CHECKED enum sm_status sm_convert_windninja(struct sm_convert *c, char *text);

/* Value of a key, which then is used; NULL: not given. */
const struct sm_ninja_entry *sm_ninja_find(struct sm_ninja *n, const char *name);
const char *sm_ninja_text(struct sm_ninja *n, const char *name, const char *otherwise);
bool sm_ninja_is(struct sm_ninja *n, const char *name, bool otherwise);
double sm_ninja_number(struct sm_ninja *n, const char *name, double otherwise);
/* Unit for UDUNITS of a key with one of WindNinja's words; a wrong word is an error. */
const char *sm_ninja_unit(struct sm_ninja *n, const char *name, const char *otherwise);

/* windninja_case.c, windninja_weather.c */
void sm_ninja_write_case(struct sm_ninja *n);
void sm_ninja_write_weather(struct sm_ninja *n);
void sm_ninja_write_start(struct sm_ninja *n); /* case.start of the date */
/* Height above the zero plane of the wind profile of one above the vegetation, m. */
double sm_ninja_height(struct sm_ninja *n, double above);

/* xml.c */

/* Element of an XML text; all memory is that of the arena. */
struct sm_xml_node {
  const char *name;
  const char *text; /* of an element without elements in it, without blanks around it; else "" */
  int line;
  bool used;
  struct sm_xml_node *child, *next;
};

/* Reads a text, which is changed. *root: NULL if it is not well-formed, which is then in c->errors.
 * Errors: ERR_DATA (too deep, or no expat), ERR_MEMORY. */
SM_CHECKED enum sm_status sm_xml_read(struct sm_convert *c, char *text, size_t size,
                                      struct sm_xml_node **root);

/* First element of a name in another one, which may be NULL; and the next one with the name of
 * `node`. Both are then used. NULL: none. */
struct sm_xml_node *sm_xml_find(struct sm_xml_node *parent, const char *name);
struct sm_xml_node *sm_xml_again(struct sm_xml_node *node);

double sm_xml_number(struct sm_convert *c, struct sm_xml_node *parent, const char *name,
                     double otherwise);
double sm_xml_required(struct sm_convert *c, struct sm_xml_node *parent, const char *name);
const char *sm_xml_text(struct sm_xml_node *parent, const char *name, const char *otherwise);

/* qes.c: cases of QES-Winds and QES-Plume */

struct sm_qes {
  struct sm_convert *c;
  double margin;           /* halo that is the margin of the case, m */
  double shift[2];         /* added to coordinates of QES-Winds, m: a halo, not a margin */
  double size[2], cell[3]; /* of the domain without margin, and of a cell, m */
  bool local;              /* the domain has no place on Earth */
  bool terrain;
  double utm[2]; /* UTMx, UTMy */
};

/* Converts the winds and, if there is one, the plume. Errors: as sm_xml_read. */
struct sm_convert_input;
SM_CHECKED enum sm_status sm_convert_qes(struct sm_convert *c, const struct sm_convert_input *winds,
                                         const struct sm_convert_input *plume);

/* Coordinates of QES in the domain of the case. */
double sm_qes_x(const struct sm_qes *q, double x, int axis);
/* Rectangle of QES, rotated about its first corner: writes corner, size and rotation. */
void sm_qes_rectangle(struct sm_qes *q, const double start[2], const double size[2],
                      double rotation);
/* Vertices of elements xVertex and yVertex; false: none, or wrong ones. */
bool sm_qes_vertices(struct sm_qes *q, struct sm_xml_node *node);

/* Lists the elements from `node` on that no writer has used, and counts all. */
void sm_qes_list_left(struct sm_convert *c, const struct sm_xml_node *node);

/* quic.c: Converts a QUIC project: a text of QU_simparams.inp, and the files beside it. Errors:
 * ERR_DATA (not that file, and none beside it), ERR_IO, ERR_MEMORY. */
SM_CHECKED enum sm_status sm_convert_quic(struct sm_convert *c, struct sm_convert_input *input);

/* qes_solids.c: Value, in TOML, of a key of [wind.zones] by the number of its flag in QUIC and QES;
 * NULL: no counterpart. */
const char *sm_convert_zone(const char *key, double number);

/* qes_weather.c, qes_solids.c */
SM_CHECKED enum sm_status sm_qes_write_weather(struct sm_qes *q, struct sm_xml_node *root);
void sm_qes_write_buildings(struct sm_qes *q, struct sm_xml_node *root);
void sm_qes_write_vegetation(struct sm_qes *q, struct sm_xml_node *root);

/* qes_plume.c */
void sm_qes_write_plume(struct sm_qes *q, struct sm_xml_node *root);

#endif

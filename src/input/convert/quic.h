/* input/convert/quic.h - projects of QUIC (QUIC-URB and QUIC-PLUME, versions 5.5 to 6): files of
 * lines "value !label", whose labels are the documentation. */
#ifndef SM_INPUT_CONVERT_QUIC_H
#define SM_INPUT_CONVERT_QUIC_H

#include "input/convert/internal.h"

/* A line: what is before the first '!' and what is behind it, without blanks around them; a heading
 * has no value, a row of a table no label. */
struct sm_quic_line {
  const char *value, *label;
  int line;
  bool used;
};

struct sm_quic_file {
  const char *path;
  struct sm_quic_line *item;
  size_t count;
};

/* Part of a file: lines from <= n < to. */
struct sm_quic_part {
  struct sm_quic_file *file;
  size_t from, to;
};

struct sm_quic {
  struct sm_convert *c;
  double rotation;     /* of the domain, deg clockwise from north */
  double utm[2];       /* of its south-west corner, m */
  bool local;          /* the domain has no place on Earth */
  double duration;     /* of the plume, s */
  bool count_is_guess; /* of particles */
};

/* quic.c */

/* Parses a text in place. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_quic_parse(struct sm_convert *c, const char *path, char *text,
                                        struct sm_quic_file *out);
/* Reads and parses a file beside the input; a file that is not there has no lines. Errors: ERR_IO,
 * ERR_MEMORY. */
SM_CHECKED enum sm_status sm_quic_read(struct sm_convert *c, const char *name,
                                       struct sm_quic_file *out);

struct sm_quic_part sm_quic_whole(struct sm_quic_file *file);

/* First line whose label begins with a text, in any case of letters; it is then used. NULL: none.
 */
struct sm_quic_line *sm_quic_find(struct sm_quic_part part, const char *label);
/* Number of a line; a value that is not a number is an error. */
double sm_quic_number(struct sm_quic *q, struct sm_quic_part part, const char *label,
                      double otherwise);
double sm_quic_required(struct sm_quic *q, struct sm_quic_part part, const char *label);

/* Next part that is enclosed by the headings "Start... n" and "End... n", from part->from on, which
 * then is behind it; false: none. */
bool sm_quic_block(struct sm_quic_part *part, const char *start, const char *end,
                   struct sm_quic_part *out);

/* Numbers of a line, at most `most`; returns how many. */
int sm_quic_numbers(const struct sm_quic_line *line, double *out, int most);

/* Lists the lines of a file that were not used, and counts all. */
void sm_quic_list_left(struct sm_quic *q, const struct sm_quic_file *file);

/* quic_case.c, quic_weather.c, quic_plume.c */
void sm_quic_write_domain(struct sm_quic *q, struct sm_quic_file *simulation);
void sm_quic_write_buildings(struct sm_quic *q, struct sm_quic_file *simulation,
                             struct sm_quic_file *buildings);
SM_CHECKED enum sm_status sm_quic_write_weather(struct sm_quic *q, struct sm_quic_file *weather);
void sm_quic_write_plume(struct sm_quic *q, struct sm_quic_file *source,
                         struct sm_quic_file *parameters);

#endif

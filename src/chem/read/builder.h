/* chem/read/builder.h - a mechanism while its files are read: lists that grow, problems with their
 * places. */
#ifndef SM_CHEM_READ_BUILDER_H
#define SM_CHEM_READ_BUILDER_H

#include "base/context.h"
#include "base/text.h"
#include "chem/read/name_table.h"
#include "simoom/mechanism.h"

enum { SM_BUILDER_FILES = 64, SM_BUILDER_PROBLEMS = 20 };

/* A file that was read. */
struct sm_builder_file {
  const char *path;
  char *text; /* [size], and a NUL behind */
  size_t size;
};

struct sm_mechanism_builder {
  struct sm_context *ctx;
  const struct sm_mechanism_files *files;
  struct sm_arena *arena;
  struct sm_builder_file source[SM_BUILDER_FILES];
  int32_t source_count;
  int32_t problem_count; /* found so far; the message holds the first SM_BUILDER_PROBLEMS */
  const char *format;
  struct sm_element *elements;
  struct sm_species *species;
  struct sm_reaction *reactions;
  int32_t reaction_count;
  struct sm_name_table element_names, species_names; /* with them their counts */
  bool thermo_given; /* a file or a section has thermodynamic data, so that no species lacks them */
};

/* Reads a file into the next source, which stays until the build ends. Errors: ERR_IO,
 * ERR_MEMORY, ERR_DATA (there are too many, or it is no text). */
SM_CHECKED enum sm_status sm_builder_open(struct sm_mechanism_builder *b, const char *path,
                                          const struct sm_builder_file **out);

/* Adds a problem: the place, what is wrong, and the text of the line. Reading goes on. */
void sm_builder_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                        const char *format, ...) SM_FORMAT(3, 4);

/* A problem, or in a build that is permissive a warning. */
void sm_builder_strict_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                               const char *format, ...) SM_FORMAT(3, 4);

void sm_builder_warn(struct sm_mechanism_builder *b, struct sm_file_line place, const char *format,
                     ...) SM_FORMAT(3, 4);

/* True when reading on would only add to a long list. */
bool sm_builder_too_many(const struct sm_mechanism_builder *b);

/* Makes room for one more thing behind the `count` of a list, a pointer into the arena, NULL at
 * first. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_builder_grow(struct sm_mechanism_builder *b, void *list_pointer,
                                          int32_t count, size_t size);

/* Copies of texts that live as long as the mechanism. */
SM_CHECKED enum sm_status sm_builder_copy(struct sm_mechanism_builder *b, struct sm_token token,
                                          const char **out);
/* The same with every run of blanks as one blank. */
SM_CHECKED enum sm_status sm_builder_copy_collapsed(struct sm_mechanism_builder *b,
                                                    struct sm_token token, const char **out);

/* Adds to the amount of an index, or sets it. */
SM_CHECKED enum sm_status sm_builder_add_amount(struct sm_mechanism_builder *b,
                                                struct sm_amounts *list, int32_t index,
                                                double amount);
SM_CHECKED enum sm_status sm_builder_set_amount(struct sm_mechanism_builder *b,
                                                struct sm_amounts *list, int32_t index,
                                                double amount);

/* Adds an element by its symbol; weight 0: the known one, and a problem where there is none. One
 * that is there already is left as it is. */
SM_CHECKED enum sm_status sm_builder_element(struct sm_mechanism_builder *b,
                                             struct sm_file_line place, struct sm_token symbol,
                                             double weight);

/* Adds a species, or tells that there is one of that name; *out is NULL then. The pointer is good
 * until the next one is added. */
SM_CHECKED enum sm_status sm_builder_species(struct sm_mechanism_builder *b,
                                             struct sm_file_line place, struct sm_token name,
                                             struct sm_species **out);

/* Adds a reaction; the pointer is good until the next one is added. */
SM_CHECKED enum sm_status sm_builder_reaction(struct sm_mechanism_builder *b,
                                              struct sm_file_line place, struct sm_reaction **out);

int32_t sm_builder_find_species(const struct sm_mechanism_builder *b, struct sm_token name);

/* ": did you mean 'X'?", or nothing, for a species that there is not. */
const char *sm_builder_nearest(const struct sm_mechanism_builder *b, struct sm_token name,
                               char *out, size_t size);

/* The lines of a source, one by one. */
struct sm_line_reader {
  const struct sm_builder_file *source;
  size_t at;
  struct sm_file_line place;
};

struct sm_line_reader sm_line_reader_start(const struct sm_builder_file *source);
/* Without the end of the line. */
bool sm_line_reader_next(struct sm_line_reader *lines, struct sm_token *out);

#endif

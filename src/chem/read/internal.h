/* chem/read/internal.h - readers of reaction mechanisms: building, checks, YAML. */
#ifndef SM_CHEM_READ_INTERNAL_H
#define SM_CHEM_READ_INTERNAL_H

#include "base/arena.h"
#include "base/context.h"
#include "base/text.h"
#include "chem/read/tokens.h"
#include "simoom/mechanism.h"
#include <stdint.h>

/* name_table.c */

/* Name table; initialise with {0}. Memory is in the arena. */
struct sm_name_table {
  const char **name; /* [count] */
  int32_t count;
  int32_t *slot; /* [slots]: name index + 1; 0 when empty */
  int32_t slots;
};

/* Adds a name, which must outlive the table; its index is the old count. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_name_table_add(struct sm_context *ctx, struct sm_arena *arena,
                                            struct sm_name_table *names, const char *name);

/* Index of a name: exact match, else the only case-insensitive match; -1 if absent or ambiguous. */
int32_t sm_name_table_find(const struct sm_name_table *names, struct sm_token token);

/* Index of a name by exact match; -1 if absent. */
int32_t sm_name_table_find_exactly(const struct sm_name_table *names, struct sm_token token);

/* builder.c */

enum { SM_BUILDER_FILES = 64, SM_BUILDER_PROBLEMS = 20 };

/* A source file. */
struct sm_builder_file {
  const char *path;
  char *text; /* [size], followed by NUL */
  size_t size;
};

struct sm_mechanism_builder {
  struct sm_context *ctx;
  const struct sm_mechanism_files *files;
  struct sm_arena *arena;
  struct sm_builder_file source[SM_BUILDER_FILES];
  int32_t source_count;
  int32_t problem_count; /* problems found; the message contains the first SM_BUILDER_PROBLEMS */
  const char *format;
  struct sm_element *elements;
  struct sm_species *species;
  struct sm_reaction *reactions;
  int32_t reaction_count;
  struct sm_name_table element_names, species_names; /* name tables, with counts */
  bool thermo_given; /* thermodynamic data given: no species may lack it */
};

/* Reads a file as the next source, kept until the end of the build. Errors: ERR_IO, ERR_MEMORY,
 * ERR_DATA (too many files; not text). */
SM_CHECKED enum sm_status sm_builder_open(struct sm_mechanism_builder *b, const char *path,
                                          const struct sm_builder_file **out);

/* Adds a problem with its location, description and source line. Reading continues. */
void sm_builder_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                        const char *format, ...) SM_FORMAT(3, 4);

/* Adds a problem, or a warning in a permissive build. */
void sm_builder_strict_problem(struct sm_mechanism_builder *b, struct sm_file_line place,
                               const char *format, ...) SM_FORMAT(3, 4);

void sm_builder_warn(struct sm_mechanism_builder *b, struct sm_file_line place, const char *format,
                     ...) SM_FORMAT(3, 4);

/* True when too many problems were found to continue. */
bool sm_builder_too_many(const struct sm_mechanism_builder *b);

/* Makes room for one more item after the `count` of a list; list_pointer points to a pointer into
 * the arena, initially NULL. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_builder_grow(struct sm_mechanism_builder *b, void *list_pointer,
                                          int32_t count, size_t size);

/* Copies a text into memory that lives as long as the mechanism. */
SM_CHECKED enum sm_status sm_builder_copy(struct sm_mechanism_builder *b, struct sm_token token,
                                          const char **out);
/* Copies a text with each run of blanks replaced by one blank. */
SM_CHECKED enum sm_status sm_builder_copy_collapsed(struct sm_mechanism_builder *b,
                                                    struct sm_token token, const char **out);

/* Adds to the amount of an index, or sets it if absent. */
SM_CHECKED enum sm_status sm_builder_add_amount(struct sm_mechanism_builder *b,
                                                struct sm_amounts *list, int32_t index,
                                                double amount);
SM_CHECKED enum sm_status sm_builder_set_amount(struct sm_mechanism_builder *b,
                                                struct sm_amounts *list, int32_t index,
                                                double amount);

/* Adds an element by symbol; weight 0 for the standard atomic weight, with a problem if unknown. An
 * existing element is kept. */
SM_CHECKED enum sm_status sm_builder_element(struct sm_mechanism_builder *b,
                                             struct sm_file_line place, struct sm_token symbol,
                                             double weight);

/* Adds a species; a duplicate name is a problem, with *out NULL. The pointer is valid until the
 * next species is added. */
SM_CHECKED enum sm_status sm_builder_species(struct sm_mechanism_builder *b,
                                             struct sm_file_line place, struct sm_token name,
                                             struct sm_species **out);

/* Adds a reaction; the pointer is valid until the next one is added. */
SM_CHECKED enum sm_status sm_builder_reaction(struct sm_mechanism_builder *b,
                                              struct sm_file_line place, struct sm_reaction **out);

int32_t sm_builder_find_species(const struct sm_mechanism_builder *b, struct sm_token name);

/* Suggestion ": did you mean 'X'?" for an unknown species; may be empty. */
const char *sm_builder_nearest(const struct sm_mechanism_builder *b, struct sm_token name,
                               char *out, size_t size);

/* Iterator over the lines of a source. */
struct sm_line_reader {
  const struct sm_builder_file *source;
  size_t at;
  struct sm_file_line place;
};

struct sm_line_reader sm_line_reader_start(const struct sm_builder_file *source);
/* Next line without its line end; false at the end. */
bool sm_line_reader_next(struct sm_line_reader *lines, struct sm_token *out);

/* duplicates.c */

/* Checks duplicate reactions. Reactions with the same rate form, a common collider and equal sides
 * (or swapped sides, if one is reversible) must all be declared duplicates. A declared duplicate
 * without partner is a warning. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_duplicates(struct sm_mechanism_builder *b);

/* mechanism_check.c */

/* Computes molar masses and charges of species; checks thermodynamic data, element balances, rates
 * and duplicates. Errors are added to the problems of the build. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_check(struct sm_mechanism_builder *b);

/* yaml.c */

enum sm_yaml_kind { SM_YAML_TEXT, SM_YAML_LIST, SM_YAML_MAP };

struct sm_yaml {
  enum sm_yaml_kind kind;
  struct sm_file_line place;
  struct sm_token key;  /* inside a map */
  struct sm_token text; /* value of a scalar */
  const struct sm_yaml *first, *next;
  int32_t count; /* children */
};

/* Reads the first YAML document of a file, with a warning for further ones.
 * Syntax errors and duplicate keys in a map are problems, with *out NULL.
 * Scalars are always text: the species NO is not "false". Errors:
 * ERR_MEMORY, ERR_DATA (built without libyaml). */
SM_CHECKED enum sm_status sm_yaml_read(struct sm_mechanism_builder *b,
                                       const struct sm_builder_file *source,
                                       const struct sm_yaml **out);

/* Entry of a map by key; NULL when absent or not a map. */
const struct sm_yaml *sm_yaml_get(const struct sm_yaml *map, const char *key);

/* True when the key of a map entry equals the text. */
bool sm_yaml_has_key(const struct sm_yaml *entry, const char *key);

/* True when a node exists and equals the text. */
bool sm_yaml_is(const struct sm_yaml *node, const char *text);

/* cantera/cantera.c */

/* Reads the phase named by b->files, default the first. Syntax errors are problems of the build.
 * Errors: ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open; built without libyaml). */
SM_CHECKED enum sm_status sm_cantera_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

/* chemkin/chemkin.c */

/* Reads the mechanism and the thermodynamic and transport files of b->files. Syntax errors are
 * problems of the build. Errors: ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_chemkin_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

/* kpp/kpp.c */

/* Reads a file and its include files. Syntax errors are problems of the build. Errors: ERR_MEMORY,
 * ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_kpp_read(struct sm_mechanism_builder *b,
                                      const struct sm_builder_file *source);

#endif

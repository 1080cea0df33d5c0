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

/* Start from {0}; the memory is the arena's. */
struct sm_name_table {
  const char **name; /* [count] */
  int32_t count;
  int32_t *slot; /* [slots]: index + 1 of a name, 0: empty */
  int32_t slots;
};

/* Adds a name, which must outlive the list; its index is the count before. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_name_table_add(struct sm_context *ctx, struct sm_arena *arena,
                                            struct sm_name_table *names, const char *name);

/* Index of a name: an exact match, else the only match that ignores case; -1: none, or several. */
int32_t sm_name_table_find(const struct sm_name_table *names, struct sm_token token);

/* The same, letter for letter. */
int32_t sm_name_table_find_exactly(const struct sm_name_table *names, struct sm_token token);

/* builder.c */

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

/* Adds an element by its symbol; weight 0: the standard atomic weight, and a problem if unknown.
 * An element that exists already is kept. */
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

/* duplicates.c */

/* Two reactions of the same form of rate whose sides are the same, or the same the other way round
 * where one of them is reversible, and that share a collider, must both be declared duplicates.
 * One that is declared without a partner is a warning. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_duplicates(struct sm_mechanism_builder *b);

/* mechanism_check.c */

/* Weights and charges of the species from their elements; then thermodynamic data, balances,
 * rates and duplicates are checked. Problems are those of the build. Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_mechanism_check(struct sm_mechanism_builder *b);

/* yaml.c */

enum sm_yaml_kind { SM_YAML_TEXT, SM_YAML_LIST, SM_YAML_MAP };

struct sm_yaml {
  enum sm_yaml_kind kind;
  struct sm_file_line place;
  struct sm_token key;  /* inside a map */
  struct sm_token text; /* of a text */
  const struct sm_yaml *first, *next;
  int32_t count; /* children */
};

/* Reads the first document of a file; others are a warning. What is wrong with it is told as a
 * problem, and *out is NULL: also a key that stands in one map twice. No text is taken for anything
 * but a text: the species NO is no "false". Errors: ERR_MEMORY, ERR_DATA (built without libyaml).
 */
SM_CHECKED enum sm_status sm_yaml_read(struct sm_mechanism_builder *b,
                                       const struct sm_builder_file *source,
                                       const struct sm_yaml **out);

/* The entry of a map; NULL: absent, or not a map. */
const struct sm_yaml *sm_yaml_get(const struct sm_yaml *map, const char *key);

/* True where the key of an entry of a map is the text. */
bool sm_yaml_has_key(const struct sm_yaml *entry, const char *key);

/* True for an entry that is there and is the text. */
bool sm_yaml_is(const struct sm_yaml *node, const char *text);

/* cantera/cantera.c */

/* Reads the phase that b->files names, or the first one. Problems are those of the build. Errors:
 * ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open; built without libyaml). */
SM_CHECKED enum sm_status sm_cantera_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

/* chemkin/chemkin.c */

/* Reads the mechanism, and the files of thermodynamic and transport data that b->files names.
 * Problems are those of the build. Errors: ERR_MEMORY, ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_chemkin_read(struct sm_mechanism_builder *b,
                                          const struct sm_builder_file *source);

/* kpp/kpp.c */

/* Reads a file and those that it includes. Problems are those of the build. Errors: ERR_MEMORY,
 * ERR_IO, ERR_DATA (as sm_builder_open). */
SM_CHECKED enum sm_status sm_kpp_read(struct sm_mechanism_builder *b,
                                      const struct sm_builder_file *source);

#endif

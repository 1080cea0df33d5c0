/* Reading of reaction mechanisms with detection of the file format; release of their memory. */
#include "simoom/mechanism.h"

#include "chem/read/internal.h"
#include <string.h>

/* Memory behind a mechanism of sm_mechanism_read. */
struct owner {
  struct sm_mechanism m; /* first member: its address is that of the owner */
  struct sm_arena *arena;
  struct sm_name_table element_names, species_names;
};

enum format { UNKNOWN, CHEMKIN, CANTERA, KPP };

/* File format by the first significant line. */
static enum format format_of_line(struct sm_token line) {
  static const char *const chemkin[] = {"ELEMENTS", "SPECIES", "THERMO", "REACTIONS", "TRANSPORT"};
  static const char *const kpp[] = {"#INCLUDE",   "#MODEL",      "#ATOMS",    "#DEFVAR",
                                    "#DEFFIX",    "#DEFRAD",     "#LANGUAGE", "#INLINE",
                                    "#EQUATIONS", "#INTEGRATOR", "#DRIVER",   "#LOOKATALL",
                                    "#LOOKAT",    "#MONITOR",    "#CHECKALL", "#MINVERSION",
                                    "#FAMILIES",  "#INITVALUES", "#SETFIX",   "#EQNTAGS"};
  struct sm_token rest = line, token;
  if (!sm_token_next(&rest, &token) || token.text[0] == '!') return UNKNOWN;
  if (token.text[0] == '{' && memchr(line.text, '"', line.size) != NULL) return CANTERA; /* JSON */
  if (token.text[0] == '{' || strncmp(token.text, "//", 2) == 0) return KPP;
  for (size_t i = 0; i < sizeof kpp / sizeof *kpp; i++)
    if (sm_token_is(token, kpp[i])) return KPP;
  if (token.text[0] == '#') return UNKNOWN; /* YAML comment */
  for (size_t i = 0; i < sizeof chemkin / sizeof *chemkin; i++)
    if (sm_token_is_short(token, chemkin[i], 4)) return CHEMKIN;
  if (token.text[token.size - 1] == ':' || strncmp(token.text, "---", 3) == 0 ||
      token.text[0] == '%')
    return CANTERA;
  return UNKNOWN;
}

/* Reports files and phases that are not applicable to the format. */
static void refuse_files(struct sm_mechanism_builder *b, const struct sm_builder_file *source,
                         enum format format) {
  const struct sm_file_line place = {source->path, 0};
  if (b->files->photolysis != NULL && (format == CHEMKIN || format == CANTERA))
    sm_builder_problem(
        b, place,
        "photolysis rates need a KPP mechanism, and this one is not in KPP format: omit %s",
        b->files->photolysis);
  if (b->files->phase != NULL && (format == CHEMKIN || format == KPP))
    sm_builder_problem(
        b, place, "phases exist only in Cantera mechanisms, and this one is not: omit phase '%s'",
        b->files->phase);
  if ((b->files->thermo != NULL || b->files->transport != NULL) && format == KPP)
    sm_builder_problem(b, place,
                       "a mechanism of KPP has neither thermodynamic nor transport data: leave the "
                       "files away");
}

static enum sm_status read_mechanism(struct sm_mechanism_builder *b) {
  const struct sm_builder_file *source;
  struct sm_token line;
  enum format format = UNKNOWN;
  SM_TRY(sm_builder_open(b, b->files->mechanism, &source));
  struct sm_line_reader lines = sm_line_reader_start(source);
  while (format == UNKNOWN && sm_line_reader_next(&lines, &line)) format = format_of_line(line);
  refuse_files(b, source, format);
  switch (format) {
  case CHEMKIN: return sm_chemkin_read(b, source);
  case CANTERA: return sm_cantera_read(b, source);
  case KPP: return sm_kpp_read(b, source);
  case UNKNOWN: break;
  }
  return sm_fail(b->ctx, SM_ERR_DATA,
                 "%s: error: no mechanism of CHEMKIN, Cantera or KPP: none of their first words is "
                 "in it",
                 source->path);
}

/* Sets the name: file name without directory and extension. */
static enum sm_status set_name(struct sm_mechanism_builder *b, struct sm_mechanism *m) {
  const char *path = b->files->mechanism, *slash = strrchr(path, '/');
  struct sm_token name = sm_token_of(slash != NULL ? slash + 1 : path);
  for (size_t i = name.size; i > 1; i--)
    if (name.text[i - 1] == '.') {
      name.size = i - 1;
      break;
    }
  return sm_builder_copy(b, name, &m->name);
}

static enum sm_status finish(struct sm_mechanism_builder *b, struct owner *owner) {
  struct sm_mechanism *m = &owner->m;
  SM_TRY(sm_mechanism_check(b));
  if (b->problem_count > SM_BUILDER_PROBLEMS)
    return sm_fail_add(b->ctx, SM_ERR_DATA, "... and %d more problems",
                       (int)(b->problem_count - SM_BUILDER_PROBLEMS));
  if (b->problem_count > 0) return SM_ERR_DATA;
  SM_TRY(set_name(b, m));
  m->format = b->format;
  m->elements = b->elements;
  m->species = b->species;
  m->reactions = b->reactions;
  m->element_count = b->element_names.count;
  m->species_count = b->species_names.count;
  m->reaction_count = b->reaction_count;
  owner->element_names = b->element_names;
  owner->species_names = b->species_names;
  return SM_OK;
}

enum sm_status sm_mechanism_read(struct sm_context *ctx, const struct sm_mechanism_files *files,
                                 struct sm_mechanism **out) {
  struct sm_mechanism_builder b = {.ctx = ctx, .files = files};
  struct owner *owner = NULL;
  enum sm_status status = SM_OK;
  *out = NULL;
  SM_TRY_DONE(sm_alloc(ctx, 1, sizeof *owner, "mechanism", &owner));
  SM_TRY_DONE(sm_arena_create(ctx, &owner->arena));
  b.arena = owner->arena;
  SM_TRY_DONE(read_mechanism(&b));
  SM_TRY_DONE(finish(&b, owner));
done:
  for (int32_t s = 0; s < b.source_count; s++) sm_free(b.source[s].text);
  *out = owner != NULL ? &owner->m : NULL;
  if (status != SM_OK) sm_mechanism_destroy(out);
  return status;
}

void sm_mechanism_destroy(struct sm_mechanism **mechanism) {
  struct owner *owner = (struct owner *)*mechanism;
  if (owner == NULL) return;
  sm_arena_destroy(&owner->arena);
  sm_free(owner);
  *mechanism = NULL;
}

int32_t sm_mechanism_find_species(const struct sm_mechanism *m, const char *name) {
  return sm_name_table_find(&((const struct owner *)m)->species_names, sm_token_of(name));
}

int32_t sm_mechanism_find_element(const struct sm_mechanism *m, const char *name) {
  return sm_name_table_find(&((const struct owner *)m)->element_names, sm_token_of(name));
}

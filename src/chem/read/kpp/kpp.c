/* Reader of Kinetic PreProcessor (KPP) mechanisms: .def, .spc and .eqn files. V. Damian, A. Sandu,
 * M. Damian, F. Potra, G. R. Carmichael: The kinetic preprocessor KPP, Computers and Chemical
 * Engineering 26, 1567-1579 (2002). */
#include "chem/read/internal.h"

#include "chem/read/kpp/internal.h"
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16, PATH = 4096 };

/* Replaces comments by blanks: { } and // to the end of the line. Inlined code is kept. */
static enum sm_status without_comments(struct sm_kpp *k, const struct sm_builder_file *source,
                                       struct sm_kpp_text *out) {
  char *text = NULL;
  bool inlined = false;
  SM_TRY(sm_arena_copy(k->b->ctx, k->b->arena, source->text, source->size, &text));
  for (size_t i = 0; i < source->size; i++) {
    const struct sm_token here = {text + i, source->size - i < 7 ? source->size - i : 7};
    if (text[i] == '#' && sm_token_is(here, "#INLINE")) inlined = true;
    if (text[i] == '#' && sm_token_is(here, "#ENDINL")) inlined = false;
    if (inlined) continue;
    if (text[i] == '{') {
      for (; i < source->size && text[i] != '}'; i++)
        if (text[i] != '\n') text[i] = ' ';
      if (i < source->size) text[i] = ' ';
    } else if (text[i] == '/' && text[i + 1] == '/') {
      for (; i < source->size && text[i] != '\n'; i++) text[i] = ' ';
    }
  }
  *out = (struct sm_kpp_text){text, source->size, 0, {source->path, 1}};
  return SM_OK;
}

/* --- files --- */

static enum sm_status read_text(struct sm_kpp *k, struct sm_kpp_text *t);

static bool exists(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  fclose(file);
  return true;
}

static enum sm_status read_file(struct sm_kpp *k, const struct sm_builder_file *source) {
  struct sm_kpp_text text;
  SM_TRY(without_comments(k, source, &text));
  k->depth++;
  const enum sm_status status = read_text(k, &text);
  k->depth--;
  return status;
}

static enum sm_status include_path(struct sm_kpp *k, struct sm_file_line place, const char *path) {
  const struct sm_builder_file *source;
  if (k->depth >= DEEPEST) {
    sm_builder_problem(k->b, place, "files include each other too deep");
    return SM_OK;
  }
  SM_TRY(sm_builder_open(k->b, path, &source));
  return read_file(k, source);
}

/* Path of a file in the directory of the current one. */
static void beside(struct sm_file_line place, struct sm_token name, const char *ending,
                   char path[PATH]) {
  const char *slash = strrchr(place.file, '/');
  const int folder = slash != NULL && name.text[0] != '/' ? (int)(slash - place.file) + 1 : 0;
  snprintf(path, PATH, "%.*s%.*s%s", folder, place.file, (int)name.size, name.text, ending);
}

/* Reads the rest of the line. */
static struct sm_token take_line(struct sm_kpp_text *t) {
  const size_t from = t->at;
  while (t->at < t->size && t->text[t->at] != '\n') t->at++;
  struct sm_token line = sm_token_trim((struct sm_token){t->text + from, t->at - from});
  if (line.size > 1 && (line.text[0] == '"' || line.text[0] == '\'')) {
    line.text++;
    line.size -= 2;
  }
  return line;
}

static enum sm_status include(struct sm_kpp *k, struct sm_kpp_text *t, const char *ending) {
  char path[PATH];
  const struct sm_file_line place = t->place;
  const struct sm_token name = take_line(t);
  beside(place, name, ending, path);
  if (exists(path)) return include_path(k, place, path);
  /* the element list of KPP is built in */
  if (sm_token_is(name, "atoms") || sm_token_is(name, "atoms.kpp") ||
      sm_token_is(name, "atoms_red") || sm_token_is(name, "atoms_red.kpp"))
    return SM_OK;
  sm_builder_problem(k->b, place, "there is no file '%s'", path);
  return SM_OK;
}

/* --- commands --- */

/* True for code sections such as F90_RATES and C_INIT: language and kind. */
static bool is_known_code(struct sm_token kind) {
  static const char *const languages[] = {"F77_", "F90_", "C_", "MATLAB_"};
  static const char *const what[] = {"GLOBAL", "INIT",      "DATA",       "UTIL",  "UTIL_USE",
                                     "RATES",  "RATES_USE", "RCONST_USE", "RCONST"};
  for (size_t l = 0; l < sizeof languages / sizeof *languages; l++) {
    const size_t size = strlen(languages[l]);
    if (kind.size <= size || !sm_token_is((struct sm_token){kind.text, size}, languages[l]))
      continue;
    for (size_t w = 0; w < sizeof what / sizeof *what; w++)
      if (sm_token_is((struct sm_token){kind.text + size, kind.size - size}, what[w])) return true;
  }
  return false;
}

/* Stores a code block, which is interpreted after all functions are known. */
static enum sm_status add_code(struct sm_kpp *k, struct sm_kpp_block code) {
  SM_TRY(sm_builder_grow(k->b, &k->codes, k->code_count, sizeof *k->codes));
  k->codes[k->code_count++] = code;
  return SM_OK;
}

static enum sm_status read_inline(struct sm_kpp *k, struct sm_kpp_text *t) {
  const struct sm_token kind = take_line(t);
  const struct sm_file_line place = t->place;
  const size_t from = t->at;
  size_t end = t->size;
  while (t->at < t->size) {
    const struct sm_token here = {t->text + t->at, t->size - t->at < 10 ? t->size - t->at : 10};
    if (t->text[t->at] == '#' && sm_token_is(here, "#ENDINLINE")) {
      end = t->at;
      t->at += here.size;
      break;
    }
    sm_kpp_next_char(t);
  }
  if (end == t->size) sm_builder_problem(k->b, place, "#INLINE without #ENDINLINE");
  struct sm_kpp_block code = {.text = {t->text + from, end - from}, .place = place};
  if (!is_known_code(kind))
    sm_builder_warn(k->b, place, "inlined code of kind '%.*s' is not known: it is not read",
                    SM_TOKEN(kind));
  if (sm_token_is(kind, "F90_RATES") || sm_token_is(kind, "F90_UTIL"))
    SM_TRY(sm_kpp_functions(k, code));
  static const struct {
    const char *kind;
    enum sm_kpp_block_kind turn;
  } constants[] = {{"F90_GLOBAL", SM_KPP_GLOBAL}, {"F90_INIT", SM_KPP_INIT},
                   {"C_INIT", SM_KPP_INIT},       {"F90_RCONST_USE", SM_KPP_RCONST},
                   {"F90_RCONST", SM_KPP_RCONST}, {"C_RCONST", SM_KPP_RCONST}};
  code.is_c = kind.size > 2 && sm_token_is((struct sm_token){kind.text, 2}, "C_");
  for (size_t c = 0; c < sizeof constants / sizeof *constants; c++) {
    if (!sm_token_is(kind, constants[c].kind)) continue;
    code.turn = constants[c].turn;
    return add_code(k, code);
  }
  return SM_OK;
}

/* Reads the species file of the same name for an equation file on its own. */
static enum sm_status find_species(struct sm_kpp *k, struct sm_file_line place) {
  char path[PATH];
  if (k->b->species_names.count > 0) return SM_OK;
  const char *dot = strrchr(place.file, '.');
  const size_t size = dot != NULL ? (size_t)(dot - place.file) : strlen(place.file);
  snprintf(path, sizeof path, "%.*s.spc", (int)size, place.file);
  if (exists(path)) return include_path(k, place, path);
  sm_builder_problem(k->b, place,
                     "no species: read the .def file that includes them, or put them "
                     "into '%s'",
                     path);
  return SM_OK;
}

/* Stores equations until all species, functions and constants
 * are known, as their order is free. */
static enum sm_status add_equations(struct sm_kpp *k, struct sm_kpp_text *t) {
  SM_TRY(sm_builder_grow(k->b, &k->equations, k->equation_count, sizeof *k->equations));
  struct sm_kpp_block *out = &k->equations[k->equation_count++];
  out->place = t->place;
  out->text.text = t->text + t->at;
  sm_kpp_skip_to_command(t);
  out->text.size = (size_t)(t->text + t->at - out->text.text);
  return SM_OK;
}

static enum sm_status read_equations(struct sm_kpp *k, struct sm_kpp_block block) {
  struct sm_kpp_text t = {block.text.text, block.text.size, 0, block.place};
  struct sm_token text;
  struct sm_file_line place = block.place;
  while (sm_kpp_read_until(&t, ';', &text, &place) && !sm_builder_too_many(k->b))
    SM_TRY(sm_kpp_equation(k, place, text));
  if (text.size > 0 && !sm_builder_too_many(k->b))
    sm_builder_problem(k->b, place, "the equation has no semicolon at its end");
  return SM_OK;
}

/* Skips a list up to the next command, including equations in it. Of initial values only CFACTOR is
 * stored. */
static void pass_list(struct sm_kpp *k, struct sm_kpp_text *t) {
  struct sm_token text, name;
  struct sm_file_line place;
  while (sm_kpp_read_until(t, ';', &text, &place)) {
    const char *equal = memchr(text.text, '=', text.size);
    const size_t behind = equal != NULL ? text.size - (size_t)(equal - text.text) : 0;
    if (behind > 0 && memchr(equal, ':', behind) != NULL) {
      sm_builder_problem(k->b, place,
                         "a reaction in another section: #EQUATIONS is missing before it");
      sm_kpp_skip_to_command(t);
      return;
    }
    if (!sm_kpp_name(&text, &name) || !sm_token_is(name, "CFACTOR")) continue;
    text = sm_token_trim(text);
    if (text.size > 0 && text.text[0] == '=')
      text = (struct sm_token){text.text + 1, text.size - 1};
    (void)sm_kpp_number(&text, &k->cfactor);
  }
}

/* Ignored commands: those of one line, and those with a
 * list up to the next command. */
static const char *const one_line[] = {
    "INTEGRATOR", "JACOBIAN",   "HESSIAN",      "DECLARE",    "STOICMAT",  "STOCHASTIC",
    "DOUBLE",     "REORDER",    "MEX",          "DUMMYINDEX", "EQNTAGS",   "FUNCTION",
    "LANGUAGE",   "INTFILE",    "DRIVER",       "FLUX",       "RUN",       "GRAPH",
    "MINVERSION", "AUTOREDUCE", "UPPERCASEF90", "SPARSEDATA", "CHECKALL",  "LOOKATALL",
    "NOLOOKAT",   "WRITE_ATM",  "WRITE_SPC",    "WRITE_MAT",  "WRITE_OPT", "TRANSPORTALL",
    "USE",        "WRFCONFORM"};
static const char *const to_next[] = {"INITVALUES", "CHECK",     "FAMILIES",   "LOOKAT",
                                      "MONITOR",    "TRANSPORT", "INITIALIZE", "XGRID",
                                      "YGRID",      "ZGRID",     "USES"};
static const char *const read_here[] = {"EQUATIONS", "DEFVAR", "DEFFIX", "DEFRAD",
                                        "SETVAR",    "SETFIX", "SETRAD", "ATOMS",
                                        "INCLUDE",   "MODEL",  "INLINE", "INITVALUES"};

static enum sm_status pass_command(struct sm_kpp *k, struct sm_kpp_text *t, struct sm_token name,
                                   struct sm_file_line place) {
  char text[32];
  for (size_t l = 0; l < sizeof one_line / sizeof *one_line; l++)
    if (sm_token_is(name, one_line[l])) {
      const struct sm_token token = take_line(t);
      if (sm_token_is(name, "LANGUAGE")) k->matlab = sm_token_is(token, "MATLAB");
      return SM_OK;
    }
  for (size_t l = 0; l < sizeof to_next / sizeof *to_next; l++)
    if (sm_token_is(name, to_next[l])) {
      pass_list(k, t);
      return SM_OK;
    }
  snprintf(text, sizeof text, "%.*s", (int)(name.size < 31 ? name.size : 31), name.text);
  const char *nearest = sm_text_nearest(text, read_here, sizeof read_here / sizeof *read_here);
  sm_builder_problem(k->b, place, "%s#%.*s%s%s%s",
                     sm_token_is(name, "LUMP") ? "not supported: " : "unknown command ",
                     SM_TOKEN(name), nearest != NULL ? "; did you mean '#" : "",
                     nearest != NULL ? nearest : "", nearest != NULL ? "'?" : "");
  sm_kpp_skip_to_command(t);
  return SM_OK;
}

static enum sm_status read_command(struct sm_kpp *k, struct sm_kpp_text *t) {
  struct sm_token rest = {t->text + t->at, t->size - t->at}, name;
  const struct sm_file_line place = t->place;
  const bool named = sm_kpp_name(&rest, &name) &&
                     memchr(t->text + t->at, '\n', (size_t)(name.text - t->text) - t->at) == NULL;
  if (!named) name = (struct sm_token){t->text + t->at, 0};
  t->at = (size_t)(name.text + name.size - t->text);
  if (sm_token_is(name, "INCLUDE")) return include(k, t, "");
  if (sm_token_is(name, "MODEL")) return include(k, t, ".def");
  if (sm_token_is(name, "INLINE")) return read_inline(k, t);
  if (sm_token_is(name, "ATOMS")) return sm_kpp_atoms(k, t);
  if (sm_token_is(name, "DEFVAR") || sm_token_is(name, "DEFRAD"))
    return sm_kpp_species(k, t, false);
  if (sm_token_is(name, "DEFFIX")) return sm_kpp_species(k, t, true);
  if (sm_token_is(name, "EQUATIONS")) return add_equations(k, t);
  if (sm_token_is(name, "SETFIX")) {
    sm_kpp_set_fixed(k, t, true);
  } else if (sm_token_is(name, "SETVAR") || sm_token_is(name, "SETRAD")) {
    sm_kpp_set_fixed(k, t, false);
  } else {
    return pass_command(k, t, name, place);
  }
  return SM_OK;
}

static enum sm_status read_text(struct sm_kpp *k, struct sm_kpp_text *t) {
  while (sm_kpp_skip_blanks(t) && !sm_builder_too_many(k->b)) {
    if (t->text[t->at] == '#') {
      sm_kpp_next_char(t);
      SM_TRY(read_command(k, t));
    } else {
      sm_builder_problem(
          k->b, t->place,
          "the line belongs to no section: #EQUATIONS, #DEFVAR or another command is "
          "missing before it");
      sm_kpp_skip_to_command(t);
    }
  }
  return SM_OK;
}

/* Processes constants, then equations, after all files were read. */
static enum sm_status read_blocks(struct sm_kpp *k) {
  for (int32_t e = 0; e < k->equation_count; e++) SM_TRY(find_species(k, k->equations[e].place));
  for (int turn = SM_KPP_GLOBAL; turn <= SM_KPP_RCONST; turn++)
    for (int32_t c = 0; c < k->code_count; c++)
      if ((int)k->codes[c].turn == turn) SM_TRY(sm_kpp_read_code(k, k->codes[c]));
  for (int32_t e = 0; k->b->species_names.count > 0 && e < k->equation_count; e++)
    SM_TRY(read_equations(k, k->equations[e]));
  if (k->pooled > 0)
    sm_builder_warn(k->b, (struct sm_file_line){k->b->source[0].path, 0},
                    "rates of %d equations go with sums of amounts of species: they became %d "
                    "reactions",
                    (int)k->pooled, (int)k->pooled_reactions);
  if (k->divided_more > 0)
    sm_builder_warn(k->b, k->divided[0], "whole numbers are divided in %d more lines",
                    (int)k->divided_more);
  return SM_OK;
}

/* --- rates of photolysis --- */

enum { PHOTOLYSIS_LINE = 256 };

static bool has(struct sm_token line, char c) { return memchr(line.text, c, line.size) != NULL; }

/* Normalises a table line with columns separated by blanks, tabs, semicolons or
 * commas. A comma is a decimal comma in lines with other separators:
 * semicolons, tabs, or a blank after the name. */
static struct sm_token plain_line(struct sm_token line, char out[PHOTOLYSIS_LINE]) {
  struct sm_token rest = line, name = {"", 0};
  const bool named = sm_token_next(&rest, &name);
  const bool decimal = has(line, ';') || has(line, '\t') || (named && !has(name, ','));
  size_t size = 0;
  for (; size < line.size && size < PHOTOLYSIS_LINE; size++) {
    const char c = line.text[size];
    out[size] = c == ';' || c == '\t' ? ' ' : c != ',' ? c : decimal ? '.' : ' ';
  }
  return (struct sm_token){out, size};
}

/* True for the spreadsheet line "sep=;", which defines the separator. */
static bool is_separator_line(struct sm_token line) {
  return line.size == 5 && (line.text[0] | 32) == 's' && memcmp(line.text + 1, "ep=", 3) == 0;
}

/* Reads lines "name j" or "name l m n"; ! and # start remarks. */
static enum sm_status read_photolysis(struct sm_kpp *k, const char *path) {
  const struct sm_builder_file *source;
  struct sm_token line, name, token;
  SM_TRY(sm_builder_open(k->b, path, &source));
  struct sm_line_reader lines = sm_line_reader_start(source);
  while (sm_line_reader_next(&lines, &line)) {
    double n[3] = {0};
    char plain[PHOTOLYSIS_LINE];
    int count = 0;
    if (lines.place.line == 1 && is_separator_line(line)) continue;
    line = plain_line(line, plain);
    if (!sm_token_next(&line, &name) || name.text[0] == '!' || name.text[0] == '#') continue;
    while (sm_token_next(&line, &token) && token.text[0] != '!' && token.text[0] != '#' &&
           count < 4)
      if (count == 3 || !sm_token_number(token, &n[count++])) count = 4;
    for (int32_t i = 0; i < k->photolysis_count; i++)
      if (sm_token_is(name, k->photolysis[i].name))
        sm_builder_problem(k->b, lines.place, "a second rate of photolysis of the name %.*s",
                           SM_TOKEN(name));
    if ((count != 1 && count != 3) || n[0] < 0) {
      sm_builder_problem(k->b, lines.place, "a name and j, or l, m and n, are expected");
      continue;
    }
    SM_TRY(sm_builder_grow(k->b, &k->photolysis, k->photolysis_count, sizeof *k->photolysis));
    struct sm_kpp_photolysis *out = &k->photolysis[k->photolysis_count++];
    *out = (struct sm_kpp_photolysis){.l = n[0], .m = n[1], .n = n[2], .angle = count == 3};
    SM_TRY(sm_builder_copy(k->b, name, &out->name));
  }
  return SM_OK;
}

enum sm_status sm_kpp_read(struct sm_mechanism_builder *b, const struct sm_builder_file *source) {
  struct sm_kpp k = {.b = b};
  b->format = "KPP";
  if (b->files->photolysis != NULL) SM_TRY(read_photolysis(&k, b->files->photolysis));
  SM_TRY(read_file(&k, source));
  return read_blocks(&k);
}

#include "chem/kpp.h"

#include "chem/elements.h"
#include "chem/kpp_parts.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16, PATH = 4096 };

/* --- text --- */

static void step(struct sm_kpp_text *t) {
  if (t->text[t->at] == '\n') t->place.line++;
  t->at++;
}

bool sm_kpp_blanks(struct sm_kpp_text *t) {
  while (t->at < t->size && sm_is_blank(t->text[t->at])) step(t);
  return t->at < t->size;
}

bool sm_kpp_until(struct sm_kpp_text *t, char letter, struct sm_word *out,
                  struct sm_file_line *place) {
  (void)sm_kpp_blanks(t);
  *place = t->place;
  const size_t from = t->at;
  while (t->at < t->size && t->text[t->at] != letter && t->text[t->at] != '#') step(t);
  *out = sm_word_trim((struct sm_word){t->text + from, t->at - from});
  if (t->at == t->size || t->text[t->at] == '#') return false;
  step(t);
  return true;
}

bool sm_kpp_name(struct sm_word *rest, struct sm_word *out) {
  *rest = sm_word_trim(*rest);
  *out = (struct sm_word){rest->text, 0};
  if (rest->size == 0 || (!isalpha((unsigned char)*rest->text) && *rest->text != '_')) return false;
  while (out->size < rest->size &&
         (isalnum((unsigned char)out->text[out->size]) || out->text[out->size] == '_'))
    out->size++;
  rest->text += out->size;
  rest->size -= out->size;
  return true;
}

static size_t digits_at(struct sm_word word, size_t at) {
  size_t count = 0;
  while (at + count < word.size && isdigit((unsigned char)word.text[at + count])) count++;
  return count;
}

bool sm_kpp_number(struct sm_word *rest, double *out) {
  *rest = sm_word_trim(*rest);
  const struct sm_word w = *rest;
  const size_t whole = digits_at(w, 0);
  size_t size = whole, part = 0;
  if (size < w.size && w.text[size] == '.') {
    part = digits_at(w, size + 1);
    size += 1 + part;
  }
  if (whole + part == 0) return false;
  if (size < w.size && strchr("eEdD", w.text[size]) != NULL) {
    const bool sign = size + 1 < w.size && (w.text[size + 1] == '+' || w.text[size + 1] == '-');
    const size_t exponent = digits_at(w, size + 1 + sign);
    if (exponent > 0) size += 1 + sign + exponent;
  }
  if (!sm_word_number((struct sm_word){w.text, size}, out)) return false;
  if (size < w.size && w.text[size] == '_') /* a kind: 1.0_dp */
    while (size < w.size && (isalnum((unsigned char)w.text[size]) || w.text[size] == '_')) size++;
  rest->text += size;
  rest->size -= size;
  return true;
}

/* Blanks in place of comments: { } and // to the end of the line. Those of inlined code stay. */
static enum sm_status without_comments(struct sm_kpp *k, const struct sm_source *source,
                                       struct sm_kpp_text *out) {
  char *text = NULL;
  bool inlined = false;
  SM_TRY(sm_arena_copy(k->b->ctx, k->b->arena, source->text, source->size, &text));
  for (size_t i = 0; i < source->size; i++) {
    const struct sm_word here = {text + i, source->size - i < 7 ? source->size - i : 7};
    if (text[i] == '#' && sm_word_is(here, "#INLINE")) inlined = true;
    if (text[i] == '#' && sm_word_is(here, "#ENDINL")) inlined = false;
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

/* --- species --- */

/* N + 2O; IGNORE is a species of no known atoms. */
static enum sm_status read_atoms(struct sm_kpp *k, struct sm_file_line place, struct sm_word text,
                                 struct sm_species *out) {
  struct sm_word name;
  for (;;) {
    double count = 1;
    (void)sm_kpp_number(&text, &count);
    if (!sm_kpp_name(&text, &name)) {
      sm_build_problem(k->b, place, "atoms of %s are expected, as in N + 2O, or IGNORE", out->name);
      return SM_OK;
    }
    if (sm_word_is(name, "IGNORE") || sm_element_known(name) == NULL) {
      out->elements = (struct sm_amounts){0};
      return SM_OK;
    }
    SM_TRY(sm_build_element(k->b, place, name, 0));
    SM_TRY(sm_build_add_amount(k->b, &out->elements, sm_names_find(&k->b->element_names, name),
                               count));
    text = sm_word_trim(text);
    if (text.size == 0) return SM_OK;
    if (text.text[0] != '+') {
      sm_build_problem(k->b, place, "'%.*s' is not understood among the atoms of %s", SM_WORD(text),
                       out->name);
      return SM_OK;
    }
    text = (struct sm_word){text.text + 1, text.size - 1};
  }
}

/* NO2 = N + 2O; */
static enum sm_status read_species(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed) {
  struct sm_word text, name;
  struct sm_file_line place;
  struct sm_species *species;
  while (sm_kpp_until(t, ';', &text, &place)) {
    if (!sm_kpp_name(&text, &name)) {
      sm_build_problem(k->b, place, "a species and its atoms are expected, as in NO2 = N + 2O;");
      continue;
    }
    text = sm_word_trim(text);
    SM_TRY(sm_build_species(k->b, place, name, &species));
    if (species == NULL) {
      sm_build_problem(k->b, place, "a second species of the name %.*s", SM_WORD(name));
      continue;
    }
    species->fixed = fixed;
    if (text.size == 0) continue; /* of no known atoms */
    if (text.text[0] != '=') {
      sm_build_problem(k->b, place, "'=' is expected behind %s", species->name);
      continue;
    }
    SM_TRY(read_atoms(k, place, (struct sm_word){text.text + 1, text.size - 1}, species));
  }
  if (text.size > 0) sm_build_problem(k->b, place, "the species has no semicolon at its end");
  return SM_OK;
}

/* #SETFIX and #SETVAR: NO2; O3; */
static void set_fixed(struct sm_kpp *k, struct sm_kpp_text *t, bool fixed) {
  struct sm_word text, name;
  struct sm_file_line place;
  while (sm_kpp_until(t, ';', &text, &place)) {
    const int32_t species =
        sm_kpp_name(&text, &name) ? sm_build_find_species(k->b, name) : (int32_t)-1;
    if (species < 0) {
      sm_build_problem(k->b, place, "unknown species '%.*s'", SM_WORD(name));
    } else {
      k->b->species[species].fixed = fixed;
    }
  }
}

/* --- files --- */

static enum sm_status read_text(struct sm_kpp *k, struct sm_kpp_text *t);

static bool exists(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  fclose(file);
  return true;
}

static enum sm_status read_file(struct sm_kpp *k, const struct sm_source *source) {
  struct sm_kpp_text text;
  SM_TRY(without_comments(k, source, &text));
  k->depth++;
  const enum sm_status status = read_text(k, &text);
  k->depth--;
  return status;
}

static enum sm_status include_path(struct sm_kpp *k, struct sm_file_line place, const char *path) {
  const struct sm_source *source;
  if (k->depth >= DEEPEST) {
    sm_build_problem(k->b, place, "files include each other too deep");
    return SM_OK;
  }
  SM_TRY(sm_build_open(k->b, path, &source));
  return read_file(k, source);
}

/* A path beside the file that a line stands in. */
static void beside(struct sm_file_line place, struct sm_word name, const char *ending,
                   char path[PATH]) {
  const char *slash = strrchr(place.file, '/');
  const int folder = slash != NULL && name.text[0] != '/' ? (int)(slash - place.file) + 1 : 0;
  snprintf(path, PATH, "%.*s%.*s%s", folder, place.file, (int)name.size, name.text, ending);
}

/* The rest of the line. */
static struct sm_word take_line(struct sm_kpp_text *t) {
  const size_t from = t->at;
  while (t->at < t->size && t->text[t->at] != '\n') t->at++;
  struct sm_word line = sm_word_trim((struct sm_word){t->text + from, t->at - from});
  if (line.size > 1 && (line.text[0] == '"' || line.text[0] == '\'')) {
    line.text++;
    line.size -= 2;
  }
  return line;
}

static enum sm_status include(struct sm_kpp *k, struct sm_kpp_text *t, const char *ending) {
  char path[PATH];
  const struct sm_file_line place = t->place;
  const struct sm_word name = take_line(t);
  beside(place, name, ending, path);
  if (exists(path)) return include_path(k, place, path);
  /* The list of the elements comes with KPP: ours is built in. */
  if (sm_word_is(name, "atoms") || sm_word_is(name, "atoms.kpp") || sm_word_is(name, "atoms_red") ||
      sm_word_is(name, "atoms_red.kpp"))
    return SM_OK;
  sm_build_problem(k->b, place, "there is no file '%s'", path);
  return SM_OK;
}

/* --- commands --- */

static enum sm_status read_inline(struct sm_kpp *k, struct sm_kpp_text *t) {
  const struct sm_word kind = take_line(t);
  const struct sm_file_line place = t->place;
  const size_t from = t->at;
  size_t end = t->size;
  while (t->at < t->size) {
    const struct sm_word here = {t->text + t->at, t->size - t->at < 10 ? t->size - t->at : 10};
    if (t->text[t->at] == '#' && sm_word_is(here, "#ENDINLINE")) {
      end = t->at;
      t->at += here.size;
      break;
    }
    step(t);
  }
  if (end == t->size) sm_build_problem(k->b, place, "#INLINE without #ENDINLINE");
  const struct sm_word code = {t->text + from, end - from};
  if (sm_word_is(kind, "F90_RATES") || sm_word_is(kind, "F90_UTIL"))
    return sm_kpp_functions(k, code);
  if (!sm_word_is(kind, "F90_RCONST") && !sm_word_is(kind, "C_RCONST")) return SM_OK;
  return sm_kpp_constants(k, place, code);
}

/* A file of equations alone: its species are in a file of the same name. */
static enum sm_status find_species(struct sm_kpp *k, struct sm_file_line place) {
  char path[PATH];
  if (k->b->species_names.count > 0) return SM_OK;
  const char *dot = strrchr(place.file, '.');
  const size_t size = dot != NULL ? (size_t)(dot - place.file) : strlen(place.file);
  snprintf(path, sizeof path, "%.*s.spc", (int)size, place.file);
  if (exists(path)) return include_path(k, place, path);
  sm_build_problem(k->b, place,
                   "no species: read the .def file that includes them, or put them "
                   "into '%s'",
                   path);
  return SM_OK;
}

static enum sm_status read_equations(struct sm_kpp *k, struct sm_kpp_text *t) {
  struct sm_word text;
  struct sm_file_line place = t->place;
  SM_TRY(find_species(k, place));
  if (k->b->species_names.count == 0) return SM_OK; /* told */
  while (sm_kpp_until(t, ';', &text, &place) && !sm_build_hopeless(k->b))
    SM_TRY(sm_kpp_equation(k, place, text));
  if (text.size > 0 && !sm_build_hopeless(k->b))
    sm_build_problem(k->b, place, "the equation has no semicolon at its end");
  return SM_OK;
}

static enum sm_status read_command(struct sm_kpp *k, struct sm_kpp_text *t) {
  struct sm_word rest = {t->text + t->at, t->size - t->at}, name;
  if (!sm_kpp_name(&rest, &name)) name.size = 0;
  t->at += name.size;
  if (sm_word_is(name, "INCLUDE")) return include(k, t, "");
  if (sm_word_is(name, "MODEL")) return include(k, t, ".def");
  if (sm_word_is(name, "INLINE")) return read_inline(k, t);
  if (sm_word_is(name, "DEFVAR") || sm_word_is(name, "DEFRAD")) return read_species(k, t, false);
  if (sm_word_is(name, "DEFFIX")) return read_species(k, t, true);
  if (sm_word_is(name, "EQUATIONS")) return read_equations(k, t);
  if (sm_word_is(name, "SETFIX")) set_fixed(k, t, true);
  if (sm_word_is(name, "SETVAR")) set_fixed(k, t, false);
  return SM_OK; /* integrators, drivers, initial values: not of the mechanism */
}

static enum sm_status read_text(struct sm_kpp *k, struct sm_kpp_text *t) {
  while (sm_kpp_blanks(t) && !sm_build_hopeless(k->b)) {
    const char here = t->text[t->at];
    step(t);
    if (here == '#') SM_TRY(read_command(k, t));
  }
  return SM_OK;
}

/* --- rates of photolysis --- */

/* Lines "name j" or "name l m n"; ! and # begin remarks. */
static enum sm_status read_photolysis(struct sm_kpp *k, const char *path) {
  const struct sm_source *source;
  struct sm_word line, name, word;
  SM_TRY(sm_build_open(k->b, path, &source));
  struct sm_lines lines = sm_lines_of(source);
  while (sm_lines_next(&lines, &line)) {
    double n[3] = {0};
    int count = 0;
    if (!sm_word_next(&line, &name) || name.text[0] == '!' || name.text[0] == '#') continue;
    while (sm_word_next(&line, &word) && word.text[0] != '!' && word.text[0] != '#' && count < 4)
      if (count == 3 || !sm_word_number(word, &n[count++])) count = 4;
    if ((count != 1 && count != 3) || n[0] < 0) {
      sm_build_problem(k->b, lines.place, "a name and j, or l, m and n, are expected");
      continue;
    }
    SM_TRY(sm_build_grow(k->b, &k->photolysis, k->photolysis_count, sizeof *k->photolysis));
    struct sm_kpp_photolysis *out = &k->photolysis[k->photolysis_count++];
    *out = (struct sm_kpp_photolysis){.l = n[0], .m = n[1], .n = n[2], .angle = count == 3};
    SM_TRY(sm_build_copy(k->b, name, &out->name));
  }
  return SM_OK;
}

enum sm_status sm_kpp_read(struct sm_build *b, const struct sm_source *source) {
  struct sm_kpp k = {.b = b};
  b->format = "KPP";
  if (b->files->photolysis != NULL) SM_TRY(read_photolysis(&k, b->files->photolysis));
  return read_file(&k, source);
}

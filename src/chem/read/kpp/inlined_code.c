/* chem/read/kpp/inlined_code.c - inlined code of KPP: assignments and IF blocks as formulas
 * (if-conversion). */
#include "chem/read/kpp/formula_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BRANCHES = 16, DEEPEST = 16 };

/* --- statements --- */

/* Terminator of a statement list. */
enum stop { STOP_END, STOP_ELSE, STOP_ELSEIF, STOP_ENDIF };

struct running {
  struct sm_kpp *k;
  struct sm_kpp_block code;
  struct sm_text joined;
  struct sm_token pending; /* remaining statements of the line, after a semicolon */
  struct sm_file_line place;
  int depth;
  const char *lost; /* reason why results of the code are unknown; NULL when valid */
};

/* Branch of an IF: its condition and the constants that it defines. */
struct branch {
  struct sm_formula condition;
  char why[SM_KPP_REASON]; /* error of the condition; "" if valid */
  struct sm_kpp_named_constant *list;
  int32_t count;
};

static bool is_whole(const struct sm_kpp *k, struct sm_token name) {
  for (int32_t w = k->whole_count - 1; w >= 0; w--)
    if (sm_token_is(name, k->wholes[w])) return true;
  return false;
}

static enum sm_status without_formula(struct running *x, struct sm_token name,
                                      struct sm_file_line place, const char *why) {
  char text[SM_KPP_REASON + 64];
  snprintf(text, sizeof text, "%s, line %d of %s", why, (int)place.line, place.file);
  return sm_kpp_define_constant(x->k, name, (struct sm_formula){0}, text);
}

/* Executes name = formula. Errors in the formula are stored and reported where the name is used. */
static enum sm_status assign(struct running *x, struct sm_file_line place, struct sm_token name,
                             struct sm_token text) {
  struct sm_kpp_formula_reader g = {
      .k = x->k, .f = {.b = x->k->b}, .place = place, .rest = text, .quiet = true};
  struct sm_formula value;
  double number;
  if (x->code.turn == SM_KPP_INIT && sm_kpp_is_variable(name)) return SM_OK; /* model variable */
  SM_TRY(sm_kpp_read_all(&g, text, &value));
  if (!g.wrong && is_whole(x->k, name) && !value.is_whole) {
    if (!sm_formula_is_number(&value, &number))
      sm_kpp_set_reason(&g, "a whole number of something that varies is not supported");
    value = sm_formula_number(&g.f, trunc(number));
  }
  if (g.f.status == SM_ERR_MEMORY) return g.f.status;
  value.is_whole = is_whole(x->k, name);
  if (value.pool != NULL && is_whole(x->k, name)) sm_kpp_refuse_species_sum(&g);
  if (g.wrong && g.inherited)
    return sm_kpp_define_constant(x->k, name, (struct sm_formula){0}, g.reason);
  if (g.wrong) return without_formula(x, name, place, g.reason);
  return sm_kpp_define_constant(x->k, name, value, NULL);
}

/* Processes declarations: "INTEGER, PARAMETER :: n = 2, m", "REAL(dp) :: x = 1.5". */
static enum sm_status declare(struct running *x, struct sm_file_line place, struct sm_token first,
                              struct sm_token rest) {
  const bool whole = sm_token_is(first, "INTEGER");
  struct sm_token name;
  while (sm_kpp_name(&rest, &name)) {
    rest = sm_token_trim(rest);
    if (whole) {
      const struct sm_kpp_named_constant *argument = sm_kpp_find_constant(x->k, name);
      double value;
      if (argument != NULL && sm_formula_is_number(&argument->value, &value))
        ((struct sm_kpp_named_constant *)argument)->value.is_whole = value == trunc(value);
      SM_TRY(sm_builder_grow(x->k->b, &x->k->wholes, x->k->whole_count, sizeof *x->k->wholes));
      SM_TRY(sm_builder_copy(x->k->b, name, &x->k->wholes[x->k->whole_count++]));
    }
    size_t end = 0;
    for (int open = 0; end < rest.size && (open > 0 || rest.text[end] != ','); end++)
      open += rest.text[end] == '(' ? 1 : rest.text[end] == ')' ? -1 : 0;
    if (end > 1 && rest.text[0] == '=')
      SM_TRY(assign(x, place, name, (struct sm_token){rest.text + 1, end - 1}));
    if (end == rest.size) break;
    rest = (struct sm_token){rest.text + end + 1, rest.size - end - 1};
  }
  return SM_OK;
}

/* Finds "name =" in a statement; false when it is not an assignment to a scalar. */
static bool is_assignment(struct sm_token line, struct sm_token *name, struct sm_token *value) {
  *value = line;
  if (!sm_kpp_name(value, name)) return false;
  *value = sm_token_trim(*value);
  if (value->size == 0 || value->text[0] != '=' || (value->size > 1 && value->text[1] == '='))
    return false;
  *value = (struct sm_token){value->text + 1, value->size - 1};
  return true;
}

static bool is_one_of(struct sm_token token, const char *const *list) {
  for (; *list != NULL; list++)
    if (sm_token_is(token, *list)) return true;
  return false;
}

/* Next statement; false at the end. */
static enum sm_status next_statement(struct running *x, struct sm_token *out, bool *more) {
  const char *copy;
  *more = true;
  if (x->pending.size == 0) {
    *more = sm_kpp_statement(&x->code, &x->joined, out, &x->place);
    if (x->joined.failed) return sm_fail(x->k->b->ctx, SM_ERR_MEMORY, "out of memory");
    if (!*more) return SM_OK;
    SM_TRY(sm_builder_copy(x->k->b, *out, &copy)); /* copied, as the next statement overwrites it */
    x->pending = (struct sm_token){copy, out->size};
  }
  const char *end = memchr(x->pending.text, ';', x->pending.size);
  const size_t size = end != NULL ? (size_t)(end - x->pending.text) : x->pending.size;
  *out = sm_token_trim((struct sm_token){x->pending.text, size});
  x->pending.text += size + (end != NULL);
  x->pending.size -= size + (end != NULL);
  if (x->code.is_c &&
      (memchr(out->text, '{', out->size) != NULL || memchr(out->text, '}', out->size) != NULL))
    x->lost = "blocks of C are not supported";
  return SM_OK;
}

/* Text after a condition in brackets. */
static struct sm_token behind_brackets(struct sm_token text) {
  size_t end = 0;
  int open = 0;
  text = sm_token_trim(text);
  do {
    if (end < text.size) open += text.text[end] == '(' ? 1 : text.text[end] == ')' ? -1 : 0;
  } while (end++ < text.size && open > 0);
  if (end > text.size) end = text.size;
  return sm_token_trim((struct sm_token){text.text + end, text.size - end});
}

/* Skips a loop; variables assigned in it have no formula. */
static enum sm_status pass_loop(struct running *x) {
  static const char *const kinds[] = {"DO", "WHERE", "SELECT", "FORALL", NULL};
  static const char *const ends[] = {"ENDDO", "ENDWHERE", "ENDSELECT", "ENDFORALL", NULL};
  struct sm_token line, name, value;
  bool more = true;
  for (int open = 1; open > 0;) {
    SM_TRY(next_statement(x, &line, &more));
    if (!more) break;
    struct sm_token rest = line, first = {0};
    if (sm_kpp_name(&rest, &first) && sm_token_is(first, "IF")) line = behind_brackets(rest);
    if (is_assignment(line, &name, &value)) {
      SM_TRY(without_formula(x, name, x->place, "it is set in a loop or a choice of cases"));
      continue;
    }
    if (is_one_of(first, kinds)) open++;
    const bool end = sm_token_is(first, "END") && sm_kpp_name(&rest, &first);
    if ((end && is_one_of(first, kinds)) || is_one_of(first, ends)) open--;
  }
  return SM_OK;
}

/* Executes one statement outside the IF structure. */
static enum sm_status run_one(struct running *x, struct sm_file_line place, struct sm_token line) {
  static const char *const loops[] = {"DO", "WHERE", "SELECT", "FORALL", NULL};
  static const char *const types[] = {"double", "float", "int", "const", NULL};
  struct sm_token rest = line, first, name, value;
  const char *colons = NULL;
  for (size_t i = 0; i + 1 < line.size && colons == NULL; i++)
    if (line.text[i] == ':' && line.text[i + 1] == ':') colons = line.text + i;
  if (is_assignment(line, &name, &value)) return assign(x, place, name, value);
  if (!sm_kpp_name(&rest, &first)) return SM_OK;
  if (colons != NULL)
    return declare(x, place, first,
                   (struct sm_token){colons + 2, line.size - (size_t)(colons + 2 - line.text)});
  if (sm_token_is(first, "INTEGER")) return declare(x, place, first, rest);
  if (sm_token_is(first, "CALL") && sm_kpp_name(&rest, &name)) {
    const struct sm_kpp_function *own = sm_kpp_find_subroutine(x->k, name);
    if (own != NULL && x->code.turn != SM_KPP_INIT)
      return sm_kpp_call_subroutine(x->k, own, rest, place);
    if (x->code.turn != SM_KPP_INIT)
      sm_builder_warn(x->k->b, place, "CALL %.*s is passed over: nothing is known of what it sets",
                      SM_TOKEN(name));
    return SM_OK;
  }
  if (sm_token_is(first, "USE") && sm_kpp_name(&rest, &name)) return sm_kpp_use(x->k, place, name);
  if (is_one_of(first, loops)) return pass_loop(x);
  if (is_one_of(first, types)) { /* C declaration: double k = 1e-12 */
    while (is_one_of(first, types))
      if (!sm_kpp_name(&rest, &first)) return SM_OK;
    rest = (struct sm_token){first.text, (size_t)(rest.text + rest.size - first.text)};
    if (is_assignment(rest, &name, &value)) return assign(x, place, name, value);
  }
  return SM_OK;
}

/* --- IF --- */

/* Reads the condition in brackets; *rest: text after it. */
static enum sm_status read_condition(struct running *x, struct sm_file_line place,
                                     struct sm_token *rest, struct branch *out) {
  struct sm_kpp_formula_reader g = {
      .k = x->k, .f = {.b = x->k->b}, .place = place, .rest = *rest, .quiet = true};
  if (sm_kpp_accept(&g, "(")) {
    out->condition = sm_kpp_read_condition(&g);
    if (!sm_kpp_accept(&g, ")")) sm_kpp_set_reason(&g, "the condition of an IF is not understood");
  } else {
    sm_kpp_set_reason(&g, "an IF has no condition in brackets");
  }
  snprintf(out->why, sizeof out->why, "%s", g.wrong ? g.reason : "");
  *rest = behind_brackets(*rest);
  if (g.f.status != SM_ERR_DATA) return g.f.status;
  snprintf(out->why, sizeof out->why, "the condition of an IF is too long");
  return SM_OK;
}

/* Moves the constants after `base` to a branch. */
static enum sm_status keep(struct running *x, int32_t base, struct branch *out) {
  const int32_t count = x->k->constant_count - base;
  out->count = count;
  x->k->constant_count = base;
  if (count == 0) return SM_OK;
  SM_TRY(
      sm_arena_alloc(x->k->b->ctx, x->k->b->arena, (size_t)count, sizeof *out->list, &out->list));
  memcpy(out->list, x->k->constants + base, (size_t)count * sizeof *out->list);
  return SM_OK;
}

/* Merges the values of a name after an IF, from the last branch to the first. */
static enum sm_status merge_one(struct running *x, struct sm_file_line place,
                                const struct branch *branch, int count, bool otherwise,
                                struct sm_token name) {
  const struct sm_kpp_named_constant *outer = sm_kpp_find_constant(x->k, name);
  struct sm_formula_builder f = {.b = x->k->b};
  struct sm_formula value = {0};
  const char *why = NULL;
  for (int i = otherwise ? count - 1 : count; i >= 0; i--) {
    const struct sm_kpp_named_constant *own =
        i < count ? sm_kpp_find_among(branch[i].list, branch[i].count, name) : NULL;
    if (own == NULL) own = outer;
    if (why == NULL && i < count && branch[i].why[0] != '\0') why = branch[i].why;
    if (why == NULL && own == NULL) why = "it is not set in every branch of the IF";
    if (why == NULL && own->why != NULL) why = own->why;
    if (why == NULL && own->value.pool != NULL)
      why = "amounts of species in an IF are not supported";
    if (why != NULL) break;
    const bool last = i == (otherwise ? count - 1 : count);
    value = last ? own->value : sm_formula_select(&f, branch[i].condition, own->value, value);
  }
  if (f.status == SM_ERR_DATA) why = "the formula is too long";
  if (f.status == SM_ERR_MEMORY) return f.status;
  return why != NULL ? without_formula(x, name, place, why)
                     : sm_kpp_define_constant(x->k, name, value, NULL);
}

/* Merges all names that a branch sets. */
static enum sm_status merge(struct running *x, struct sm_file_line place,
                            const struct branch *branch, int count, bool otherwise) {
  const int32_t base = x->k->constant_count;
  for (int b = 0; b < count; b++)
    for (int32_t i = 0; i < branch[b].count; i++) {
      const struct sm_token name = sm_token_of(branch[b].list[i].name);
      if (sm_kpp_find_among(x->k->constants + base, x->k->constant_count - base, name) == NULL)
        SM_TRY(merge_one(x, place, branch, count, otherwise, name));
    }
  return SM_OK;
}

static enum sm_status run(struct running *x, enum stop *stop, struct sm_token *rest);

/* IF (condition) THEN ... ELSEIF (condition) THEN ... ELSE ... ENDIF */
static enum sm_status run_block(struct running *x, struct branch branch[BRANCHES]) {
  const struct sm_file_line place = x->place;
  const int32_t base = x->k->constant_count;
  struct sm_token rest;
  enum stop stop;
  int count = 1;
  bool otherwise = false;
  for (;;) {
    SM_TRY(run(x, &stop, &rest));
    SM_TRY(keep(x, base, &branch[count - 1]));
    if (stop == STOP_END) x->lost = "an IF has no ENDIF";
    if (stop == STOP_END || stop == STOP_ENDIF) break;
    if (otherwise || count == BRANCHES) {
      x->lost = "an IF has too many branches";
      continue;
    }
    otherwise = stop == STOP_ELSE;
    if (!otherwise) SM_TRY(read_condition(x, x->place, &rest, &branch[count]));
    count++;
  }
  return merge(x, place, branch, count, otherwise);
}

/* IF of a block or of one statement, with room for its branches. */
static enum sm_status run_branches(struct running *x, struct sm_token text,
                                   struct branch branch[BRANCHES]) {
  const struct sm_file_line place = x->place;
  const int32_t base = x->k->constant_count;
  struct sm_token first = {0};
  SM_TRY(read_condition(x, place, &text, &branch[0]));
  if (sm_token_is(text, "THEN")) return run_block(x, branch);
  struct sm_token rest = text; /* one statement */
  (void)sm_kpp_name(&rest, &first);
  if (sm_token_is(first, "RETURN") || sm_token_is(first, "GOTO") || sm_token_is(first, "GO"))
    x->lost = "a RETURN or GOTO in an IF is not supported";
  SM_TRY(run_one(x, place, text));
  SM_TRY(keep(x, base, &branch[0]));
  return merge(x, place, branch, 1, false);
}

static enum sm_status run_if(struct running *x, struct sm_token text) {
  SM_SCOPED struct branch *branch = NULL;
  if (x->depth >= DEEPEST) {
    x->lost = "IFs are in each other too deep";
    x->code.text.size = x->pending.size = 0;
    return SM_OK;
  }
  SM_TRY(sm_alloc(x->k->b->ctx, BRANCHES, sizeof *branch, "branches", &branch));
  x->depth++;
  const enum sm_status status = run_branches(x, text, branch);
  x->depth--;
  return status;
}

/* Terminator of a statement list: ELSE, ELSEIF, ENDIF. */
static bool is_stop(struct sm_token first, struct sm_token *rest, enum stop *stop) {
  struct sm_token copy = *rest, second = {0};
  (void)sm_kpp_name(&copy, &second);
  const bool pair = sm_token_is(second, "IF");
  *stop = STOP_END;
  if (sm_token_is(first, "ELSEIF") || (sm_token_is(first, "ELSE") && pair)) {
    *stop = STOP_ELSEIF;
    if (pair) *rest = copy;
  } else if (sm_token_is(first, "ELSE")) {
    *stop = STOP_ELSE;
  } else if (sm_token_is(first, "ENDIF") || (sm_token_is(first, "END") && pair)) {
    *stop = STOP_ENDIF;
  }
  return *stop != STOP_END;
}

/* Executes statements up to the end, or to the end of an IF branch. */
static enum sm_status run(struct running *x, enum stop *stop, struct sm_token *rest) {
  struct sm_token line, first, name, value;
  bool more = true;
  for (;;) {
    *stop = STOP_END;
    SM_TRY(next_statement(x, &line, &more));
    if (!more) return SM_OK;
    if (x->k->call_depth > 0) x->k->statements++;
    *rest = line;
    if (is_assignment(line, &name, &value) || !sm_kpp_name(rest, &first)) {
      SM_TRY(run_one(x, x->place, line));
    } else if (sm_token_is(first, "IF")) {
      SM_TRY(run_if(x, *rest));
    } else if (is_stop(first, rest, stop)) {
      if (x->depth > 0) return SM_OK;
      x->lost = "an ELSE or ENDIF has no IF";
    } else if (sm_token_is(first, "RETURN") && x->depth == 0) {
      return SM_OK;
    } else if (sm_token_is(first, "RETURN") || sm_token_is(first, "GOTO") ||
               sm_token_is(first, "GO")) {
      x->lost = "a RETURN or GOTO in an IF is not supported";
    } else {
      SM_TRY(run_one(x, x->place, line));
    }
  }
}

enum sm_status sm_kpp_read_code(struct sm_kpp *k, struct sm_kpp_block code) {
  struct running x = {.k = k, .code = code, .place = code.place};
  const int32_t base = k->constant_count;
  struct sm_token rest;
  enum stop stop;
  enum sm_status status = run(&x, &stop, &rest);
  for (int32_t i = base; status == SM_OK && x.lost != NULL && i < k->constant_count; i++)
    status = sm_builder_copy(k->b, sm_token_of(x.lost), &k->constants[i].why);
  sm_text_free(&x.joined);
  return status;
}

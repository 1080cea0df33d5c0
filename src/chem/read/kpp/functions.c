#include "chem/read/kpp/formula_reader.h"

#include <stdio.h>
#include <string.h>

/* Limits for functions of inlined Fortran. */

enum { DEEPEST = 16, CALLS = 200000, STATEMENTS = 2000000 };

/* Text after FUNCTION or SUBROUTINE: "k46(TEMP, M)"; false for other statements. */
static bool find_head(struct sm_token line, struct sm_token *head, bool *subroutine) {
  struct sm_token rest = line, token;
  while (sm_token_next(&rest, &token)) {
    if (sm_token_is_short(token, "ENDFUNCTION", 3) || sm_token_is_short(token, "ENDSUBROUTINE", 3))
      return false;
    *subroutine = sm_token_is(token, "SUBROUTINE");
    if (!sm_token_is(token, "FUNCTION") && !*subroutine) continue;
    *head = sm_token_trim(rest);
    return true;
  }
  return false;
}

/* Parses a header such as "k46(TEMP, M) RESULT(k)". */
static enum sm_status read_head(struct sm_kpp *k, struct sm_token head, bool subroutine,
                                bool *good) {
  struct sm_token name, argument;
  SM_TRY(sm_builder_grow(k->b, &k->functions, k->function_count, sizeof *k->functions));
  struct sm_kpp_function *f = &k->functions[k->function_count];
  *f = (struct sm_kpp_function){0};
  *good = sm_kpp_name(&head, &name);
  head = sm_token_trim(head);
  const bool brackets = head.size > 0 && head.text[0] == '(';
  if (!*good) return SM_OK;
  SM_TRY(sm_builder_copy(k->b, name, &f->name));
  *good = brackets || subroutine;
  if (!brackets) return SM_OK;
  f->result = subroutine ? NULL : f->name;
  do {
    head = (struct sm_token){head.text + 1, head.size - 1};
    if (!sm_kpp_name(&head, &argument)) break; /* empty argument list */
    SM_TRY(sm_builder_copy(k->b, argument, &f->argument[f->arguments++]));
    head = sm_token_trim(head);
  } while (head.size > 0 && head.text[0] == ',' && f->arguments < SM_KPP_ARGUMENTS);
  head = sm_token_trim(head);
  *good = head.size > 0 && head.text[0] == ')';
  if (!*good) return SM_OK;
  head = (struct sm_token){head.text + 1, head.size - 1};
  if (sm_kpp_name(&head, &name) && sm_token_is(name, "RESULT")) {
    head = sm_token_trim(head);
    if (head.size > 0 && head.text[0] == '(')
      head = (struct sm_token){head.text + 1, head.size - 1};
    if (sm_kpp_name(&head, &name)) SM_TRY(sm_builder_copy(k->b, name, &f->result));
  }
  return SM_OK;
}

static bool is_end(struct sm_token line) {
  struct sm_token rest = line, token;
  return sm_token_next(&rest, &token) &&
         (sm_token_is(token, "END") || sm_token_is(token, "ENDFUNCTION") ||
          sm_token_is(token, "ENDSUBROUTINE")) &&
         (!sm_token_next(&rest, &token) || sm_token_is(token, "FUNCTION") ||
          sm_token_is(token, "SUBROUTINE"));
}

static enum sm_status read_functions(struct sm_kpp *k, struct sm_kpp_block *code,
                                     struct sm_text *joined) {
  struct sm_token line, head;
  struct sm_file_line place;
  while (sm_kpp_statement(code, joined, &line, &place)) {
    bool good = false, subroutine = false;
    if (!find_head(line, &head, &subroutine)) {
      struct sm_token rest = line, token;
      if (sm_kpp_name(&rest, &token) && sm_token_is(token, "USE") && sm_kpp_name(&rest, &token))
        SM_TRY(sm_kpp_use(k, place, token));
      continue;
    }
    SM_TRY(read_head(k, head, subroutine, &good));
    struct sm_kpp_block body = *code;
    const char *end = body.text.text;
    while (sm_kpp_statement(code, joined, &line, &place) && !is_end(line)) end = code->text.text;
    body.text.size = (size_t)(end - body.text.text);
    if (good) k->functions[k->function_count++].body = body;
  }
  return SM_OK;
}

enum sm_status sm_kpp_functions(struct sm_kpp *k, struct sm_kpp_block code) {
  SM_SCOPED_BY(sm_text_free) struct sm_text joined = {0};
  SM_TRY(read_functions(k, &code, &joined));
  if (joined.failed) return sm_fail(k->b->ctx, SM_ERR_MEMORY, "out of memory");
  return SM_OK;
}

const struct sm_kpp_function *sm_kpp_find_function(const struct sm_kpp *k, struct sm_token name) {
  for (int32_t f = k->function_count - 1; f >= 0; f--)
    if (k->functions[f].result != NULL && sm_token_is(name, k->functions[f].name))
      return &k->functions[f];
  return NULL;
}

const struct sm_kpp_function *sm_kpp_find_subroutine(const struct sm_kpp *k, struct sm_token name) {
  for (int32_t f = k->function_count - 1; f >= 0; f--)
    if (k->functions[f].result == NULL && sm_token_is(name, k->functions[f].name))
      return &k->functions[f];
  return NULL;
}

/* --- modules and subroutines --- */

/* Lines before CONTAINS: declarations with initial values. */
static struct sm_token before_contains(struct sm_token text) {
  struct sm_token rest = text, line, token;
  while (sm_kpp_line(&rest, &line))
    if (sm_kpp_name(&line, &token) && sm_token_is(token, "CONTAINS"))
      return (struct sm_token){text.text, (size_t)(token.text - text.text)};
  return text;
}

enum sm_status sm_kpp_use(struct sm_kpp *k, struct sm_file_line place, struct sm_token name) {
  static const char *const endings[] = {".f90", ".F90", ".f"};
  char path[4096];
  const char *slash = strrchr(place.file, '/'), *copy;
  const int folder = slash != NULL ? (int)(slash - place.file) + 1 : 0;
  const struct sm_builder_file *source;
  if (k->in_modules >= DEEPEST || sm_name_table_find(&k->modules, name) >= 0) return SM_OK;
  SM_TRY(sm_builder_copy(k->b, name, &copy));
  SM_TRY(sm_name_table_add(k->b->ctx, k->b->arena, &k->modules, copy));
  for (size_t e = 0; e < sizeof endings / sizeof *endings; e++) {
    snprintf(path, sizeof path, "%.*s%s%s", folder, place.file, copy, endings[e]);
    FILE *file = fopen(path, "rb");
    if (file == NULL) continue;
    fclose(file);
    SM_TRY(sm_builder_open(k->b, path, &source));
    struct sm_kpp_block code = {.text = {source->text, source->size}, .place = {source->path, 1}};
    k->in_modules++;
    SM_TRY(sm_kpp_functions(k, code));
    code.text = before_contains(code.text);
    SM_TRY(sm_kpp_read_code(k, code));
    k->in_modules--;
    return SM_OK;
  }
  if (k->module == NULL && k->in_modules == 0) k->module = copy;
  return SM_OK;
}

/* Reason why a function or subroutine cannot be called here; NULL: it can. Calls are expanded as
 * they are read: one that reaches itself has no end. */
static const char *refuse_call(struct sm_kpp *k, const char *name) {
  for (int c = 0; c < k->call_depth; c++)
    if (strcmp(k->callers[c], name) == 0) return "it calls itself";
  if (k->call_depth >= SM_KPP_CALL_DEPTH) return "functions call each other too deep";
  if (k->calls++ >= CALLS || k->statements > STATEMENTS) return "functions are called too often";
  return NULL;
}

/* Runs the body of a function or subroutine. */
static enum sm_status run_body(struct sm_kpp *k, const struct sm_kpp_function *f) {
  k->callers[k->call_depth++] = f->name;
  const enum sm_status status = sm_kpp_read_code(k, f->body);
  k->call_depth--;
  return status;
}

/* Binds actual arguments as constants with the names of the dummy arguments. */
static enum sm_status bind(struct sm_kpp *k, const struct sm_kpp_function *f, struct sm_token text,
                           struct sm_file_line place) {
  text = sm_token_trim(text);
  if (text.size > 0) text = (struct sm_token){text.text + 1, text.size - 1};
  for (int a = 0; a < f->arguments && text.size > 0; a++) {
    struct sm_kpp_formula_reader g = {.k = k, .f = {.b = k->b}, .place = place, .quiet = true};
    size_t end = 0;
    for (int open = 0;
         end < text.size && (open > 0 || (text.text[end] != ',' && text.text[end] != ')')); end++)
      open += text.text[end] == '(' ? 1 : text.text[end] == ')' ? -1 : 0;
    struct sm_formula value = {0};
    SM_TRY(sm_kpp_read_all(&g, (struct sm_token){text.text, end}, &value));
    SM_TRY(
        sm_kpp_define_constant(k, sm_token_of(f->argument[a]), value, g.wrong ? g.reason : NULL));
    const size_t behind = end < text.size ? end + 1 : end;
    text = (struct sm_token){text.text + behind, text.size - behind};
  }
  return SM_OK;
}

enum sm_status sm_kpp_call_subroutine(struct sm_kpp *k, const struct sm_kpp_function *own,
                                      struct sm_token arguments, struct sm_file_line place) {
  const struct sm_kpp_function f = *own;
  const char *refused = refuse_call(k, f.name);
  if (refused != NULL) {
    sm_builder_problem(k->b, place, "subroutine '%.60s': %s", f.name, refused);
    return SM_OK;
  }
  SM_TRY(bind(k, &f, arguments, place));
  return run_body(k, &f);
}

enum sm_status sm_kpp_call(struct sm_kpp *k, const struct sm_kpp_function *function,
                           const struct sm_formula *argument, struct sm_formula *out,
                           char reason[SM_KPP_REASON]) {
  const struct sm_kpp_function f = *function;
  const int32_t outer = k->constant_count, wholes = k->whole_count;
  reason[0] = '\0';
  const char *refused = refuse_call(k, f.name);
  if (refused != NULL) {
    snprintf(reason, SM_KPP_REASON, "%s", refused);
    return SM_OK;
  }
  for (int a = 0; a < f.arguments; a++) {
    struct sm_formula value = argument[a];
    value.is_whole = false; /* real unless the function declares it INTEGER */
    SM_TRY(sm_kpp_define_constant(k, sm_token_of(f.argument[a]), value, NULL));
  }
  const int32_t inner = k->constant_count;
  const enum sm_status status = run_body(k, &f);
  const struct sm_kpp_named_constant *result = sm_kpp_find_constant(k, sm_token_of(f.result));
  if (result == NULL || result - k->constants < inner) {
    snprintf(reason, SM_KPP_REASON, "none of them sets '%.60s'", f.result);
  } else if (result->why != NULL) {
    snprintf(reason, SM_KPP_REASON, "%.190s", result->why);
  } else {
    *out = result->value;
  }
  k->constant_count = outer;
  k->whole_count = wholes;
  return status;
}

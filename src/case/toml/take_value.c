/* Values of TOML keys, converted and checked against the schema (case/toml/value.h). */
#define _POSIX_C_SOURCE 200809L
#include "case/toml/value.h"

#include "base/clock.h"
#include "case/schema/schema.h"
#include "case/toml/units.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct sm_case_value value_of(struct sm_case_reader *r, const struct sm_schema_key *key,
                                     const char *label, void *base) {
  char *bytes = base;
  return (struct sm_case_value){r, key, label, bytes + key->at, (void *)(bytes + key->count_at)};
}

/* Reports the expected and the actual type. */
void sm_value_wrong_type(const struct sm_case_value *v, const struct sm_toml_node *node) {
  SM_SCOPED_BY(sm_text_free) struct sm_text expected = {0};
  const bool crs = v->key->type == SM_KEY_CRS || v->key->type == SM_KEY_EPSG;
  const char *help =
      crs ? "\"EPSG:326ZZ\" is zone ZZ of UTM in the north, 327ZZ in the south" : NULL;
  sm_describe_value(v->key, &expected);
  if (node->type == SM_TOML_TEXT) {
    sm_report_add(v->r->report, &node->span, help, "'%s': expected %s, found the text \"%.60s\"",
                  v->label, sm_text_string(&expected), node->text);
  } else if (node->type == SM_TOML_ARRAY) {
    sm_report_add(v->r->report, &node->span, NULL, "'%s': expected %s, found a list of %zu",
                  v->label, sm_text_string(&expected), node->count);
  } else if (node->type == SM_TOML_INTEGER || node->type == SM_TOML_FLOAT) {
    sm_report_add(v->r->report, &node->span, help, "'%s': expected %s, found the number %.8g",
                  v->label, sm_text_string(&expected), node->number);
  } else {
    sm_report_add(v->r->report, &node->span, NULL, "'%s': expected %s, found %s", v->label,
                  sm_text_string(&expected), sm_toml_type_name(node->type));
  }
}

static bool in_range(const struct sm_schema_key *key, double number) {
  if (key->not_zero && number == 0) return false;
  return (key->low_open ? number > key->low : number >= key->low) &&
         (key->high_open ? number < key->high : number <= key->high);
}

bool sm_value_check_range(const struct sm_case_value *v, const struct sm_toml_node *node,
                          double number) {
  SM_SCOPED_BY(sm_text_free) struct sm_text range = {0};
  const bool whole = !v->key->whole || number == floor(number);
  const bool ok = isfinite(number) && in_range(v->key, number) && whole;
  if (!isfinite(number)) {
    sm_report_add(v->r->report, &node->span, NULL, "'%s' must be a finite number", v->label);
  } else if (!whole) {
    sm_report_add(v->r->report, &node->span, NULL, "'%s': %.8g is not a whole number", v->label,
                  number);
  } else if (!ok) {
    const char *unit = v->key->unit != NULL && strcmp(v->key->unit, "1") != 0 ? v->key->unit : "";
    sm_describe_range(v->key, &range);
    const char *help =
        v->key->limited != NULL ? v->key->limited : sm_remedy_of_range(v->key, number);
    sm_report_add(v->r->report, &node->span, help, "'%s' is %.8g%s%s, but must be %s", v->label,
                  number, unit[0] != '\0' ? " " : "", unit, sm_text_string(&range));
  }
  return ok;
}

enum sm_status sm_value_number(const struct sm_case_value *v, const struct sm_toml_node *node,
                               double *out, bool *ok) {
  *ok = false;
  double number = 0;
  if (node->type == SM_TOML_INTEGER || node->type == SM_TOML_FLOAT) {
    number = node->number;
  } else if (node->type == SM_TOML_TEXT && v->key->unit != NULL) {
    struct sm_case_reader *r = v->r;
    const enum sm_status status = sm_units_read(r->ctx, node->text, v->key->unit, &number);
    if (status == SM_ERR_MEMORY) return status;
    if (status != SM_OK) {
      sm_report_add(r->report, &node->span, NULL, "'%s': %s", v->label, sm_context_message(r->ctx));
      return SM_OK;
    }
  } else {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  *ok = sm_value_check_range(v, node, number);
  if (*ok) *out = number;
  return SM_OK;
}

enum sm_status sm_value_number_or_word(const struct sm_case_value *v,
                                       const struct sm_toml_node *node, double *out, bool *ok) {
  *ok = v->key->words != NULL && node->type == SM_TOML_TEXT &&
        strcmp(node->text, v->key->words[0]) == 0;
  if (!*ok) return sm_value_number(v, node, out, ok);
  *out = v->key->word_value;
  return SM_OK;
}

static enum sm_status read_number(const struct sm_case_value *v, const struct sm_toml_node *node) {
  bool ok;
  return sm_value_number_or_word(v, node, v->to, &ok);
}

static enum sm_status read_integer(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type != SM_TOML_INTEGER) {
    sm_value_wrong_type(v, node);
  } else if (sm_value_check_range(v, node, node->number)) {
    *(int *)v->to = (int)node->integer;
  }
  return SM_OK;
}

static enum sm_status read_flag(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type != SM_TOML_BOOLEAN) {
    sm_value_wrong_type(v, node);
  } else {
    *(bool *)v->to = node->flag;
  }
  return SM_OK;
}

static enum sm_status read_text(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type != SM_TOML_TEXT) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  return sm_arena_copy(v->r->ctx, v->r->arena, node->text, strlen(node->text), v->to);
}

static enum sm_status read_name(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type == SM_TOML_TEXT &&
      (node->text[0] == '\0' || node->text[0] == '.' || strlen(node->text) > 200 ||
       strpbrk(node->text, "/\\\n") != NULL)) {
    sm_report_add(v->r->report, &node->span, NULL,
                  "'%s' is part of file names: it must not be empty or long, start with '.', or "
                  "hold a slash",
                  v->label);
    return SM_OK;
  }
  return read_text(v, node);
}

static enum sm_status read_band(const struct sm_case_value *v, const struct sm_toml_node *node) {
  char number[32];
  if (node->type != SM_TOML_INTEGER || node->integer < 1) return read_text(v, node);
  const int length = snprintf(number, sizeof number, "%lld", (long long)node->integer);
  return sm_arena_copy(v->r->ctx, v->r->arena, number, (size_t)length, v->to);
}

enum sm_status sm_value_path(struct sm_case_reader *r, const char *path, const char **out) {
  const size_t word = strlen("$data");
  const bool in_data = strncmp(path, "$data", word) == 0 && (path[word] == '/' || !path[word]);
  const char *folder = path[0] == '/' ? "" : r->folder;
  if (in_data) {
    folder = r->data;
    path += word;
  }
  *out = NULL;
  if (folder == NULL) return SM_OK;
  const size_t first = strlen(folder), second = strlen(path);
  char *joined = NULL;
  SM_TRY(sm_arena_alloc(r->ctx, r->arena, first + second + 1, 1, &joined));
  memcpy(joined, folder, first);
  memcpy(joined + first, path, second + 1);
  *out = joined;
  return SM_OK;
}

enum sm_status sm_value_path_into(const struct sm_case_value *v, const struct sm_toml_node *node,
                                  char **out) {
  const char *path = NULL;
  if (node->type != SM_TOML_TEXT) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  if (node->text[0] == '\0') {
    sm_report_add(v->r->report, &node->span, NULL, "'%s' is empty", v->label);
    return SM_OK;
  }
  SM_TRY(sm_value_path(v->r, node->text, &path));
  if (path == NULL) {
    sm_report_add(v->r->report, &node->span,
                  "give it by the option --data, the environment variable SIMOOM_DATA or the key "
                  "case.data",
                  "'%s': it is not known which folder $data stands for", v->label);
    if (v->r->check_files) v->r->report->missing_files++;
    return SM_OK;
  }
  const bool virtual_file = strncmp(path, "/vsi", 4) == 0; /* virtual files of GDAL: archives and
                                                              URLs */
  if (v->r->check_files && !virtual_file && access(path, R_OK) != 0) {
    sm_report_add(v->r->report, &node->span, NULL, "'%s': %s: %s", v->label, path, strerror(errno));
    v->r->report->missing_files++;
  }
  return sm_arena_copy(v->r->ctx, v->r->arena, path, strlen(path), out);
}

static enum sm_status read_path(const struct sm_case_value *v, const struct sm_toml_node *node) {
  return sm_value_path_into(v, node, v->to);
}

/* Index of a word; -1 after a problem. */
static int find_word(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type != SM_TOML_TEXT) {
    sm_value_wrong_type(v, node);
    return -1;
  }
  int count = 0;
  for (; v->key->words[count] != NULL; count++)
    if (strcmp(v->key->words[count], node->text) == 0) return count;
  char help[96];
  SM_SCOPED_BY(sm_text_free) struct sm_text expected = {0};
  const char *nearest = sm_remedy_of_word(v->label, node->text, v->key->words);
  if (nearest == NULL) nearest = sm_text_nearest(node->text, v->key->words, (size_t)count);
  if (nearest != NULL) snprintf(help, sizeof help, "did you mean \"%s\"?", nearest);
  sm_describe_value(v->key, &expected);
  sm_report_add(v->r->report, &node->span, nearest != NULL ? help : NULL,
                "'%s': expected %s, found \"%.60s\"", v->label, sm_text_string(&expected),
                node->text);
  return -1;
}

static enum sm_status read_word(const struct sm_case_value *v, const struct sm_toml_node *node) {
  const int word = find_word(v, node);
  if (word >= 0) *(int *)v->to = word;
  return SM_OK;
}

static void set_words(const struct sm_case_value *v, unsigned bits) {
  bool *flag = v->to;
  for (int i = 0; v->key->words[i] != NULL; i++) flag[i] = (bits >> i & 1) != 0;
}

static enum sm_status read_words(const struct sm_case_value *v, const struct sm_toml_node *node) {
  unsigned bits = 0;
  const bool list = node->type == SM_TOML_ARRAY;
  const struct sm_toml_node *item = list ? node->first : node;
  for (; item != NULL; item = list ? item->next : NULL) {
    const int word = find_word(v, item);
    if (word >= 0) bits |= 1u << word;
  }
  set_words(v, bits);
  return SM_OK;
}

static enum sm_status read_time(const struct sm_case_value *v, const struct sm_toml_node *node) {
  char with_hour[64];
  if (node->type != SM_TOML_TEXT && node->type != SM_TOML_TIME) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  const char *text = node->text;
  if (strlen(text) == strlen("2026-05-01")) { /* a date without time means midnight */
    snprintf(with_hour, sizeof with_hour, "%sT00:00", text);
    text = with_hour;
  }
  if (!sm_clock_parse(text, v->to)) {
    *(double *)v->to = (double)NAN;
    sm_report_add(v->r->report, &node->span, NULL,
                  "'%s': expected a date and time such as 2026-05-01T12:00:00Z, found \"%.60s\"",
                  v->label, node->text);
  }
  return SM_OK;
}

static enum sm_status read_vector(const struct sm_case_value *v, const struct sm_toml_node *node) {
  double number[3] = {0};
  const size_t most = (size_t)v->key->count;
  const size_t least = v->key->least > 0 ? (size_t)v->key->least : most;
  if (node->type != SM_TOML_ARRAY || node->count < least || node->count > most) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  const struct sm_toml_node *item = node->first;
  bool all = true;
  for (size_t i = 0; i < node->count; i++, item = item->next) {
    bool ok;
    SM_TRY(sm_value_number(v, item, &number[i], &ok));
    all = all && ok;
  }
  if (all) memcpy(v->to, number, node->count * sizeof *number);
  return SM_OK;
}

static enum sm_status read_extent(const struct sm_case_value *v, const struct sm_toml_node *node) {
  double *to = v->to, first, last;
  bool ok = false, ok_too = true;
  if (node->type == SM_TOML_ARRAY && node->count == (size_t)v->key->count)
    return read_vector(v, node);
  const bool two = v->key->count == 3 && node->type == SM_TOML_ARRAY && node->count == 2;
  if (node->type == SM_TOML_ARRAY && !two) {
    sm_value_wrong_type(v, node);
    return SM_OK;
  }
  SM_TRY(sm_value_number(v, two ? node->first : node, &first, &ok));
  if (two) SM_TRY(sm_value_number(v, node->first->next, &last, &ok_too));
  if (!ok || !ok_too) return SM_OK;
  for (int i = 0; i < v->key->count; i++) to[i] = first;
  if (two) to[2] = last;
  return SM_OK;
}

/* Number of "EPSG:n"; 0: not an EPSG code. */
static int epsg_number(const char *text) {
  static const char prefix[] = "EPSG:";
  for (size_t i = 0; i < sizeof prefix - 1; i++)
    if (text[i] != prefix[i] && text[i] != prefix[i] - 'A' + 'a') return 0;
  const char *digits = text + sizeof prefix - 1;
  const size_t count = strspn(digits, "0123456789");
  if (count == 0 || count > 6 || digits[count] != '\0') return 0;
  return (int)strtol(digits, NULL, 10);
}

static enum sm_status read_epsg(const struct sm_case_value *v, const struct sm_toml_node *node) {
  if (node->type == SM_TOML_TEXT && epsg_number(node->text) > 0) return read_text(v, node);
  sm_value_wrong_type(v, node);
  return SM_OK;
}

static enum sm_status read_crs(const struct sm_case_value *v, const struct sm_toml_node *node) {
  struct sm_draft_crs *crs = v->to;
  const char *text = node->type == SM_TOML_TEXT ? node->text : "";
  crs->epsg = epsg_number(text);
  crs->given = true;
  crs->kind = crs->epsg > 0 ? SM_CRS_EPSG : SM_CRS_LOCAL;
  if (strcmp(text, "auto-utm") == 0) {
    crs->kind = SM_CRS_AUTO_UTM;
  } else if (strcmp(text, "local") != 0 && crs->epsg == 0) {
    crs->given = false;
    sm_value_wrong_type(v, node);
  }
  return SM_OK;
}

enum sm_status sm_value_read(struct sm_case_reader *r, const struct sm_schema_key *key,
                             const char *label, const struct sm_toml_node *node, void *base) {
  static enum sm_status (*const readers[SM_KEY_TYPES])(const struct sm_case_value *,
                                                       const struct sm_toml_node *) = {
      [SM_KEY_NUMBER] = read_number,
      [SM_KEY_INTEGER] = read_integer,
      [SM_KEY_FLAG] = read_flag,
      [SM_KEY_TEXT] = read_text,
      [SM_KEY_NAME] = read_name,
      [SM_KEY_BAND] = read_band,
      [SM_KEY_PATH] = read_path,
      [SM_KEY_PATHS] = sm_list_paths,
      [SM_KEY_TEXTS] = sm_list_texts,
      [SM_KEY_WORD] = read_word,
      [SM_KEY_WORDS] = read_words,
      [SM_KEY_TIME] = read_time,
      [SM_KEY_VECTOR] = read_vector,
      [SM_KEY_EXTENT] = read_extent,
      [SM_KEY_LIST] = sm_list_numbers,
      [SM_KEY_POINTS] = sm_list_points,
      [SM_KEY_ROWS] = sm_list_rows,
      [SM_KEY_EPSG] = read_epsg,
      [SM_KEY_CRS] = read_crs,
      [SM_KEY_RULES] = sm_list_rules,
      [SM_KEY_CLASSES] = sm_list_classes,
      [SM_KEY_EXPRESSION] = sm_value_expression,
  };
  const struct sm_case_value v = value_of(r, key, label, base);
  return readers[key->type](&v, node);
}

enum sm_status sm_value_default(struct sm_case_reader *r, const struct sm_schema_key *key,
                                void *base) {
  const struct sm_case_value v = value_of(r, key, "", base);
  double *number = v.to;
  switch (key->type) {
  case SM_KEY_NUMBER:
  case SM_KEY_TIME: *number = key->fallback; break;
  case SM_KEY_VECTOR:
  case SM_KEY_EXTENT:
    for (int i = 0; i < key->count; i++) number[i] = key->fallback;
    break;
  case SM_KEY_INTEGER:
  case SM_KEY_WORD: *(int *)v.to = (int)key->fallback; break;
  case SM_KEY_FLAG: *(bool *)v.to = key->fallback != 0; break;
  case SM_KEY_WORDS: set_words(&v, (unsigned)key->fallback); break;
  case SM_KEY_TEXT:
  case SM_KEY_NAME:
  case SM_KEY_BAND:
  case SM_KEY_PATH:
  case SM_KEY_EPSG: return sm_arena_copy(r->ctx, r->arena, "", 0, v.to);
  case SM_KEY_RULES: return sm_list_default_rules(&v);
  case SM_KEY_EXPRESSION: sm_value_no_expression(&v); break;
  default: break; /* zero: an empty list */
  }
  return SM_OK;
}

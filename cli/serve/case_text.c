/* case_text.c - case of an execution request: from JSON to TOML, and the files that it names. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <lab/case_schema.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_text(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (*c < 0x20 || *c == 0x7f)
      fprintf(out, "\\u%04X", *c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

/* Prints a value on one line; false: a null, which TOML does not have. */
static bool print_value(FILE *out, const struct sm_fact *value) {
  const bool group = value->kind == SM_FACT_GROUP;
  switch (value->kind) {
  case SM_FACT_NULL: return false;
  case SM_FACT_FLAG: fputs(value->integer != 0 ? "true" : "false", out); return true;
  case SM_FACT_INTEGER: fprintf(out, "%lld", (long long)value->integer); return true;
  case SM_FACT_TEXT: print_text(out, value->text); return true;
  case SM_FACT_NUMBER:
    fprintf(out,
            fabs(value->number) < 1e15 && rint(value->number) == value->number ? "%.1f" : "%.17e",
            value->number);
    return true;
  default: break;
  }
  fputs(group ? "{ " : "[", out);
  for (const struct sm_fact *item = value->first; item != NULL; item = item->next) {
    if (item != value->first) fputs(", ", out);
    if (group) print_text(out, item->key);
    if (group) fputs(" = ", out);
    if (!print_value(out, item)) return false;
  }
  fputs(group ? " }" : "]", out);
  return true;
}

/* Prints the members of a table, a line each; tables among them only if `inline_tables`. */
static bool print_members(FILE *out, const struct sm_fact *table, bool inline_tables) {
  for (const struct sm_fact *item = table->first; item != NULL; item = item->next) {
    if (item->kind == SM_FACT_GROUP && !inline_tables) continue;
    print_text(out, item->key);
    fputs(" = ", out);
    if (!print_value(out, item)) return false;
    fputc('\n', out);
  }
  return true;
}

char *cli_case_text(const struct sm_fact *object, char *why, size_t room) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  bool good = out != NULL && print_members(out, object, false);
  for (const struct sm_fact *item = object->first; item != NULL && good; item = item->next) {
    if (item->kind != SM_FACT_GROUP) continue;
    fputs("\n[", out);
    print_text(out, item->key);
    fputs("]\n", out);
    good = print_members(out, item, true);
  }
  snprintf(why, room,
           out != NULL ? "the case has a null, which is not a value of a key" : "no memory");
  if (out != NULL && fclose(out) != 0) good = false;
  if (good) return text;
  free(text);
  return NULL;
}

bool cli_file_name_is_good(const char *name) {
  static const char allowed[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
  const size_t length = strlen(name);
  if (length == 0 || length > 200 || strspn(name, allowed) != length) return false;
  if (name[0] == '/' || name[length - 1] == '/') return false;
  for (const char *part = name; part != NULL; part = strchr(part, '/')) {
    if (*part == '/') part++;
    if (*part == '.' || *part == '/' || *part == '\0') return false;
  }
  return true;
}

struct names {
  const struct cli_request *request;
  char *why;
  size_t room;
  bool good;
};

static void check_name(void *user, const char *key, const char *name, int line) {
  struct names *names = user;
  if (!names->good) return;
  for (size_t n = 0; n < names->request->files; n++)
    if (strcmp(names->request->file[n].name, name) == 0) return;
  names->good = false;
  if (strcmp(key, "case.data") == 0)
    snprintf(
        names->why, names->room,
        "case.toml:%d: error: case.data names a folder, which the service has not\nhelp: leave "
        "it out, and name files as in the input 'files'",
        line);
  else
    snprintf(names->why, names->room,
             "case.toml:%d: error: '%s': \"%.200s\" is not among the files of the request\nhelp: "
             "send it in the input 'files' under this name, without $data, .. or a folder that "
             "begins with /",
             line, key, name);
}

bool cli_case_names_are_sent(struct sm_context *ctx, const struct cli_request *request, char *why,
                             size_t room) {
  struct names names = {.request = request, .why = why, .room = room, .good = true};
  if (sm_case_list_files(ctx, request->text, check_name, &names) == SM_OK) return names.good;
  snprintf(why, room, "%s", sm_context_message(ctx));
  return false;
}

/* json.c - writes a tree of facts as JSON (RFC 8259). */
#include "lab/facts.h"

#include "base/text.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sm_utf8_length(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  static const uint32_t lowest[5] = {0, 0, 0x80, 0x800, 0x10000};
  if (s[0] < 0x80) return 1;
  const int length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
  if (s[0] < 0xC0 || s[0] >= 0xF8) return 0;
  uint32_t code = s[0] & (0xFFu >> (length + 1));
  for (int i = 1; i < length; i++) {
    if ((s[i] & 0xC0u) != 0x80u) return 0;
    code = code << 6 | (s[i] & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= lowest[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

/* --- writing --- */

static void add_string(struct sm_text *out, const char *value) {
  sm_text_add_bytes(out, "\"", 1);
  while (*value != '\0') {
    const int length = sm_utf8_length(value);
    const unsigned char c = (unsigned char)*value;
    if (length == 0)
      sm_text_add(out, "\\ufffd");
    else if (c == '"' || c == '\\')
      sm_text_add(out, "\\%c", c);
    else if (c == '\n')
      sm_text_add(out, "\\n");
    else if (c < 0x20 || c == 0x7F)
      sm_text_add(out, "\\u%04x", c);
    else
      sm_text_add_bytes(out, value, (size_t)length);
    value += length > 0 ? length : 1;
  }
  sm_text_add_bytes(out, "\"", 1);
}

static void add_number(struct sm_text *out, double value) {
  char digits[32];
  for (int precision = 15; precision <= 17; precision++) {
    snprintf(digits, sizeof digits, "%.*g", precision, value);
    if (strtod(digits, NULL) == value) break;
  }
  sm_text_add(out, "%s", digits);
}

static void add_fact(struct sm_text *out, const struct sm_fact *fact, int indent);

/* Adds the members of a group, except text-only facts, or the items of a list. */
static void add_members(struct sm_text *out, const struct sm_fact *fact, int indent) {
  const bool group = fact->kind == SM_FACT_GROUP;
  const int inner = indent < 0 ? -1 : indent + 2;
  bool filled = false;
  sm_text_add(out, group ? "{" : "[");
  for (const struct sm_fact *item = fact->first; item != NULL; item = item->next) {
    if (group && item->key == NULL) continue;
    if (filled) sm_text_add(out, ",");
    if (indent >= 0) sm_text_add(out, "\n%*s", inner, "");
    if (group) add_string(out, item->key);
    if (group) sm_text_add(out, indent < 0 ? ":" : ": ");
    add_fact(out, item, inner);
    filled = true;
  }
  if (filled && indent >= 0) sm_text_add(out, "\n%*s", indent, "");
  sm_text_add(out, group ? "}" : "]");
}

static void add_fact(struct sm_text *out, const struct sm_fact *fact, int indent) {
  switch (fact->kind) {
  case SM_FACT_NULL: sm_text_add(out, "null"); break;
  case SM_FACT_FLAG: sm_text_add(out, fact->integer != 0 ? "true" : "false"); break;
  case SM_FACT_INTEGER: sm_text_add(out, "%" PRId64, fact->integer); break;
  case SM_FACT_NUMBER: add_number(out, fact->number); break;
  case SM_FACT_TEXT: add_string(out, fact->text); break;
  default: add_members(out, fact, indent); break;
  }
}

char *sm_facts_json(const struct sm_facts *facts, bool indented) {
  struct sm_text out = {0};
  if (facts->root == NULL)
    sm_text_add(&out, "{}");
  else
    add_fact(&out, facts->root, indented ? 0 : -1);
  sm_text_add(&out, "\n");
  if (!facts->failed && !out.failed) return out.data;
  sm_text_free(&out);
  return NULL;
}

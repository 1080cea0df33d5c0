/* Scanner of XML tags. */
#include "input/points/internal.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Offset of the first `what` at or after `at`; size of the text if none. */
static size_t find(const struct sm_xml_scan *s, size_t at, const char *what) {
  const size_t length = strlen(what);
  for (; at + length <= s->size; at++)
    if (memcmp(s->text + at, what, length) == 0) return at;
  return s->size;
}

/* End of a tag, ignoring quoted text. */
static size_t close_of(const struct sm_xml_scan *s, size_t at) {
  char quote = '\0';
  for (; at < s->size; at++) {
    const char c = s->text[at];
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '>')
      return at;
  }
  return s->size;
}

bool sm_xml_next(struct sm_xml_scan *s) {
  for (;;) {
    const size_t begin = find(s, s->at, "<");
    if (begin >= s->size) return false;
    const bool comment = s->size - begin >= 4 && memcmp(s->text + begin, "<!--", 4) == 0;
    const size_t end = comment ? find(s, begin, "-->") : close_of(s, begin);
    if (end >= s->size) return false;
    s->at = end + (comment ? 3 : 1);
    if (comment || s->text[begin + 1] == '?' || s->text[begin + 1] == '!') continue;
    s->name = begin + 1;
    s->end = end;
    for (s->name_size = 0; s->name + s->name_size < end; s->name_size++) {
      const char c = s->text[s->name + s->name_size];
      if (is_blank(c) || (c == '/' && s->name_size > 0)) break;
    }
    return true;
  }
}

bool sm_xml_is(const struct sm_xml_scan *s, const char *name) {
  return strlen(name) == s->name_size && memcmp(s->text + s->name, name, s->name_size) == 0;
}

bool sm_xml_attribute(const struct sm_xml_scan *s, const char *name, char *out, size_t room) {
  const size_t length = strlen(name);
  out[0] = '\0';
  for (size_t at = s->name + s->name_size; at < s->end; at++) {
    const bool starts = is_blank(s->text[at]) && at + 1 + length < s->end &&
                        memcmp(s->text + at + 1, name, length) == 0;
    size_t value = at + 1 + length;
    if (s->text[at] == '"' || s->text[at] == '\'') /* skips the value of another attribute */
      for (const char quote = s->text[at++]; at < s->end && s->text[at] != quote;) at++;
    if (!starts) continue;
    while (value < s->end && is_blank(s->text[value])) value++;
    if (value >= s->end || s->text[value] != '=') continue;
    for (value++; value < s->end && is_blank(s->text[value]);) value++;
    if (value >= s->end) return false;
    const char quote = s->text[value++];
    size_t n = 0;
    for (; value < s->end && s->text[value] != quote && n + 1 < room; value++)
      out[n++] = s->text[value];
    out[n] = '\0';
    return true;
  }
  return false;
}

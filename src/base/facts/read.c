/* read.c - JSON parser (RFC 8259) into a tree of facts. */
#include "lab/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64 }; /* maximum nesting depth */

struct reader {
  struct sm_facts *facts;
  const char *at, *reason; /* reason: NULL until an error */
  char *string;            /* buffer of the size of the text: last string */
  char *key;               /* buffer of the same size: key of the current value; NULL: none */
};

static bool stop(struct reader *r, const char *reason) {
  if (r->reason == NULL) r->reason = *r->at == '\0' ? "it ends too early" : reason;
  return false;
}

static void skip_blanks(struct reader *r) { r->at += strspn(r->at, " \t\r\n"); }

/* Consumes a character after blanks, if present. */
static bool take(struct reader *r, char c) {
  skip_blanks(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

/* Reads four hexadecimal digits; -1 if invalid. */
static long read_unit(struct reader *r) {
  char digits[5] = "";
  strncpy(digits, r->at, 4);
  if (strspn(digits, "0123456789abcdefABCDEF") != 4) return -1;
  r->at += 4;
  return strtol(digits, NULL, 16);
}

/* Decodes "\u1234", or a surrogate pair, to UTF-8; U+FFFD for an unpaired surrogate. */
static char *read_code(struct reader *r, char *out) {
  long code = read_unit(r);
  if (code < 0) {
    stop(r, "an escape \\u without four digits");
    return out;
  }
  if (code >= 0xD800 && code < 0xDC00 && strncmp(r->at, "\\u", 2) == 0) {
    r->at += 2;
    const long low = read_unit(r);
    code =
        low >= 0xDC00 && low < 0xE000 ? 0x10000 + ((code - 0xD800) << 10) + low - 0xDC00 : 0xFFFD;
  } else if ((code >= 0xD800 && code < 0xE000) || code == 0) {
    code = 0xFFFD;
  }
  const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const int lead[4] = {0, 0xC0, 0xE0, 0xF0};
  *out++ = (char)(lead[more] | (int)(code >> (6 * more)));
  for (int n = more - 1; n >= 0; n--) *out++ = (char)(0x80 | ((code >> (6 * n)) & 0x3F));
  return out;
}

static char *read_escape(struct reader *r, char *out) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char c = *r->at;
  if (c == 'u') {
    r->at++;
    return read_code(r, out);
  }
  const char *letter = c != '\0' ? strchr(letters, c) : NULL;
  if (letter == NULL) {
    stop(r, "an unknown escape in a string");
    return out;
  }
  r->at++;
  *out++ = meant[letter - letters];
  return out;
}

/* Reads a string after its opening quote to `out`; the result is never longer than the source. */
static bool read_string(struct reader *r, char *out) {
  while (r->reason == NULL && *r->at != '"') {
    if ((unsigned char)*r->at < 0x20) return stop(r, "a control character in a string");
    if (*r->at == '\\') {
      r->at++;
      out = read_escape(r, out);
    } else {
      *out++ = *r->at++;
    }
  }
  *out = '\0';
  r->at += r->reason == NULL;
  return r->reason == NULL;
}

static bool take_word(struct reader *r, const char *word) {
  const size_t length = strlen(word);
  if (strncmp(r->at, word, length) != 0) return false;
  r->at += length;
  return true;
}

static bool read_number(struct reader *r, const char *key) {
  const size_t length = strspn(r->at, "+-.0123456789eE");
  const bool is_integer = strcspn(r->at, ".eE") >= length && length < 19;
  char *end;
  const double value = strtod(r->at, &end);
  if (length == 0 || *r->at == '+' || *r->at == '.' || end != r->at + length || !isfinite(value))
    return stop(r, "a value that JSON does not have");
  if (is_integer)
    sm_facts_integer(r->facts, key, strtoll(r->at, NULL, 10));
  else
    sm_facts_number(r->facts, key, value);
  r->at = end;
  return true;
}

static bool read_value(struct reader *r, const char *key, int depth);

static bool read_members(struct reader *r, bool group, int depth) {
  const char end = group ? '}' : ']';
  if (depth > DEPTH) return stop(r, "too many lists in each other");
  if (take(r, end)) return true;
  do {
    if (group && !(take(r, '"') && read_string(r, r->key) && take(r, ':')))
      return stop(r, "a member without a key");
    if (!read_value(r, group ? r->key : NULL, depth + 1)) return false;
  } while (take(r, ','));
  return take(r, end) || stop(r, "a comma or the end of a list is missing");
}

/* Reads the next value and adds it to the open group or list. */
static bool read_value(struct reader *r, const char *key, int depth) {
  if (take(r, '{') || take(r, '[')) {
    const bool group = r->at[-1] == '{';
    if (depth > 0) (group ? sm_facts_group : sm_facts_list)(r->facts, key);
    if (!read_members(r, group, depth)) return false;
    if (depth > 0) sm_facts_close(r->facts);
    return true;
  }
  if (take(r, '"')) {
    if (!read_string(r, r->string)) return false;
    sm_facts_text(r->facts, key, r->string);
    return true;
  }
  if (take_word(r, "null")) {
    sm_facts_null(r->facts, key);
  } else if (take_word(r, "true")) {
    sm_facts_flag(r->facts, key, true);
  } else if (take_word(r, "false")) {
    sm_facts_flag(r->facts, key, false);
  } else {
    return read_number(r, key);
  }
  return true;
}

bool sm_facts_read(struct sm_facts *facts, const char *text, const char **reason) {
  struct reader r = {.facts = facts, .at = text};
  const size_t size = strlen(text) + 1;
  *facts = (struct sm_facts){0};
  char *room = malloc(2 * size);
  if (room == NULL) {
    facts->failed = true;
    *reason = "out of memory";
    return false;
  }
  r.string = room;
  r.key = room + size;
  skip_blanks(&r);
  if (*r.at != '{')
    stop(&r, "no object of JSON");
  else if (read_value(&r, NULL, 0)) {
    skip_blanks(&r);
    if (*r.at != '\0') stop(&r, "more than one value");
  }
  if (facts->failed) r.reason = "out of memory";
  free(room);
  *reason = r.reason;
  return r.reason == NULL;
}

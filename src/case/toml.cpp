// The only C++ of the library: toml++ behind the C interface of toml.h. No exception leaves it.
#define TOML_ENABLE_FORMATTERS 0
// toml++ 3.3 asserts what a wrong text can break ("[&a]") and reports it right behind: no
// assertion, and, since it would turn them into promises to the compiler, no NDEBUG either.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

#include "case/toml.h"
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>
#include <vector>

namespace {

struct Builder {
  sm_context *ctx;
  sm_arena *arena;
  int source;
  sm_toml_error *error;
};

sm_toml_span span_of(const Builder &b, const toml::source_region &region) {
  sm_toml_span span{};
  span.source = b.source;
  span.line = static_cast<int>(region.begin.line);
  span.column = static_cast<int>(region.begin.column);
  const bool one_line = region.begin.line == region.end.line;
  span.end_column = one_line ? static_cast<int>(region.end.column) : INT_MAX;
  return span;
}

sm_status fail(const Builder &b, const sm_toml_span &span, const char *text) {
  b.error->span = span;
  std::snprintf(b.error->text, sizeof b.error->text, "%s", text);
  return SM_ERR_CASE;
}

sm_status copy_text(const Builder &b, std::string_view text, const char **out) {
  char *copy = nullptr;
  const sm_status status = sm_arena_copy(b.ctx, b.arena, text.data(), text.size(), &copy);
  *out = copy;
  return status;
}

std::string date_text(const toml::date &date) {
  char text[32];
  std::snprintf(text, sizeof text, "%04u-%02u-%02u", unsigned{date.year}, unsigned{date.month},
                unsigned{date.day});
  return text;
}

std::string time_text(const toml::time &time) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%02u:%02u:%02u", unsigned{time.hour},
                                   unsigned{time.minute}, unsigned{time.second});
  if (time.nanosecond != 0)
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), ".%09u",
                  unsigned{time.nanosecond});
  return text;
}

std::string date_time_text(const toml::date_time &value) {
  std::string text = date_text(value.date) + "T" + time_text(value.time);
  if (!value.offset) return text;
  const int minutes = value.offset->minutes, size = minutes < 0 ? -minutes : minutes;
  if (size == 0) return text + "Z";
  char offset[16];
  std::snprintf(offset, sizeof offset, "%c%02d:%02d", minutes < 0 ? '-' : '+', size / 60,
                size % 60);
  return text + offset;
}

sm_status convert(const Builder &b, const toml::node &from, sm_toml_node **out);

sm_status convert_table(const Builder &b, const toml::table &from, sm_toml_node *to) {
  struct Entry {
    const toml::key *key;
    const toml::node *value;
  };
  std::vector<Entry> entries;
  for (auto &&[key, value] : from) entries.push_back({&key, &value});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry &x, const Entry &y) {
    const auto &p = x.key->source().begin, &q = y.key->source().begin;
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });
  sm_toml_node **last = &to->first;
  for (const Entry &entry : entries) {
    sm_toml_node *child = nullptr;
    if (const sm_status status = convert(b, *entry.value, &child); status != SM_OK) return status;
    child->key_span = span_of(b, entry.key->source());
    const std::string_view key = entry.key->str();
    if (std::memchr(key.data(), 0, key.size()) != nullptr)
      return fail(b, child->key_span, "a key holds a NUL character");
    if (const sm_status status = copy_text(b, key, &child->key); status != SM_OK) return status;
    *last = child;
    last = &child->next;
  }
  to->count = entries.size();
  return SM_OK;
}

sm_status convert_array(const Builder &b, const toml::array &from, sm_toml_node *to) {
  sm_toml_node **last = &to->first;
  for (auto &&value : from) {
    if (const sm_status status = convert(b, value, last); status != SM_OK) return status;
    last = &(*last)->next;
  }
  to->count = from.size();
  return SM_OK;
}

sm_status convert(const Builder &b, const toml::node &from, sm_toml_node **out) {
  if (const sm_status status = sm_arena_take(b.ctx, b.arena, 1, sizeof **out, out); status != SM_OK)
    return status;
  sm_toml_node *to = *out;
  to->span = span_of(b, from.source());
  switch (from.type()) {
  case toml::node_type::table:
    to->type = SM_TOML_TABLE;
    return convert_table(b, *from.as_table(), to);
  case toml::node_type::array:
    to->type = SM_TOML_ARRAY;
    return convert_array(b, *from.as_array(), to);
  case toml::node_type::string: {
    const std::string &text = from.as_string()->get();
    to->type = SM_TOML_TEXT;
    if (std::memchr(text.data(), 0, text.size()) != nullptr)
      return fail(b, to->span, "a text holds a NUL character");
    return copy_text(b, text, &to->text);
  }
  case toml::node_type::integer:
    to->type = SM_TOML_INTEGER;
    to->integer = from.as_integer()->get();
    to->number = static_cast<double>(to->integer);
    return SM_OK;
  case toml::node_type::floating_point:
    to->type = SM_TOML_FLOAT;
    to->number = from.as_floating_point()->get();
    return SM_OK;
  case toml::node_type::boolean:
    to->type = SM_TOML_BOOLEAN;
    to->flag = from.as_boolean()->get();
    return SM_OK;
  case toml::node_type::date:
    to->type = SM_TOML_TIME;
    return copy_text(b, date_text(from.as_date()->get()), &to->text);
  case toml::node_type::time:
    to->type = SM_TOML_TIME;
    return copy_text(b, time_text(from.as_time()->get()), &to->text);
  case toml::node_type::date_time:
    to->type = SM_TOML_TIME;
    return copy_text(b, date_time_text(from.as_date_time()->get()), &to->text);
  default: return fail(b, to->span, "a value of an unknown type");
  }
}

// What toml++ 3.3 does not survive, found before it reads: it frees nested values by recursion, and
// its tests for whitespace have undefined results on characters beyond ASCII, which TOML allows in
// strings and comments only.
struct Scan {
  std::string_view text;
  std::size_t at = 0;
  const char *problem = nullptr; // at text[at]

  bool beyond_ascii() const {
    return at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80;
  }

  // Steps behind a backslash in a string, and over the blanks that a line that it ends leaves out.
  void skip_escape(bool multi) {
    at++;
    if (multi) at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    if (multi && beyond_ascii())
      problem = "behind a '\\' only ASCII can follow; write the character as \\uXXXX";
    else if (!multi)
      at++;
  }

  // Steps over a string. An unfinished one ends with its line, or the text: the parser complains.
  void skip_string() {
    const char quote = text[at];
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool multi = text.substr(at, 3) == triple;
    at += multi ? 3 : 1;
    while (at < text.size() && problem == nullptr) {
      if (text[at] == '\\' && quote == '"') {
        const std::size_t slash = at;
        skip_escape(multi);
        if (multi && problem == nullptr && at == slash + 1) at++; // the escaped character
      } else if (multi && text.substr(at, 3) == triple) {
        for (at += 3; at < text.size() && text[at] == quote;) at++; // two quotes may touch the end
        return;
      } else if (!multi && (text[at] == quote || text[at] == '\n')) {
        at++;
        return;
      } else {
        at++;
      }
    }
  }

  void run() {
    enum { MOST_BRACKETS = 32, MOST_DOTS = 16 };
    int brackets = 0, dots = 0;
    while (at < text.size() && problem == nullptr) {
      const char c = text[at];
      if (c == '"' || c == '\'') {
        skip_string();
        continue;
      }
      if (c == '#') {
        at = std::min(text.find('\n', at), text.size());
        continue;
      }
      if (c == '[' || c == '{') brackets++;
      if ((c == ']' || c == '}') && brackets > 0) brackets--;
      dots = c == '.' ? dots + 1 : std::strchr("=,[]{}\n", c) != nullptr ? 0 : dots;
      if (brackets > MOST_BRACKETS || dots > MOST_DOTS) {
        problem = "nested too deeply";
      } else if (beyond_ascii()) {
        problem = "a character beyond ASCII outside quotes";
      } else {
        at++;
      }
    }
  }

  // Where the problem is.
  sm_toml_span span(int source) const {
    sm_toml_span span{};
    span.source = source;
    span.line = span.column = 1;
    for (std::size_t i = 0; i < at; i++) {
      const bool newline = text[i] == '\n',
                 inside = (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
      span.line += newline;
      span.column = newline ? 1 : span.column + !inside;
    }
    span.end_column = span.column + 1;
    return span;
  }
};

// "Error while parsing array: encountered end-of-file" -> "encountered end-of-file (in an array)"
void describe(std::string_view what, char *out, std::size_t size) {
  constexpr std::string_view prefix = "Error while parsing ";
  const std::size_t colon = what.find(": ");
  if (what.substr(0, prefix.size()) != prefix || colon == std::string_view::npos) {
    std::snprintf(out, size, "%.*s", static_cast<int>(what.size()), what.data());
    return;
  }
  const std::string_view where = what.substr(prefix.size(), colon - prefix.size());
  const std::string_view text = what.substr(colon + 2);
  const bool vowel = std::strchr("aeiou", where[0]) != nullptr;
  std::snprintf(out, size, "%.*s (in %s %.*s)", static_cast<int>(text.size()), text.data(),
                vowel ? "an" : "a", static_cast<int>(where.size()), where.data());
}

// A key or table given twice: toml++ points behind it; the whole line is meant.
void widen(std::string_view text, sm_toml_span *span) {
  std::size_t start = 0;
  for (int line = 1; line < span->line && start < text.size(); line++)
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  const std::size_t first = std::min(text.find_first_not_of(" \t", start), text.size());
  span->column = static_cast<int>(first - start) + 1;
  span->end_column = INT_MAX;
}

sm_status parse(const Builder &b, std::string_view text, sm_toml_node **root) {
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3); // the mark some editors put
  Scan scan{text};
  scan.run();
  if (scan.problem != nullptr) return fail(b, scan.span(b.source), scan.problem);
  try {
    const toml::table table = toml::parse(text);
    return convert(b, table, root);
  } catch (const toml::parse_error &problem) {
    b.error->span = span_of(b, problem.source());
    describe(problem.description(), b.error->text, sizeof b.error->text);
    if (std::strstr(b.error->text, "redefine existing") != nullptr) widen(text, &b.error->span);
    return SM_ERR_CASE;
  } catch (const std::bad_alloc &) {
    return SM_ERR_MEMORY;
  } catch (...) {
    sm_toml_span start{};
    start.source = b.source;
    start.line = start.column = 1;
    start.end_column = 2;
    return fail(b, start, "not TOML");
  }
}

} // namespace

extern "C" sm_status sm_toml_parse(sm_context *ctx, sm_arena *arena, int source, const char *text,
                                   std::size_t size, sm_toml_node **root, sm_toml_error *error) {
  *root = nullptr;
  *error = sm_toml_error{};
  return parse(Builder{ctx, arena, source, error}, std::string_view(text, size), root);
}

extern "C" sm_toml_node *sm_toml_get(const sm_toml_node *table, const char *key) {
  if (table == nullptr || table->type != SM_TOML_TABLE) return nullptr;
  sm_toml_node *child = table->first;
  while (child != nullptr && std::strcmp(child->key, key) != 0) child = child->next;
  return child;
}

extern "C" sm_toml_node *sm_toml_element(sm_toml_node *array, std::size_t i) {
  if (array == nullptr || array->type != SM_TOML_ARRAY) return i == 0 ? array : nullptr;
  sm_toml_node *child = array->first;
  for (; child != nullptr && i > 0; i--) child = child->next;
  return child;
}

extern "C" const char *sm_toml_type_name(sm_toml_type type) {
  static const char *const names[] = {"a table",  "an array",  "a text",        "an integer",
                                      "a number", "a boolean", "a date or time"};
  return names[type];
}

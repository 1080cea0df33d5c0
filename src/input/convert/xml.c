/* XML texts as trees, by expat. Comments and declarations are blanked before, those that are not
 * well-formed too: there are no entities but the five of XML, and nothing is read from elsewhere.
 */
#include "input/convert/internal.h"

#include <math.h>
#include <string.h>
#ifdef SM_HAVE_EXPAT
#include <ctype.h>
#include <expat.h>
#include <stdio.h>

enum { DEEPEST = 64, LARGEST = 1 << 28 };

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Blanks comments and declarations, but keeps their lines. */
static void blank_comments(struct sm_convert *c, char *text) {
  int line = 1;
  for (char *at = text; *at != '\0'; at++) {
    line += *at == '\n';
    if (*at != '<' || at[1] != '!' || begins(at, "<![CDATA[")) continue;
    const bool comment = begins(at, "<!--");
    const char *end = strstr(at + 2, comment ? "-->" : ">");
    if (end == NULL) return;
    c->keys += !comment;
    if (!comment)
      sm_convert_leave(c, line, "<!", "neither comment nor element: skipped up to the next '>'");
    end += comment ? 3 : 1;
    for (; at < end; at++) {
      line += *at == '\n';
      if (*at != '\n') *at = ' ';
    }
    at--;
  }
}

/* State of the parser. */
struct building {
  struct sm_convert *c;
  XML_Parser parser;
  struct sm_xml_node *open[DEEPEST]; /* elements that are not closed; the first has the root */
  struct sm_xml_node **end[DEEPEST]; /* where the next child of each goes */
  int depth;
  struct sm_text text; /* text since the last tag */
  enum sm_status status;
};

static void stop(struct building *b, enum sm_status status) {
  b->status = status;
  XML_StopParser(b->parser, XML_FALSE);
}

/* Line that is read; expat 2.9 warns of the function of its older versions. */
static int line_of(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return (int)XML_GetCurrentLineNumber64(parser);
#else
  return (int)XML_GetCurrentLineNumber(parser);
#endif
}

static void start_element(void *user, const XML_Char *name, const XML_Char **attributes) {
  struct building *b = user;
  struct sm_xml_node *node = NULL;
  char *copy = NULL;
  const int line = line_of(b->parser);
  if (b->status != SM_OK) return;
  if (b->depth + 1 >= DEEPEST) {
    sm_convert_wrong(b->c, line, "elements are nested more than %d deep", DEEPEST - 2);
    stop(b, SM_ERR_DATA);
    return;
  }
  enum sm_status status = sm_arena_alloc(b->c->ctx, b->c->arena, 1, sizeof *node, &node);
  if (status == SM_OK) status = sm_arena_copy(b->c->ctx, b->c->arena, name, strlen(name), &copy);
  if (status != SM_OK) {
    stop(b, status);
    return;
  }
  *node = (struct sm_xml_node){.name = copy, .text = "", .line = line};
  *b->end[b->depth] = node;
  b->end[b->depth] = &node->next;
  b->depth++;
  b->open[b->depth] = node;
  b->end[b->depth] = &node->child;
  sm_text_clear(&b->text);
  for (; attributes[0] != NULL; attributes += 2) {
    b->c->keys++;
    sm_convert_leave(b->c, line, attributes[0], "attribute of an element");
  }
}

static void end_element(void *user, const XML_Char *name) {
  struct building *b = user;
  (void)name;
  if (b->status != SM_OK || b->depth == 0) return;
  struct sm_xml_node *node = b->open[b->depth--];
  if (node->child != NULL) return;
  const char *text = sm_text_string(&b->text);
  size_t length = b->text.size;
  while (length > 0 && isspace((unsigned char)*text)) {
    text++;
    length--;
  }
  while (length > 0 && isspace((unsigned char)text[length - 1])) length--;
  char *copy = NULL;
  const enum sm_status status = sm_arena_copy(b->c->ctx, b->c->arena, text, length, &copy);
  if (status != SM_OK)
    stop(b, status);
  else
    node->text = copy;
  sm_text_clear(&b->text);
}

static void add_text(void *user, const XML_Char *text, int length) {
  struct building *b = user;
  sm_text_add_bytes(&b->text, text, (size_t)length);
  if (b->text.failed) stop(b, sm_fail(b->c->ctx, SM_ERR_MEMORY, "out of memory: %s", b->c->path));
}

/* Takes the declaration at the start of a text, <?xml version="1.0" encoding="..."?>, out of it and
 * its encoding into `encoding`, which stays empty without one. */
static void take_declaration(char *text, char *encoding, size_t size) {
  char *end = begins(text, "<?xml") ? strstr(text, "?>") : NULL;
  encoding[0] = '\0';
  if (end == NULL) return;
  *end = '\0';
  const char *name = strstr(text, "encoding");
  name = name != NULL ? strpbrk(name, "\"'") : NULL;
  if (name != NULL) {
    const size_t length = strcspn(name + 1, "\"'");
    snprintf(encoding, size, "%.*s", length < size ? (int)length : 0, name + 1);
  }
  for (char *at = text; at < end + 2; at++)
    if (*at != '\n') *at = ' ';
}

/* Parses a text of one or more elements: files of early versions of QES-Winds have several, which
 * get one around them. */
static bool parse(XML_Parser parser, const char *text, size_t size) {
  static const char first[] = "<file>", last[] = "</file>";
  return XML_Parse(parser, first, sizeof first - 1, XML_FALSE) == XML_STATUS_OK &&
         XML_Parse(parser, text, (int)size, XML_FALSE) == XML_STATUS_OK &&
         XML_Parse(parser, last, sizeof last - 1, XML_TRUE) == XML_STATUS_OK;
}

enum sm_status sm_xml_read(struct sm_convert *c, char *text, size_t size,
                           struct sm_xml_node **root) {
  char encoding[32];
  *root = NULL;
  for (; size > 0 && isspace((unsigned char)*text) && *text != '\n'; size--) text++;
  take_declaration(text, encoding, sizeof encoding);
  struct building b = {.c = c, .parser = XML_ParserCreate(encoding[0] != '\0' ? encoding : NULL)};
  if (b.parser == NULL) return sm_fail(c->ctx, SM_ERR_MEMORY, "out of memory: %s", c->path);
  b.end[0] = root;
  blank_comments(c, text);
  XML_SetUserData(b.parser, &b);
  XML_SetElementHandler(b.parser, start_element, end_element);
  XML_SetCharacterDataHandler(b.parser, add_text);
  if (size > LARGEST) {
    sm_convert_wrong(c, 0, "larger than %d MB", LARGEST >> 20);
  } else if (!parse(b.parser, text, size) && b.status == SM_OK) {
    sm_convert_wrong(c, line_of(b.parser), "not well-formed XML: %s",
                     XML_ErrorString(XML_GetErrorCode(b.parser)));
    *root = NULL;
  }
  if (*root != NULL && (*root)->child != NULL && (*root)->child->next == NULL)
    *root = (*root)->child; /* one element, as it should be */
  XML_ParserFree(b.parser);
  sm_text_free(&b.text);
  return b.status;
}

#else

enum sm_status sm_xml_read(struct sm_convert *c, char *text, size_t size,
                           struct sm_xml_node **root) {
  (void)text, (void)size;
  *root = NULL;
  return sm_fail(c->ctx, SM_ERR_DATA,
                 "%s: this simoom was built without expat (Debian: libexpat1-dev), which reads XML",
                 c->path);
}

#endif

struct sm_xml_node *sm_xml_find(struct sm_xml_node *parent, const char *name) {
  struct sm_xml_node *node = parent != NULL ? parent->child : NULL;
  while (node != NULL && strcmp(node->name, name) != 0) node = node->next;
  if (node != NULL) node->used = true;
  return node;
}

struct sm_xml_node *sm_xml_again(struct sm_xml_node *node) {
  const char *name = node->name;
  do node = node->next;
  while (node != NULL && strcmp(node->name, name) != 0);
  if (node != NULL) node->used = true;
  return node;
}

double sm_xml_number(struct sm_convert *c, struct sm_xml_node *parent, const char *name,
                     double otherwise) {
  const struct sm_xml_node *node = sm_xml_find(parent, name);
  double value = otherwise;
  if (node == NULL) return otherwise;
  if (sm_convert_parse(node->text, &value)) return value;
  sm_convert_wrong(c, node->line, "%s: '%.60s' is not a number", name, node->text);
  return otherwise;
}

double sm_xml_required(struct sm_convert *c, struct sm_xml_node *parent, const char *name) {
  const int errors = c->errors;
  const double value = sm_xml_number(c, parent, name, (double)NAN);
  if (isnan(value) && errors == c->errors)
    sm_convert_wrong(c, parent->line, "%s has no %s", parent->name, name);
  return isnan(value) ? 0 : value;
}

const char *sm_xml_text(struct sm_xml_node *parent, const char *name, const char *otherwise) {
  const struct sm_xml_node *node = sm_xml_find(parent, name);
  return node != NULL && node->text[0] != '\0' ? node->text : otherwise;
}

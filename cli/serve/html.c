/* html.c - answers of JSON as pages of HTML, for browsers: groups as tables, links that can be
 * followed (conformance class html). */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/text/html.h"
#include <stdlib.h>
#include <string.h>

static bool is_link(const char *text) {
  return strncmp(text, "http://", 7) == 0 || strncmp(text, "https://", 8) == 0;
}

static void put_link(FILE *page, const char *href, const char *text) {
  fputs("<a href=\"", page);
  cli_html_text(page, href);
  fputs("\">", page);
  cli_html_text(page, text);
  fputs("</a>", page);
}

/* A link of the standards, {"href", "rel", "title"}, of which the title is shown. */
static bool put_link_object(FILE *page, const struct sm_fact *fact) {
  const char *href = sm_fact_text(fact, "href"), *title = sm_fact_text(fact, "title");
  if (fact->kind != SM_FACT_GROUP || !is_link(href)) return false;
  put_link(page, href, title[0] != '\0' ? title : href);
  return true;
}

static void put_value(FILE *page, const struct sm_fact *fact);

static void put_group(FILE *page, const struct sm_fact *group) {
  fputs("<table>\n", page);
  for (const struct sm_fact *item = group->first; item != NULL; item = item->next) {
    fputs("<tr><th scope=\"row\">", page);
    cli_html_text(page, item->key);
    fputs("</th><td>", page);
    put_value(page, item);
    fputs("</td></tr>\n", page);
  }
  fputs("</table>\n", page);
}

static void put_value(FILE *page, const struct sm_fact *fact) {
  switch (fact->kind) {
  case SM_FACT_NULL: fputs("none", page); return;
  case SM_FACT_FLAG: fputs(fact->integer != 0 ? "yes" : "no", page); return;
  case SM_FACT_INTEGER: fprintf(page, "%lld", (long long)fact->integer); return;
  case SM_FACT_NUMBER: fprintf(page, "%.10g", fact->number); return;
  case SM_FACT_TEXT:
    if (is_link(fact->text))
      put_link(page, fact->text, fact->text);
    else
      cli_html_text(page, fact->text);
    return;
  case SM_FACT_GROUP:
    if (!put_link_object(page, fact)) put_group(page, fact);
    return;
  case SM_FACT_LIST: break;
  }
  fputs("<ul>\n", page);
  for (const struct sm_fact *item = fact->first; item != NULL; item = item->next) {
    fputs("<li>", page);
    put_value(page, item);
    fputs("</li>\n", page);
  }
  fputs("</ul>\n", page);
}

/* Whether a client takes HTML rather than JSON: the parameter f, else the first of the two in the
 * header Accept. */
static bool wants_html(const struct cli_http_request *request) {
  const char *f = cli_http_query(request, "f"), *accept = cli_http_header(request, "Accept");
  if (f != NULL) return strcmp(f, "html") == 0;
  const char *html = accept != NULL ? strstr(accept, "text/html") : NULL;
  const char *json = accept != NULL ? strstr(accept, "json") : NULL;
  return html != NULL && (json == NULL || html < json);
}

static char *make_page(const struct sm_fact *root, const char *path) {
  char *text = NULL;
  size_t size = 0;
  const char *title = sm_fact_text(root, "title");
  FILE *page = open_memstream(&text, &size);
  if (page == NULL) return NULL;
  cli_html_open(page, title[0] != '\0' ? title : path);
  fputs("<h1>", page);
  cli_html_text(page, title[0] != '\0' ? title : path);
  fputs("</h1>\n<p class=\"soft\">simoom serve: <a href=\"?f=json\">this page as JSON</a></p>\n",
        page);
  put_value(page, root);
  cli_html_close(page);
  if (fclose(page) == 0) return text;
  free(text);
  return NULL;
}

void cli_put_html(const struct cli_http_request *request, struct cli_http_answer *answer) {
  struct sm_facts facts = {0};
  const char *reason = NULL;
  if (answer->type == NULL || answer->bytes == NULL || answer->memory != CLI_HTTP_OWNED ||
      strstr(answer->type, "json") == NULL || strstr(answer->type, "geo") != NULL ||
      strcmp(answer->type, CLI_COVERAGE) == 0)
    return;
  cli_http_add_header(answer, "Vary", "Accept");
  if (!wants_html(request)) return;
  char *page = sm_facts_read(&facts, answer->bytes, &reason) && facts.root != NULL
                   ? make_page(facts.root, request->path)
                   : NULL;
  sm_facts_free(&facts);
  if (page == NULL) return;
  free((void *)(uintptr_t)answer->bytes);
  cli_put_text(answer, answer->code, "text/html; charset=utf-8", page);
}

#include "html.h"

#include <errno.h>
#include <lab/facts.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--soft:#5b6470;--line:#d4d9df;"
    "--wash:#f4f6f8;--bad:#a40e26;--good:#116329}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--paper:#14171b;--soft:#9aa4b1;"
    "--line:#383f48;--wash:#1d2228;--bad:#ff8f8f;--good:#7bd88f}}\n"
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:62rem;margin:0 auto;padding:1rem 1.2rem 4rem}\n"
    "h1{margin:.6rem 0 0;font-size:1.7rem}h2{margin:2.4rem 0 .6rem;font-size:1.25rem;"
    "border-bottom:1px solid var(--line)}\n"
    "nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}\n"
    "a{color:inherit}\n"
    "table{border-collapse:collapse;margin:.8rem 0 1.4rem;font-size:.93rem}\n"
    "caption{text-align:left;color:var(--soft);padding:.2rem 0;white-space:nowrap}\n"
    "th,td{text-align:left;vertical-align:top;padding:.25rem .9rem .25rem 0;"
    "border-bottom:1px solid "
    "var(--line);overflow-wrap:break-word}td{white-space:pre-line}"
    "td,li,p{overflow-wrap:anywhere}section{overflow-x:auto}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "pre{background:var(--wash);border:1px solid var(--line);padding:.8rem;overflow:auto;"
    "font-size:.85rem;white-space:pre-wrap}\n"
    "figure{margin:1rem 0 1.6rem}img{max-width:100%;height:auto;background:#fff}\n"
    "figcaption,.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}\n"
    ".status{font-weight:600}\n"
    "@media print{body{max-width:none;font-size:11pt}nav{display:none}"
    "figure,tr{break-inside:avoid}h2{break-after:avoid}}\n";

void cli_html_open(FILE *page, const char *title) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n<title>",
        page);
  cli_html_text(page, title);
  fprintf(page, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
}

void cli_html_close(FILE *page) { fputs("</body>\n</html>\n", page); }

void cli_html_text(FILE *page, const char *text) {
  for (const char *s = text; *s != '\0';) {
    const int length = sm_utf8_length(s);
    if (length == 0)
      fputs("\xef\xbf\xbd", page);
    else if (*s == '&')
      fputs("&amp;", page);
    else if (*s == '<')
      fputs("&lt;", page);
    else if (*s == '>')
      fputs("&gt;", page);
    else if (*s == '"')
      fputs("&quot;", page);
    else if ((unsigned char)*s >= 0x20 || *s == '\n')
      fwrite(s, 1, (size_t)length, page);
    else
      fputc(' ', page);
    s += length > 0 ? length : 1;
  }
}

void cli_html_section(FILE *page, const char *id, const char *heading) {
  fprintf(page, "<section aria-labelledby=\"%s\">\n<h2 id=\"%s\">", id, id);
  cli_html_text(page, heading);
  fputs("</h2>\n", page);
}

void cli_html_section_end(FILE *page) { fputs("</section>\n", page); }

void cli_html_table(FILE *page, const char *caption, const char *const *heads) {
  fputs("<table>\n<caption>", page);
  cli_html_text(page, caption);
  fputs("</caption>\n", page);
  if (heads != NULL) {
    fputs("<thead><tr>", page);
    for (; *heads != NULL; heads++) {
      fputs("<th scope=\"col\">", page);
      cli_html_text(page, *heads);
      fputs("</th>", page);
    }
    fputs("</tr></thead>\n", page);
  }
  fputs("<tbody>\n", page);
}

void cli_html_table_end(FILE *page) { fputs("</tbody>\n</table>\n", page); }

void cli_html_fact(FILE *page, const char *name, const char *value) {
  if (value == NULL || value[0] == '\0') return;
  fputs("<tr><th scope=\"row\">", page);
  cli_html_text(page, name);
  fputs("</th><td>", page);
  cli_html_text(page, value);
  fputs("</td></tr>\n", page);
}

void cli_html_cell(FILE *page, const char *text) {
  fputs("<td>", page);
  cli_html_text(page, text);
  fputs("</td>", page);
}

void cli_html_number(FILE *page, const char *format, double value) {
  char text[64] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format, value);
  fprintf(page, "<td class=\"n\">%s</td>", text);
}

/* Writes a file in base 64, block by block. */
static void put_base64(FILE *page, FILE *from) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  enum { GROUPS = 1024 };
  unsigned char in[3 * GROUPS];
  char out[4 * GROUPS];
  size_t count;
  while ((count = fread(in, 1, sizeof in, from)) > 0) {
    const size_t groups = (count + 2) / 3, digits = (4 * count + 2) / 3;
    memset(in + count, 0, 3 * groups - count);
    for (size_t g = 0; g < groups; g++) {
      const unsigned char *of = in + 3 * g;
      const unsigned bits = (unsigned)of[0] << 16 | (unsigned)of[1] << 8 | of[2];
      for (unsigned d = 0; d < 4; d++) out[4 * g + d] = digit[bits >> (18 - 6 * d) & 63];
    }
    memset(out + digits, '=', 4 * groups - digits);
    fwrite(out, 4, groups, page);
  }
}

bool cli_html_picture(FILE *page, const char *path, const char *alternative, const char *caption) {
  FILE *from = fopen(path, "rb");
  if (from == NULL) return false;
  fputs("<figure>\n<img alt=\"", page);
  cli_html_text(page, alternative);
  fputs("\" src=\"data:image/png;base64,", page);
  put_base64(page, from);
  fputs("\">\n<figcaption>", page);
  cli_html_text(page, caption);
  fputs("</figcaption>\n</figure>\n", page);
  const bool good = ferror(from) == 0;
  fclose(from);
  if (!good) errno = EIO;
  return good;
}

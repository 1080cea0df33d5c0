/* answers.c - answers in JSON, exceptions, links, times. */
#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include "cli/http/access.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

/* Reason phrase of a code. */
static const char *phrase(unsigned code) {
  static const struct {
    unsigned code;
    const char *text;
  } phrases[] = {
      {400, "Bad Request"},        {401, "Unauthorized"},           {403, "Forbidden"},
      {404, "Not Found"},          {405, "Method Not Allowed"},     {411, "Length Required"},
      {413, "Content Too Large"},  {415, "Unsupported Media Type"}, {500, "Internal Server Error"},
      {503, "Service Unavailable"}};
  for (size_t n = 0; n < sizeof phrases / sizeof *phrases; n++)
    if (phrases[n].code == code) return phrases[n].text;
  return "Error";
}

void cli_put_text(struct cli_http_answer *answer, unsigned code, const char *type, char *text) {
  answer->code = text != NULL ? code : 500;
  answer->type = text != NULL ? type : "text/plain";
  answer->bytes = text != NULL ? text : "out of memory\n";
  answer->size = strlen(answer->bytes);
  answer->memory = text != NULL ? CLI_HTTP_OWNED : CLI_HTTP_STATIC;
}

void cli_put_facts(struct cli_http_answer *answer, unsigned code, struct sm_facts *facts) {
  cli_put_text(answer, code, "application/json", sm_facts_json(facts, true));
  sm_facts_free(facts);
}

void cli_put_problem(struct cli_http_answer *answer, unsigned code, const char *type,
                     const char *format, ...) {
  char detail[CLI_WHY];
  struct sm_facts facts = {0};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(detail, sizeof detail, format, arguments);
  va_end(arguments);
  sm_facts_text(&facts, "type", type != NULL ? type : "about:blank");
  sm_facts_text(&facts, "title", phrase(code));
  sm_facts_integer(&facts, "status", (int64_t)code);
  sm_facts_text(&facts, "detail", detail);
  cli_put_text(answer, code, "application/problem+json", sm_facts_json(&facts, true));
  sm_facts_free(&facts);
}

void cli_add_link(struct sm_facts *facts, const char *base, const char *path, const char *rel,
                  const char *type, const char *title) {
  char href[2 * CLI_PATH];
  snprintf(href, sizeof href, "%s%s", base, path);
  sm_facts_group(facts, NULL);
  sm_facts_text(facts, "href", href);
  sm_facts_text(facts, "rel", rel);
  sm_facts_text(facts, "type", type);
  sm_facts_text(facts, "title", title);
  sm_facts_close(facts);
}

void cli_base_url(const struct cli_service *service, const struct cli_http_request *request,
                  char *out, size_t size) {
  if (service->options.url != NULL)
    snprintf(out, size, "%s", service->options.url);
  else
    cli_access_base(request, service->port, out, size);
}

void cli_format_time(double seconds, char *out, size_t size) {
  const long long milliseconds = llrint(1000 * seconds);
  const time_t moment = (time_t)(milliseconds / 1000);
  struct tm parts;
  char text[32] = "";
  if (gmtime_r(&moment, &parts) != NULL) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(out, size, "%s.%03dZ", text, (int)(milliseconds % 1000));
}

/* Days since 1970-01-01 of a date of the Gregorian calendar. */
static double days_since_1970(int year, int month, int day) {
  const int y = month > 2 ? year : year - 1, m = (month + 9) % 12;
  const double leap = floor(y / 4.0) - floor(y / 100.0) + floor(y / 400.0);
  return 365.0 * y + leap + (153 * m + 2) / 5 + day - 1 - 719468;
}

bool cli_read_time(const char *text, double *out) {
  int year, month, day, hour, minute, used = 0, hours = 0, minutes = 0, end = 0;
  double second;
  if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%lf%n", &year, &month, &day, &hour, &minute, &second,
             &used) != 6 ||
      month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 || minute < 0 ||
      minute > 59 || !(second >= 0 && second < 61))
    return false;
  const char *zone = text + used;
  /* in a query a + that was not encoded is a blank */
  const bool offset = *zone == '+' || *zone == '-' || *zone == ' ';
  if (offset &&
      (sscanf(zone + 1, "%2d:%2d%n", &hours, &minutes, &end) != 2 || zone[1 + end] != '\0'))
    return false;
  if (!offset && strcmp(zone, "Z") != 0) return false;
  const double shift = (*zone == '-' ? -60.0 : 60.0) * (60 * hours + minutes);
  *out = 86400 * days_since_1970(year, month, day) + 3600 * hour + 60 * minute + second -
         (offset ? shift : 0);
  return true;
}

bool cli_read_interval(const char *text, double *from, double *to) {
  char first[64];
  const char *slash = strchr(text, '/');
  const size_t length = slash != NULL ? (size_t)(slash - text) : strlen(text);
  if (length >= sizeof first) return false;
  snprintf(first, sizeof first, "%.*s", (int)length, text);
  if (slash == NULL) {
    if (!cli_read_time(first, from)) return false;
    *to = *from;
    return true;
  }
  const bool open = first[0] == '\0' || strcmp(first, "..") == 0;
  const bool endless = slash[1] == '\0' || strcmp(slash + 1, "..") == 0;
  return !(open && endless) && (open || cli_read_time(first, from)) &&
         (endless || cli_read_time(slash + 1, to));
}

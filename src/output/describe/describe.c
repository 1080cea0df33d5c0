/* describe.c - describes a file of simoom: its facts as text or JSON. */
#include "output/describe/describe.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/text.h"
#include "case/toml/units.h"
#include "simoom/output.h"
#include <stdio.h>
#include <string.h>

void sm_describe_origin(struct sm_facts *out, const char *kind, const char *path, const char *words,
                        const char *version) {
  if (kind != NULL) sm_facts_text(out, "kind", kind);
  sm_facts_text(out, "file", path);
  sm_facts_text(out, "simoom_version", version);
  sm_facts_note(out, "%s: %s, written by simoom %s", path, words, version);
}

void sm_describe_end(struct sm_facts *out, const char *stopped) {
  const bool has_stopped = stopped[0] != '\0';
  sm_facts_text(out, "stopped", has_stopped ? stopped : NULL);
  sm_facts_note(out, "\n  %s%s", has_stopped ? "stopped " : "The run went to its end.", stopped);
}

void sm_describe_time(bool has_calendar, double time, char *out, size_t size) {
  if (has_calendar)
    sm_clock_format(time, out, size);
  else
    snprintf(out, size, "%g", time);
}

/* Adds a quantity to those met, unless it is one of them or has no common unit. */
static void note_quantity(const struct sm_display_units *units, const char *from) {
  char quantity[SM_QUANTITY];
  sm_units_quantity(from, quantity, sizeof quantity);
  if (strncmp(quantity, "a quantity", strlen("a quantity")) == 0 ||
      strstr(units->there, quantity) != NULL)
    return;
  sm_text_append(units->there, SM_DISPLAY_THERE, "%s%s", units->there[0] != '\0' ? ", " : "",
                 quantity);
}

/* Display of a quantity; of a variable of a file if it is given. */
static struct sm_display find_display(struct sm_context *ctx, const struct sm_wind_file *file,
                                      const struct sm_display_units *units, const char *variable,
                                      const char *from) {
  double change[2];
  if (units != NULL && from[0] != '\0') note_quantity(units, from);
  for (size_t n = 0; units != NULL && from[0] != '\0' && n < units->count; n++) {
    const char *unit = units->unit[n];
    if ((file != NULL ? sm_unit_conversion(file, variable, from, unit, change)
                      : sm_units_conversion(ctx, from, unit, change)) != SM_OK)
      continue;
    units->used[n] = true;
    return (struct sm_display){change[0], change[1], unit};
  }
  return (struct sm_display){1, 0, from};
}

struct sm_display sm_display_find(struct sm_context *ctx, const struct sm_display_units *units,
                                  const char *from) {
  return find_display(ctx, NULL, units, NULL, from);
}

struct sm_display sm_describe_display(const struct sm_wind_file *file,
                                      const struct sm_display_units *units, const char *variable,
                                      const char *from) {
  return find_display(file->ctx, file, units, variable, from);
}

static enum sm_status describe(struct sm_context *ctx, const char *path,
                               const struct sm_display_units *units, struct sm_facts *out) {
  static const struct {
    const char *name;
    enum sm_status (*describe)(struct sm_context *ctx, const char *path, struct sm_facts *out);
  } kinds[] = {{"trajectories", sm_describe_trajectories}, {"checkpoint", sm_describe_checkpoint}};
  char kind[32];
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(kind, kinds[k].name) == 0) return kinds[k].describe(ctx, path, out);
  if (strcmp(kind, "prisms") == 0) return sm_describe_prisms(ctx, path, units, out);
  return sm_describe_wind(ctx, path, units, out);
}

enum sm_status sm_describe_facts(struct sm_context *ctx, const char *path,
                                 const struct sm_display_units *units, struct sm_facts *out) {
  *out = (struct sm_facts){0};
  sm_facts_schema(out, "info");
  enum sm_status status = describe(ctx, path, units, out);
  if (status == SM_OK && out->failed) status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  if (status != SM_OK) sm_facts_free(out);
  return status;
}

enum sm_status sm_describe_file(struct sm_context *ctx, const char *path, int json, char **out) {
  struct sm_facts facts;
  *out = NULL;
  SM_TRY(sm_describe_facts(ctx, path, NULL, &facts));
  *out = json ? sm_facts_json(&facts, false) : sm_facts_print(&facts);
  sm_facts_free(&facts);
  return *out != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
}

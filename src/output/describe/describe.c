/* describe.c - describes a file of simoom: its facts as text or JSON. */
#include "output/describe/describe.h"

#include "base/clock.h"
#include "base/context.h"
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

static enum sm_status describe(struct sm_context *ctx, const char *path, struct sm_facts *out) {
  static const struct {
    const char *name;
    enum sm_status (*describe)(struct sm_context *ctx, const char *path, struct sm_facts *out);
  } kinds[] = {{"trajectories", sm_describe_trajectories},
               {"checkpoint", sm_describe_checkpoint},
               {"prisms", sm_describe_prisms}};
  char kind[32];
  SM_TRY(sm_wind_file_kind(ctx, path, kind));
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(kind, kinds[k].name) == 0) return kinds[k].describe(ctx, path, out);
  return sm_describe_wind(ctx, path, out);
}

enum sm_status sm_describe_facts(struct sm_context *ctx, const char *path, struct sm_facts *out) {
  *out = (struct sm_facts){0};
  sm_facts_schema(out, "info");
  enum sm_status status = describe(ctx, path, out);
  if (status == SM_OK && out->failed) status = sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
  if (status != SM_OK) sm_facts_free(out);
  return status;
}

enum sm_status sm_describe_file(struct sm_context *ctx, const char *path, int json, char **out) {
  struct sm_facts facts;
  *out = NULL;
  SM_TRY(sm_describe_facts(ctx, path, &facts));
  *out = json ? sm_facts_json(&facts, false) : sm_facts_print(&facts);
  sm_facts_free(&facts);
  return *out != NULL ? SM_OK : sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
}

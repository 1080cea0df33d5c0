/* lab/convert.h - conversion of the inputs of other programs (WindNinja, QES-Winds, QES-Plume,
 * QUIC) to a case file. Not installed. */
#ifndef SIMOOM_LAB_CONVERT_H
#define SIMOOM_LAB_CONVERT_H

#include "simoom/context.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Local time of a time zone. */
struct sm_convert_time {
  int year, month, day, hour, minute;
};

struct sm_convert_options {
  size_t size;        /* sizeof this struct */
  const char *folder; /* folder of the case to be written, for relative file names; "" or NULL: the
                         current one */
  /* Offset of a time zone ("America/Denver") from UTC at a local time, minutes, east positive;
   * false: the time zone is unknown. NULL: all but UTC are unknown. */
  bool (*offset)(void *user, const char *zone, const struct sm_convert_time *local, int *minutes);
  void *user;
};

/* Result of a conversion. */
struct sm_converted {
  const char *program; /* "WindNinja" */
  char *text;          /* case file, TOML; freed with free() */
  size_t keys;         /* keys of the input */
  size_t left;         /* of these, not taken over; each is a warning and a comment in the text */
};

enum { SM_CONVERT_INPUTS = 2 };

/* Converts the inputs at `path`: one file, or two that belong together (winds and plume of QES, in
 * any order). Errors: ERR_DATA (not an input of a known program, or invalid; the message lists all
 * errors with their lines), ERR_IO, ERR_MEMORY, ERR_USAGE (options without a size). */
SM_PUBLIC SM_CHECKED enum sm_status sm_convert(struct sm_context *ctx, const char *const *path,
                                               size_t count,
                                               const struct sm_convert_options *options,
                                               struct sm_converted *out);

#ifdef __cplusplus
}
#endif
#endif

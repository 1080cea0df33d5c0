#include "base/context.h"
#undef sm_alloc
#undef sm_fail
#undef sm_fail_add

#include "base/machine/machine.h"
#include "base/text.h"
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Warning kept for later queries, and how often it came. */
struct kept_line {
  char *text;
  int times;
};

struct kept {
  struct kept_line *line;
  int count;
  bool lost;    /* a line was lost for lack of memory */
  bool repeats; /* sm_context_repeat */
};

/* Temporary file that is being written. */
struct unfinished {
  volatile sig_atomic_t is_used;
  char *path; /* allocated at the first use of the slot, PATH_SIZE bytes, and kept for the next */
};

enum { PATH_SIZE = 4096 + 8 };

struct sm_context {
  struct sm_context_options options;
  struct sm_text message;
  struct kept warnings;
  bool is_mute;                /* sm_context_mute */
  long allocations_to_failure; /* for tests; 0: off */
  const char *larger;          /* enclosing phase of progress; may be NULL */
  double larger_from, larger_to;
  struct sm_file_stage *stage;                                        /* borrowed */
  const void *simulation;                                             /* borrowed */
  struct sm_parallel *parallel;                                       /* borrowed */
  void (*log)(void *user, enum sm_log_level level, const char *text); /* in place of the options' */
  void *log_user;
  struct unfinished unfinished[SM_UNFINISHED];
  volatile sig_atomic_t stop;
  bool holds_stop, is_stop_agreed; /* parallel/parallel.h: sm_parallel_share_stop */
};

enum sm_status sm_context_create(const struct sm_context_options *options,
                                 struct sm_context **out) {
  *out = NULL;
  if (options != NULL && options->size == 0) return SM_ERR_USAGE;
  *out = calloc(1, sizeof **out);
  if (*out == NULL) return SM_ERR_MEMORY;
  if (options != NULL)
    memcpy(&(*out)->options, options,
           options->size < sizeof *options ? options->size : sizeof *options);
  return SM_OK;
}

enum sm_status sm_context_create_quiet(struct sm_context *ctx, struct sm_context **out) {
  if (sm_context_create(NULL, out) == SM_OK) return SM_OK;
  return sm_fail(ctx, SM_ERR_MEMORY, "out of memory");
}

static void free_messages(struct kept *kept) {
  for (int i = 0; i < kept->count; i++) free(kept->line[i].text);
  free(kept->line);
}

void sm_context_destroy(struct sm_context **context) {
  if (*context == NULL) return;
  free_messages(&(*context)->warnings);
  sm_text_free(&(*context)->message);
  for (int i = 0; i < SM_UNFINISHED; i++) free((*context)->unfinished[i].path);
  free(*context);
  *context = NULL;
}

const char *sm_context_message(const struct sm_context *context) {
  return sm_text_string(&context->message);
}

int sm_context_warning_count(const struct sm_context *context) { return context->warnings.count; }

const char *sm_context_warning(const struct sm_context *context, int i) {
  return i >= 0 && i < context->warnings.count ? context->warnings.line[i].text : "";
}

int sm_context_warning_times(const struct sm_context *context, int i) {
  return i >= 0 && i < context->warnings.count ? context->warnings.line[i].times : 0;
}

void sm_context_forget_warnings(struct sm_context *context) {
  free_messages(&context->warnings);
  context->warnings = (struct kept){.line = NULL};
}

void sm_context_repeat(struct sm_context *ctx, bool repeats) { ctx->warnings.repeats = repeats; }

void sm_context_mute(struct sm_context *ctx, bool mute) { ctx->is_mute = mute; }

void sm_context_request_stop(struct sm_context *context) { context->stop = 1; }

bool sm_stop_requested(const struct sm_context *ctx) {
  return ctx->holds_stop ? ctx->is_stop_agreed : ctx->stop != 0;
}

void sm_context_hold_stop(struct sm_context *ctx, bool held) {
  ctx->holds_stop = held;
  ctx->is_stop_agreed = false;
}

bool sm_context_has_stop(const struct sm_context *ctx) { return ctx->stop != 0; }

void sm_context_agree_stop(struct sm_context *ctx) { ctx->is_stop_agreed = true; }

void sm_context_set_simulation(struct sm_context *ctx, const void *simulation) {
  ctx->simulation = simulation;
}

const void *sm_context_simulation(const struct sm_context *ctx) { return ctx->simulation; }

void sm_context_set_stage(struct sm_context *ctx, struct sm_file_stage *stage) {
  ctx->stage = stage;
}

struct sm_file_stage *sm_context_stage(const struct sm_context *ctx) {
  return ctx->stage;
}

void sm_context_set_parallel(struct sm_context *ctx, struct sm_parallel *parallel) {
  ctx->parallel = parallel;
}

struct sm_parallel *sm_context_parallel(const struct sm_context *ctx) {
  return ctx->parallel;
}

void sm_context_divert_log(struct sm_context *ctx,
                           void (*log)(void *user, enum sm_log_level level, const char *text),
                           void *user) {
  ctx->log = log;
  ctx->log_user = user;
}

void sm_context_fail_allocation(struct sm_context *ctx, long n) { ctx->allocations_to_failure = n; }

/* Appends formatted text to the message. */
static void add_message(struct sm_context *ctx, const char *format, va_list arguments) {
  char buffer[4096];
  vsnprintf(buffer, sizeof buffer, format, arguments);
  sm_text_add_bytes(&ctx->message, buffer, strlen(buffer));
}

enum sm_status sm_fail(struct sm_context *ctx, enum sm_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  sm_text_clear(&ctx->message);
  ctx->message.failed = false;
  add_message(ctx, format, arguments);
  va_end(arguments);
  return status;
}

enum sm_status sm_fail_add(struct sm_context *ctx, enum sm_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (ctx->message.size > 0) sm_text_add_bytes(&ctx->message, "\n", 1);
  add_message(ctx, format, arguments);
  va_end(arguments);
  return status;
}

static void emit(const struct sm_context *ctx, enum sm_log_level level, const char *text) {
  if (ctx->log != NULL)
    ctx->log(ctx->log_user, level, text);
  else if (ctx->options.log != NULL)
    ctx->options.log(ctx->options.user, level, text);
}

/* Counts a line; true the first time, or if it was lost. */
static bool is_new_line(struct kept *kept, const char *text) {
  for (int i = 0; i < kept->count; i++)
    if (strcmp(kept->line[i].text, text) == 0) {
      kept->line[i].times += !kept->repeats;
      return false;
    }
  struct kept_line *grown = realloc(kept->line, ((size_t)kept->count + 1) * sizeof *kept->line);
  if (grown != NULL) {
    kept->line = grown;
    grown[kept->count] = (struct kept_line){sm_text_copy(text), 1};
  }
  if (grown != NULL && grown[kept->count].text != NULL)
    kept->count++;
  else
    kept->lost = true;
  return true;
}

enum sm_status sm_context_kept_all(struct sm_context *ctx) {
  if (!ctx->warnings.lost) return SM_OK;
  return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: warnings of the record of the run");
}

#define FORMATTED(buffer, format)                                                                  \
  char buffer[2048];                                                                               \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  vsnprintf(buffer, sizeof buffer, format, arguments);                                             \
  va_end(arguments)

void sm_warn(struct sm_context *ctx, const char *format, ...) {
  FORMATTED(text, format);
  if (is_new_line(&ctx->warnings, text)) emit(ctx, SM_LOG_WARNING, text);
}

void sm_info(struct sm_context *ctx, const char *format, ...) {
  FORMATTED(text, format);
  if (!ctx->is_mute) emit(ctx, SM_LOG_INFO, text);
}

void sm_debug(struct sm_context *ctx, const char *format, ...) {
  FORMATTED(text, format);
  emit(ctx, SM_LOG_DEBUG, text);
}

void sm_progress(struct sm_context *ctx, const char *phase, double fraction) {
  if (ctx->options.progress != NULL) ctx->options.progress(ctx->options.user, phase, fraction);
}

void sm_progress_part(struct sm_context *ctx, const char *phase, double fraction) {
  const double from = ctx->larger_from, to = ctx->larger_to;
  if (ctx->larger == NULL)
    sm_progress(ctx, phase, fraction);
  else if (to > from)
    sm_progress(ctx, ctx->larger, from + fmax(0, fmin(1, fraction)) * (to - from));
}

void sm_progress_within(struct sm_context *ctx, const char *larger, double from, double to) {
  ctx->larger = larger;
  ctx->larger_from = from;
  ctx->larger_to = to;
}

enum sm_status sm_alloc(struct sm_context *ctx, size_t count, size_t size, const char *what,
                        void *out_pointer) {
  void *pointer = NULL;
  memcpy(out_pointer, &pointer, sizeof pointer);
  const bool injected = ctx->allocations_to_failure > 0 && --ctx->allocations_to_failure == 0;
  if (count > 0 && size > (SIZE_MAX - 64) / count)
    return sm_fail(ctx, SM_ERR_MEMORY, "%s: more than any machine's memory", what);
  const size_t bytes = (count * size + 63) / 64 * 64 + (count * size == 0 ? 64 : 0);
  const size_t large = (size_t)256 << 20; /* smaller requests do not justify a system call */
  const size_t available = bytes >= large ? sm_memory_available() : SIZE_MAX;
  if (!injected && bytes <= available) pointer = aligned_alloc(64, bytes);
  if (pointer == NULL && bytes > available)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s needs %.3g GB, %.3g GB are left", what,
                   (double)bytes * 1e-9, (double)available * 1e-9);
  if (pointer == NULL)
    return sm_fail(ctx, SM_ERR_MEMORY, "out of memory: %s needs %.3g GB", what,
                   (double)bytes * 1e-9);
  sm_memory_zero(pointer, bytes);
  memcpy(out_pointer, &pointer, sizeof pointer);
  return SM_OK;
}

void sm_free(void *pointer) { free(pointer); }

void sm_context_add_unfinished(struct sm_context *ctx, const char *path) {
  struct unfinished *slot = NULL;
  if (strlen(path) >= PATH_SIZE) return;
  for (int i = 0; i < SM_UNFINISHED; i++) {
    struct unfinished *u = &ctx->unfinished[i];
    if (u->is_used && strcmp(u->path, path) == 0) return;
    if (!u->is_used && slot == NULL) slot = u;
  }
  if (slot != NULL && slot->path == NULL) slot->path = malloc(PATH_SIZE);
  if (slot == NULL || slot->path == NULL) return;
  snprintf(slot->path, PATH_SIZE, "%s", path);
  slot->is_used = 1;
}

void sm_context_remove_unfinished(struct sm_context *ctx, const char *path) {
  for (int i = 0; i < SM_UNFINISHED; i++) {
    struct unfinished *u = &ctx->unfinished[i];
    if (u->is_used && strcmp(u->path, path) == 0) u->is_used = 0;
  }
}

const char *sm_context_unfinished(const struct sm_context *ctx, int n) {
  return n >= 0 && n < SM_UNFINISHED && ctx->unfinished[n].is_used ? ctx->unfinished[n].path : "";
}

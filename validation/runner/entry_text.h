/* entry_text.h - the texts of all entries, which the build makes (validation/CMakeLists.txt). */
#ifndef VALIDATION_RUNNER_ENTRY_TEXT_H
#define VALIDATION_RUNNER_ENTRY_TEXT_H

struct cli_entry_text {
  const char *name;
  const char *const *line; /* NULL after the last */
};

/* A NULL name after the last. */
extern const struct cli_entry_text cli_entry_texts[];

#endif

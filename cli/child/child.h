/* child.h - run of this program as a child process: confined to a folder, with its messages in
 * FOLDER/log and its outputs in FOLDER/out. */
#ifndef CLI_CHILD_CHILD_H
#define CLI_CHILD_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { CLI_CHILD_PATH = 4096 };

struct cli_child {
  const char *program, *folder; /* absolute paths */
  const char *const *argument;  /* NULL after the last; the first is the name of the program */
  const char *const *readable;  /* further files and folders that it may read, NULL after the
                                   last; NULL: none */
  bool appends;                 /* to the log */
  int memory_megabytes;         /* 0: no limit */
};

/* Path of this program; false with errno. */
bool cli_child_program(char *out, size_t size);

/* Starts the process, which leads a group of its own and does not outlive this one; -1 with
 * errno. */
pid_t cli_child_start(const struct cli_child *child);

/* Signals the process and its group. */
void cli_child_signal(pid_t process, int number);

/* Reason of a failed run, the first error of its log; "" if none. */
void cli_child_complaint(const char *folder, char *out, size_t size);

/* Last line of the log of a run. */
void cli_child_progress(const char *folder, char *out, size_t size);

/* confine.c */

/* Rules that let a process read the program, its libraries, the folder of a run and `readable`,
 * write only what the run writes, and use no network (Landlock). Returns a descriptor; -1: the
 * system has no such rules. */
int cli_confine_prepare(const char *program, const char *folder, const char *const *readable);

/* Applies them to this process. Async-signal-safe. */
bool cli_confine_enter(int rules);
bool cli_confine_available(void);

#endif

/* file.h - atomic file writing, file reading, and folders. */
#ifndef CLI_SESSION_FILE_H
#define CLI_SESSION_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* File being written under a temporary name in the same folder; part "": a device or a pipe, which
 * is written directly. */
struct cli_file {
  FILE *stream;
  char path[4096], part[4096 + 8];
};

/* Opens a file for writing; creates its folder if missing. Returns false with errno. */
bool cli_file_open(struct cli_file *file, const char *path);

/* Flushes to disk and renames to the final name, or removes the file. Returns false with errno. */
bool cli_file_close(struct cli_file *file);

/* Removes the most recently opened file that is not closed yet, if any. Async-signal-safe. */
void cli_file_remove_unfinished(void);

/* Removes the unfinished file; an earlier file of this name stays. */
void cli_file_abandon(struct cli_file *file);

/* Content of a file, NUL-terminated; freed with free(). NULL with errno. */
char *cli_file_bytes(const char *path, size_t *size);

/* Text of a file, with NUL bytes replaced by blanks; freed with free(). NULL with errno. */
char *cli_file_text(const char *path);

/* Creates a folder and its parents; an existing folder is accepted. Returns false with
 * errno. */
bool cli_folder_create(const char *path);

/* Whether a path is an empty folder. */
bool cli_folder_empty(const char *path);

#endif

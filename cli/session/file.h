/* file.h - files that appear whole or not at all, and folders. */
#ifndef CLI_SESSION_FILE_H
#define CLI_SESSION_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* A file being written under a temporary name beside its own; part "": a device or a pipe, which is
 * no file to be replaced. */
struct cli_file {
  FILE *stream;
  char path[4096], part[4096 + 8];
};

/* Starts a file; its folder is made when missing. Returns false with errno. */
bool cli_file_open(struct cli_file *file, const char *path);

/* Brings it to the disk and gives it its name, or removes it. Returns false with errno. */
bool cli_file_close(struct cli_file *file);

/* Removes the file that was opened last and is not closed yet, if any. Async-signal-safe. */
void cli_file_remove_unfinished(void);

/* Removes it unfinished: a file of this name from before stays. */
void cli_file_abandon(struct cli_file *file);

/* The bytes of a file, NUL behind them; freed with free(). NULL with errno. */
char *cli_file_bytes(const char *path, size_t *size);

/* The text of a file, NUL in it as blanks; freed with free(). NULL with errno. */
char *cli_file_text(const char *path);

/* Makes a folder and those above it; one that is there already is fine. Returns false with
 * errno. */
bool cli_folder_create(const char *path);

/* True for a folder with nothing in it. */
bool cli_folder_empty(const char *path);

#endif

#define _POSIX_C_SOURCE 200809L
#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *volatile unfinished; /* temporary name of the file being written */

void cli_file_remove_unfinished(void) {
  const char *path = unfinished;
  if (path != NULL) unlink(path);
}

bool cli_folder_create(const char *path) {
  char above[4096];
  const size_t length = strlen(path);
  if (length >= sizeof above) {
    errno = ENAMETOOLONG;
    return false;
  }
  for (size_t i = 1; i <= length; i++) {
    if (path[i] != '/' && path[i] != '\0') continue;
    memcpy(above, path, i);
    above[i] = '\0';
    if (mkdir(above, 0777) != 0 && errno != EEXIST) return false;
  }
  struct stat info;
  if (stat(path, &info) != 0) return false;
  if (S_ISDIR(info.st_mode)) return true;
  errno = ENOTDIR;
  return false;
}

bool cli_folder_empty(const char *path) {
  DIR *folder = opendir(path);
  if (folder == NULL) return false;
  bool empty = true;
  for (const struct dirent *entry = readdir(folder); entry != NULL && empty;
       entry = readdir(folder))
    empty = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
  closedir(folder);
  return empty;
}

bool cli_file_open(struct cli_file *file, const char *path) {
  file->stream = NULL;
  const int length = snprintf(file->path, sizeof file->path, "%s", path);
  if (length < 0 || (size_t)length >= sizeof file->path) {
    errno = ENAMETOOLONG;
    return false;
  }
  struct stat info;
  const bool there = stat(path, &info) == 0;
  if (there && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) { /* such as /dev/stdout */
    file->part[0] = '\0';
    file->stream = fopen(path, "w");
    return file->stream != NULL;
  }
  snprintf(file->part, sizeof file->part, "%s.part", path);
  const char *slash = strrchr(path, '/');
  if (slash != NULL && slash != path) {
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    if (!cli_folder_create(folder)) return false;
  }
  unlink(file->part); /* do not follow a planted symbolic link */
  file->stream = fopen(file->part, "wx");
  if (file->stream != NULL) unfinished = file->part;
  return file->stream != NULL;
}

bool cli_file_close(struct cli_file *file) {
  errno = 0;
  const bool replaces = file->part[0] != '\0';
  bool good = ferror(file->stream) == 0 && fflush(file->stream) == 0 &&
              (!replaces || fsync(fileno(file->stream)) == 0);
  int reason = errno != 0 ? errno : EIO;
  if (fclose(file->stream) != 0 && good) {
    reason = errno;
    good = false;
  }
  if (good && replaces && rename(file->part, file->path) != 0) {
    reason = errno;
    good = false;
  }
  if (!good && replaces) unlink(file->part);
  unfinished = NULL;
  if (!good) errno = reason;
  return good;
}

void cli_file_abandon(struct cli_file *file) {
  unfinished = NULL;
  fclose(file->stream);
  if (file->part[0] != '\0') unlink(file->part);
}

char *cli_file_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  size_t length = 0, room = 1 << 16;
  char *text = malloc(room);
  while (text != NULL) {
    length += fread(text + length, 1, room - 1 - length, file);
    if (length + 1 < room) break;
    char *larger = realloc(text, room *= 2);
    if (larger == NULL) free(text);
    text = larger;
  }
  const bool wrong = text != NULL && ferror(file) != 0; /* such as a folder */
  fclose(file);
  if (wrong || text == NULL) {
    free(text);
    errno = wrong ? EIO : ENOMEM;
    return NULL;
  }
  text[length] = '\0';
  *size = length;
  return text;
}

char *cli_file_text(const char *path) {
  size_t length;
  char *text = cli_file_bytes(path, &length);
  for (size_t i = 0; text != NULL && i < length; i++)
    if (text[i] == '\0') text[i] = ' ';
  return text;
}

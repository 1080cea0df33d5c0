#define _POSIX_C_SOURCE 200809L
#include "case/case.h"

#include <sys/stat.h>

static bool same_file(const struct stat *file, const char *path) {
  struct stat other;
  return path != NULL && path[0] != '\0' && stat(path, &other) == 0 &&
         other.st_ino == file->st_ino && other.st_dev == file->st_dev;
}

bool sm_case_is_input(const struct sm_case *c, const char *path) {
  const char *const one[] = {c->buildings.file,
                             c->vegetation.file,
                             c->vegetation.canopy_height,
                             c->vegetation.canopy_lai,
                             c->vegetation.landscape,
                             c->roughness.file,
                             c->mesh.file,
                             c->prisms.bottom_map};
  const struct sm_string_list *const several[] = {
      &c->terrain.files, &c->weather.model.files, &c->weather.nest.files,
      &c->wind_source.file.files, &c->wind_source.points.files};
  struct stat file;
  if (stat(path, &file) != 0) return false;
  for (size_t i = 0; i < sizeof one / sizeof *one; i++)
    if (same_file(&file, one[i])) return true;
  for (size_t i = 0; i < sizeof several / sizeof *several; i++)
    for (size_t f = 0; f < several[i]->count; f++)
      if (same_file(&file, several[i]->item[f])) return true;
  return false;
}

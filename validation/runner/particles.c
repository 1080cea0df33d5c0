#include "particles.h"

#include "bench/runner/run_case.h"
#include "cli/session/file.h"
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum cli_outcome cli_trial_write(struct cli_trial *trial, const char *name,
                                 void (*write)(FILE *file, const void *own), const void *own) {
  char path[4200];
  struct cli_file file;
  snprintf(path, sizeof path, "%s/%s", trial->bench->folder, name);
  if (!cli_file_open(&file, path)) return cli_trial_fail(trial, "%s: %s", path, strerror(errno));
  write(file.stream, own);
  return cli_file_close(&file) ? CLI_MEASURED
                               : cli_trial_fail(trial, "%s: %s", path, strerror(errno));
}

enum cli_outcome cli_trial_run_written(struct cli_trial *trial, const char *name,
                                       const char *const *settings) {
  const struct cli_bench *given = trial->bench;
  const struct cli_entry *entry = trial->entry;
  static struct cli_bench bench;
  static struct cli_entry own;
  bench = *given;
  bench.cases = bench.folder;
  own = *entry;
  own.row.case_file = name;
  trial->bench = &bench;
  trial->entry = &own;
  const enum cli_outcome outcome = cli_trial_run(trial, settings);
  trial->bench = given;
  trial->entry = entry;
  return outcome;
}

/* Reads the last values of receptors, or lines of sight, or their largest ones, in a column that is
 * counted from the end of a row. */
static enum cli_outcome read_values(struct cli_trial *trial, const char *file, size_t receptors,
                                    int column, bool largest, double *out) {
  char path[4200];
  if (!cli_join(path, sizeof path, trial->bench->folder, file))
    return cli_trial_fail(trial, "%s: %s", trial->bench->folder, strerror(ENAMETOOLONG));
  char *text = cli_file_text(path);
  if (text == NULL) return cli_trial_fail(trial, "%s: %s", path, strerror(errno));
  size_t rows = 0;
  char *line = strchr(text, '\n');
  while (line != NULL && line[1] != '\0') {
    char *end = strchr(line + 1, '\n'), *field = NULL;
    if (end != NULL) *end = '\0';
    for (int c = 0; c < column && (c == 0 || field != NULL); c++) {
      if (field != NULL) *field = '\0';
      field = strrchr(line + 1, ',');
    }
    if (field != NULL) {
      double *own = &out[rows % receptors];
      const double value = strtod(field + 1, NULL);
      *own = largest && rows >= receptors ? fmax(*own, value) : value;
      rows++;
    }
    line = end;
  }
  free(text);
  return rows > 0 && rows % receptors == 0
             ? CLI_MEASURED
             : cli_trial_fail(trial, "%s: %zu rows of %zu receptors", path, rows, receptors);
}

/* Rows: time_start, time_end, name, species, concentration, dose. */
static const char receptors_csv[] = "results/wind_receptors.csv";
enum cli_outcome cli_trial_doses(struct cli_trial *trial, size_t receptors, double *dose) {
  return read_values(trial, receptors_csv, receptors, 1, false, dose);
}
enum cli_outcome cli_trial_concentrations(struct cli_trial *trial, size_t receptors, double *mean) {
  return read_values(trial, receptors_csv, receptors, 2, false, mean);
}
enum cli_outcome cli_trial_highest(struct cli_trial *trial, size_t receptors, double *mean) {
  return read_values(trial, receptors_csv, receptors, 2, true, mean);
}
/* Rows: time, name, optical_depth, contrast, visibility. */
enum cli_outcome cli_trial_contrasts(struct cli_trial *trial, size_t lines, double *contrast) {
  return read_values(trial, "results/wind_lines_of_sight.csv", lines, 2, false, contrast);
}

/* --- snapshots --- */

/* Content of a file, freed with free(); NULL with errno. */
static char *read_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  long length = -1;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0) length = ftell(file);
  if (length >= 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)length + 1);
  if (bytes != NULL && fread(bytes, 1, (size_t)length, file) != (size_t)length) {
    free(bytes);
    bytes = NULL;
  }
  fclose(file);
  if (bytes == NULL) return NULL;
  bytes[length] = '\0';
  *size = (size_t)length;
  return bytes;
}

/* Start of an array with elements of `item` bytes in the appended data; NULL if
 * absent. */
static const char *find_array(const char *bytes, size_t size, const char *name, size_t item,
                              size_t *count) {
  static const char start[] = "<AppendedData encoding=\"raw\">\n_";
  char word[64];
  uint64_t length;
  snprintf(word, sizeof word, "Name=\"%s\"", name);
  const char *data = strstr(bytes, start), *head = strstr(bytes, word);
  const char *offset = head != NULL ? strstr(head, "offset=\"") : NULL;
  if (data == NULL || offset == NULL) return NULL;
  data += sizeof start - 1 + strtoull(offset + 8, NULL, 10);
  if (data + sizeof length > bytes + size) return NULL;
  memcpy(&length, data, sizeof length);
  data += sizeof length;
  if (length > (uint64_t)(bytes + size - data)) return NULL;
  *count = (size_t)length / item;
  return data;
}

static bool read_particles(const char *bytes, size_t size, int source, size_t particles,
                           struct cli_particle *out) {
  size_t count, places, velocities;
  const char *id = find_array(bytes, size, "id", sizeof(int64_t), &count);
  const char *place = find_array(bytes, size, "Points", 3 * sizeof(double), &places);
  const char *velocity = find_array(bytes, size, "velocity", 3 * sizeof(float), &velocities);
  if (id == NULL || place == NULL || velocity == NULL || places != count || velocities != count)
    return false;
  for (size_t p = 0; p < count; p++) {
    int64_t own;
    float v[3];
    memcpy(&own, id + p * sizeof own, sizeof own);
    const uint64_t number = (uint64_t)own & (((uint64_t)1 << 40) - 1);
    if (own >> 40 != source || number >= particles) continue;
    memcpy(out[number].place, place + p * sizeof out->place, sizeof out->place);
    memcpy(v, velocity + p * sizeof v, sizeof v);
    for (int d = 0; d < 3; d++) out[number].velocity[d] = (double)v[d];
  }
  return true;
}

enum cli_outcome cli_trial_snapshot(struct cli_trial *trial, double time, int source,
                                    size_t particles, struct cli_particle *out) {
  char path[4200];
  size_t size = 0;
  const double none = (double)NAN;
  for (size_t p = 0; p < particles; p++)
    out[p] = (struct cli_particle){{none, none, none}, {none, none, none}};
  snprintf(path, sizeof path, "%s/results/wind_particles_%010.3fs.vtp", trial->bench->folder, time);
  char *bytes = read_bytes(path, &size);
  if (bytes == NULL) return cli_trial_fail(trial, "%s: %s", path, strerror(errno));
  const bool good = read_particles(bytes, size, source, particles, out);
  free(bytes);
  return good ? CLI_MEASURED : cli_trial_fail(trial, "%s: not as snapshots are", path);
}

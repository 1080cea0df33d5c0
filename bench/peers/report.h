/* report.h - comparison with other libraries as a table and as JSON. */
#ifndef SM_BENCH_PEERS_REPORT_H
#define SM_BENCH_PEERS_REPORT_H

#include "peers.h"

/* Results of one scene on a number of threads. */
struct peer_row {
  const struct peer_scene *scene;
  int threads, repeats;
  char device_name[128];
  struct peer_result simoom, hypre[PEER_FAMILIES];
};

void peer_print_head(const struct peer_row *row);
void peer_print_result(const struct peer_result *result);
void peer_print_ratios(const struct peer_row *row);

/* Writes JSON of schema simoom.bench/1, suite "peers": bench/README.md. */
void peer_write_json(const char *path, double tolerance, const struct peer_row *rows, int count);

#endif

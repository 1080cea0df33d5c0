/* physics/diagnostic/station_search.h - nearest-neighbour and range search among stations in a
 * plane: uniform bins. */
#ifndef SM_PHYSICS_DIAGNOSTIC_STATION_SEARCH_H
#define SM_PHYSICS_DIAGNOSTIC_STATION_SEARCH_H

#include "domain/domain.h"

/* A station that was found: its number among those searched, and r2 (m2) or what is made of it. */
struct sm_station_found {
  int number;
  double value;
};

struct sm_station_search {
  const struct sm_station *station; /* of the weather */
  const int *member;                /* which of them are searched */
  int count;
  double low[2], edge; /* m: south-west corner and size of the bins */
  double farthest;     /* m, largest radius of influence */
  int bins[2];
  int *first;  /* of every bin, and the end */
  int *number; /* of the searched stations, bin by bin, rising in each */
};

/* stations and members must outlive it. Few stations share one bin: they are found in their order.
 * Errors: ERR_MEMORY. */
SM_CHECKED enum sm_status sm_station_search_create(struct sm_context *ctx,
                                                   const struct sm_station *station,
                                                   const int *member, int count,
                                                   struct sm_station_search **out);
void sm_station_search_destroy(struct sm_station_search **nearby);

/* Square of the distance (m2) from (x, y) to the nearest station of those that reach it, within
 * their radius of influence; INFINITY: none does, and *any is that to the nearest of all. */
double sm_station_search_reaching2(const struct sm_station_search *nearby, double x, double y,
                                   double *any);

/* Square of the distance (m2) from a searched station to the nearest other one; INFINITY: none. */
double sm_station_search_gap2(const struct sm_station_search *nearby, int number);

/* All stations whose squared distance is at most limit2; returns how many. out: room for all. */
int sm_station_search_find(const struct sm_station_search *nearby, double x, double y,
                           double limit2, struct sm_station_found *out);

#endif

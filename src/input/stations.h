/* stations.h - weather stations from CSV files in WindNinja's layout.
 *
 * One header line names the columns, "Station_Name","Coord_Sys(PROJCS,GEOGCS)", ...,"date_time";
 * then one line per station and time. A file whose header starts with Recent_Station_File_List
 * lists other station files, relative to its own folder. */
#ifndef SM_INPUT_STATIONS_H
#define SM_INPUT_STATIONS_H

#include "case/case.h"

/* Reads every station in `path`. *out: stations (as in the case, position LATLON or CRS, readings
 * sorted by time, profile and other options copied from `like`), freed with sm_stations_free.
 * Errors: ERR_DATA with file, line, the column's name and what is wrong with it. */
SM_CHECKED enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                           const struct sm_case_station *like,
                                           struct sm_case_station **out, size_t *count);
void sm_stations_free(struct sm_case_station **stations, size_t count);

#endif

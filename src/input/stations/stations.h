/* stations.h - weather stations from CSV files in WindNinja's layout.
 *
 * One header line names the columns, "Station_Name","Coord_Sys(PROJCS,GEOGCS)", ...,"date_time";
 * then one line per station and time. A file whose header starts with Station_File_List or
 * Recent_Station_File_List * lists other station files, relative to its own folder.
 *
 * Columns may stand in any order; what is in parentheses in the header does not matter. Optional:
 * Coord_Sys (GEOGCS), Datum (WGS84), Temperature, Cloud_Cover, Radius_of_Influence, date_time, and
 * units of what is not given. WGS84 and NAD83 are taken as one (they differ by 2 m); NAD27 (off by
 * up to 200 m) is refused. Lines of one station name at one place, in one file or several, are one
 * station; several heights at one time make a tower; a repeated identical line counts once. */
#ifndef SM_INPUT_STATIONS_STATIONS_H
#define SM_INPUT_STATIONS_STATIONS_H

#include "base/context.h"
#include "case/case.h"

/* Reads every station in `path`. *out: stations in the order in which they first appear (as in the
 * case, position LATLON or CRS, readings sorted by time and height, `file` the first that names
 * it, profile and other options copied from `like`), freed with sm_stations_free.
 * Errors: ERR_DATA with file, line, the column's name and what is wrong with it, for up to 20
 * problems; ERR_MEMORY. */
SM_CHECKED enum sm_status sm_stations_read(struct sm_context *ctx, const char *path,
                                           const struct sm_case_station *like,
                                           struct sm_case_station **out, size_t *count);

/* The same from a text in memory, size bytes; `name` stands for the file in messages. A list of
 * files is an error here. */
SM_CHECKED enum sm_status sm_stations_parse(struct sm_context *ctx, const char *name,
                                            const char *text, size_t size,
                                            const struct sm_case_station *like,
                                            struct sm_case_station **out, size_t *count);
void sm_stations_free(struct sm_case_station **stations, size_t count);

#endif

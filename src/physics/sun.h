/* sun.h - where the sun stands. */
#ifndef SM_PHYSICS_SUN_H
#define SM_PHYSICS_SUN_H

/* Unit vector from the ground to the sun, to the east, to the north and up, at a time (s since
 * 1970-01-01 UTC) and a place (deg). Michalsky (1988), from the Astronomical Almanac: right to 0.01
 * deg from 1950 to 2050; without refraction. */
void sm_sun_direction(double time, double latitude, double longitude, double sun[3]);

#endif

/* The keys of particles: what they mean. */
#include "particle_key_cases.h"

#include "cell/particles/drag.h"
#include <math.h>

START_TEST(particles_need_little) {
  struct sm_case *c = parse(BASE POINT);
  const struct sm_case_particles *p = &c->particles;
  ck_assert(p->present && isnan(p->duration) && isnan(p->step) && !p->turbulence && !p->backward);
  ck_assert(p->scheme == SM_PARTICLES_MIDPOINT && p->interpolation == SM_INTERPOLATE_FACES);
  ck_assert(isnan(p->structure) && p->drag == SM_DRAG_SCHILLER_NAUMANN && p->gravity == 9.81);
  ck_assert(p->air_density == 1.225 && p->air_viscosity == 1.78e-5 && p->free_path == 6.6e-8);
  ck_assert(p->lateral_boundary == SM_PARTICLE_BC_DELETE && p->top == SM_PARTICLE_BC_DELETE);
  ck_assert(p->ground == SM_PARTICLE_BC_REFLECT && p->walls == SM_PARTICLE_BC_REFLECT);
  ck_assert(!p->two_way && p->hindered == SM_HINDERED_NONE);
  ck_assert(p->restitution == 1 && p->friction == 1 && p->seed == 0 && p->trajectories == 0);
  ck_assert(isnan(p->interval) && isnan(p->checkpoint) && !p->concentration.present);
  ck_assert(p->receptor_count == 0 && p->line_of_sight_count == 0);
  ck_assert(p->species_count == 1 && p->species[0].size_count == 1);
  ck_assert_str_eq(p->species[0].name, "gas");
  ck_assert(p->species[0].size[0].diameter == 0 && p->species[0].size[0].share == 1);
  ck_assert(p->species[0].density == 0 && isinf(p->species[0].half_life));
  ck_assert(p->species[0].deposition == 0 && p->species[0].schmidt == 1);
  const struct sm_case_source *s = p->source;
  ck_assert_uint_eq(p->source_count, 1);
  ck_assert_str_eq(s->name, "source 1");
  ck_assert(s->shape == SM_SOURCE_POINT && s->position == SM_POSITION_LOCAL && s->species == 0);
  ck_assert(s->place[0] == 10 && s->place[1] == 20 && s->height == 0 && s->count == 1000);
  ck_assert(s->start == 0 && s->stop == 0 && s->mass == 1 && isnan(s->rate));
  ck_assert(s->placement == SM_PLACEMENT_RANDOM && isnan(s->velocity[0]) &&
            isnan(s->exit_velocity));
  ck_assert(s->rate_count == 0 && s->path_count == 0 && s->line == 7);
  ck_assert(s->path_file[0] == '\0' && s->rate_file[0] == '\0');
  finish(&c);
}
END_TEST

START_TEST(without_them_nothing_is_there) {
  struct sm_case *c = parse(BASE);
  ck_assert(!c->particles.present && c->particles.source_count == 0);
  finish(&c);
}
END_TEST

START_TEST(all_keys_of_motion_reach_the_case) {
  struct sm_case *c =
      parse(BASE MODEL PARTICLES
            "duration = '10 min'\nstep = '50 ms'\nscheme = 'etd2'\ninterpolation = 'trilinear'\n"
            "turbulence = true\nstructure_constant = 5.7\ndrag = 'stokes'\n"
            "air_density = '1.1 kg/m3'\nair_viscosity = 2e-5\nmean_free_path = '70 nm'\n"
            "gravity = 9.8\nlateral_boundary = 'deposit'\ntop = 'reset'\nground = 'deposit'\nwalls "
            "= 'reset'\n"
            "restitution = 0.5\nfriction = 0.25\ndirection = 'backward'\nseed = 9007199254740991\n"
            "snapshots = 5\ntrajectories = 200\ntrajectory_step = 0.5\ncheckpoint = '1 h'\n" POINT);
  const struct sm_case_particles *p = &c->particles;
  ck_assert(p->duration == 600 && p->step == 0.05 && p->scheme == SM_PARTICLES_ETD2);
  ck_assert(p->interpolation == SM_INTERPOLATE_TRILINEAR && p->turbulence && p->structure == 5.7);
  ck_assert(p->drag == SM_DRAG_STOKES && p->air_density == 1.1 && p->air_viscosity == 2e-5);
  ck_assert_double_eq_tol(p->free_path, 7e-8, 1e-20);
  ck_assert(p->gravity == 9.8 && p->lateral_boundary == SM_PARTICLE_BC_DEPOSIT &&
            p->top == SM_PARTICLE_BC_RESET);
  ck_assert(p->ground == SM_PARTICLE_BC_DEPOSIT && p->walls == SM_PARTICLE_BC_RESET);
  ck_assert(p->restitution == 0.5 && p->friction == 0.25 && p->backward);
  ck_assert(p->seed == 9007199254740991 && p->interval == 5 && p->trajectories == 200);
  ck_assert(p->trajectory_step == 0.5 && p->checkpoint == 3600 && p->line == 9);
  sm_case_destroy(&c);
  c = parse(BASE PARTICLES "step = 'auto'\nscheme = 'euler'\ninterpolation = 'bspline'\n"
                           "lateral_boundary = 'periodic'\ntop = 'reflect'\n" POINT);
  ck_assert(isnan(c->particles.step) && c->particles.scheme == SM_PARTICLES_EULER);
  ck_assert(c->particles.interpolation == SM_INTERPOLATE_BSPLINE);
  ck_assert(c->particles.lateral_boundary == SM_PARTICLE_BC_PERIODIC &&
            c->particles.top == SM_PARTICLE_BC_REFLECT);
  finish(&c);
}
END_TEST

START_TEST(words_and_enumerations_are_in_one_order) {
  ck_assert_int_eq((int)SM_PARTICLES_SEMI_IMPLICIT, (int)SM_SCHEME_PAPER);
  ck_assert_int_eq((int)SM_PARTICLES_EULER, (int)SM_SCHEME_EULER);
  ck_assert_int_eq((int)SM_PARTICLES_MIDPOINT, (int)SM_SCHEME_MIDPOINT);
  ck_assert_int_eq((int)SM_PARTICLES_ETD2, (int)SM_SCHEME_ETD2);
  ck_assert_int_eq((int)SM_PARTICLES_ETD4, (int)SM_SCHEME_ETD4);
}
END_TEST

START_TEST(turbulence_follows_its_model) {
  struct sm_case *c = parse(BASE MODEL POINT);
  ck_assert(c->particles.turbulence);
  sm_case_destroy(&c);
  c = parse(BASE MODEL PARTICLES "turbulence = false\ninterpolation = 'bspline'\n" POINT);
  ck_assert(!c->particles.turbulence);
  finish(&c);
}
END_TEST

START_TEST(species_are_gases_sizes_or_distributions) {
  struct sm_case *c =
      parse(BASE SPECIES "name = 'smoke'\nhalf_life = '2 h'\ndeposition_velocity = '1 cm/s'\n"
                         "schmidt_number = 1.3\n" DUST SPECIES
                         "name = 'paper'\ndiameters = [['5 um', 0.25], [1e-5, '75 %']]\n"
                         "density = '2.65 g/cm3'\nextinction = 2.2\n"
                         "deposition_velocity = 'resistance'\n" SPECIES
                         "median_diameter = '10 um'\ngeometric_deviation = 2\nclasses = 4\n"
                         "density = 1000\n" POINT "species = 'paper'\n" POINT);
  const struct sm_case_species *s = c->particles.species;
  ck_assert_uint_eq(c->particles.species_count, 4);
  ck_assert_str_eq(s[0].name, "smoke");
  ck_assert(s[0].half_life == 7200 && s[0].deposition == 0.01 && s[0].schmidt == 1.3);
  ck_assert(s[0].line == 7 && s[0].size[0].diameter == 0 && s[0].extinction == 2);
  ck_assert(s[1].size_count == 1 && s[1].density == 2650 && isnan(s[1].deposition));
  ck_assert_double_eq_tol(s[1].size[0].diameter, 1e-5, 1e-17);
  ck_assert(s[2].size_count == 2 && s[2].size[0].share == 0.25 && s[2].size[1].share == 0.75);
  ck_assert_double_eq_tol(s[2].size[0].diameter, 5e-6, 1e-17);
  ck_assert(s[2].size[1].diameter == 1e-5 && s[2].extinction == 2.2 && isnan(s[2].deposition));
  ck_assert_double_eq_tol(s[2].density, 2650, 1e-9);
  ck_assert_str_eq(s[3].name, "species 4");
  ck_assert_uint_eq(s[3].size_count, 4);
  ck_assert(c->particles.source[0].species == 2 && c->particles.source[1].species == 0);
  finish(&c);
}
END_TEST

/* A gas stays in the air, grains deposit by resistances: unless the case says otherwise. */
START_TEST(grains_deposit_where_a_case_is_silent) {
  struct sm_case *c = parse(BASE PARTICLES SPECIES "name = 'smoke'\n" DUST POINT);
  ck_assert(c->particles.species[0].deposition == 0 && isnan(c->particles.species[1].deposition));
  sm_case_destroy(&c);
  c = parse(BASE PARTICLES "ground = 'reflect'\n" DUST POINT);
  ck_assert(c->particles.species[0].deposition == 0);
  sm_case_destroy(&c);
  c = parse(BASE PARTICLES DUST "deposition_velocity = 0\n" POINT);
  ck_assert(c->particles.species[0].deposition == 0);
  finish(&c);
}
END_TEST

/* Quantiles of the standard normal distribution at 1/8, 3/8 ...: 1.150349380, 0.318639364. */
START_TEST(a_distribution_is_cut_into_classes_of_equal_mass) {
  struct sm_case *c = parse(BASE SPECIES "median_diameter = '10 um'\ngeometric_deviation = 2\n"
                                         "classes = 4\ndensity = 1000\n" POINT);
  const struct sm_size_class *size = c->particles.species[0].size;
  const double z[4] = {-1.150349380376008, -0.318639363964375, 0.318639363964375,
                       1.150349380376008};
  for (int i = 0; i < 4; i++) {
    ck_assert(size[i].share == 0.25);
    ck_assert_double_eq_tol(size[i].diameter / (1e-5 * pow(2, z[i])), 1, 1e-13);
  }
  sm_case_destroy(&c);
  c = parse(BASE SPECIES "median_diameter = '10 um'\ngeometric_deviation = 1.5\ndensity = 1000\n"
                         "classes = 1\n" POINT);
  ck_assert_double_eq_tol(c->particles.species[0].size[0].diameter, 1e-5, 1e-17);
  sm_case_destroy(&c);
  c = parse(BASE SPECIES "median_diameter = '10 um'\ngeometric_deviation = 1.5\n"
                         "density = 1000\n" POINT);
  size = c->particles.species[0].size;
  ck_assert_uint_eq(c->particles.species[0].size_count, 8);
  for (int i = 0; i < 4; i++) /* symmetric about the median */
    ck_assert_double_eq_tol(size[i].diameter * size[7 - i].diameter / 1e-10, 1, 1e-13);
  finish(&c);
}
END_TEST

START_TEST(shapes_follow_from_the_keys) {
  struct sm_case *c = parse(
      EARTH POINT
      "end = [30, 40]\nheight = 2\nplacement = 'uniform'\n" POINT "size = [4, '5 ft']\n" POINT
      "size = [4, 5, 6]\nplacement = 'published-uniform'\n" POINT
      "radius = 3\ninner_radius = 1\n" POINT "shape = 'sphere'\nradius = 3\nheight = 3\n" SOURCE
      "shape = 'domain'\n" SOURCE "path = [[0, 1, 2, 3], ['1 min', 5, 6, '10 ft']]\n" SOURCE
      "latitude = 47\nlongitude = 10\nend = [47.001, 10.001]\nend_height = 4\n"
      "height = 1\n" SOURCE "easting = 5\nnorthing = 6\n" SOURCE
      "path_file = 'a.csv'\ncoordinates = 'geographic'\n");
  const struct sm_case_source *s = c->particles.source;
  ck_assert_uint_eq(c->particles.source_count, 10);
  ck_assert(s[0].shape == SM_SOURCE_LINE && s[0].end[0] == 30 && s[0].end[1] == 40);
  ck_assert(s[0].height == 2 && s[0].end_height == 2);
  ck_assert(s[1].shape == SM_SOURCE_BOX && s[1].size[0] == 4 && s[1].size[2] == 0);
  ck_assert_double_eq_tol(s[1].size[1], 1.524, 1e-12);
  ck_assert(s[2].size[2] == 6 && s[2].placement == SM_PLACEMENT_PUBLISHED_UNIFORM);
  ck_assert(s[3].shape == SM_SOURCE_DISK && s[3].radius == 3 && s[3].inner_radius == 1);
  ck_assert(s[0].placement == SM_PLACEMENT_UNIFORM && s[3].size[0] == 0);
  ck_assert(s[4].shape == SM_SOURCE_SPHERE && s[4].height == 3);
  ck_assert(s[5].shape == SM_SOURCE_DOMAIN && s[5].position == SM_POSITION_NONE);
  ck_assert(s[6].shape == SM_SOURCE_PATH && s[6].path_count == 2 && s[6].path[1][0] == 60);
  ck_assert(s[6].path[0][3] == 3 && s[6].position == SM_POSITION_LOCAL);
  ck_assert_double_eq_tol(s[6].path[1][3], 3.048, 1e-12);
  ck_assert(s[7].shape == SM_SOURCE_LINE && s[7].position == SM_POSITION_LATLON);
  ck_assert(s[7].end[0] == 47.001 && s[7].end_height == 4 && s[7].height == 1);
  ck_assert(s[8].shape == SM_SOURCE_POINT && s[8].position == SM_POSITION_CRS);
  ck_assert(s[8].place[0] == 5 && s[8].place[1] == 6);
  ck_assert(s[9].shape == SM_SOURCE_PATH && s[9].position == SM_POSITION_LATLON);
  ck_assert_str_eq(s[9].path_file, "town/a.csv");
  ck_assert(isnan(s[9].start) && isnan(s[9].stop) && s[9].path_count == 0);
  finish(&c);
}
END_TEST

START_TEST(times_and_mass_follow_from_the_keys) {
  struct sm_case *c = parse(
      BASE POINT "mass = '2 g'\nstart = '1 min'\n" POINT "rate = '1 g/s'\n" POINT
                 "rates = [[10, 0], ['1 min', '2 g/s']]\n" POINT
                 "mass = 3\nstart = 5\nstop = 65\n" SOURCE "path = [[7, 1, 2, 3], [9, 5, 6, 7]]\n"
                 "rate = 1\n" POINT "rate_file = 'r.csv'\n" DUST SOURCE "shape = 'ground'\n");
  const struct sm_case_source *s = c->particles.source;
  ck_assert(s[0].mass == 0.002 && s[0].start == 60 && s[0].stop == 60);
  ck_assert(s[1].rate == 0.001 && s[1].start == 0 && isinf(s[1].stop) && isnan(s[1].mass));
  ck_assert(s[2].rate_count == 2 && s[2].rates[1][0] == 60 && s[2].rates[1][1] == 0.002);
  ck_assert(s[2].start == 10 && s[2].stop == 60 && isnan(s[2].mass) && isnan(s[2].rate));
  ck_assert(s[3].mass == 3 && s[3].start == 5 && s[3].stop == 65);
  ck_assert(s[4].start == 7 && s[4].stop == 9 && isnan(s[4].mass));
  ck_assert_str_eq(s[5].rate_file, "town/r.csv");
  ck_assert(isnan(s[5].mass) && isnan(s[5].start) && isnan(s[5].stop));
  ck_assert(s[6].shape == SM_SOURCE_GROUND && isnan(s[6].mass) && isinf(s[6].stop));
  ck_assert(s[6].grain == 1e-4 && s[6].clay == 0.1 && s[6].moisture == 0);
  finish(&c);
}
END_TEST

START_TEST(stacks_velocities_and_ground_have_keys) {
  struct sm_case *c =
      parse(BASE DUST POINT
            "height = 50\nexit_velocity = 10\nexit_temperature = '120 degC'\n"
            "exit_diameter = 2\nname = 'stack'\n" POINT "velocity = [1, 2, '-3 m/s']\n" POINT
            "shape = 'ground'\nradius = 20\ninner_radius = 5\nheight = '5 cm'\n"
            "grain_diameter = '200 um'\nclay = '12 %'\nmoisture = 0.02\nstart = 3\n" POINT
            "shape = 'ground'\nsize = [20, 30]\n");
  const struct sm_case_source *s = c->particles.source;
  ck_assert_str_eq(s[0].name, "stack");
  ck_assert(s[0].exit_velocity == 10 && s[0].exit_diameter == 2);
  ck_assert_double_eq_tol(s[0].exit_temperature, 393.15, 1e-9);
  ck_assert(s[1].velocity[0] == 1 && s[1].velocity[1] == 2 && s[1].velocity[2] == -3);
  ck_assert(s[2].shape == SM_SOURCE_GROUND && s[2].radius == 20 && s[2].inner_radius == 5);
  ck_assert(s[2].moisture == 0.02 && s[2].start == 3 && isinf(s[2].stop));
  ck_assert_double_eq_tol(s[2].height, 0.05, 1e-15);
  ck_assert_double_eq_tol(s[2].grain, 2e-4, 1e-16);
  ck_assert_double_eq_tol(s[2].clay, 0.12, 1e-12);
  ck_assert(s[3].shape == SM_SOURCE_GROUND && s[3].size[1] == 30 && s[3].radius == 0);
  finish(&c);
}
END_TEST

START_TEST(what_is_kept_has_keys) {
  struct sm_case *c =
      parse(EARTH POINT "[particles.concentration]\ncell_size = [2, 1]\norigin = [10, 20]\n"
                        "size = [100, 80]\nheight = 30\ninterval = '10 min'\nsample = 5\n"
                        "thresholds = [1e-6, '1 mg/m3']\n"
                        "[[particles.receptor]]\nposition = [1, 2]\n"
                        "[[particles.receptor]]\nname = 'square'\nlatitude = 47\nlongitude = 10\n"
                        "height = 1\nthreshold = 1e-6\n"
                        "[[particles.receptor]]\neasting = 1\nnorthing = 2\nsize = 6\n"
                        "[[particles.line_of_sight]]\nposition = [1, 2]\nend = [3, 4]\n"
                        "[[particles.line_of_sight]]\nname = 'pilot'\neasting = 1\nnorthing = 2\n"
                        "height = 30\nend = [3, 4]\nend_height = 0\n");
  const struct sm_case_concentration *k = &c->particles.concentration;
  ck_assert(k->present && k->cell_size[1] == 2 && k->cell_size[2] == 1 && k->origin[1] == 20);
  ck_assert(k->size[0] == 100 && k->height == 30 && k->interval == 600 && k->sample == 5);
  ck_assert(k->threshold_count == 2 && k->thresholds[0] == 1e-6 && k->line == 11);
  ck_assert_double_eq_tol(k->thresholds[1], 1e-6, 1e-18);
  const struct sm_case_particle_receptor *r = c->particles.receptor;
  ck_assert_uint_eq(c->particles.receptor_count, 3);
  ck_assert_str_eq(r[0].name, "receptor 1");
  ck_assert(r[0].height == 1.75 && r[0].size[0] == 10 && r[0].size[2] == 3.5);
  ck_assert(isnan(r[0].threshold) && r[1].threshold == 1e-6 && r[1].size[2] == 2);
  ck_assert(r[1].position == SM_POSITION_LATLON && r[2].position == SM_POSITION_CRS);
  ck_assert(r[2].size[0] == 6 && r[2].size[2] == 6);
  const struct sm_case_line_of_sight *v = c->particles.line_of_sight;
  ck_assert_uint_eq(c->particles.line_of_sight_count, 2);
  ck_assert_str_eq(v[0].name, "line of sight 1");
  ck_assert(v[0].height == 1.75 && v[0].end_height == 1.75 && v[0].end[1] == 4);
  ck_assert(v[1].height == 30 && v[1].end_height == 0 && v[1].position == SM_POSITION_CRS);
  sm_case_destroy(&c);
  c = parse(BASE POINT "[particles.concentration]\n");
  k = &c->particles.concentration;
  ck_assert(k->present && isnan(k->cell_size[0]) && isnan(k->origin[0]) && isnan(k->size[0]));
  ck_assert(isnan(k->height) && isnan(k->interval) && isnan(k->sample));
  finish(&c);
}
END_TEST

TEST_MAIN(particles_need_little, without_them_nothing_is_there, all_keys_of_motion_reach_the_case,
          words_and_enumerations_are_in_one_order, turbulence_follows_its_model,
          species_are_gases_sizes_or_distributions, grains_deposit_where_a_case_is_silent,
          a_distribution_is_cut_into_classes_of_equal_mass, shapes_follow_from_the_keys,
          times_and_mass_follow_from_the_keys, stacks_velocities_and_ground_have_keys,
          what_is_kept_has_keys)

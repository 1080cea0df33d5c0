/* The keys of particles: what they mean, and what does not fit together. */
#include "base/context.h"
#include "case/case.h"
#include "cell/particles/drag.h"
#include "harness.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BASE "[domain]\nsize = 200\ncell_size = 2\n[[weather.station]]\nspeed = 5\nfrom = 270\n"
#define EARTH                                                                                      \
  "[domain]\nsize = 200\ncell_size = 2\ncenter = [47, 10]\n[[weather.station]]\nspeed = 5\n"       \
  "from = 270\n"
#define MODEL "[turbulence]\nmodel = 'local'\n"
#define SOURCE "[[particles.source]]\ncount = 1000\n" /* lines 7 and 8 after BASE */
#define POINT SOURCE "position = [10, 20]\n"
#define DUST "[[particles.species]]\nname = 'dust'\ndiameter = '10 um'\ndensity = 2650\n"
#define PARTICLES "[particles]\n"
#define SPECIES "[[particles.species]]\n"

static struct sm_context *ctx;

static struct sm_case *parse(const char *text) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  const enum sm_status status =
      sm_case_parse(ctx, "town/case.toml", text, strlen(text), NULL, false, &c);
  ck_assert_msg(status == SM_OK, "%s\n%s", sm_context_message(ctx), text);
  return c;
}

static void fails_with(const char *text, const char *message) {
  struct sm_case *c = NULL;
  if (ctx == NULL) ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  ck_assert_msg(sm_case_parse(ctx, "case.toml", text, strlen(text), NULL, false, &c) == SM_ERR_CASE,
                "no error, but expected: %s\n%s", message, text);
  ck_assert_msg(strstr(sm_context_message(ctx), message) != NULL, "expected: %s\nfound: %s",
                message, sm_context_message(ctx));
}

static void finish(struct sm_case **c) {
  sm_case_destroy(c);
  sm_context_destroy(&ctx);
}

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
  ck_assert(s[1].size_count == 1 && s[1].density == 2650);
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

START_TEST(what_does_not_fit_together_is_told) {
  static const char *const lines[][2] = {
      {BASE PARTICLES, "case.toml:7:2: error: [particles] has no [[particles.source]]"},
      {BASE DUST, "has no [[particles.source]]"},
      {BASE PARTICLES "source = []\n", "has no [[particles.source]]"},
      {BASE "[[particles]]\n", "'particles': expected a table"},
      {BASE PARTICLES "durations = 5\n" POINT, "did you mean 'duration'?"},
      {BASE PARTICLES "duration = 0\n" POINT, "must be more than 0 s"},
      {BASE PARTICLES "step = -1\n" POINT, "'particles.step' is -1 s"},
      {BASE PARTICLES "step = 'quick'\n" POINT, "'quick' does not start with a number"},
      {BASE PARTICLES "scheme = 'midpiont'\n" POINT, "did you mean \"midpoint\"?"},
      {BASE PARTICLES "scheme = 'semi-implicit'\n" POINT,
       "case.toml:8:10: error: 'particles.scheme'"},
      {BASE PARTICLES "scheme = 'etd4'\n" POINT, "this one has kinks at faces of cells"},
      {BASE PARTICLES "scheme = 'etd4'\ninterpolation = 'bspline'\n" POINT DUST,
       "order 4 with Stokes drag only"},
      {BASE PARTICLES "turbulence = true\n" POINT, "requires a turbulence model"},
      {BASE MODEL PARTICLES "interpolation = 'bspline'\n" POINT, "stresses are"},
      {BASE PARTICLES "direction = 'backward'\n" POINT DUST, "cannot be followed backward"},
      {BASE PARTICLES "direction = 'backward'\n" POINT "height = 9\nexit_velocity = 1\n"
                      "exit_temperature = 300\nexit_diameter = 1\n",
       "cannot rise backward"},
      {BASE PARTICLES POINT "[particles.collisions]\n", "gas does not collide"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nrestitution = 1.1\n",
       "'particles.collisions.restitution' is 1.1"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nfriction = -0.1\n", "friction"},
      {BASE PARTICLES POINT DUST "[particles.collisions]\nmodel = 'soft'\n", "model"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST,
       "this wind is no flow and takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST
                      "[wind]\nmodel = 'compressible'\nduration = 1\n",
       "compressible flow takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n[flow.mac_sor]\n",
       "the scheme of [flow.mac_sor] takes no momentum"},
      {BASE PARTICLES "coupling = 'two-way'\n" POINT
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "gas has no drag"},
      {BASE PARTICLES "coupling = 'two-way'\ninterpolation = 'trilinear'\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "requires the wind between the faces"},
      {BASE PARTICLES "coupling = 'two-way'\ncheckpoint = 1\n" POINT DUST
                      "[wind]\nmodel = 'incompressible'\nduration = 1\n",
       "cannot be resumed"},
      {BASE PARTICLES "hindered_settling = 'di-felice'\nscheme = 'etd2'\n" POINT DUST,
       "a scheme that takes the wind once"},
      {BASE MODEL PARTICLES "hindered_settling = 'di-felice'\n" POINT DUST,
       "cannot be combined with the turbulence"},
      {BASE PARTICLES "hindered_settling = 'stokes'\n" POINT DUST, "hindered_settling"},
      {BASE PARTICLES "seed = 1.5\n" POINT, "'particles.seed': 1.5 is not a whole number"},
      {BASE PARTICLES "seed = -1\n" POINT, "'particles.seed' is -1"},
      {BASE PARTICLES "trajectories = 1.5\n" POINT,
       "'particles.trajectories': 1.5 is not a whole number"},
      {BASE PARTICLES "trajectory_step = 1\n" POINT, "requires 'trajectories'"},
      {BASE PARTICLES "structure_constant = 0.5\n" POINT, "must be 1 to 10"},
      {BASE PARTICLES "top = 'deposit'\n" POINT, "\"delete\", \"reflect\" or \"reset\""},
      {BASE PARTICLES "ground = 'delete'\n" POINT, "\"reflect\", \"deposit\" or \"reset\""},
      {BASE PARTICLES "restitution = 1.1\n" POINT, "must be 0 to 1"},
      {BASE PARTICLES "diameter = 1\n" POINT, "'diameter' belongs to [particles.species]"},
      {BASE POINT "[particles.concentration]\ncell_size = 0\n", "must be more than 0 m"},
      {BASE POINT "[particles.concentration]\norigin = [0, 0]\n", "requires 'size'"},
      {BASE POINT "[particles.concentration]\ncell_size = 5\norigin = [0, 0]\nsize = [4, 9]\n",
       "is larger than the size"},
      {BASE POINT "[particles.concentration]\ncell_size = 5\nheight = 4\n", "is higher than"},
      {BASE POINT "[particles.concentration]\ninterval = 5\nsample = 6\n", "is longer than"},
      {BASE POINT "[particles.concentration]\nthresholds = [0]\n", "must be more than 0 kg/m3"},
      {BASE POINT "[[particles.receptor]]\n",
       "case.toml:10:1: error: this receptor has no position"},
      {BASE POINT "[[particles.receptor]]\nlatitude = 4\nlongitude = 5\n",
       "this receptor has map coordinates"},
      {BASE POINT "[[particles.receptor]]\nposition = [1, 2]\nheight = 0\n",
       "more than 0 and at most"},
      {BASE POINT "[[particles.receptor]]\nname = 'a'\nposition = [1, 2]\n"
                  "[[particles.receptor]]\nname = 'a'\nposition = [3, 4]\n",
       "'particles.receptor.name': \"a\" is already in use"},
      {BASE POINT "[[particles.line_of_sight]]\nname = 'a'\nposition = [1, 2]\nend = [5, 6]\n"
                  "[[particles.line_of_sight]]\nname = 'a'\nposition = [3, 4]\nend = [7, 8]\n",
       "'particles.line_of_sight.name': \"a\" is already in use"},
      {BASE PARTICLES "lateral_boundary = 'reflect'\nwalls = 'deposit'\n" POINT,
       "with a reflecting lateral boundary"},
      {BASE PARTICLES "top = 'reflect'\nwalls = 'reset'\n" POINT,
       "with a reflecting lateral boundary"},
      {BASE POINT "[[particles.line_of_sight]]\nend = [1, 2]\n",
       "this line of sight has no position"},
      {BASE POINT "[[particles.line_of_sight]]\nposition = [1, 2]\n",
       "'particles.line_of_sight[1].end' is missing"},
      {BASE POINT "[[particles.line_of_sight]]\nposition = [1, 2]\nend = [1, 2]\n",
       "'particles.line_of_sight.end' is the start of the line"},
      {EARTH POINT "[[particles.line_of_sight]]\nlatitude = 47\nlongitude = 10\nend = [500, 2]\n",
       "must be [latitude, longitude] in degrees"},
  };
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) fails_with(lines[n][0], lines[n][1]);
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(wrong_species_are_told) {
  static const char *const lines[][2] = {
      {"diameter = 0\ndensity = 1000\n",
       "'particles.species[1].diameter' is 0 m, but must be more"},
      {"diameter = -1\ndensity = 1000\n", "must be more than 0 and at most 1 m"},
      {"diameter = 1e30\ndensity = 1000\n", "must be more than 0 and at most 1 m"},
      {"diameter = '10 um'\n", "case.toml:7:1: error: 'particles.species.density' is missing"},
      {"diameters = [[1e-5, 1]]\n", "'particles.species.density' is missing"},
      {"median_diameter = 1e-5\ngeometric_deviation = 2\n", "required with a diameter"},
      {"diameter = '10 um'\ndensity = 1\n", "must be denser than the air, 1.225 kg/m3"},
      {"density = 1000\n", "a species without a diameter is a gas"},
      {"diameter = 1e-5\ndiameters = [[1e-5, 1]]\ndensity = 9\n", "are mutually exclusive"},
      {"diameter = 1e-5\nmedian_diameter = 1e-5\ngeometric_deviation = 2\ndensity = 9\n",
       "are mutually exclusive"},
      {"median_diameter = 1e-5\ndensity = 9\n", "requires 'geometric_deviation'"},
      {"geometric_deviation = 2\ndensity = 9\n", "requires 'median_diameter'"},
      {"median_diameter = 1e-5\ngeometric_deviation = 1\ndensity = 9\n", "must be more than 1"},
      {"classes = 3\n", "requires 'median_diameter'"},
      {"diameter = 1e-5\ndensity = 9\nschmidt_number = 2\n", "are mutually exclusive"},
      {"diameters = []\ndensity = 9\n", "is empty"},
      {"diameters = [[1e-5, 0.5], [2e-5, 0.4]]\ndensity = 9\n",
       "case.toml:8:13: error: 'particles.species.diameters': the mass fractions must add up to 1, "
       "but their sum is 0.9"},
      {"diameters = [[1e-5, 0.5], [0, 0.5]]\ndensity = 9\n",
       "case.toml:8:27: error: 'particles.species.diameters': a diameter must be more than 0"},
      {"diameters = [[1e-5, 1.5], [1e-5, -0.5]]\ndensity = 9\n",
       "a mass fraction must be more than 0"},
      {"diameters = [[1e-5]]\ndensity = 9\n", "expected a list of rows [m, 1], found a list of 1"},
      {"diameters = [['5 kg', 1]]\ndensity = 9\n", "cannot turn 'kg' into 'm'"},
      {"diameters = 5\ndensity = 9\n", "expected a list of rows [m, 1]"},
      {"half_life = 0\n", "must be at least 1e-06 s"},
      {"deposition_velocity = -1\n", "must be 0 to 100 m/s"},
      {"deposition_velocity = 'resistence'\n", "does not start with a number"},
      {"name = 'a/b'\n", "must not be empty"},
      {"name = 'a'\n[[particles.species]]\nname = 'a'\n", "\"a\" is already in use"},
  };
  char text[1000];
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
    snprintf(text, sizeof text, "%s%s%s", BASE SPECIES, lines[n][0], POINT);
    fails_with(text, lines[n][1]);
  }
  fails_with(BASE "[[particles.species]]\nname = 'smoke'\n" POINT "species = 'smok'\n",
             "case.toml:12:11: error: 'particles.source.species': no species is called \"smok\"\n");
  fails_with(BASE "[[particles.species]]\nname = 'smoke'\n" POINT "species = 'smok'\n",
             "did you mean \"smoke\"?");
  fails_with(BASE POINT "species = 'tracer'\n", "no species is called \"tracer\"");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(wrong_sources_are_told) {
  static const char *const lines[][2] = {
      {"", "case.toml:7:1: error: this source has no position"},
      {"height = 3\n", "this source has no position"},
      {"position = [1, 2]\nlatitude = 4\nlongitude = 5\n", "are mutually exclusive"},
      {"latitude = 4\n", "requires 'longitude'"},
      {"latitude = 4\nlongitude = 5\n", "map coordinates, but the crs of the domain is \"local\""},
      {"position = [1, 2]\nheight = -1\n", "must be at least 0 m"},
      {"position = [1]\n", "expected a list of two numbers in m"},
      {"position = [1, 2]\nshape = 'cube'\n", "expected \"point\", \"line\""},
      {"position = [1, 2]\nshape = 'line'\n", "'particles.source.end' is missing"},
      {"position = [1, 2]\nshape = 'box'\n", "'particles.source.size' is missing"},
      {"position = [1, 2]\nshape = 'disk'\n", "'particles.source.radius' is missing"},
      {"position = [1, 2]\nradius = 3\nplacement = 'uniform'\n",
       "'particles.source.placement' has no meaning for a source whose shape is"},
      {"position = [1, 2]\nshape = 'path'\n", "has no path or path_file"},
      {"shape = 'point'\n", "this source has no position"},
      {"end = [1, 2]\n", "this source has no position"},
      {"position = [1, 2]\nshape = 'domain'\n",
       "case.toml:9:12: error: 'particles.source.position' has no meaning for a source whose shape "
       "is \"domain\""},
      {"position = [1, 2]\nend = [3, 4]\nradius = 5\n",
       "'particles.source.radius' has no meaning for a source whose shape is \"line\""},
      {"position = [1, 2]\nsize = [3, 4]\nend = [5, 6]\n", "'particles.source.size' has no"},
      {"position = [1, 2]\nshape = 'point'\nsize = [1, 2]\n", "'particles.source.size' has no"},
      {"position = [1, 2]\nend = [1, 2]\n", "'particles.source.end' is the start of the line"},
      {"position = [1, 2]\nend_height = 3\n", "requires 'end'"},
      {"position = [1, 2]\nsize = [0, 0]\n", "the box has no size"},
      {"position = [1, 2]\nsize = [-1, 1]\n", "must be at least 0 m"},
      {"position = [1, 2]\nsize = [1, 1, 1, 1]\n", "expected a list of two or three numbers"},
      {"position = [1, 2]\nsize = 5\n", "expected a list of two or three numbers"},
      {"position = [1, 2]\nradius = 0\n", "must be more than 0 m"},
      {"position = [1, 2]\nradius = 3\ninner_radius = 3\n", "must be less than the radius"},
      {"position = [1, 2]\ninner_radius = 3\n", "requires 'radius'"},
      {"position = [1, 2]\nshape = 'sphere'\nradius = 3\nheight = 2\n",
       "this sphere reaches below the ground: its radius is 3 m, its middle 2 m above"},
      {"position = [1, 2]\nshape = 'sphere'\nradius = 3\n", "reaches below the ground"},
      {"position = [1, 2]\nplacement = 'uniform'\n", "'particles.source.placement' has no meaning"},
      {"position = [1, 2]\nradius = 3\nplacement = 'published-random'\n",
       "requires shape = \"box\""},
      {"position = [1, 2]\nstop = 5\nstart = 6\n", "is before the start of the release, 6 s"},
      {"position = [1, 2]\nstart = -1\n", "must be at least 0 s"},
      {"position = [1, 2]\nstart = 100\n",
       "case.toml:10:9: error: this release starts at 100 s, after the end of the run at 100 s"},
      {"position = [1, 2]\nrates = [[100, 1], [200, 2]]\n", "this release starts at 100 s"},
      {"path = [[100, 1, 2, 3], [200, 1, 2, 3]]\n", "this release starts at 100 s"},
      {"position = [1, 2]\nrate = 1\nmass = 1\n", "mass' and 'rate' are mutually exclusive"},
      {"position = [1, 2]\nrate = 1\nrates = [[0, 1], [1, 2]]\n", "are mutually exclusive"},
      {"position = [1, 2]\nrate = 0\n", "must be more than 0 and at most 1e+15 kg/s"},
      {"position = [1, 2]\nrates = [[0, 1], [9, 1e300]]\n", "a rate must be at most 1e15"},
      {"position = [1, 2]\nmass = '5 m'\n", "cannot turn 'm' into 'kg'"},
      {"position = [1, 2]\nrate = 1\nstop = 0\n",
       "a release at a rate requires a duration above 0"},
      {"position = [1, 2]\nrates = [[0, 1], [9, 1]]\nstop = 5\n", "are mutually exclusive"},
      {"position = [1, 2]\nrate_file = 'a'\nstart = 5\n", "are mutually exclusive"},
      {"position = [1, 2]\nrates = [[0, 1]]\n", "needs two points or more"},
      {"position = [1, 2]\nrates = []\n", "needs two points or more"},
      {"position = [1, 2]\nrates = [[0, 0], [1, 0]]\n", "are all 0"},
      {"position = [1, 2]\nrates = [[0, 1], [0, 2]]\n",
       "case.toml:10:18: error: 'particles.source.rates': times must increase from 0 on"},
      {"position = [1, 2]\nrates = [[-1, 1], [0, 2]]\n", "times must increase from 0 on"},
      {"position = [1, 2]\nrates = [[0, 1], [1, -2]]\n", "a rate must not be negative"},
      {"position = [1, 2]\nrates = [[0, 1, 2], [1, 2]]\n", "expected a list of rows [s, kg/s]"},
      {"path = [[0, 1, 2, 3]]\n", "'particles.source.path' needs two points or more"},
      {"path = [[0, 1, 2, 3], [0, 2, 3, 4]]\n", "times must increase from 0 on"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, -4]]\n", "heights above the ground"},
      {"path = [[0, 1, 2, 3], [1, 2, 3]]\n", "expected a list of rows [s, m, m, m]"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, nan]]\n", "must be a finite number"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\nposition = [1, 2]\n", "has no meaning for a source"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\ncoordinates = 'crs'\n", "path has map coordinates"},
      {"path = [[0, 1, 2, 3], [1, 2, 3, 4]]\npath_file = 'a'\n", "are mutually exclusive"},
      {"position = [1, 2]\ncoordinates = 'crs'\n", "'particles.source.coordinates' has no meaning"},
      {"position = [1, 2]\nexit_velocity = 1\n", "requires 'exit_temperature'"},
      {"position = [1, 2]\nexit_temperature = 300\n", "requires 'exit_diameter'"},
      {"position = [1, 2]\nexit_diameter = 1\n", "requires 'exit_velocity'"},
      {"position = [1, 2]\nradius = 1\nexit_velocity = 1\nexit_temperature = 300\n"
       "exit_diameter = 1\n",
       "'particles.source.exit_velocity' has no meaning"},
      {"position = [1, 2]\nexit_velocity = 1\nexit_temperature = 300\nexit_diameter = 1\n"
       "velocity = [0, 0, 0]\n",
       "'exit_velocity' are mutually exclusive"},
      {"position = [1, 2]\nvelocity = [0, 0]\n", "expected a list of three numbers in m/s"},
      {"shape = 'ground'\n", "its species is a gas"},
      {"shape = 'ground'\nmass = 1\n", "'particles.source.mass' has no meaning"},
      {"shape = 'ground'\nradius = 1\n", "this part of the ground has no position"},
      {"shape = 'ground'\nposition = [1, 2]\n", "but no radius or size"},
      {"shape = 'ground'\nposition = [1, 2]\nradius = 1\nsize = [1, 1]\n",
       "are mutually exclusive"},
      {"position = [1, 2]\nclay = 0.1\n", "'particles.source.clay' has no meaning"},
      {"shape = 'ground'\nclay = 0.3\n", "must be 0 to 0.2"},
  };
  char text[1000];
  for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
    snprintf(text, sizeof text, "%s%s%s", BASE SOURCE, lines[n][0],
             "[particles]\nduration = 100\n");
    fails_with(text, lines[n][1]);
  }
  fails_with(EARTH SOURCE "path = [[0, 47, 10, 1], [1, 97, 10, 1]]\ncoordinates = 'geographic'\n",
             "latitude and longitude must be in degrees");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\n",
             "'particles.source[1].count' is missing");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 0\n", "'particles.source[1]."
                                                                          "count' is 0, but must");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 1099511627777\n",
             "but must be 1 to 1.0995116e+12");
  fails_with(BASE "[[particles.source]]\nposition = [1, 2]\ncount = 1.5\n", "a whole number");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(all_problems_are_told_at_once) {
  const char *text = BASE SOURCE "species = 'x'\nrate = 1\nmass = 1\n" PARTICLES
                                 "turbulence = true\nseed = 0.5\n" SPECIES "diameter = 0\n";
  fails_with(text, "7:1: error: this source has no position");
  fails_with(text, "no species is called \"x\"");
  fails_with(text, "are mutually exclusive");
  fails_with(text, "requires a turbulence model");
  fails_with(text, "0.5 is not a whole number");
  fails_with(text, "must be more than 0 and at most 1 m");
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(one_mistake_gives_one_message) {
  static const char *const texts[] = {
      BASE PARTICLES
      "scheme = 'semi-implicit'\n[[particles.species]]\ndiameter = 0\ndensity = 9\n" POINT,
      BASE "[[particles.species]]\ndiameter = 'x'\ndensity = 9\n" SOURCE "shape = 'ground'\n",
      BASE "[[particles.species]]\ndiameters = [[1e-5, 1, 2]]\ndensity = 9\n" POINT,
      BASE "[[particles.species]]\ndiameter = 1e-5\ndensity = -9\n" POINT,
      BASE SOURCE "position = 5\nend = [5, 6]\n",
      BASE SOURCE "position = [5, 6]\nend = 5\n",
      BASE SOURCE "position = [5, 6]\nshape = 5\nradius = 5\n",
      BASE SOURCE "position = [5, 6]\nsize = ['x', 5]\n",
      BASE SOURCE "position = [5, 6]\nradius = -1\ninner_radius = 1\n",
      BASE SOURCE "path = [[0, 1, 2, 3], [1, 2, 3, 'x']]\n",
      BASE SOURCE "position = [5, 6]\nrates = [[0, 1], 5]\n",
      BASE "[[particles.source]]\nposition = [5, 6]\ncount = 'many'\n",
      BASE "[particles]\nsource = 5\n",
      BASE "[particles]\nsource = [5]\n",
      BASE "[particles]\nspecies = 5\n" POINT,
      BASE "[particles]\nspecies = [5]\n" POINT,
      BASE POINT "[[particles.line_of_sight]]\nposition = [5, 6]\nend = 7\n",
      BASE POINT "[particles]\nreceptor = 3\n",
      BASE POINT "[particles]\nconcentration = 3\n",
      BASE POINT "[[particles.concentration]]\n",
  };
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
    struct sm_case *c = NULL;
    int count = 0;
    ck_assert_int_eq(sm_case_parse(ctx, "case.toml", texts[n], strlen(texts[n]), NULL, false, &c),
                     SM_ERR_CASE);
    for (const char *at = sm_context_message(ctx); (at = strstr(at, ": error: ")) != NULL; at++)
      count++;
    ck_assert_msg(count == 1, "%s\n%s", sm_context_message(ctx), texts[n]);
  }
  sm_context_destroy(&ctx);
}
END_TEST

START_TEST(every_allocation_may_fail) {
  static const char text[] =
      BASE "[[particles.species]]\ndiameters = [[1e-5, 0.5], [2e-5, 0.5]]\ndensity = 2000\n" SOURCE
           "path = [[0, 1, 2, 3], [1, 2, 3, 4]]\nname = 'a'\n" POINT
           "rates = [[0, 1], [1, 2]]\n[[particles.receptor]]\nposition = [1, 2]\n"
           "[[particles.line_of_sight]]\nposition = [1, 2]\nend = [3, 4]\n";
  struct sm_case *c = NULL;
  enum sm_status status = SM_ERR_MEMORY;
  ck_assert_int_eq(sm_context_create(NULL, &ctx), SM_OK);
  for (long n = 1; status == SM_ERR_MEMORY; n++) {
    sm_context_fail_allocation(ctx, n);
    status = sm_case_parse(ctx, "c", text, sizeof text - 1, NULL, false, &c);
    ck_assert_msg((status == SM_OK) == (c != NULL), "%s", sm_context_message(ctx));
  }
  sm_context_fail_allocation(ctx, 0);
  ck_assert_ptr_nonnull(c);
  finish(&c);
}
END_TEST

TEST_MAIN(particles_need_little, without_them_nothing_is_there, all_keys_of_motion_reach_the_case,
          words_and_enumerations_are_in_one_order, turbulence_follows_its_model,
          species_are_gases_sizes_or_distributions,
          a_distribution_is_cut_into_classes_of_equal_mass, shapes_follow_from_the_keys,
          times_and_mass_follow_from_the_keys, stacks_velocities_and_ground_have_keys,
          what_is_kept_has_keys, what_does_not_fit_together_is_told, wrong_species_are_told,
          wrong_sources_are_told, all_problems_are_told_at_once, one_mistake_gives_one_message,
          every_allocation_may_fail)

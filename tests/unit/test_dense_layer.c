/* Shallow layer of a dense gas: front speed, spread, mass, slopes and walls. */
#include "particle_cases.h"

#define PLAIN                                                                                      \
  STATION "[domain]\nsize = [600, 600]\ncell_size = [5, 5, 2]\nheight = 20\nstretch = 1\n"         \
          "[roughness]\nz0 = 0.0001\n"
#define RUN "[particles]\nstep = 0.5\nturbulence = false\n"
#define CHLORINE                                                                                   \
  "[[particles.species]]\nname = 'chlorine'\n[[particles.source]]\ndense_gas = true\n"

static const double gravity = 9.80665;

/* Moments of the gas in the layer about a place: mass, kg; mean place; mean square distance. */
struct moments {
  double mass, x, y, square;
};
static struct moments moments_of(const struct cloud *s, double x0, double y0) {
  const struct sm_axis *axis = s->domain->grid.axis;
  const struct sm_layer_column *column = s->particles->set[0]->dense.column[0];
  struct moments m = {0, 0, 0, 0};
  for (int j = 0; j < axis[1].n; j++)
    for (int i = 0; i < axis[0].n; i++) {
      const double x = axis[0].centre[i], y = axis[1].centre[j];
      const double gas = column[i + j * axis[0].n].gas * axis[0].width[i] * axis[1].width[j];
      m.mass += gas;
      m.x += gas * x;
      m.y += gas * y;
      m.square += gas * ((x - x0) * (x - x0) + (y - y0) * (y - y0));
    }
  m.x /= m.mass;
  m.y /= m.mass;
  m.square /= m.mass;
  return m;
}

/* Excess of density, g (rho - rho_a) / rho_a, of the pure gas in the case. */
static double reduced_gravity(const struct cloud *s) {
  const struct sm_gas_mixture *gas = &s->particles->plan.dense.mixture;
  return gravity * (gas->molar_mass / SM_AIR_MOLAR_MASS - 1);
}

static double gas_density(const struct cloud *s) {
  const struct sm_gas_mixture *gas = &s->particles->plan.dense.mixture;
  return gas->pressure * gas->molar_mass / (SM_MIXTURE_CONSTANT * gas->air_temperature);
}

/* Runs to the end of a case in a uniform wind. */
static void run(struct cloud *s, const char *text, double wind) {
  cloud_open(s, text, 1);
  cloud_run(s, wind, 0, 0);
}

/* In calm air the square of the radius of a cloud grows by 2 Fr sqrt(g' V / pi) per second (Britter
 * 1979, Griffiths); a disc of uniform depth has a mean square distance of half of R^2. All gas
 * stays in the layer, to rounding. */
START_TEST(clouds_spread_as_the_box_model) {
  static const double until[2] = {30, 60};
  double square[2], rate = 0;
  for (int n = 0; n < 2; n++) {
    struct cloud s;
    char text[1500];
    snprintf(text, sizeof text,
             PLAIN RUN "duration = %g\n" CHLORINE
                       "position = [300, 300]\nradius = 20\nmass = 20000\ncount = 20000\n",
             until[n]);
    run(&s, text, 0);
    const struct moments m = moments_of(&s, 300, 300);
    const double volume = 20000 / gas_density(&s);
    near(m.mass, 20000, 20000 * 1e-9);
    near(m.x, 300, 0.5);
    near(m.y, 300, 0.5);
    square[n] = 2 * m.square;
    rate = 2 * 1.15 * sqrt(reduced_gravity(&s) * volume / 3.14159265358979);
    cloud_end(&s);
  }
  near((square[1] - square[0]) / (until[1] - until[0]), rate, 0.2 * rate);
}
END_TEST

/* Farthest column along x that has an excess of density, m. */
static double front_of(const struct cloud *s, int j) {
  const struct sm_axis *axis = s->domain->grid.axis;
  const struct sm_layer_column *column = s->particles->set[0]->dense.column[0];
  double front = 0;
  for (int i = 0; i < axis[0].n; i++)
    if (column[i + j * axis[0].n].gas > 0.02) front = axis[0].centre[i];
  return front;
}

/* Between two walls a constant flux q' of buoyancy makes a front of constant speed: that of a
 * gravity current with Froude number 1.15, u = Fr sqrt(g' h) and u h = q give u = (Fr^2 g' q)^(1/3)
 * (Britter and Linden 1980: 1.5 (g' q)^(1/3) at most, less with drag and mixing at the front). */
START_TEST(fronts_in_a_channel_have_their_froude_number) {
  static const double until[2] = {40, 80};
  double place[2], speed = 0;
  for (int n = 0; n < 2; n++) {
    struct cloud s;
    char text[2000];
    snprintf(text, sizeof text,
             STATION "[domain]\nsize = [600, 60]\ncell_size = [5, 5, 2]\nheight = 20\n"
                     "stretch = 1\n[roughness]\nz0 = 0.0001\n"
                     "[[buildings.box]]\ncorner = [0, 0]\nsize = [600, 10]\nheight = 12\n"
                     "[[buildings.box]]\ncorner = [0, 50]\nsize = [600, 10]\nheight = 12\n"
                     "[[buildings.box]]\ncorner = [0, 10]\nsize = [10, 40]\nheight = 12\n" RUN
                     "duration = %g\n" CHLORINE
                     "position = [30, 30]\nsize = [20, 39]\nrate = 240\nstop = 100\n"
                     "start = 0\ncount = 40000\n",
             until[n]);
    run(&s, text, 0);
    place[n] = front_of(&s, 6);
    speed = cbrt(1.15 * 1.15 * reduced_gravity(&s) * 240 / gas_density(&s) / 40);
    near(moments_of(&s, 0, 0).mass, 240 * until[n], 240 * until[n] * 2e-3);
    cloud_end(&s);
  }
  const double front = (place[1] - place[0]) / (until[1] - until[0]);
  ck_assert_msg(front > 0.7 * speed && front < 1.3 * speed, "%g instead of %g", front, speed);
}
END_TEST

/* A wall that is higher than the layer holds it; nothing gets on the roof. */
START_TEST(walls_block_the_layer) {
  struct cloud s;
  run(&s,
      PLAIN "[[buildings.box]]\ncorner = [340, 0]\nsize = [20, 600]\nheight = 12\n" RUN
            "duration = 60\n" CHLORINE
            "position = [300, 300]\nradius = 20\nmass = 20000\ncount = 20000\n",
      0);
  const struct sm_layer_column *column = s.particles->set[0]->dense.column[0];
  double before = 0, behind = 0;
  for (int j = 0; j < 120; j++)
    for (int i = 0; i < 120; i++) *(i < 68 ? &before : &behind) += column[i + j * 120].gas * 25;
  near(before, 20000, 20000 * 1e-9);
  ck_assert(behind <= 0);
  struct sm_particle_list list = cloud_list(&s);
  ck_assert_uint_eq(list.count, 20000);
  for (size_t n = 0; n < list.count; n++) ck_assert(list.place[n][0] <= 340.001);
  sm_particle_list_free(&list);
  cloud_end(&s);
}
END_TEST

/* Makes the cells below a plane that falls by 5 % along x solid. */
static void tilt(struct cloud *s) {
  const struct sm_axis *axis = s->domain->grid.axis;
  const int columns = axis[0].n * axis[1].n;
  for (int c = 0; c < columns; c++) {
    int k = 0;
    s->domain->terrain[c] = (float)(0.05 * (axis[0].face[axis[0].n] - axis[0].centre[c % 120]));
    for (; axis[2].centre[k] < (double)s->domain->terrain[c]; k++)
      s->domain->cell[c + k * columns] = SM_CELL_TERRAIN << 6;
    s->domain->cell[c + k * columns] &= (uint8_t)~SM_OPEN_DOWN;
    for (; c % axis[0].n > 0 && axis[2].centre[k] < (double)s->domain->terrain[c - 1]; k++)
      s->domain->cell[c + k * columns] &= (uint8_t)~SM_OPEN_WEST;
  }
}

/* Down a slope the cloud moves, and its particles with it; on flat ground neither. */
START_TEST(clouds_flow_down_slopes_with_their_particles) {
  for (int sloped = 0; sloped < 2; sloped++) {
    struct cloud s;
    cloud_read(&s, STATION
               "[domain]\nsize = [600, 600]\ncell_size = [5, 5, 2]\nheight = 60\nstretch = 1\n"
               "[roughness]\nz0 = 0.0001\n" RUN "duration = 40\n" CHLORINE
               "position = [250, 300]\nradius = 20\nmass = 20000\ncount = 20000\n");
    if (sloped) tilt(&s);
    good(&s, cloud_try(&s, 1, 2, 0));
    cloud_run(&s, 0, 0, 0);
    const struct moments m = moments_of(&s, 250, 300);
    struct sm_particle_list list = cloud_list(&s);
    double x = 0, square = 0;
    for (size_t n = 0; n < list.count; n++) {
      x += list.place[n][0] / (double)list.count;
      square +=
          (pow(list.place[n][0] - 250, 2) + pow(list.place[n][1] - 300, 2)) / (double)list.count;
    }
    if (sloped) ck_assert_msg(m.x > 290, "%g m", m.x);
    near(x, m.x, sloped ? 0.15 * (m.x - 250) : 1);
    near(square, m.square, 0.25 * m.square);
    sm_particle_list_free(&list);
    cloud_end(&s);
  }
}
END_TEST

/* A run of two devices, a source of two gases, a source above the ground, and particles that go
 * back are refused. */
START_TEST(what_the_layer_cannot_do_is_refused) {
  struct cloud s;
  cloud_read(&s, PLAIN RUN "duration = 10\n" CHLORINE "position = [300, 300]\ncount = 10\n");
  ck_assert_int_eq(cloud_try(&s, 2, 1, 0), SM_ERR_CASE);
  ck_assert(strstr(sm_context_message(s.ctx), "'particles.source.dense_gas'") != NULL);
  cloud_end(&s);
  cloud_read(&s, PLAIN RUN "duration = 10\n[[particles.species]]\nname = 'mist'\n" SOURCE
                           "dense_gas = true\nposition = [300, 300]\ncount = 10\n");
  ck_assert_int_eq(cloud_try(&s, 1, 1, 0), SM_ERR_CASE);
  ck_assert(strstr(sm_context_message(s.ctx), "are not known") != NULL);
  cloud_end(&s);
}
END_TEST

TEST_MAIN(clouds_spread_as_the_box_model, fronts_in_a_channel_have_their_froude_number,
          walls_block_the_layer, clouds_flow_down_slopes_with_their_particles,
          what_the_layer_cannot_do_is_refused)

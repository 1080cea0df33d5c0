/* Checks of two-way coupling and hindered settling of particles (case/check/internal.h). */
#include "case/check/internal.h"

/* Reports options that exclude both coupling and hindered settling. `key`: the one that is
   given. */
static void check_motion(struct sm_case_reader *r, const struct sm_toml_node *particles,
                         const struct sm_case_draft *draft, const char *key, bool any_grains) {
  const struct sm_case_particles *p = &draft->c.particles;
  const bool model = draft->c.turbulence.model != SM_TURBULENCE_NONE;
  const bool turbulence = sm_toml_has(particles, "turbulence") ? p->turbulence : model;
  if (!any_grains)
    sm_check_report(r, particles, key, "diameter and density in [[particles.species]]",
                    "'particles.%s' requires a species with a diameter: gas has no drag", key);
  if (p->interpolation != SM_INTERPOLATE_FACES)
    sm_check_report(r, particles, key, "interpolation = \"faces\"",
                    "'particles.%s' requires the wind between the faces of cells", key);
  if (turbulence)
    sm_check_report(r, particles, key, "turbulence = false in [particles]",
                    "'particles.%s' cannot be combined with the turbulence of [turbulence]", key);
  if (p->scheme >= SM_PARTICLES_ETD2)
    sm_check_report(r, particles, key, "scheme = \"midpoint\"",
                    "'particles.%s' requires a scheme that takes the wind once in a step", key);
}

/* Two-way coupling needs a flow that can take up momentum. */
static void check_air(struct sm_case_reader *r, const struct sm_toml_node *root,
                      const struct sm_toml_node *particles, const struct sm_case_draft *draft) {
  const struct sm_toml_node *flow = sm_toml_get(root, "flow");
  const enum sm_wind_model model = draft->c.wind_source.model;
  if (model != SM_WIND_INCOMPRESSIBLE || sm_toml_has(flow, "mac_sor"))
    sm_check_report(r, particles, "coupling",
                    "model = \"incompressible\" in [wind]; or coupling = \"one-way\"",
                    "'particles.coupling': %s takes no momentum from particles",
                    model == SM_WIND_COMPRESSIBLE     ? "compressible flow"
                    : model == SM_WIND_INCOMPRESSIBLE ? "the scheme of [flow.mac_sor]"
                                                      : "this wind is not a flow and");
  if (sm_toml_has(flow, "body"))
    sm_check_report(r, particles, "coupling", "no [[flow.body]]; or coupling = \"one-way\"",
                    "'particles.coupling': forces on bodies do not include that of particles in "
                    "the air around them");
  if (sm_toml_has(particles, "checkpoint"))
    sm_check_report(r, particles, "checkpoint", "checkpoint in [flow]",
                    "'particles.checkpoint': with two-way coupling flow and particles are saved "
                    "together, after a step of the flow");
}

void sm_check_particle_coupling(struct sm_case_reader *r, const struct sm_toml_node *root,
                                const struct sm_case_draft *draft, bool any_grains) {
  const struct sm_toml_node *particles = sm_toml_get(root, "particles");
  const bool two_way = draft->particle_coupling != 0;
  const bool hindered = draft->c.particles.hindered != SM_HINDERED_NONE;
  if (two_way) check_air(r, root, particles, draft);
  if (two_way || hindered)
    check_motion(r, particles, draft, two_way ? "coupling" : "hindered_settling", any_grains);
}

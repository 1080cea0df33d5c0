#include "limits.h"

const struct cli_run_limit cli_run_limits[] = {
    {"diagnostic", NULL,
     "Mass is conserved, momentum is not solved for: the air separates only where zones of "
     "buildings, plants or crests put it. Each time is a mean over some minutes, without gusts.",
     "theory/diagnostic.md"},
    {"diagnostic", "zones",
     "The zones of buildings are fitted to blocks in wind tunnels, in neutral air. Winds are least "
     "certain beside odd plans, at crossings of streets and low over roofs.",
     "theory/urban.md"},
    {"incompressible", NULL,
     "Eddies smaller than a few cells are modelled, not computed. One time of a turbulent flow is "
     "a sample; means (flow.mean_from) need many turnover times of its largest eddies.",
     "theory/incompressible.md"},
    {"compressible", NULL,
     "Eddies smaller than a few cells are modelled, not computed. One time of a turbulent flow is "
     "a sample; means (flow.mean_from) need many turnover times of its largest eddies.",
     "theory/compressible.md"},
    {"vortex", NULL,
     "The wind is given by a formula, not computed: only its solids are the case's.",
     "theory/wind-sources.md"},
    {"rotor", NULL,
     "The wind is given by vortex rings, not computed: only its solids are the case's.",
     "theory/wind-sources.md"},
    {"file", NULL, "The wind is that of the files it was read from, and as good as they are.",
     "theory/wind-sources.md"},
    {"", "particles",
     "Particles do not act on the wind. Concentrations count particles: of n in a box they are "
     "uncertain by one part in the root of n, and less than one particle is not seen.",
     "theory/particles.md"},
    {"prisms", NULL,
     "The error of the solution follows from the mesh; simoom check measures the mesh.",
     "prisms.md"},
    {"", NULL, "How near results of such runs came to measurements, and where they did not.",
     "validation.md"},
};
const size_t cli_run_limit_count = sizeof cli_run_limits / sizeof *cli_run_limits;

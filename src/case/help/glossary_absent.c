#include "case/help/glossary.h"

/* What people ask for and simoom has not, in alphabetical order: "No model of ... Nearest: ...". */
const struct sm_glossary_term sm_glossary_absent[] = {
    {"blast", "detonation, shock wave, BLEVE, vapour cloud explosion, overpressure, TNT",
     "No blast or detonation model. Nearest: compressible flow with heat release, which has waves "
     "of pressure; rates of fires and leaks.",
     "wind.model flow.reaction source_term", "", "theory/compressible.md theory/source-terms.md"},
    {"building information model",
     "CAD, DXF, DWG, STL, OBJ, Revit, IFC, CityGML, CityJSON, LoD2, SketchUp",
     "CAD and 3-D city models are not read. Nearest: footprints with heights, from GIS files or "
     "OpenStreetMap.",
     "buildings.file buildings.polygon", "", "data.md"},
    {"carbon footprint", "climate change, greenhouse gas inventory, CO2 budget, global warming",
     "No climate model, no inventories. Nearest: transport of a given emission.",
     "particles.source flow.scalar.source", "", "theory/particles.md"},
    {"clouds",
     "precipitation, drizzle, fog, mist, condensation, humid air, air humidity, humidity, rainout",
     "No clouds, fog or rain are predicted; humidity only as a species of a mixture. Nearest: a "
     "given rain rate, which washes particles and scalars out.",
     "rain.rate particles.species.scavenging_coefficient", "", "theory/particles.md"},
    {"conjugate heat transfer",
     "conduction, heat transfer in walls, heat island, urban energy balance, thermal radiation",
     "No conduction in walls, no radiation, no energy balance of a city. Nearest: given heat "
     "fluxes or temperatures of ground and walls.",
     "flow.boundary.heat_flux flow.boundary.temperature", "", "theory/incompressible-scalars.md"},
    {"detached-eddy simulation",
     "DES, k-omega SST, Spalart-Allmaras, Reynolds stress model, transition model",
     "Not there. Nearest: steady RANS with k-epsilon, and large-eddy simulation with wall "
     "functions.",
     "wind.model rans flow.subgrid", "", "theory/rans.md theory/subgrid-models.md"},
    {"earthquake", "landslide, avalanche, debris flow, volcano, lava, ash cloud",
     "No motion of the ground, of snow or of lava. Nearest: grains and dust in the wind.",
     "particles.species.diameter particles.source", "", "theory/particles-drag.md"},
    {"fire behaviour",
     "rate of spread, flame length, fire growth, fire perimeter, spotting, fuel moisture, crown "
     "fire, Rothermel, prescribed burn, backburn",
     "No spread of fire through vegetation. Nearest: winds for the models that compute it, and "
     "smoke and embers as particles.",
     "particles.source", "export", "export.md"},
    {"flamelet",
     "turbulent combustion model, eddy dissipation, PDF combustion, soot, pyrolysis, solid fuel, "
     "coal, wood combustion, burner, engine",
     "No turbulence-chemistry interaction, no soot, no solid or liquid fuel. Nearest: gas flames "
     "with a mechanism or a heat release.",
     "flow.reaction", "chem", "theory/reacting-flow.md chemistry.md"},
    {"flutter",
     "vibration, fluid-structure interaction, structural response, bridge, cladding pressure, snow "
     "load",
     "Bodies are rigid. Nearest: force and moment of the air on a body in a flow.", "flow.body", "",
     "theory/incompressible-solids.md"},
    {"Gaussian plume model",
     "AERMOD, CALPUFF, ADMS, ALOHA, HYSPLIT, SLAB, puff model, screening model, regulatory model",
     "Not there, and no input of these programs is read. Nearest: Lagrangian dispersion in the "
     "computed wind, and releases in winds of a library.",
     "particles weather.library", "release hazard", "theory/particles.md wind-library.md"},
    {"health index",
     "air quality index, AQI, health impact, mortality, exposure of people, population",
     "No index, no population. Nearest: concentrations and doses, areas above hazard levels.",
     "particles.receptor statistics", "hazard", "hazard.md"},
    {"indoor air",
     "ventilation, HVAC, infiltration, air exchange, fan, air conditioning, tunnel ventilation, "
     "clean room, virus, COVID",
     "No model of rooms, leaks of buildings or fans. Nearest: a flow in a box with inflow, outflow "
     "and solids.",
     "flow.boundary buildings.box", "", "theory/incompressible.md"},
    {"inputs of other programs",
     "FDS, OpenFOAM, AERMOD, ALOHA, HYSPLIT, CALPUFF, ENVI-met, PALM, MicroHH, FastEddy, Fluent, "
     "STAR-CCM",
     "Not read as cases. Nearest: cases made of the inputs of QES-Winds, QUIC and WindNinja; maps "
     "and weather in "
     "formats of GIS and NetCDF.",
     "", "convert", "compared.md from-qes.md from-windninja.md data.md"},
    {"insects", "birds, bats, bird strike, locusts, seed dispersal",
     "No animals. Nearest: grains with a settling velocity.", "particles.species.diameter", "",
     "theory/particles-drag.md"},
    {"lightning", "thunderstorm, thunder, hail, electric field",
     "No clouds and no electricity. Nearest: winds of a weather model.", "weather.model", "",
     "theory/weather.md"},
    {"moving body",
     "moving mesh, overset grid, sliding mesh, rotating blades, moving vehicle, passing train, "
     "ship motion",
     "Bodies do not move. Nearest: moving sources, and rotors as actuator disks on a path.",
     "particles.source wind.rotor", "", "theory/particles-rotor.md"},
    {"noise", "aeroacoustics, wind noise, sound level, decibel, traffic noise, rotor noise",
     "No noise prediction. Nearest: compressible flow resolves sound waves of the size of its "
     "cells.",
     "flow.compressible", "", "theory/compressible.md"},
    {"nuclear accident",
     "radioactive release, dirty bomb, fallout, gamma dose, cloud shine, ground shine, dose rate, "
     "radionuclide",
     "No doses of radiation. Nearest: masses and activities of decay chains in the air and on the "
     "ground.",
     "particles.species.daughter particles.species.deposition_velocity", "", "theory/particles.md"},
    {"sand drift", "dune, sand transport, bedload, sandstorm, sand accumulation",
     "No transport along the ground and no dunes. Nearest: dust that saltation lifts.",
     "particles.source.grain_diameter", "", "theory/particles-dust.md"},
    {"satellite image", "radar, lidar wind, remote sensing, sodar, wind profiler",
     "Images and scans are not read. Nearest: winds measured at points, in tables with many "
     "heights.",
     "weather.station.readings", "", "theory/wind-points.md theory/weather.md"},
    {"snow", "snowfall, snow drift, blowing snow, snow cover, icing, ice throw, frost",
     "No model of snow or ice. Nearest: grains with a diameter and a density, which settle and are "
     "deposited.",
     "particles.species.diameter particles.species.density", "", "theory/particles-drag.md"},
    {"spray",
     "droplets, evaporating droplets, pesticide, spray drift, sprinkler, cough, water mist, paint",
     "Droplets do not evaporate or break up. Nearest: grains with a diameter and a density.",
     "particles.species.diameter particles.species.density", "", "theory/particles-drag.md"},
    {"storm",
     "tornado, hurricane, cyclone, typhoon, downburst, microburst, derecho, squall, gust front, "
     "foehn",
     "Storms are not predicted. Nearest: winds of a weather model or of stations refined over "
     "terrain and between buildings; gust speed at probes of a flow.",
     "weather.model weather.station flow.probes", "", "theory/weather.md"},
    {"thermal comfort", "UTCI, PET, wind chill, heat stress, shade, mean radiant temperature",
     "No radiation and no human heat balance. Nearest: wind comfort and temperatures of a flow "
     "with heat.",
     "statistics.comfort flow.heat", "", "theory/statistics.md"},
    {"water",
     "flood, river, ocean, sea waves, free surface, tsunami, ship wake, two fluids, cavitation, "
     "groundwater",
     "No water: one fluid without a free surface. Nearest: an incompressible flow with another "
     "viscosity.",
     "wind.model flow.viscosity", "", "theory/incompressible.md"},
};
const size_t sm_glossary_absent_count = sizeof sm_glossary_absent / sizeof *sm_glossary_absent;

/* case/schema/prisms.c - keys of the Poisson equation on prisms. */
#include "case/schema/keys.h"

#define BOUNDARY(field) .at = offsetof(struct sm_case_poisson_boundary, field)

static const struct sm_schema_key mesh_keys[] = {
    {"file", SM_KEY_PATH, AT(c.mesh.file), .otherwise = "see section and block",
     .excludes = "section block",
     .meaning = "triangle mesh of gmsh (.msh, versions 2.2 and 4.1) or UGRID NetCDF"},
    {"section", SM_KEY_INTEGER, AT(c.mesh.section), WITHIN(1, 3), UNLESS(0, "see file"),
     .excludes = "file block",
     .meaning = "curvilinear section of Uh Zapata and Hernandez-Lopez (2017), in one of the three "
                "sizes of their table 1"},
    {"block", SM_KEY_VECTOR, AT(c.mesh.block), .count = 2, WITHIN(1, 20000), OPTIONAL("see file"),
     .excludes = "file section", WHOLE,
     .meaning = "[n, m] quadrilaterals, each split into two triangles; the boundaries are named "
                "\"south\", \"east\", \"north\" and \"west\""},
    {"size", SM_KEY_EXTENT, AT(c.mesh.size), .count = 2, .unit = "m", ABOVE(0), DEFAULT(1),
     .needs = "block", .meaning = "size of the rectangle of the block"},
    {"origin", SM_KEY_VECTOR, AT(c.mesh.origin), .count = 2, .unit = "m", ANY, DEFAULT(0),
     .needs = "block", .meaning = "[x, y] of its south-west corner"},
    {"shape", SM_KEY_WORD, AT(c.mesh.shape), WORDS("rectangle", "waves", "ring"), .needs = "block",
     .meaning = "shape of the block: the rectangle; with wavy boundaries; three quarters of the "
                "ring that section is cut from"},
    {"reorder", SM_KEY_FLAG, AT(c.mesh.reorder), DEFAULT(1),
     .meaning = "reordering of columns for memory locality; files keep the order of the mesh"},
};

const struct sm_schema_table sm_table_mesh = {
    "mesh",
    "horizontal mesh of a case on prisms, which solves the Poisson equation and has no wind",
    KEYS(mesh_keys), LINE(c.mesh.line)};

static const struct sm_schema_key prism_keys[] = {
    {"layers", SM_KEY_INTEGER, AT(c.prisms.layers), WITHIN(2, 100000), REQUIRED,
     .meaning = "number of layers between bottom and surface"},
    {"stretch", SM_KEY_NUMBER, AT(c.prisms.stretch), WITHIN(0.5, 2), DEFAULT(1),
     .meaning = "ratio of the thickness of a layer to that of the layer below; 1: uniform layers"},
    {"bottom", SM_KEY_EXPRESSION, AT(c.prisms.bottom), .unit = "m", ANY,
     .otherwise = "the node heights in the mesh file", .excludes = "bottom_map",
     .meaning = "height of the bottom, a function of x and y; linear in a triangle"},
    {"bottom_map", SM_KEY_PATH, AT(c.prisms.bottom_map), .otherwise = "see bottom",
     .meaning = "raster of bottom heights, such as a terrain, in the coordinates of the mesh"},
    {"surface", SM_KEY_EXPRESSION, AT(c.prisms.surface), .unit = "m", ANY, REQUIRED,
     .meaning = "height of the surface, a function of x and y, above the bottom"},
};

const struct sm_schema_table sm_table_prisms = {
    "prisms",
    "layers of prisms over the triangles of [mesh]",
    KEYS(prism_keys),
    LINE(c.prisms.line),
    ONLY_WITH(GIVEN("mesh", "[mesh] with file = \"coast.msh\" (simoom help mesh)")),
    REQUIRED};

static const struct sm_schema_key poisson_keys[] = {
    {"coefficient", SM_KEY_EXPRESSION, AT(c.poisson.coefficient), ABOVE(0), .otherwise = "1",
     .meaning = "Gamma in div(Gamma grad phi) = f"},
    {"source", SM_KEY_EXPRESSION, AT(c.poisson.source), ANY, .otherwise = "0",
     .meaning = "source term f"},
    {"solution", SM_KEY_EXPRESSION, AT(c.poisson.solution), ANY, .otherwise = "unknown",
     .meaning = "exact solution for the error of phi; default value at the boundaries"},
    {"solver", SM_KEY_WORD, AT(c.poisson.solver), WORDS("krylov", "jacobi", "sor", "colour-sor"),
     .meaning = "\"krylov\": BiCGSTAB with multigrid; \"jacobi\" and \"sor\": as published; "
                "\"colour-sor\": multicolour SOR"},
    {"weights", SM_KEY_WORD, AT(c.poisson.weights), WORDS("linear", "distance"),
     .meaning = "interpolation weights from prisms to a vertex: \"linear\": exact for linear "
                "fields; \"distance\": inverse distance, as published"},
    {"memory", SM_KEY_WORD, AT(c.poisson.memory), WORDS("resident", "read-only", "global"),
     ONLY_WITH(ONE_OF("solver", "jacobi")),
     .meaning = "memory access of Jacobi sweeps on a GPU: the three published versions; with "
                "\"resident\" the convergence check is on the GPU"},
    {"tolerance", SM_KEY_NUMBER, AT(c.poisson.tolerance), INSIDE(0, 1e6),
     OPTIONAL("1e-8, or 1e-6 with \"jacobi\" and the SOR solvers"),
     .meaning = "\"krylov\": 2-norm of the residual over that of the right-hand side; else: sum of "
                "the absolute changes of a sweep, as published"},
    {"max_iterations", SM_KEY_INTEGER, AT(c.poisson.max_iterations), WITHIN(1, 100000000),
     UNLESS(0, "200, or 1000000 with \"jacobi\" and the SOR solvers"),
     .meaning = "iterations after which the run ends as not converged"},
    {"omega", SM_KEY_NUMBER, AT(c.poisson.omega), INSIDE(0, 2),
     OPTIONAL("1.1 with \"sor\", 1.8 with \"colour-sor\""),
     ONLY_WITH(ONE_OF("solver", "sor colour-sor")), .meaning = "over-relaxation factor"},
};

const struct sm_schema_table sm_table_poisson = {
    "poisson",
    "Poisson equation on prisms: div(coefficient grad phi) = source",
    KEYS(poisson_keys),
    LINE(c.poisson.line),
    ONLY_WITH(GIVEN("mesh", "[mesh] with file = \"coast.msh\" (simoom help mesh)")),
    REQUIRED};

static const struct sm_schema_key boundary_keys[] = {
    {"at", SM_KEY_TEXTS, BOUNDARY(at), REQUIRED,
     .meaning = "\"bottom\", \"surface\", and names of mesh boundaries (listed by simoom check)"},
    {"value", SM_KEY_EXPRESSION, BOUNDARY(value), ANY, .excludes = "slope",
     .otherwise = "the solution", .meaning = "value of phi (Dirichlet)"},
    {"slope", SM_KEY_EXPRESSION, BOUNDARY(slope), ANY, .excludes = "value",
     .otherwise = "see value", .meaning = "derivative of phi along the outward normal (Neumann)"},
};

const struct sm_schema_table sm_table_poisson_boundary = {
    "poisson.boundary",
    "boundary condition on parts of the boundary; elsewhere phi is the solution, or 0",
    KEYS(boundary_keys), LIST_OF(sm_case_poisson_boundary, c.poisson.boundary, line)};

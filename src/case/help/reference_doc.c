#include "base/context.h"
#include "case/help/glossary.h"
#include "case/schema/schema.h"

static const char introduction[] =
    "# The case file\n"
    "\n"
    "A case file is a [TOML 1.0](https://toml.io) file, `case.toml`, with the input of a run. All\n"
    "problems in it are reported at once, with their lines. The shortest one, wind from the west\n"
    "around a house:\n"
    "\n"
    "```toml\n"
    "[domain]\n"
    "size = 200\n"
    "cell_size = 2\n"
    "\n"
    "[[buildings.box]]\n"
    "corner = [90, 90]\n"
    "size = [20, 20]\n"
    "height = 10\n"
    "\n"
    "[[weather.station]]\n"
    "speed = \"10 kt\"\n"
    "from = 270\n"
    "```\n"
    "\n"
    "A town on real terrain, with two weather stations:\n"
    "\n"
    "```toml\n"
    "[case]\n"
    "name = \"town\"\n"
    "start = 2026-05-01T12:00:00Z\n"
    "data = \"data\"\n"
    "\n"
    "[domain]\n"
    "center = [40.7608, -111.8910]   # latitude, longitude\n"
    "size = [\"1.5 km\", \"1 km\"]\n"
    "cell_size = [\"3 m\", \"1.5 m\"]     # across, and up\n"
    "margin = \"150 m\"\n"
    "\n"
    "[terrain]\n"
    "file = \"$data/ground.tif\"\n"
    "\n"
    "[buildings]\n"
    "file = \"$data/houses.geojson\"\n"
    "height = [\"height\", \"building:levels * 3.0\"]\n"
    "default_height = \"6 m\"\n"
    "\n"
    "[roughness]\n"
    "file = \"$data/land-cover.tif\"\n"
    "classes = { 10 = 1.0, 30 = \"3 cm\", 80 = 0.0002 }\n"
    "\n"
    "[[weather.station]]\n"
    "name = \"airport\"\n"
    "latitude = 40.77\n"
    "longitude = -111.90\n"
    "speed = \"10 kt\"\n"
    "from = 270\n"
    "\n"
    "[[weather.station]]\n"
    "name = \"mast\"\n"
    "position = [400, 300]\n"
    "profile = \"tower\"\n"
    "readings = [\n"
    "  { height = \"2 m\", speed = 2.1, from = 250 },\n"
    "  { height = \"10 m\", speed = 3.4, from = 255 },\n"
    "]\n"
    "\n"
    "[output]\n"
    "formats = [\"netcdf\", \"geotiff\"]\n"
    "heights = [\"10 m\", \"20 ft\"]\n"
    "```\n"
    "\n"
    "- A number with a unit may be a text with any compatible unit, `\"10 kt\"`, `\"20 ft\"`; a "
    "plain\n"
    "  number is in the unit of the tables below.\n"
    "- Wind directions are those the wind comes from, in degrees clockwise from true north.\n"
    "- File names are relative to the case file. `$data` at their start is the folder of the "
    "option\n"
    "  `--data`, else of the environment variable `SIMOOM_DATA`, else of `case.data`.\n"
    "- Dates and times without an offset are UTC.\n"
    "- Where a table allows it, a number may be an expression of the place, `\"290 + 0.01 * z\"`: "
    "x\n"
    "  and y in m from the south-west corner of the domain without margin, z from the bottom of "
    "the\n"
    "  grid. Expressions have `pi`, `+ - * / ^`, comparisons, `&&`, `||`, `a ? b : c`, and the\n"
    "  functions `sin`, `cos`, `tan` and their inverses (`asin`, `atan2` ...), `sinh` ..., `exp`,\n"
    "  `log` (natural), `log10`, `log2`, `sqrt`, `abs`, `sign`, `rint`, `min`, `max`.\n"
    "- An unknown key is an error.\n"
    "- `--set table.key=value` on the command line replaces or adds a key. The value is TOML, or "
    "else\n"
    "  a text: `--set domain.cell_size=\"2 m\"`, `--set weather.station[2].speed=3`.\n"
    "- `simoom help domain` and `simoom help domain.cell_size` show the same help, `simoom help "
    "emission`\n"
    "  finds keys by terms of the [glossary](glossary.md).\n";

static void add_key(const struct sm_schema_key *key, struct sm_text *out) {
  SM_SCOPED_BY(sm_text_free) struct sm_text range = {0};
  sm_describe_range(key, &range);
  if (range.size > 0 && key->in_domain == SM_KEY_IN_DOMAIN) sm_text_add(&range, ", ");
  sm_describe_place(key, &range);
  sm_text_add(out, "| `%s` | ", key->name);
  sm_describe_value(key, out);
  sm_text_add(out, "%s%s | ", range.size > 0 ? "; " : "", sm_text_string(&range));
  sm_describe_default(key, out);
  sm_text_add(out, " | %s%s", key->meaning, key->only_with != NULL ? "; " : "");
  sm_describe_conditions(key->only_with, out);
  sm_text_add(out, " |\n");
  out->failed = out->failed || range.failed;
}

void sm_document_case(struct sm_text *out) {
  sm_text_add(out, "%s", introduction);
  for (size_t i = 0; i < sm_schema_table_count; i++) {
    const struct sm_schema_table *table = sm_schema_tables[i];
    const char *quote = table->path[0] != '\0' ? "`" : "";
    sm_text_add(out, "\n## %s", quote);
    sm_describe_table(table, out);
    sm_text_add(out, "%s: %s%s", quote, table->meaning, table->only_with != NULL ? "; " : "");
    sm_describe_conditions(table->only_with, out);
    sm_text_add(out, "\n\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t j = 0; j < table->key_count; j++) add_key(&table->keys[j], out);
  }
}

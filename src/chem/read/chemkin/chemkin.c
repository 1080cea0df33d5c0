/* Reader of CHEMKIN-II mechanisms, with the rate forms of CHEMKIN-III. R. J. Kee, F. M. Rupley, J.
 * A. Miller: Chemkin-II, Sandia report SAND89-8009 (1989). */
#include "chem/read/internal.h"

#include "chem/read/chemkin/internal.h"
#include <string.h>

enum section { NONE, ELEMENTS, SPECIES, THERMO, REACTIONS, TRANSPORT };

struct reader {
  struct sm_mechanism_builder *b;
  struct sm_line_reader lines;
  enum section section;
  bool library; /* data file: text outside its section is ignored */
  bool lost;    /* the missing section was reported */
  bool done;    /* END of the reactions was read: later lines are usually not part of them */
  int32_t behind;
  struct sm_file_line first_behind; /* number of lines after END, and the first one */
  struct sm_name_table transported; /* species with transport data in this file */
  struct sm_chemkin_thermo thermo;
  struct sm_chemkin_reactions reactions;
  struct sm_text joined; /* joined continuation lines */
};

/* Section that starts with the word; NONE for other words. */
static enum section section_of(struct sm_token token) {
  if (sm_token_is_short(token, "ELEMENTS", 4)) return ELEMENTS;
  if (sm_token_is_short(token, "SPECIES", 4)) return SPECIES;
  if (sm_token_is_short(token, "THERMO", 4)) return THERMO;
  if (sm_token_is_short(token, "REACTIONS", 4)) return REACTIONS;
  if (sm_token_is_short(token, "TRANSPORT", 4)) return TRANSPORT;
  return NONE;
}

static enum sm_status end_section(struct reader *r) {
  const enum section section = r->section;
  r->section = NONE;
  r->done = r->done || section == REACTIONS;
  if (section == THERMO) sm_chemkin_thermo_end(&r->thermo);
  if (section != REACTIONS) return SM_OK;
  SM_TRY(sm_chemkin_reactions_end(&r->reactions));
  sm_chemkin_reactions_warn(&r->reactions);
  return SM_OK;
}

static enum sm_status read_elements(struct reader *r, struct sm_file_line place,
                                    struct sm_token rest) {
  struct sm_chemkin_slash_item item;
  while (sm_chemkin_next_item(&rest, &item)) {
    double weight = 0;
    if (item.slashed &&
        (item.open || !sm_token_number(item.values, &weight) || weight <= 0 || weight > 1000)) {
      sm_builder_problem(r->b, place, "'%.*s/%.*s' is not a weight of an element",
                         SM_TOKEN(item.name), SM_TOKEN(item.values));
      weight = 1;
    }
    if (sm_name_table_find(&r->b->element_names, item.name) >= 0)
      sm_builder_warn(r->b, place, "element %.*s is listed twice", SM_TOKEN(item.name));
    SM_TRY(sm_builder_element(r->b, place, item.name, weight));
  }
  return SM_OK;
}

static enum sm_status read_species(struct reader *r, struct sm_file_line place,
                                   struct sm_token rest) {
  struct sm_token token;
  struct sm_species *species;
  while (sm_chemkin_next_token(&rest, &token)) {
    if (memchr(token.text, '/', token.size) != NULL ||
        memchr(token.text, '=', token.size) != NULL) {
      sm_builder_problem(r->b, place, "'%.*s' is not a name of a species", SM_TOKEN(token));
      continue;
    }
    SM_TRY(sm_builder_species(r->b, place, token, &species));
    if (species == NULL)
      sm_builder_warn(r->b, place, "species %.*s is listed twice", SM_TOKEN(token));
  }
  return SM_OK;
}

/* Detects a reaction in a data section, where the REACTIONS header is missing: reports it and
 * continues in the section REACTIONS. */
static void find_reaction(struct reader *r, struct sm_file_line place, struct sm_token line) {
  if (r->section != TRANSPORT && r->section != THERMO) return;
  if (!sm_chemkin_is_reaction(line)) return;
  if (r->section == THERMO &&
      (!sm_chemkin_thermo_between(&r->thermo) || sm_chemkin_thermo_entry(&r->thermo, line)))
    return;
  sm_builder_problem(r->b, place, "a reaction among the data: REACTIONS is missing before it");
  r->section = REACTIONS;
  sm_chemkin_reactions_begin(&r->reactions, place, sm_token_of(""));
}

static enum sm_status read_line(struct reader *r, struct sm_file_line place, struct sm_token line) {
  find_reaction(r, place, line);
  switch (r->section) {
  case ELEMENTS: return read_elements(r, place, line);
  case SPECIES: return read_species(r, place, line);
  case THERMO: return sm_chemkin_thermo_line(&r->thermo, place, line);
  case REACTIONS: return sm_chemkin_reactions_line(&r->reactions, place, line);
  case TRANSPORT: return sm_chemkin_transport_line(r->b, place, line, &r->transported);
  case NONE: break;
  }
  if (r->library || r->lost) return SM_OK;
  if (r->done) { /* references and notes, ignored as in CHEMKIN */
    if (r->behind++ == 0) r->first_behind = place;
    return SM_OK;
  }
  r->lost = true;
  sm_builder_problem(r->b, place,
                     "the line belongs to no section: ELEMENTS, SPECIES, THERMO, "
                     "TRANSPORT or REACTIONS is expected");
  return SM_OK;
}

/* Reads a list of elements or species, which may end on the same line: "H2 O2 END". */
static enum sm_status read_list(struct reader *r, struct sm_file_line place, struct sm_token line) {
  const size_t size = line.size;
  const bool ends = size >= 3 && (size == 3 || sm_is_blank(line.text[size - 4])) &&
                    sm_token_is((struct sm_token){line.text + size - 3, 3}, "END");
  if (ends) line.size -= 3;
  SM_TRY(read_line(r, place, line));
  return ends ? end_section(r) : SM_OK;
}

/* True for text after the reactions that starts with "Reactions of ...": its words are not units.
 */
static bool is_text(const struct reader *r, enum section section, struct sm_token rest) {
  struct sm_rate_units units = {0};
  struct sm_token token;
  if (!r->done) return false;
  while (sm_token_next(&rest, &token))
    if (section == REACTIONS ? !sm_chemkin_unit(&units, token)
                             : !sm_token_is(token, "ALL") && !sm_token_is(token, "NASA9"))
      return true;
  return false;
}

/* Processes a line that starts or ends a section, and the rest of the line. */
static enum sm_status read_keyword(struct reader *r, struct sm_file_line place,
                                   enum section section, struct sm_token rest) {
  SM_TRY(end_section(r));
  r->section = section;
  if (section == THERMO) {
    sm_chemkin_thermo_begin(&r->thermo, place, rest);
  } else if (section == REACTIONS) {
    sm_chemkin_reactions_begin(&r->reactions, place, rest);
  } else if (section == ELEMENTS || section == SPECIES) {
    return read_list(r, place, sm_token_trim(rest)); /* SPECIES H2 O2 END */
  }
  return SM_OK;
}

static struct sm_token without_comment(struct sm_token line) {
  const char *comment = memchr(line.text, '!', line.size);
  if (comment != NULL) line.size = (size_t)(comment - line.text);
  return line;
}

static enum sm_status read_any(struct reader *r, struct sm_file_line place, struct sm_token line) {
  struct sm_token rest = line, first;
  if (!sm_token_next(&rest, &first)) return SM_OK;
  const bool inside = r->section == THERMO && !sm_chemkin_thermo_between(&r->thermo);
  const enum section section = section_of(first);
  const bool data = r->section == THERMO || r->section == TRANSPORT;
  if (!inside && (sm_token_is(first, "END") || (data && sm_token_is(first, "ENDOFDATA"))))
    return end_section(r);
  if (!inside && section != NONE && !is_text(r, section, rest))
    return read_keyword(r, place, section, rest);
  if (sm_token_is_short(first, "SITE", 4) || sm_token_is_short(first, "BULK", 4) ||
      sm_token_is_short(first, "MATERIAL", 4)) {
    if (r->section == NONE && !r->done) {
      r->lost = true;
      sm_builder_problem(r->b, place, "surfaces and bulk phases are not supported");
      return SM_OK;
    }
  }
  if (r->section == ELEMENTS || r->section == SPECIES) {
    return read_list(r, place, sm_token_trim(line));
  }
  return read_line(r, place, line);
}

/* Joins continuation lines: a reaction line ending with an ampersand continues on the next line. */
static enum sm_status join(struct reader *r, struct sm_token *line) {
  struct sm_token next;
  *line = sm_token_trim(*line);
  if (line->size == 0 || line->text[line->size - 1] != '&') return SM_OK;
  sm_text_clear(&r->joined);
  do {
    sm_text_add_bytes(&r->joined, line->text, line->size - 1);
    sm_text_add_bytes(&r->joined, " ", 1);
    if (!sm_line_reader_next(&r->lines, &next)) next = (struct sm_token){"", 0};
    *line = sm_token_trim(without_comment(next));
  } while (line->size > 0 && line->text[line->size - 1] == '&');
  sm_text_add_bytes(&r->joined, line->text, line->size);
  if (r->joined.failed) return sm_fail(r->b->ctx, SM_ERR_MEMORY, "out of memory");
  *line = sm_token_of(sm_text_string(&r->joined));
  return SM_OK;
}

/* Reads the sections of a file, which starts in `section`. */
static enum sm_status read_file(struct reader *r, const struct sm_builder_file *source,
                                enum section section) {
  struct sm_token line;
  r->section = section;
  r->lines = sm_line_reader_start(source);
  while (sm_line_reader_next(&r->lines, &line) && !sm_builder_too_many(r->b)) {
    const struct sm_file_line place = r->lines.place;
    line = without_comment(line);
    if (r->section == REACTIONS) SM_TRY(join(r, &line));
    SM_TRY(read_any(r, place, line));
  }
  const bool cut = source->size > 0 && source->text[source->size - 1] != '\n';
  if (r->section != NONE && section == NONE && cut) {
    sm_builder_strict_problem(
        r->b, r->lines.place,
        "the file breaks off in this line: neither END nor the end of the line follows");
  } else if (r->section != NONE && section == NONE) {
    sm_builder_warn(r->b, r->lines.place, "the file ends without END: it may be truncated");
  }
  if (r->behind > 0)
    sm_builder_warn(
        r->b, r->first_behind,
        "lines behind the END of the reactions are not read: %d in all, this one the first",
        (int)r->behind);
  r->behind = 0;
  return end_section(r);
}

static enum sm_status read_extra(struct reader *r, const char *path, enum section section) {
  const struct sm_builder_file *source;
  SM_TRY(sm_builder_open(r->b, path, &source));
  r->library = true;
  r->done = false;
  r->thermo.seen = r->transported = (struct sm_name_table){0};
  if (section == THERMO)
    sm_chemkin_thermo_begin(&r->thermo, (struct sm_file_line){path, 0}, sm_token_of(""));
  return read_file(r, source, section);
}

enum sm_status sm_chemkin_read(struct sm_mechanism_builder *b,
                               const struct sm_builder_file *source) {
  struct reader r = {.b = b, .thermo.b = b, .reactions.b = b};
  enum sm_status status = SM_OK;
  b->format = "CHEMKIN";
  SM_TRY_DONE(read_file(&r, source, NONE));
  if (b->files->thermo != NULL) SM_TRY_DONE(read_extra(&r, b->files->thermo, THERMO));
  if (b->files->transport != NULL) SM_TRY_DONE(read_extra(&r, b->files->transport, TRANSPORT));
done:
  sm_text_free(&r.joined);
  return status;
}

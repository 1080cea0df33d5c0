/* kmz_letters.c - letters of the legends of KMZ files. ASCII, Latin letters with their accents and
 * signs of units are drawn, Greek letters and ligatures are spelled, others become "?". */
#include "lab/facts.h"
#include "output/gis/export.h"
#include <string.h>

/* ASCII from ' ' to '~' in the usual letters of dot-matrix displays: five columns of seven pixels,
 * the lowest bit on top. */
static const uint8_t glyphs[95][5] = {
    {0, 0, 0, 0, 0},       {0, 0, 95, 0, 0},       {0, 7, 0, 7, 0},       {20, 127, 20, 127, 20},
    {36, 42, 127, 42, 18}, {35, 19, 8, 100, 98},   {54, 73, 85, 34, 80},  {0, 5, 3, 0, 0},
    {0, 28, 34, 65, 0},    {0, 65, 34, 28, 0},     {8, 42, 28, 42, 8},    {8, 8, 62, 8, 8},
    {0, 80, 48, 0, 0},     {8, 8, 8, 8, 8},        {0, 96, 96, 0, 0},     {32, 16, 8, 4, 2},
    {62, 81, 73, 69, 62},  {0, 66, 127, 64, 0},    {66, 97, 81, 73, 70},  {33, 65, 69, 75, 49},
    {24, 20, 18, 127, 16}, {39, 69, 69, 69, 57},   {60, 74, 73, 73, 48},  {1, 113, 9, 5, 3},
    {54, 73, 73, 73, 54},  {6, 73, 73, 41, 30},    {0, 54, 54, 0, 0},     {0, 86, 54, 0, 0},
    {8, 20, 34, 65, 0},    {20, 20, 20, 20, 20},   {0, 65, 34, 20, 8},    {2, 1, 81, 9, 6},
    {50, 73, 121, 65, 62}, {126, 17, 17, 17, 126}, {127, 73, 73, 73, 54}, {62, 65, 65, 65, 34},
    {127, 65, 65, 34, 28}, {127, 73, 73, 73, 65},  {127, 9, 9, 9, 1},     {62, 65, 73, 73, 122},
    {127, 8, 8, 8, 127},   {0, 65, 127, 65, 0},    {32, 64, 65, 63, 1},   {127, 8, 20, 34, 65},
    {127, 64, 64, 64, 64}, {127, 2, 12, 2, 127},   {127, 4, 8, 16, 127},  {62, 65, 65, 65, 62},
    {127, 9, 9, 9, 6},     {62, 65, 81, 33, 94},   {127, 9, 25, 41, 70},  {70, 73, 73, 73, 49},
    {1, 1, 127, 1, 1},     {63, 64, 64, 64, 63},   {31, 32, 64, 32, 31},  {63, 64, 56, 64, 63},
    {99, 20, 8, 20, 99},   {7, 8, 112, 8, 7},      {97, 81, 73, 69, 67},  {0, 127, 65, 65, 0},
    {2, 4, 8, 16, 32},     {0, 65, 65, 127, 0},    {4, 2, 1, 2, 4},       {64, 64, 64, 64, 64},
    {0, 1, 2, 4, 0},       {32, 84, 84, 84, 120},  {127, 72, 68, 68, 56}, {56, 68, 68, 68, 32},
    {56, 68, 68, 72, 127}, {56, 84, 84, 84, 24},   {8, 126, 9, 1, 2},     {12, 82, 82, 82, 62},
    {127, 8, 4, 4, 120},   {0, 68, 125, 64, 0},    {32, 64, 68, 61, 0},   {127, 16, 40, 68, 0},
    {0, 65, 127, 64, 0},   {124, 4, 24, 4, 120},   {124, 8, 4, 4, 120},   {56, 68, 68, 68, 56},
    {124, 20, 20, 20, 8},  {8, 20, 20, 24, 124},   {124, 8, 4, 4, 8},     {72, 84, 84, 84, 32},
    {4, 63, 68, 64, 32},   {60, 64, 64, 32, 124},  {28, 32, 64, 32, 28},  {60, 64, 48, 64, 60},
    {68, 40, 16, 40, 68},  {12, 80, 80, 80, 60},   {68, 100, 84, 76, 68}, {0, 8, 54, 65, 0},
    {0, 0, 127, 0, 0},     {0, 65, 54, 8, 0},      {16, 8, 8, 16, 8}};

/* Letters that reach two rows below the line. */
static const struct {
  char letter;
  uint16_t column[5];
} below[] = {{'g', {56, 324, 324, 324, 252}},
             {'j', {128, 256, 260, 253, 0}},
             {'p', {508, 68, 68, 68, 56}},
             {'q', {56, 68, 68, 68, 508}},
             {'y', {60, 320, 320, 320, 252}}};

/* Signs of units and powers. */
static const struct {
  unsigned code;
  uint8_t glyph[5];
} signs[] = {{0xB0, {6, 9, 9, 6, 0}},        {0xB2, {25, 21, 18, 0, 0}},
             {0xB3, {17, 21, 10, 0, 0}},     {0xB9, {18, 31, 16, 0, 0}},
             {0xB7, {0, 0, 8, 0, 0}},        {0xB5, {252, 64, 64, 32, 124}},
             {0x3BC, {252, 64, 64, 32, 124}}};

/* U+00C0 to U+017F: each letter and its mark; blanks are spelled. */
static const char latin[] = "A`A'A^A~A:Ao  C,E`E'E^E:I`I'I^I:D N~O`O'O^O~O:x O U`U'U^U:Y'    "
                            "a`a'a^a~a:ao  c,e`e'e^e:i`i'i^i:d n~o`o'o^o~o:/ o u`u'u^u:y'  y:"
                            "A-a-AuauA,a,C'c'C^c^C.c.CvcvDvdvD d E-e-EueuE.e.E,e,EvevG^g^Gugu"
                            "G.g.G,g,H^h^H h I~i~I-i-IuiuI,i,I.i     J^j^K,k,k L'l'L,l,LvlvL "
                            "l L l N'n'N,n,Nvnv  N n O-o-OuouO\"o\"    R'r'R,r,RvrvS's'S^s^S,s,"
                            "SvsvT,t,TvtvT t U~u~U-u-UuuuUouoU\"u\"U,u,W^w^Y^y^Y:Z'z'Z.z.Zvzvs ";

/* Marks above a letter, of two rows; those of ',' are below it. U+0300 + `after` puts it on the
 * letter before. */
static const struct {
  char name;
  uint8_t after, glyph[5];
} marks[] = {
    {'`', 0x00, {0, 1, 2, 0, 0}}, {'\'', 0x01, {0, 0, 2, 1, 0}}, {'^', 0x02, {0, 2, 1, 2, 0}},
    {'~', 0x03, {2, 1, 2, 1, 0}}, {'-', 0x04, {0, 1, 1, 1, 0}},  {'u', 0x06, {1, 2, 2, 2, 1}},
    {'.', 0x07, {0, 0, 1, 0, 0}}, {':', 0x08, {0, 1, 0, 1, 0}},  {'o', 0x0A, {0, 3, 3, 0, 0}},
    {'"', 0x0B, {0, 2, 1, 2, 1}}, {'v', 0x0C, {0, 1, 2, 1, 0}},  {',', 0x27, {0, 2, 1, 0, 0}}};

static const struct {
  unsigned code;
  const char *text;
} spellings[] = {
    {0xA0, " "},       {0xC6, "AE"},     {0xDE, "Th"},     {0xDF, "ss"},     {0xE6, "ae"},
    {0xFE, "th"},      {0x132, "IJ"},    {0x133, "ij"},    {0x149, "'n"},    {0x152, "OE"},
    {0x153, "oe"},     {0x1E9E, "SS"},   {0xBC, "1/4"},    {0xBD, "1/2"},    {0xBE, "3/4"},
    {0x391, "Alpha"},  {0x392, "Beta"},  {0x393, "Gamma"}, {0x394, "Delta"}, {0x398, "Theta"},
    {0x39B, "Lambda"}, {0x3A3, "Sigma"}, {0x3A6, "Phi"},   {0x3A8, "Psi"},   {0x3A9, "Omega"},
    {0x3B1, "alpha"},  {0x3B2, "beta"},  {0x3B3, "gamma"}, {0x3B4, "delta"}, {0x3B5, "epsilon"},
    {0x3B6, "zeta"},   {0x3B7, "eta"},   {0x3B8, "theta"}, {0x3B9, "iota"},  {0x3BA, "kappa"},
    {0x3BB, "lambda"}, {0x3BD, "nu"},    {0x3BE, "xi"},    {0x3BF, "o"},     {0x3C0, "pi"},
    {0x3C1, "rho"},    {0x3C2, "sigma"}, {0x3C3, "sigma"}, {0x3C4, "tau"},   {0x3C5, "upsilon"},
    {0x3C6, "phi"},    {0x3C7, "chi"},   {0x3C8, "psi"},   {0x3C9, "omega"}, {0x2009, " "},
    {0x202F, " "},     {0x2010, "-"},    {0x2011, "-"},    {0x2012, "-"},    {0x2013, "-"},
    {0x2014, "-"},     {0x2212, "-"},    {0x207B, "-"},    {0x2018, "'"},    {0x2019, "'"},
    {0x201A, "'"},     {0x201C, "\""},   {0x201D, "\""},   {0x201E, "\""},   {0x2026, "..."},
    {0x2030, "o/oo"},  {0x2126, "Ohm"},  {0x2248, "~"},    {0x2264, "<="},   {0x2265, ">="},
    {0x20AC, "EUR"},   {0x2070, "0"}};

/* Code point of the next character of a text in UTF-8, and its number of bytes; 0 where the bytes
 * are not UTF-8. */
static unsigned next_code(const char *text, int *bytes) {
  const unsigned char *s = (const unsigned char *)text;
  const int length = sm_utf8_length(text);
  *bytes = length > 0 ? length : 1;
  if (length <= 1) return length == 1 ? s[0] : 0;
  unsigned code = s[0] & (0x7FU >> length);
  for (int n = 1; n < length; n++) code = code << 6 | (s[n] & 0x3FU);
  return code;
}

static struct sm_kmz_letter letter_of(unsigned code) {
  struct sm_kmz_letter letter = {'?', 0};
  for (size_t n = 0; n < sizeof signs / sizeof *signs; n++)
    if (signs[n].code == code) letter.base = (char)(n + 1);
  if (code >= ' ' && code <= '~') letter.base = (char)code;
  if (code >= 0x2074 && code <= 0x2079) letter.base = (char)('0' + (code - 0x2070));
  if (code >= 0x2080 && code <= 0x2089) letter.base = (char)('0' + (code - 0x2080));
  const char *pair = code >= 0xC0 && code < 0x180 ? latin + 2 * (size_t)(code - 0xC0) : " ";
  if (*pair != ' ') letter = (struct sm_kmz_letter){pair[0], pair[1]};
  return letter;
}

/* Puts a combining accent on the letter before it; false for any other character. */
static bool add_mark(unsigned code, struct sm_kmz_letter *letter) {
  for (size_t n = 0; n < sizeof marks / sizeof *marks; n++)
    if (code == 0x300U + marks[n].after) letter->mark = marks[n].name;
  return code >= 0x300 && code < 0x370;
}

int sm_kmz_letters(const char *text, struct sm_kmz_letter *out, int most) {
  int count = 0, bytes;
  for (; *text != '\0' && count < most; text += bytes) {
    const unsigned code = next_code(text, &bytes);
    const char *spelled = NULL;
    for (size_t n = 0; n < sizeof spellings / sizeof *spellings; n++)
      if (spellings[n].code == code) spelled = spellings[n].text;
    if (count > 0 && add_mark(code, &out[count - 1])) continue;
    if (spelled == NULL) out[count++] = letter_of(code);
    for (; spelled != NULL && *spelled != '\0' && count < most; spelled++)
      out[count++] = (struct sm_kmz_letter){*spelled, 0};
  }
  return count;
}

void sm_kmz_glyph(struct sm_kmz_letter letter, uint16_t column[5]) {
  enum { TOP = SM_KMZ_ABOVE, BELOW = TOP + 7 };
  const bool is_sign = letter.base < ' ', high = strchr("acemnopqrsuvwxyzij", letter.base) == NULL;
  const uint8_t *glyph = is_sign ? signs[letter.base - 1].glyph : glyphs[letter.base - ' '];
  const bool is_dotted = letter.base == 'i' || letter.base == 'j';
  const unsigned kept = is_dotted && letter.mark != 0 && letter.mark != ',' ? ~3U : ~0U;
  for (int i = 0; i < 5; i++) column[i] = (uint16_t)((glyph[i] & kept) << TOP);
  for (size_t n = 0; n < sizeof below / sizeof *below; n++)
    for (int i = 0; i < 5 && below[n].letter == letter.base; i++)
      column[i] = (uint16_t)((below[n].column[i] & kept) << TOP);
  for (size_t n = 0; n < sizeof marks / sizeof *marks; n++) {
    if (letter.mark != marks[n].name) continue;
    const int row = letter.mark == ',' ? BELOW : high ? 0 : TOP;
    for (int i = 0; i < 5; i++) column[i] |= (uint16_t)(marks[n].glyph[i] << row);
  }
}

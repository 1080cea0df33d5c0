/* completion.c - `simoom completion`: shell completion scripts generated from the option tables. */
#define _POSIX_C_SOURCE 200809L
#include "cli/options/options.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Writes a text in single quotes for the shell; a quote in it is escaped. For zsh `:` and brackets
 * are escaped with a backslash too. */
static void put_quoted(const char *text, bool zsh) {
  for (; *text != '\0'; text++) {
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (*text == '\n')
      fputc(' ', stdout);
    else if (zsh && strchr(":[]\\", *text) != NULL)
      printf("\\%c", *text);
    else
      fputc(*text, stdout);
  }
}

/* First sentence of a help text. */
static const char *shortened(const char *help, char *out, size_t size) {
  snprintf(out, size, "%s", help);
  for (char *c = out; *c != '\0'; c++)
    if ((*c == '.' || *c == ';' || *c == ':') && (c[1] == ' ' || c[1] == '\0')) *c = '\0';
  return out;
}

#define FOR_EACH_COMMAND(c)                                                                        \
  for (const struct cli_command *const *c = cli_commands; *(c) != NULL; (c)++)
#define FOR_EACH_OPTION(command, o)                                                                \
  for (const struct cli_option *const *table = (command)->options; *table != NULL; table++)        \
    for (const struct cli_option *o = *table; (o)->name != NULL; (o)++)

/* Prints the words of "a|b|c" separated by blanks. */
static void put_words(const char *words) {
  for (; *words != '\0'; words++) fputc(*words == '|' ? ' ' : *words, stdout);
}

static void put_command_names(void) {
  FOR_EACH_COMMAND(c) printf("%s%s", c == cli_commands ? "" : " ", (*c)->name);
}

/* Allowed words of an option value, "a|b|c"; NULL: a file or any text. */
static const char *words_of(const struct cli_option *o) {
  return o->choice != NULL ? o->argument : o->words;
}

/* Whether all operands are words; else only the first one is. */
static bool all_are_words(const struct cli_command *c) { return c->operand_max > 2; }

static void put_operand_words(const struct cli_command *c) {
  for (size_t n = 0; c->word(n) != NULL; n++) printf("%s%s", n > 0 ? " " : "", c->word(n));
}

/* Prints the keys of a table, each after a blank, from its help text: "  size    extent ...". */
static enum sm_status put_keys_of(FILE *stream, struct sm_context *ctx, const char *table) {
  char *text = NULL;
  const enum sm_status status = sm_case_help(ctx, table, &text);
  const char *line = status == SM_OK ? strchr(text, '\n') : NULL;
  for (; line != NULL && (line[1] == ' ' || line[1] == '\n'); line = strchr(line + 1, '\n'))
    if (strncmp(line, "\n  ", 3) == 0 && islower((unsigned char)line[3]))
      fprintf(stream, " %s.%.*s", table, (int)strcspn(line + 3, " \n"), line + 3);
  free(text);
  return status;
}

/* Prints all keys of case files. */
static enum sm_status put_keys(FILE *stream, struct sm_context *ctx) {
  char *list = NULL, table[128];
  enum sm_status status = sm_case_help(ctx, NULL, &list);
  for (const char *line = status == SM_OK ? strstr(list, "\n  [") : NULL;
       line != NULL && status == SM_OK; line = strstr(line + 1, "\n  [")) {
    const char *const name = line + strspn(line, "\n [");
    snprintf(table, sizeof table, "%.*s", (int)strcspn(name, "]"), name);
    status = put_keys_of(stream, ctx, table);
  }
  free(list);
  return status;
}

/* Whether the value of an option is a key of a case, KEY=VALUE. */
static bool is_key(const struct cli_option *o) { return strcmp(o->name, "set") == 0; }

/* Whether the operands of a command may be keys of a case. */
static bool takes_keys(const struct cli_command *c) { return strcmp(c->name, "help") == 0; }

static void bash_operands(void) {
  fputs("      *)\n        case ${COMP_WORDS[1]}/$word in\n", stdout);
  FOR_EACH_COMMAND(c) {
    printf("          %s/-*) words='", (*c)->name);
    FOR_EACH_OPTION(*c, o) printf(" --%s", o->name);
    fputs("' ;;\n", stdout);
    if ((*c)->word == NULL) continue;
    printf("          %s/*) %swords='", (*c)->name,
           all_are_words(*c) ? "" : "[ \"$COMP_CWORD\" -ne 2 ] || ");
    put_operand_words(*c);
    fputs(takes_keys(*c) ? " '$keys ;;\n" : "' ;;\n", stdout);
  }
  fputs("        esac\n        ;;\n", stdout);
}

static void print_bash(const char *keys) {
  fputs(
      "# Completion of simoom for bash: source it, or put it where bash-completion looks.\n"
      "_simoom() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= after=\n"
      "  local keys='",
      stdout);
  fputs(keys, stdout);
  fputs("'\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words='",
        stdout);
  put_command_names();
  fputs("'\n  else\n    case ${COMP_WORDS[1]}/$before in\n", stdout);
  FOR_EACH_COMMAND(c)
  FOR_EACH_OPTION(*c, o) {
    if (o->argument == NULL) continue;
    printf("      %s/--%s", (*c)->name, o->name);
    if (o->letter != '\0') printf(" | %s/-%c", (*c)->name, o->letter);
    if (is_key(o)) {
      fputs(") words=$keys after== ;;\n", stdout);
      continue;
    }
    fputs(") words='", stdout);
    if (words_of(o) != NULL) put_words(words_of(o));
    fputs("' ;;\n", stdout);
  }
  bash_operands();
  fputs("    esac\n  fi\n"
        "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -S \"$after\" -- \"$word\")\n"
        "  [ -z \"$after\" ] || compopt -o nospace 2>/dev/null || :\n"
        "}\n"
        "complete -o default -F _simoom simoom\n",
        stdout);
}

/* Kind of the value of an option: "name:(words)" or "NAME:_files". */
static void zsh_value(const struct cli_option *o) {
  fputs(":", stdout);
  put_quoted(words_of(o) != NULL ? o->name : o->argument, true);
  if (is_key(o)) {
    fputs(":_simoom_keys", stdout);
    return;
  }
  if (words_of(o) == NULL) {
    fputs(":_files", stdout);
    return;
  }
  fputs(":(", stdout);
  put_words(words_of(o));
  fputs(")", stdout);
}

static void zsh_operands(const struct cli_command *c) {
  if (c->word != NULL) {
    printf(" '%s: :(", all_are_words(c) ? "*" : "1");
    put_operand_words(c);
    fputs(takes_keys(c) ? " '$keys')'" : ")'", stdout);
  }
  if (c->word == NULL || (c->operand_max == 2)) fputs(" '*:file:_files'", stdout);
  fputs(" ;;\n", stdout);
}

static void print_zsh(const char *keys) {
  char text[256];
  fputs("#compdef simoom\n"
        "# Completion of simoom for zsh: as the file _simoom in a folder of $fpath.\n"
        "_simoom_keys() {\n  compadd -S = -- ${=keys}\n}\n"
        "_simoom() {\n  local keys='",
        stdout);
  fputs(keys, stdout);
  fputs("'\n  local -a commands\n  commands=(\n", stdout);
  FOR_EACH_COMMAND(c) {
    printf("    '%s:", (*c)->name);
    put_quoted((*c)->summary, true);
    fputs("'\n", stdout);
  }
  fputs("  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
        "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n",
        stdout);
  FOR_EACH_COMMAND(c) {
    printf("    %s)\n      _arguments", (*c)->name);
    FOR_EACH_OPTION(*c, o) {
      const char *const often = o->list != NULL ? "\\*" : "";
      if (o->letter != '\0') printf(" %s'-%c[", often, o->letter);
      for (int form = o->letter != '\0' ? 0 : 1; form < 2; form++) {
        if (form == 1) printf(" %s'--%s%s[", often, o->name, o->argument != NULL ? "=" : "");
        put_quoted(shortened(o->help, text, sizeof text), true);
        fputs("]", stdout);
        if (o->argument != NULL) zsh_value(o);
        fputs("'", stdout);
      }
    }
    zsh_operands(*c);
  }
  fputs("  esac\n}\n_simoom \"$@\"\n", stdout);
}

static void fish_operands(const struct cli_command *c) {
  if (c->word == NULL) return;
  printf("complete -c simoom -n '__fish_seen_subcommand_from %s%s' %s-a '", c->name,
         all_are_words(c) ? "" : "; and test (count (commandline -opc)) -eq 2",
         c->operand_max == 2 ? "" : "-f ");
  put_operand_words(c);
  fputs(takes_keys(c) ? " (__simoom_keys)'\n" : "'\n", stdout);
}

static void print_fish(const char *keys) {
  char text[256];
  fputs("# Completion of simoom for fish: as simoom.fish in ~/.config/fish/completions.\n"
        "function __simoom_keys\n  printf '%s\\n'",
        stdout);
  fputs(keys, stdout);
  fputs("\nend\n", stdout);
  FOR_EACH_COMMAND(c) {
    printf("complete -c simoom -n __fish_use_subcommand -f -a %s -d '", (*c)->name);
    put_quoted((*c)->summary, false);
    fputs("'\n", stdout);
    fish_operands(*c);
    FOR_EACH_OPTION(*c, o) {
      printf("complete -c simoom -n '__fish_seen_subcommand_from %s' -l %s", (*c)->name, o->name);
      if (o->letter != '\0') printf(" -s %c", o->letter);
      if (o->argument != NULL) fputs(" -r", stdout);
      if (is_key(o)) fputs(" -f -a '(__simoom_keys)='", stdout);
      if (words_of(o) != NULL) {
        fputs(" -f -a '", stdout);
        put_words(words_of(o));
        fputs("'", stdout);
      }
      fputs(" -d '", stdout);
      put_quoted(shortened(o->help, text, sizeof text), false);
      fputs("'\n", stdout);
    }
  }
}

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const char *shell_name(size_t n) { return shells[n]; }

static int run(struct cli_session *session, const struct cli_operands *operands) {
  void (*const print[])(const char *) = {print_bash, print_zsh, print_fish};
  const int shell = cli_choice("bash|zsh|fish", operands->item[0]);
  if (shell < 0)
    return cli_session_error(session, SM_ERR_USAGE,
                             "no completion for '%s'\n  help: there is one for bash, zsh and fish",
                             operands->item[0]);
  char *keys = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&keys, &size);
  if (stream == NULL) return cli_session_error(session, SM_ERR_MEMORY, "out of memory: keys");
  const enum sm_status status = put_keys(stream, session->ctx);
  if (fclose(stream) == 0 && status == SM_OK) print[shell](keys);
  free(keys);
  return status == SM_OK ? 0 : cli_session_fail(session, status);
}

const struct cli_command cli_command_completion = {
    .name = "completion",
    .operands = "bash|zsh|fish",
    .operand_min = 1,
    .operand_max = 1,
    .summary = "complete commands, options and keys in a shell",
    .details =
        "Prints what a shell needs to complete commands, options and keys of simoom: put it\n"
        "  bash  into ~/.local/share/bash-completion/completions/simoom\n"
        "  zsh   as _simoom into a folder of $fpath\n"
        "  fish  into ~/.config/fish/completions/simoom.fish\n"
        "An installed simoom has put it there.",
    .options = {cli_common_options},
    .word = shell_name,
    .run = run,
};

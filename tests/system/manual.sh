# Pages for man and completions of shells: of every command, and such that their readers take them.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"

sh "$source_tree/scripts/write_manual.sh" "$program" share || fail "the pages cannot be written"
"$program" help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' >commands
while read -r command; do
  [ -s "share/man/man1/simoom-$command.1" ] || fail "no page of $command"
  grep -qF "simoom\\-$command (1)" share/man/man1/simoom.1 || fail "simoom(1) lacks $command"
done <commands
grep -q '^\.SH domain$' share/man/man5/simoom-case.5 || fail "simoom-case(5) lacks a table"
if command -v mandoc >tools; then
  for page in share/man/man?/*; do
    mandoc -T lint -W warning "$page" | grep -v 'missing date' >complaints
    [ ! -s complaints ] || fail "$page: $(cat complaints)"
  done
else
  echo "not checked: pages, for want of mandoc"
fi

# complete WORDS...: what bash offers for the last of them.
complete_words() {
  bash -c '. share/bash-completion/completions/simoom
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _simoom
    echo "${COMPREPLY[@]}"' bash simoom "$@"
}
[ "$(complete_words pl)" = plot ] || fail "bash does not complete a command"
[ "$(complete_words run --prec)" = --precision ] || fail "bash does not complete an option"
[ "$(complete_words run --precision '')" = "f32 f64" ] || fail "bash does not complete a choice"
[ "$(complete_words plot --scale '')" = "linear log" ] || fail "bash does not complete a value"
[ "$(complete_words chem ch)" = check ] || fail "bash does not complete an action"
[ -z "$(complete_words chem check ch)" ] || fail "bash offers actions in place of files"
[ "$(complete_words chem --thermo '')" = "" ] || fail "bash offers words in place of files"
[ "$(complete_words validate cube chan)" = "channel channel-180 channel-rans" ] || fail "bash does not complete entries"
[ "$(complete_words completion '')" = "bash zsh fish" ] || fail "bash does not complete shells"
[ -z "$(complete_words run --output '')" ] || fail "bash offers words in place of files"
[ "$(complete_words run case.toml --set domain.cell_)" = domain.cell_size= ] || fail "bash does not complete a key"
[ "$(complete_words help particles.source.pos)" = particles.source.position ] || fail "bash does not complete a key in help"
"$program" new --list | awk 'NF { print $1 }' >examples
complete_words new --from '' | tr ' ' '\n' | grep -v '^les$' >offered
cmp -s examples offered || fail "bash offers other examples than there are"
for shell in zsh fish; do
  file=share/zsh/site-functions/_simoom
  [ $shell = zsh ] || file=share/fish/vendor_completions.d/simoom.fish
  if command -v $shell >tools; then
    $shell -n $file || fail "$shell does not take $file"
  else
    echo "not checked: completion of $shell, which is not here"
  fi
done

if command -v fish >tools; then
  fish -c 'source share/fish/vendor_completions.d/simoom.fish; complete -C "simoom chem ig"' >offered
  has offered ignite
  fish -c 'source share/fish/vendor_completions.d/simoom.fish; complete -C "simoom plot --scale "' >offered
  has offered linear
  fish -c 'source share/fish/vendor_completions.d/simoom.fish; complete -C "simoom run --set domain.cell_"' >offered
  has offered domain.cell_size=
fi

run 2 completion tcsh
has stderr "no completion for 'tcsh'"
run 2 help --man domain
has stderr "there is no page on 'domain'"
finish

#!/bin/sh
# Writes the pages for man and the completions of shells below a folder, as the program makes them.
#   write_manual.sh PROGRAM SHARE
set -eu
program=$1
share=$2
mkdir -p "$share/man/man1" "$share/man/man5" "$share/bash-completion/completions" \
  "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
"$program" help --man >"$share/man/man1/simoom.1"
"$program" help --man keys >"$share/man/man5/simoom-case.5"
"$program" help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' |
  while read -r command; do
    "$program" help --man "$command" >"$share/man/man1/simoom-$command.1"
  done
"$program" completion bash >"$share/bash-completion/completions/simoom"
"$program" completion zsh >"$share/zsh/site-functions/_simoom"
"$program" completion fish >"$share/fish/vendor_completions.d/simoom.fish"

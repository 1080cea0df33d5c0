#!/bin/sh
# keep_messages.sh COMPILER ARGUMENT...: runs a compiler, and keeps what it says of an object beside
# that, as OBJECT.log: scripts/check_spills.sh reads what ptxas says of registers.
for word; do
  [ "$last" != -o ] || object=$word
  last=$word
done
"$@" 2>"$object.log"
status=$?
[ $status -eq 0 ] || cat "$object.log" >&2
exit $status

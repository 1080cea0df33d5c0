# Byte order marks, CRLF, separators and decimal commas in every text that is read.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
command -v python3 >/dev/null || skip "no Python"
last='what check_texts.py runs'
python3 "$source_tree/tests/system/check_texts.py" "$program" "$source_tree" >stdout 2>stderr ||
  fail "readers of texts"
finish

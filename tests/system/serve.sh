# Service of OGC API - Processes, as a client sees it (check_serve.py: the requirements of the standard; check_serve_edr.py: position queries), and its jobs after kills, stops and at
# limits (check_serve_jobs.py), also under many requests at a time (service_load.py). Wrong usage.
# shellcheck source=tests/system/support.sh
. "$(dirname "$0")/support.sh"
find_python json

run 2 serve
run 2 serve jobs --listen 0.0.0.0
has stderr '--listen needs --token-file'
echo short >token
run 2 serve jobs --listen 127.0.0.1 --token-file token
has stderr 'fewer than 16 characters'
run 2 serve jobs --url foo
has stderr "does not begin with https://"
run 1 serve jobs --token-file none
run 2 serve jobs --port 70000
[ ! -e jobs ] || fail "a folder of wrong usage"
echo '0123456789abcdef' >token
: >file
if "$program" version | grep -q 'libmicrohttpd'; then
  run 1 serve jobs
  has stderr 'built without libmicrohttpd'
  finish
fi
run 2 serve file
has stderr "file: error: is a file; 'simoom serve' takes the folder of its jobs"
has stderr 'simoom serve jobs'
mkdir town
: >town/case.toml
for case in town town/case.toml none.toml; do
  run 2 serve $case
  has stderr "$case: error: is a case; 'simoom serve' takes the folder of its jobs"
  has stderr "'simoom serve jobs'; without a service: 'simoom run $case'"
done
[ "$(ls town)" = case.toml ] || fail "jobs in the folder of a case"
run 1 serve jobs --listen nowhere --token-file token
has stderr 'not an address'

! has_module gis || maps=maps
for part in serve serve_edr serve_jobs; do
  timeout 500 "$python" "$source_tree/tests/system/check_$part.py" "$program" "$part" ${maps:-} >said 2>&1 || fail "check_$part.py: $(cat said)"
done
if command -v ncdump >/dev/null; then
  timeout 100 "$python" "$source_tree/tests/system/service_load.py" "$program" load --requests 40 >said 2>&1 || fail "service_load.py: $(cat said)"
fi
finish

# shellcheck shell=bash
# roots.sh - clean roots of Debian releases; sourced after common.sh. Needs root, a network, and mmdebstrap.

# need_roots: ends the script where no root can be made.
need_roots() {
  [ "$(id -u)" -eq 0 ] || die "needs root, for chroot"
  command -v mmdebstrap >/dev/null || die "needs mmdebstrap: apt-get install mmdebstrap"
}

# inside FOLDER COMMAND...: runs a command in a root, with mounts that end with it.
inside() {
  unshare --mount --fork bash -c 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
    exec chroot "$0" env -i HOME=/srv LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' "$@"
}

# inside_apt FOLDER COMMAND PACKAGE...: apt-get in a root, whose shell expands the names.
inside_apt() { inside "$1" sh -c "apt-get -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io ${*:2}"; }

# fresh_root FOLDER SUITE [MIRROR]: a new root with package lists, without a compiler. The packages of a minimal root are
# fetched once, into build/roots/SUITE.tar.
fresh_root() {
  local folder=$1 suite=$2 archive=$root/build/roots/$2.tar components=main
  [ -z "${3:-}" ] || components="main universe"
  mkdir -p "$root/build/roots"
  [ -s "$archive" ] || logged "root-$suite" mmdebstrap --variant=minbase --dpkgopt=force-unsafe-io --components="$components" \
    "$suite" "$archive" ${3:+"$3"} || die "no root of $suite"
  rm -rf "$folder"
  mkdir -p "$folder"
  tar -C "$folder" --exclude='./dev/*' -xf "$archive"
  cp /etc/resolv.conf "$folder/etc/"
  logged "root-$suite-update" inside_apt "$folder" update || die "no package lists of $suite"
  without_compiler "$folder"
}

# without_compiler FOLDER: ends the script where a root has a compiler.
without_compiler() { ! inside "$1" sh -c 'command -v cc gcc c++ clang' || die "the root $1 has a compiler"; }

# shellcheck shell=sh
# Builds the jars that the launcher needs, if they are missing or older than their sources. The launcher reads this file in a clone,
# with the clone's root as its folder; fail, jdk_tool, java and needed_java are its own.

modules=agent,demo-app,native,viewer
jars='cli/target/tt-alloc-cli.jar native/target/tt-alloc-native.jar viewer/target/tt-alloc-viewer.jar agent/target/tt-alloc-agent.jar demo-app/target/tt-alloc-demo.jar'

require_build_tools() {
  javac=$(jdk_tool javac)
  if [ -z "$javac" ] || [ ! -x "$javac" ]; then
    fail "no javac beside $java, expected a JDK $needed_java or later (not only a JRE) in JAVA_HOME or on the PATH"
  fi
  command -v mvn >/dev/null || fail 'no Maven found, expected mvn 3.8 or later on the PATH; it is needed to build'
}

# Succeeds if a source is newer than the file $1, or $1 is gone. Folders count too: their time tells of a deleted file.
sources_newer_than() {
  set -- "$1" pom.xml
  for source in */pom.xml */src/main rules/*.yaml; do
    if [ -e "$source" ]; then set -- "$@" "$source"; fi
  done
  reference=$1
  shift
  newer=$(find "$@" -newer "$reference" 2>/dev/null) || return 0
  [ -n "$newer" ]
}

# The stamp has the time at which the last successful build by this script began: a jar whose sources brought nothing new is not
# written again and stays older than they are. While a build runs, or if it died, it is there as "$stamp.new".
stamp=target/tt-alloc.built

up_to_date() {
  if [ -e "$stamp.new" ]; then return 1; fi
  for jar in $jars; do
    [ -f "$jar" ] || return 1
  done
  if [ -f "$stamp" ] && ! sources_newer_than "$stamp"; then
    return 0
  fi
  for jar in $jars; do
    if sources_newer_than "$jar"; then return 1; fi
  done
}

build() {
  if up_to_date; then return 0; fi # another call has built it meanwhile
  require_build_tools
  echo 'tt-alloc: building (the first run takes a minute or two) ...' >&2
  : >"$stamp.new"
  # shellcheck disable=SC2086 # a list of paths without blanks, relative to the root
  rm -f $jars
  MAVEN_OPTS="${MAVEN_OPTS:-} -Djansi.noreset=true" \
    mvn -B -ntp -q -DskipTests -pl "$modules" -am package >&2 </dev/null ||
    fail 'the build failed (see above)'
  for jar in $jars; do
    [ -f "$jar" ] || fail "the build did not make $jar"
  done
  mv "$stamp.new" "$stamp"
}

# One build at a time; whoever comes second waits and finds it done.
build_alone() {
  mkdir -p target
  if command -v flock >/dev/null; then
    (
      flock 9
      build
    ) 9>target/tt-alloc.lock
    return
  fi
  lock=target/tt-alloc.lock.pid # a symbolic link, because it is made and filled in one step
  until ln -s "$$" "$lock" 2>/dev/null; do
    [ -w target ] || fail "cannot write to $(pwd)/target"
    holder=$(readlink "$lock" || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
      rm -f "$lock" # it was killed while it built
    else
      sleep 1
    fi
  done
  trap 'rm -f "$lock"' EXIT
  trap 'exit 1' HUP INT TERM
  build
}

up_to_date || build_alone

# SPDX-License-Identifier: Apache-2.0
#
# What several scripts do. Sourced by them, with ROOT set.

ON_TERMINAL=''
[[ ! -t 1 ]] || ON_TERMINAL=1

# build_preset LOG PRESET TARGETS [CMAKE_OPTION...]: configures and builds the TARGETS, separated by spaces (empty: all),
# with ninja's own progress on a terminal, else into the log
build_preset() {
  local log=$1 preset=$2 targets=() options=("${@:4}")
  read -ra targets <<<"$3"
  cmake -S "$ROOT" --preset "$preset" "${options[@]}" >"$log" 2>&1 || return
  set -- cmake --build "$ROOT/build/$preset" ${targets[@]:+--target "${targets[@]}"}
  if [[ -n $ON_TERMINAL ]]; then
    : >"$log" # nobody needs to see again what went well
    "$@"
  else
    "$@" >>"$log" 2>&1
  fi
}

# log_hint LOG: where to watch, for the heading of a build that is silent
log_hint() { [[ -n $ON_TERMINAL ]] || echo "; log: $1"; }

# quiet_maven ARGUMENT...: without colours where there is no terminal; Debian's resets them at its end, whatever it is told
quiet_maven() {
  if [[ -n $ON_TERMINAL ]]; then
    mvn -q -B "$@"
  else
    mvn -q -B -Dstyle.color=never "$@" 2>&1 | sed -u 's/\x1b\[[0-9;]*m//g'
  fi
}

# range_of INDEX PARALLELISM MAX_PARALLELISM: the key groups of a subtask, as in Flink
range_of() { echo "$((($1 * $3 + $2 - 1) / $2))-$(((($1 + 1) * $3 - 1) / $2))"; }

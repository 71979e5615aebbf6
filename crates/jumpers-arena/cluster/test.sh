#!/usr/bin/env bash
# Plays a tournament as a job array on a throwaway Slurm of one machine, with two tasks that are
# stopped and queued again in the middle, merges the journals, and compares the report with that of
# the same tournament played at a stroke: they must be the same to the byte.
#
#   cluster/test.sh [ARENA]
#
# ARENA is the program; it is built if it is not given. On Debian (or Ubuntu), as root, it installs
# Slurm and Munge where they are missing. It needs neither systemd nor cgroups, writes to a temporary
# directory only, and stops all that it has started, also if it fails.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SECONDS=0
tasks=4
tournament=(
  --engine "cmd=builtin:shallow" --engine "cmd=builtin:greedy" --engine "cmd=builtin:random"
  --each "nodes=1000" --rounds 400 --openings builtin:all --seed 7
)

say() { printf '[%3d s] %s\n' "$SECONDS" "$*"; }
fail() {
  say "FAILED: $*"
  for log in "${directory:-/nonexistent}"/log/*.log; do
    if [ -s "$log" ]; then printf -- '--- %s\n' "${log##*/}" && tail -n 30 "$log"; fi
  done
  exit 1
} >&2

# Waits until a condition holds, at most so many seconds.
await() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || fail "$what has not come true"
    sleep 0.1
  done
}

[ "$(id -u)" -eq 0 ] || fail "Munge and Slurm must be started by root"

if [ $# -ge 1 ]; then
  arena=$(realpath -- "$1")
else
  say "build arena"
  manifest=$here/../Cargo.toml
  cargo build --release -p jumpers-arena --manifest-path "$manifest"
  target=$(cargo metadata --format-version 1 --no-deps --manifest-path "$manifest" |
    sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
  arena=$target/release/arena
fi
[ -x "$arena" ] || fail "$arena is no program"

missing=
for program in slurmctld slurmd sbatch munged; do
  command -v "$program" >/dev/null || missing=yes
done
if [ -n "$missing" ]; then
  say "install Slurm and Munge"
  # Their services are not started: they have no configuration, and there may be no systemd.
  policy=/usr/sbin/policy-rc.d
  if [ -e "$policy" ]; then
    policy=
  else
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  export DEBIAN_FRONTEND=noninteractive
  installed=yes
  { apt-get update -q &&
    apt-get install -qy --no-install-recommends slurmctld slurmd slurm-client munge; } \
    </dev/null >/dev/null || installed=
  [ -z "$policy" ] || rm -f "$policy"
  [ -n "$installed" ] || fail "they cannot be installed"
fi

# --- A Slurm of one node.

directory=$(mktemp -d "${TMPDIR:-/tmp}/arena-slurm.XXXXXX")
chmod 755 "$directory"
mkdir "$directory"/{state,spool,log,journals}
export SLURM_CONF=$directory/slurm.conf

# Processes of this Slurm and of its jobs: they have inherited the name of its configuration.
processes() {
  local environment pid
  for environment in /proc/[0-9]*/environ; do
    pid=${environment//[!0-9]/}
    [ "$pid" != "$$" ] && [ "$pid" != "$BASHPID" ] || continue
    if grep -qsz "^SLURM_CONF=$SLURM_CONF\$" "$environment"; then printf '%s\n' "$pid"; fi
  done
}
clean_up() {
  local pids
  say "stop Slurm"
  for signal in TERM TERM KILL; do
    mapfile -t pids < <(processes)
    [ "${#pids[@]}" -gt 0 ] || break
    kill -"$signal" "${pids[@]}" 2>/dev/null || true
    for _ in {1..30}; do
      [ -n "$(processes)" ] || break
      sleep 0.1
    done
  done
  rm -rf -- "$directory"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

free_port() {
  local port
  while :; do
    port=$((20000 + RANDOM % 10000))
    (: </dev/tcp/127.0.0.1/"$port") 2>/dev/null || break
  done
  printf '%s' "$port"
}

say "start Slurm in $directory"
host=$(uname -n)
host=${host%%.*}
head -c 1024 /dev/urandom >"$directory/munge.key"
chmod 400 "$directory/munge.key"
cat >"$SLURM_CONF" <<END
ClusterName=throwaway
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$directory/munge.socket
StateSaveLocation=$directory/state
SlurmdSpoolDir=$directory/spool
SlurmctldPidFile=$directory/slurmctld.pid
SlurmdPidFile=$directory/slurmd.pid
SlurmctldLogFile=$directory/log/slurmctld.log
SlurmdLogFile=$directory/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc)
PartitionName=all Nodes=ALL Default=YES State=UP
END
munged --foreground --force --key-file="$directory/munge.key" --socket="$directory/munge.socket" \
  --pid-file="$directory/munge.pid" --log-file="$directory/log/munge.log" \
  --seed-file="$directory/munge.seed" >/dev/null 2>&1 &
await 20 "that Munge runs" test -S "$directory/munge.socket"
slurmctld -D >"$directory/log/slurmctld-output.log" 2>&1 &
slurmd -D -N "$host" >"$directory/log/slurmd-output.log" 2>&1 &
is_idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }
await 60 "that the node is idle" is_idle

# --- The tournament, in shares.

say "submit an array of $tasks tasks"
export ARENA=$arena
job=$(sbatch --parsable --array="1-$tasks" --chdir="$directory" \
  --output="$directory/log/task-%a.log" \
  "$here/tournament.sbatch" "$directory/journals" "${tournament[@]}" --quiet)

has_played() { # TASK LINES
  local journal=$directory/journals/$1-of-$tasks.jsonl
  [ -e "$journal" ] && [ "$(wc -l <"$journal")" -ge "$2" ]
}
is_over() { [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; }
# A task that is queued again waits for two minutes, which nobody needs here.
hurry() {
  [ "$(squeue -h -j "${job}_$1" -o %T 2>/dev/null)" = PENDING ] &&
    scontrol update JobId="${job}_$1" StartTime=now 2>/dev/null
}
await 60 "that task 1 plays" has_played 1 5
await 60 "that task 2 plays" has_played 2 5
say "requeue task 1, and tell task 2 that its time is over"
scontrol requeue "${job}_1" || fail "task 1 cannot be requeued"
# The task may be gone before scancel has asked whether it was told: that is not an error here.
timeout 2 scancel --quiet --batch --signal=USR1 "${job}_2" || true
await 60 "that task 1 can start again" hurry 1
await 60 "that task 2 can start again" hurry 2
await 300 "the end of the array" is_over
for task in 1 2; do
  grep -q 'start 2$' "$directory/log/task-$task.log" || fail "task $task was not started twice"
done

say "merge the journals"
"$arena" merge "$directory/merged.jsonl" "$directory"/journals/*.jsonl || fail "no merged journal"

# --- The same at a stroke.

say "play the same at a stroke"
"$arena" run "${tournament[@]}" --quiet --concurrency "$(nproc)" \
  --journal "$directory/whole.jsonl" >/dev/null || fail "no tournament"
for format in text json; do
  for journal in merged whole; do
    "$arena" report "$directory/$journal.jsonl" --comparable --format "$format" \
      >"$directory/$journal.report" || fail "no report"
  done
  cmp "$directory/merged.report" "$directory/whole.report" || fail "the reports differ ($format)"
done
"$arena" report "$directory/merged.jsonl" --comparable | sed -n '/^Played/p; /^Ratings/,/^Crosstable/{/^|/p}'
say "ok: the reports of the merged shares and of the whole tournament are the same"

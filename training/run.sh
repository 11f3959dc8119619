#!/bin/sh
# Trains the line scorer from the data and writes its weights, and nothing else, into the project.
#
#   MIRROR=FOLDER training/run.sh DATA_FOLDER [SCRATCH_FOLDER]
#
# MIRROR holds the repositories of questions.jsonl, each as a bare OWNER+NAME/repo.
# WEIGHTS=FILE writes them elsewhere. ASKED=1 also trains on the direct questions of asked-train.jsonl.gz. QUICK=1
# takes every step on a twentieth of the cases and for a tenth of the time: the weights are of no use, but it shows
# within minutes that every step works and gives the same bytes twice.
set -eu
if [ $# -lt 1 ]; then
  echo "usage: MIRROR=FOLDER training/run.sh DATA_FOLDER [SCRATCH_FOLDER]" >&2
  exit 2
fi
: "${MIRROR:?the folder with the repositories of questions.jsonl}"
data=$(cd "$1" && pwd)
scratch=${2:-$(mktemp -d)}
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
cd "$(dirname "$0")/.."
weights=${WEIGHTS:-packages/core/pruner/weights/line-scorer.bin}
python=${PYTHON:-/usr/bin/python3}
if [ -n "${QUICK:-}" ]; then
  : "${WEIGHTS:?QUICK needs WEIGHTS, a file outside of the project}"
  cases=0/20 half=0/40 vector_passes=0.05 alone_passes=0.3 more_passes=0.2 call_passes=0.3 direct_passes=0.3
else
  cases=0/1 half=0/2 vector_passes=1 alone_passes=3 more_passes=1.6 call_passes=2.2 direct_passes=4
fi
# Sums in another order would be other weights.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
features() { npx tsx --conditions=@jeeves/source training/features.ts "${6:-$data}/$1.jsonl.gz" "$scratch/words.bin" "$scratch/$2" "$3" "$4" $5; }
network() { "$python" training/network.py "$scratch" "$@"; }
calibrate() { "$python" training/calibrate.py "$scratch" "$@"; }

npx tsx --conditions=@jeeves/source training/vocabulary.ts "$data" "$scratch"
"$python" training/vectors.py "$scratch" $vector_passes
"$python" training/pack.py "$scratch" "$scratch/words.bin"
features train train $cases 0 '' &
first=$!
features traj-train traj $cases 0 ''
features traj-train trajthin $cases 0.3 ''
features train traintask $half 0 as-task
wait $first
features train trainthin $cases 0.3 ''
"$python" training/questions.py "$MIRROR" "$scratch/how.jsonl.gz"
features how how $cases 0 '' "$scratch"
features how howthin $cases 0.3 '' "$scratch"
asked= asked_calls=
if [ -n "${ASKED:-}" ]; then
  features asked-train asked $cases 0 ''
  features asked-train askedtask $cases 0 as-task
  asked=,asked asked_calls=,asked,askedtask
fi

# Without the held-out repositories for the calibration, then with them for what is shipped: the network for code
# and a question alone beside the one for texts that a call gave. The first goes on for a while at half the rate,
# with edits, which are hardest, counted for more, and the mean of those steps is taken.
alone() {
  out=$1
  shift
  network "$out.first" "$@" --data train,trainthin$asked --decay 0.2 --passes $alone_passes
  network "$out" "$@" --data train,trainthin$asked --decay 0.2 --passes $more_passes --init "$out.first" --rate 0.0015 \
    --weigh edit=1.6 --average 0.6 --seed 12
}
# For direct questions about code the network for code and a question goes on, with the written questions.
direct() {
  out=$1 from=$2
  shift 2
  network "$out" "$@" --data train,trainthin,how,howthin --share 0.2 --init "$from" --rate 0.0008 --decay 0.2 \
    --passes $direct_passes --average 0.6 --weigh edit=0.8,needle=1,qa=5,how=10
}
call() {
  network "$@" --data train,traj,trajthin,traintask$asked_calls --sessions 5 --gather= --decay 0.2 --passes $call_passes --average 0.5 \
    --balance 0.25 --dropout 0.2 --noise 0.15 --text-noise 0.3
}
{
  alone "$scratch/held-alone.pt"
  calibrate "$scratch/held-alone.pt" "$scratch/alone.cal" train
  alone "$scratch/alone.pt" --all
  direct "$scratch/held-direct.pt" "$scratch/held-alone.pt"
  calibrate "$scratch/held-direct.pt" "$scratch/direct.cal" train,how
  direct "$scratch/direct.pt" "$scratch/alone.pt" --all
} > "$scratch/alone.log" 2>&1 &
second=$!
call "$scratch/held-call.pt"
calibrate "$scratch/held-call.pt" "$scratch/call.cal" train,traj
call "$scratch/call.pt" --all
wait $second
cat "$scratch/alone.log"
"$python" training/pack.py "$scratch" "$weights" "$scratch/call.pt" "$scratch/call.cal" "$scratch/alone.pt" "$scratch/alone.cal" \
  "$scratch/direct.pt" "$scratch/direct.cal"

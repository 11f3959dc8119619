#!/bin/sh
# Trains the line scorer from the data and writes its weights, and nothing else, into the project.
#
#   training/run.sh DATA_FOLDER [SCRATCH_FOLDER]
set -eu
if [ $# -lt 1 ]; then
  echo "usage: training/run.sh DATA_FOLDER [SCRATCH_FOLDER]" >&2
  exit 2
fi
data=$(cd "$1" && pwd)
scratch=${2:-$(mktemp -d)}
mkdir -p "$scratch"
scratch=$(cd "$scratch" && pwd)
cd "$(dirname "$0")/.."
weights=${WEIGHTS:-packages/core/pruner/weights/line-scorer.bin}
python=${PYTHON:-/usr/bin/python3}
# Sums in another order would be other weights.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
features() { npx tsx --conditions=@jeeves/source training/features.ts "$@"; }

npx tsx --conditions=@jeeves/source training/vocabulary.ts "$data" "$scratch"
"$python" training/vectors.py "$scratch"
"$python" training/pack.py "$scratch" "$scratch/words.bin"
for part in 0 1; do
  features "$data/train.jsonl.gz" "$scratch/words.bin" "$scratch/train$part" $part/2 &
done
features "$data/traj-train.jsonl.gz" "$scratch/words.bin" "$scratch/traj"
features "$data/traj-train.jsonl.gz" "$scratch/words.bin" "$scratch/trajthin" 0/1 0.3
wait
# Without the held-out repositories for the calibration, then with them for what is shipped: one network for
# texts that a call gave, and one for code and a question alone.
for of in "call train?,traj,trajthin 0.02 train?,traj" "alone train? 0.2 train?"; do
  set -- $of
  "$python" training/network.py "$scratch" "$scratch/held-$1.pt" --data "$2" --decay "$3"
  "$python" training/calibrate.py "$scratch" "$scratch/held-$1.pt" "$scratch/$1.cal" "$4"
  "$python" training/network.py "$scratch" "$scratch/$1.pt" --data "$2" --decay "$3" --all
done
"$python" training/pack.py "$scratch" "$weights" "$scratch/call.pt" "$scratch/call.cal" "$scratch/alone.pt" "$scratch/alone.cal"

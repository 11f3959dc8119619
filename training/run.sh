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
features "$data/dev.jsonl.gz" "$scratch/words.bin" "$scratch/dev"
features "$data/traj-dev.jsonl.gz" "$scratch/words.bin" "$scratch/trajdev"
# Without the held-out repositories for the calibration, then with them for what is shipped.
"$python" training/network.py "$scratch" "$scratch/network-held.pt"
"$python" training/calibrate.py "$scratch" "$scratch/network-held.pt" "$scratch/calibration.json"
"$python" training/network.py "$scratch" "$scratch/network.pt" --all --dev
"$python" training/pack.py "$scratch" "$weights" "$scratch/network.pt" "$scratch/calibration.json"

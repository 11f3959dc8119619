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
  (
    features "$data/train.jsonl.gz" "$scratch/words.bin" "$scratch/train$part" $part/2
    features "$data/train.jsonl.gz" "$scratch/words.bin" "$scratch/trainthin$part" $part/2 0.3
  ) &
done
wait
features "$data/dev.jsonl.gz" "$scratch/words.bin" "$scratch/dev"
"$python" training/network.py "$scratch" "$scratch/network.pt" --all --dev
"$python" training/pack.py "$scratch" "$weights" "$scratch/network.pt"

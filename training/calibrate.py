"""Step 6: what a score means, by family of text, fitted on repositories that the network has not seen.

    python3 training/calibrate.py FEATURES NETWORK CALIBRATION FILES

NETWORK must have been trained without `--all`. The chance of a line is the logistic of
level + slope · score + size · ln(lines) + top · best score of the text; a family with few cases stays near the curve of all. Prints how
reliable the chances are: every other held-out repository is fitted on, the others are what is printed.
FILES are the cases, `train?,traj` or
`train?`. Writes CALIBRATION for pack.py.
"""
import glob
import json
import sys

import numpy as np
import torch

from cases import HELD_OUT, load
from run_network import logits_of

EDGES = [0, 0.003, 0.01, 0.03, 0.1, 0.2, 0.4, 1]
# Held to the curve of all by so many lines' worth of evidence.
PRIOR = np.array([3.0, 30.0, 30.0, 30.0])
# Of code the kinds count alike, and what agents really read twice.
KIND_WEIGHT = {'traj-view': 2.0}

features, network, out, files = sys.argv[1:]
saved = torch.load(network)
cases = []
for path in [p for part in files.split(',') for p in sorted(glob.glob(f'{features}/{part}.json'))]:
    found, meta = load(path[:-5])
    cases += [c for c in found if c.repository in HELD_OUT]
families = [name[len('family '):] for name in meta['constants'] if name.startswith('family ')]
limit = {}
chosen = []
for c in [cases[i] for i in np.random.default_rng(5).permutation(len(cases))]:
    limit[c.kind] = limit.get(c.kind, 0) + 1
    if limit[c.kind] <= 400:
        chosen.append(c)
kinds = {k: min(400, n) for k, n in limit.items()}
repositories = sorted({c.repository for c in chosen})
rows = []  # family, fold, score, ln lines, best score, gold, weight
for c in chosen:
    at = families.index(c.family)
    z = logits_of(saved, c)
    gold = np.zeros(c.lines)
    gold[c.gold] = 1
    # Sessions without gold are few and true: the agent found nothing.
    weight = KIND_WEIGHT.get(c.kind, 1.0) * (1 / kinds[c.kind] if c.family == 'code' else 1 / 100) / np.sqrt(c.lines) * 100
    fold = repositories.index(c.repository) % 2
    block = np.stack([np.full(c.lines, at), np.full(c.lines, fold), z, np.full(c.lines, np.log(c.lines)), np.full(c.lines, z.max()), gold, np.full(c.lines, weight)], 1)
    rows.append(block)
rows = np.concatenate(rows)


def inputs(data):
    return np.stack([np.ones(len(data)), data[:, 2], data[:, 3], data[:, 4]], 1)


def fit(data, centre=None):
    x = inputs(data)
    y, weight = data[:, 5], data[:, 6]
    w = np.array([-1.0, 1.0, 0.0, 0.0]) if centre is None else centre.copy()
    prior = np.full(4, 1e-3) if centre is None else PRIOR
    middle = w.copy()
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (weight * (y - p)) - prior * (w - middle)
        curvature = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(prior)
        move = np.linalg.solve(curvature, gradient)
        w += move / max(1, np.abs(move).max())
        if np.abs(move).max() < 1e-7:
            break
    return w


def curves(data):
    whole = fit(data)
    return [fit(data[data[:, 0] == f], whole) for f in range(len(families))]


fitted = curves(rows[rows[:, 1] == 0])
print('| family | chance up to | lines | said | needed |\n| --- | --- | --- | --- | --- |')
for f, family in enumerate(families):
    data = rows[(rows[:, 0] == f) & (rows[:, 1] == 1)]
    if len(data) == 0:
        continue
    w = fitted[f]
    p = 1 / (1 + np.exp(-inputs(data) @ w))
    for low, high in zip(EDGES, EDGES[1:]):
        here = (p >= low) & (p < high)
        weight = data[here, 6]
        if here.sum() >= 60:
            print(f'| {family} | {high} | {here.sum()} | {np.average(p[here], weights=weight):.4f} | {np.average(data[here, 5], weights=weight):.4f} |')
final = curves(rows)
for family, w in zip(families, final):
    print(family, [round(float(v), 3) for v in w])
json.dump([[float(v) for v in w] for w in final], open(out, 'w'))

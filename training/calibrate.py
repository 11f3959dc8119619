"""Step 6: what a score means, by family of text, fitted on repositories that the network has not seen.

    python3 training/calibrate.py FEATURES NETWORK CALIBRATION FILES

NETWORK must have been trained without `--all`. The chance of a line is the logistic of
level + slope · score + size · ln(lines) + top · best score of the text + a weight for each column in BESIDE;
a family with few cases stays near the curve of all. Prints how reliable the chances are, and what they
recall at a quarter of the characters without and with those columns: every other held-out repository is
fitted on, the others are what is printed. FILES are the cases, `train?,traj` or `train?`. Writes CALIBRATION
for pack.py.
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
PRIOR = np.array([3.0, 30.0, 30.0, 30.0, 3.0, 3.0])
# What the network, which knows few projects, makes too little of elsewhere: the call's own words.
BESIDE = ['context', 'asked or context, relative']
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
beside = [meta['columns'].index(name) for name in BESIDE]
rows = []  # family, fold, gold, weight, case, characters, then what the curve is made of
for c in chosen:
    at = families.index(c.family)
    z = logits_of(saved, c)
    gold = np.zeros(c.lines)
    gold[c.gold] = 1
    # Sessions without gold are few and true: the agent found nothing.
    weight = KIND_WEIGHT.get(c.kind, 1.0) * (1 / kinds[c.kind] if c.family == 'code' else 1 / 100) / np.sqrt(c.lines) * 100
    fold = repositories.index(c.repository) % 2
    ones = np.ones(c.lines)
    rows.append(np.stack([
        ones * at, ones * fold, gold, ones * weight, ones * len(rows), c.sizes, ones, z, ones * np.log(c.lines), ones * z.max(),
        *(c.columns[k] / 255 for k in beside)], 1))
rows = np.concatenate(rows)


def fit(data, centre=None, prior=PRIOR):
    x, y, weight = data[:, 6:], data[:, 2], data[:, 3]
    w = np.array([-1.0, 1.0, 0.0, 0.0, 0.0, 0.0]) if centre is None else centre.copy()
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
    """Of all first, without the columns beside: those only a family's own cases can speak for."""
    whole = fit(data, prior=np.array([1e-3, 1e-3, 1e-3, 1e-3, 1e9, 1e9]))
    return [fit(data[data[:, 0] == f], whole) for f in range(len(families))]


def recall(data, score):
    """Of a quarter of each text's characters, as measure.py has it."""
    found = []
    for case in np.unique(data[:, 4]):
        here = data[:, 4] == case
        gold, sizes = data[here, 2], data[here, 5]
        if gold.sum() == 0:
            continue
        rank = np.argsort(-(1 / (1 + np.exp(-score[here]))) / np.maximum(sizes, 12), kind='stable')
        stop = np.searchsorted(np.cumsum(sizes[rank]) > 0.25 * sizes.sum(), True)
        found.append(gold[rank[:stop]].sum() / gold.sum())
    return len(found), np.mean(found)


folds = [curves(rows[rows[:, 1] == fold]) for fold in (0, 1)]
fitted = folds[0]
print('| family | chance up to | lines | said | needed |\n| --- | --- | --- | --- | --- |')
for f, family in enumerate(families):
    data = rows[(rows[:, 0] == f) & (rows[:, 1] == 1)]
    if len(data) == 0:
        continue
    p = 1 / (1 + np.exp(-data[:, 6:] @ fitted[f]))
    for low, high in zip(EDGES, EDGES[1:]):
        here = (p >= low) & (p < high)
        weight = data[here, 3]
        if here.sum() >= 60:
            print(f'| {family} | {high} | {here.sum()} | {np.average(p[here], weights=weight):.4f} | {np.average(data[here, 2], weights=weight):.4f} |')
print('\n| family | cases | recall at a quarter by score | with the columns beside |\n| --- | --- | --- | --- |')
for f, family in enumerate(families):
    of = [rows[(rows[:, 0] == f) & (rows[:, 1] == fold)] for fold in (0, 1)]
    if min(len(data) for data in of) == 0 or min(data[:, 2].sum() for data in of) == 0:
        continue
    plain = [recall(data, data[:, 7]) for data in of]
    blended = [recall(data, data[:, 6:] @ folds[1 - fold][f]) for fold, data in enumerate(of)]
    cases_of = sum(n for n, _ in plain)
    print(f'| {family} | {cases_of} | {sum(n * r for n, r in plain) / cases_of:.3f} | {sum(n * r for n, r in blended) / cases_of:.3f} |')
final = curves(rows)
for family, w in zip(families, final):
    print(family, [round(float(v), 3) for v in w])
json.dump([[float(v) for v in w] for w in final], open(out, 'w'))

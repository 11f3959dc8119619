"""Step 2: word vectors under which a question's words lie near the words of the code it is about.

    python3 training/vectors.py OUT_FOLDER

First from counts: which words of sentences stand with which words of code more often than chance (PPMI),
brought to a few dimensions (SVD). Then by late interaction: each word of a sentence takes its nearest word
of the code, weighted by how much the word tells, and a batch's other codes are the wrong answers.
"""
import json
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

SIZE, BATCH, SEED = 64, 64, 7
PASSES = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
# Nearness below NEAR is chance; above it counts from 0 to 1. The engine does the same, see matches.ts.
NEAR = 0.6
out = sys.argv[1]
torch.manual_seed(SEED)
torch.set_num_threads(1)  # two that wait for each other are slower on a busy machine
rng = np.random.default_rng(SEED)
vocabulary = json.load(open(f'{out}/vocabulary.json'))
words = len(vocabulary['words'])
names = vocabulary['words']
start = time.time()


def ragged(path, heads):
    flat = np.fromfile(path, np.int32)
    rows, at = [], 0
    while at < len(flat):
        sizes = flat[at:at + heads]
        at += heads
        row = []
        for n in sizes:
            row.append(flat[at:at + n])
            at += n
        rows.append(row)
    return rows


pairs = ragged(f'{out}/pairs.i32', 2)
pairs = [(l[l < words], r[r < words]) for l, r in pairs]
pairs = [(l, r) for l, r in pairs if len(l) > 0 and len(r) > 1]
held = pairs[::70]
rest = [p for i, p in enumerate(pairs) if i % 70]

# Counts. A word of the sentence beside a word of the code, and, at less weight, words of one code.
counts = np.zeros((words, words), np.float32)
seen = np.zeros(words)
for l, r in rest:
    w = 1 / np.sqrt(len(r))
    counts[np.ix_(l, r)] += w
    some = r[:24]
    counts[np.ix_(some, some)] += 0.15 * w
    seen[r] += 1
counts += counts.T
np.fill_diagonal(counts, 0)
total = counts.sum()
rows = counts.sum(1)
smoothed = rows ** 0.75
smoothed *= total / smoothed.sum()
ppmi = np.log(np.maximum(counts * total / np.maximum(rows[:, None] * smoothed[None, :], 1e-9), 1e-9)) - 0.3
# Few sightings are little evidence.
ppmi = np.maximum(ppmi, 0) * (counts / (counts + 1.0))
ppmi = (ppmi + ppmi.T) / 2
matrix = torch.from_numpy(ppmi)
u, s, v = torch.svd_lowrank(matrix, q=SIZE + 16, niter=3)
base = (u[:, :SIZE] * s[:SIZE].sqrt()).numpy()
print('counted', round(time.time() - start), 's', s[:4].numpy(), s[SIZE - 1].item(), flush=True)


def nearest(table, telling=None):
    for probe in ('timeout', 'escap', 'remov', 'fail', 'duplicat', 'fast', 'error', 'retri', 'upload', 'quot', 'color', 'cach'):
        if probe in names:
            s = table @ table[names.index(probe)]
            tell = '' if telling is None else round(float(telling[names.index(probe)]), 2)
            print(probe, tell, [(names[j], round(float(s[j]), 2)) for j in np.argsort(-s)[1:8]])


unit = base + 1e-4 * rng.standard_normal(base.shape)
unit /= np.linalg.norm(unit, axis=1, keepdims=True)
nearest(unit)
own = torch.nn.Embedding(words, SIZE, sparse=True)
own.weight.data = torch.from_numpy(unit.astype(np.float32))
idf = np.log((len(rest) + 1) / (seen + 1))
tells = torch.nn.Embedding(words, 1, sparse=True)
tells.weight.data[:, 0] = torch.tensor(idf / 6 - 0.5, dtype=torch.float32)
scale = torch.nn.Parameter(torch.tensor(1.0))
sparse = torch.optim.SparseAdam([*own.parameters(), *tells.parameters()], lr=1e-3)
dense = torch.optim.Adam([scale], lr=3e-3)


def padded(rows, at):
    width = max(len(r) for r in rows)
    index = np.zeros((len(rows), width), np.int64)
    mask = np.zeros((len(rows), width), np.float32)
    for i, r in enumerate(rows):
        index[i, :len(r)] = at[r]
        mask[i, :len(r)] = 1
    return torch.from_numpy(index), torch.from_numpy(mask)


def scores(batch, most, exact=False):
    lefts = [l if len(l) <= 16 else rng.choice(l, 16, replace=False) for l, _ in batch]
    rights = [r if len(r) <= most else rng.choice(r, most, replace=False) for _, r in batch]
    unique = np.unique(np.concatenate(lefts + rights))
    at = np.zeros(words, np.int64)
    at[unique] = np.arange(len(unique))
    ids = torch.from_numpy(unique.astype(np.int64))
    table = F.normalize(own(ids), dim=1)
    q, qmask = padded(lefts, at)
    c, cmask = padded(rights, at)
    weight = F.softplus(tells(ids)).squeeze(1)[q] * qmask
    asked = table[q.reshape(-1)]
    code = (table[c.reshape(-1)] * cmask.reshape(-1, 1)).T.contiguous()
    near = torch.relu(asked @ code - (0.999 if exact else NEAR)) / (0.001 if exact else 1 - NEAR)
    best = near.reshape(len(asked), len(batch), -1).max(2).values.reshape(q.shape[0], q.shape[1], -1)
    return (best * weight.unsqueeze(2)).sum(1) / weight.sum(1, keepdim=True).sqrt() * scale.exp() * 2


def accuracy(exact=False):
    with torch.no_grad():
        hits = []
        for i in range(0, len(held) - BATCH + 1, BATCH):
            s = scores(held[i:i + BATCH], 64, exact)
            hits.append((s.argmax(1) == torch.arange(BATCH)).float().mean().item())
    return round(float(np.mean(hits)), 4)


print('same words only', accuracy(True), 'counted vectors', accuracy(), flush=True)
steps = int(PASSES * (len(rest) // BATCH))
step = 0
while step < steps:
    order = rng.permutation(len(rest))
    for i in range(0, len(rest) - BATCH + 1, BATCH):
        sparse.param_groups[0]['lr'] = 1.5e-3 * min(1, (step + 1) / 100) * (1 - step / steps) + 1e-6
        s = scores([rest[j] for j in order[i:i + BATCH]], 24)
        loss = F.cross_entropy(s, torch.arange(BATCH))
        sparse.zero_grad(), dense.zero_grad()
        loss.backward()
        sparse.step(), dense.step()
        step += 1
        if step % 400 == 0:
            print(step, '/', steps, round(loss.item(), 3), accuracy(), round(time.time() - start), flush=True)
        if step >= steps:
            break
print('learned', accuracy(), 'same words only', accuracy(True), round(time.time() - start), flush=True)

with torch.no_grad():
    table = F.normalize(own.weight, dim=1)
    telling = F.softplus(tells.weight[:, 0]).numpy()
nearest(table.numpy(), telling)

unknown = float(np.quantile(telling, 0.75))
np.savez(f'{out}/vectors.npz', own=table.numpy(), tells=np.append(telling, unknown))

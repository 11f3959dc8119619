"""The training cases as step 3 wrote them, and batches of them."""
import json

import numpy as np
import torch

KINDS = ['edit', 'needle', 'qa']
# Watched while training, and used to choose between ways; the last training takes them in.
HELD_OUT = {
    'sympy/sympy', 'astropy/astropy', 'sharkdp/bat', 'tokio-rs/axum', 'junit-team/junit4', 'trpc/trpc',
    'encode/httpx', 'yvgude/lean-ctx',
}


class Case:
    def __init__(self, kind, repository, gold, sizes, columns):
        self.kind, self.repository = KINDS[kind], repository
        self.gold = gold  # lines, from 0
        self.sizes = sizes  # characters of each line
        self.columns = columns  # columns × lines, on disk
        self.lines = columns.shape[1]


def load(prefix):
    meta = json.load(open(f'{prefix}.json'))
    width = meta['columns']
    columns = np.memmap(f'{prefix}.f16', np.float16, 'r')
    index = np.fromfile(f'{prefix}.i32', np.int32)
    sizes = np.fromfile(f'{prefix}.len', np.int32)
    cases, at, cell, line = [], 0, 0, 0
    while at < len(index):
        lines, kind, repository, _, golds = index[at:at + 5]
        gold = index[at + 5:at + 5 + golds] - 1
        at += 5 + golds
        here = columns[cell:cell + lines * width].reshape(width, lines)
        if golds > 0:
            cases.append(Case(kind, meta['repositories'][repository], gold, sizes[line:line + lines], here))
        cell += lines * width
        line += lines
    return cases, meta


class Batches:
    """Brings columns to mean 0 and spread 1; the shipped network has this folded into its first layer."""

    def __init__(self, cases, dropped, rng):
        some = [cases[i] for i in rng.choice(len(cases), min(600, len(cases)), replace=False)]
        sample = np.concatenate([case.columns[:, ::7] for case in some], 1).astype(np.float32)
        self.mean = torch.tensor(sample.mean(1))
        self.spread = torch.tensor(np.maximum(sample.std(1), 0.02))
        self.shown = np.ones(len(sample), np.float32)
        for span in filter(None, dropped.split(',')):
            first, _, last = span.partition('-')
            self.shown[int(first):int(last or first) + 1] = 0
        self.rng = rng

    def of(self, cases, crop=0, noise=False):
        """Columns, mask and target; a crop of a longer text has gold in it."""
        spans = [self.span(case, crop) for case in cases]
        longest = max(b - a for a, b in spans)
        width = len(self.shown)
        x = np.zeros((len(cases), width, longest), np.float32)
        mask = np.zeros((len(cases), 1, longest), np.float32)
        target = np.zeros((len(cases), longest), np.float32)
        for i, ((a, b), case) in enumerate(zip(spans, cases)):
            x[i, :, :b - a] = case.columns[:, a:b]
            mask[i, 0, :b - a] = 1
            inside = case.gold[(case.gold >= a) & (case.gold < b)] - a
            target[i, inside] = 1 / len(inside)
        mask = torch.from_numpy(mask)
        x = (torch.from_numpy(x) - self.mean[None, :, None]) / self.spread[None, :, None]
        x = x * torch.from_numpy(self.shown)[None, :, None]
        if noise:
            x = x * (torch.rand(len(cases), width, 1) > 0.08) + torch.randn_like(x) * 0.05
        return x * mask, mask, torch.from_numpy(target)

    def span(self, case, crop):
        if not crop or case.lines <= crop:
            return 0, case.lines
        anchor = int(self.rng.choice(case.gold))
        start = int(np.clip(anchor - self.rng.integers(0, crop), 0, case.lines - crop))
        return start, start + crop

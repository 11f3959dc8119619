"""The training cases as step 3 wrote them, and batches of them."""
import json

import numpy as np
import torch

# Watched while training, and used to choose between ways; the last training takes them in.
HELD_OUT = {
    'sympy/sympy', 'astropy/astropy', 'sharkdp/bat', 'tokio-rs/axum', 'junit-team/junit4', 'trpc/trpc',
    'encode/httpx', 'yvgude/lean-ctx',
    # Of the written questions (questions.jsonl).
    'App-vNext/Polly', 'InsertKoinIO/koin', 'celery/celery', 'google/gson', 'guzzle/guzzle', 'jqlang/jq', 'nestjs/nest',
    'rack/rack', 'socketio/socket.io', 'vapor/vapor',
    # Projects of recorded sessions.
    'django/django', 'shaheislam/dotfiles', 'theexperiencecompany/gaia', 'codyborders/yinshi',
    'chikachow/cyspbot', 'entireio/auth-go', 'polecatspeaks/StarCar', 'mholtzscher/pi-herdr-subagents',
    'Ri5ha6h/tan-mapper-app', 'punt-labs/langlearn-tts', 'The-Best-Codes/bestcodes.dev',
}


class Case:
    def __init__(self, kind, repository, family, gold, sizes, units, columns, constants):
        self.kind, self.repository, self.family = kind, repository, family
        self.gold = gold  # lines, from 0
        self.sizes = sizes  # characters of each line
        self.units = units  # the definition that each line stands in
        self.columns = columns  # columns × lines, 0…255, on disk
        self.constants = constants  # one value for the whole text
        self.lines = columns.shape[1]


def load(prefix):
    meta = json.load(open(f'{prefix}.json'))
    width, constants = len(meta['columns']), len(meta['constants'])
    columns = np.memmap(f'{prefix}.u8', np.uint8, 'r')
    index = np.fromfile(f'{prefix}.i32', np.int32)
    sizes = np.fromfile(f'{prefix}.len', np.int32)
    units = np.fromfile(f'{prefix}.unit', np.int32)
    cases, at, cell, line = [], 0, 0, 0
    while at < len(index):
        lines, kind, repository, family, _, golds = index[at:at + 6]
        gold = index[at + 6:at + 6 + golds] - 1
        at += 6 + golds
        here = columns[cell:cell + lines * width].reshape(width, lines)
        cell += lines * width
        if lines > 0:
            cases.append(Case(
                meta['kinds'][kind], meta['repositories'][repository], meta['families'][family], gold,
                sizes[line:line + lines], units[line:line + lines], here, columns[cell:cell + constants]))
        cell += constants
        line += lines
    return cases, meta


class Batches:
    """Brings columns to mean 0 and spread 1; the shipped network has this folded into its first layer."""

    def __init__(self, cases, meta, dropped, rng):
        some = [cases[i] for i in rng.choice(len(cases), min(1000, len(cases)), replace=False)]
        sample = np.concatenate([case.columns[:, ::7] for case in some], 1).astype(np.float32) / 255
        whole = np.stack([case.constants for case in some], 1).astype(np.float32) / 255
        self.mean = torch.tensor(np.concatenate([sample.mean(1), whole.mean(1)]))
        self.spread = torch.tensor(np.maximum(np.concatenate([sample.std(1), whole.std(1)]), 0.02))
        names = meta['columns'] + meta['constants']
        self.shown = torch.ones(len(names))
        for name in filter(None, dropped.split(';')):
            self.shown[names.index(name)] = 0
        # A text's family is never in doubt.
        self.certain = torch.tensor([name.startswith('family ') for name in names])
        # Known of some sessions and not of others.
        self.task = torch.tensor(['task' in name for name in names])
        self.rng = rng

    def of(self, cases, crop=0, noise=None):
        """Columns, where each line belongs, mask and gold; a crop of a longer text has gold in it."""
        spans = [self.span(case, crop) for case in cases]
        longest = max(b - a for a, b in spans)
        lines = cases[0].columns.shape[0]
        width = len(self.shown)
        x = np.zeros((len(cases), longest, width), np.float32)
        mask = np.zeros((len(cases), longest, 1), np.float32)
        gold = np.zeros((len(cases), longest), np.float32)
        units = np.zeros((len(cases), longest), np.int64)
        for i, ((a, b), case) in enumerate(zip(spans, cases)):
            x[i, :b - a, :lines] = case.columns[:, a:b].T
            x[i, :b - a, lines:] = case.constants
            units[i, :b - a] = case.units[a:b] - case.units[a:b].min()
            mask[i, :b - a] = 1
            gold[i, case.gold[(case.gold >= a) & (case.gold < b)] - a] = 1
        mask = torch.from_numpy(mask)
        x = torch.from_numpy(x)
        if noise is not None:
            x[torch.rand(len(cases)) < noise[2]] *= (~self.task).float()
        x = x.mul_(self.shown / self.spread / 255).sub_(self.shown * self.mean / self.spread)
        if noise is not None:
            # Each column of the lines, and of the text, is left out of some cases.
            share = torch.tensor([noise[0]] * lines + [noise[1]] * (width - lines))
            x = x.mul_(((torch.rand(len(cases), 1, width) >= share) | self.certain).float())
        return x.mul_(mask), torch.from_numpy(units), mask, torch.from_numpy(gold)

    def span(self, case, crop):
        if not crop or case.lines <= crop:
            return 0, case.lines
        if len(case.gold) == 0:
            start = int(self.rng.integers(0, case.lines - crop + 1))
            return start, start + crop
        anchor = int(self.rng.choice(case.gold))
        start = int(np.clip(anchor - self.rng.integers(0, crop), 0, case.lines - crop))
        return start, start + crop

"""How good a network is, before the engine's own rules: loss, recall within a budget, adaptive recall."""
import numpy as np
import torch

from cases import KINDS

SHARES = (0.25, 0.125)


def probabilities(model, cases, batches):
    found = [None] * len(cases)
    order = sorted(range(len(cases)), key=lambda i: cases[i].lines)
    with torch.no_grad():
        for i in range(0, len(order), 8):
            group = order[i:i + 8]
            x, mask, _ = batches.of([cases[j] for j in group])
            logits = model(x, mask)
            for row, j in enumerate(group):
                found[j] = torch.softmax(logits[row, :cases[j].lines], 0).numpy().astype(np.float64)
    return found


def report(name, model, cases, batches):
    losses, recall, worth, gain, cost = {}, {}, [], [], []
    for case, p in zip(cases, probabilities(model, cases, batches)):
        # As for a text of 400 lines, so that long ones do not count for more.
        loss = -np.log(p[case.gold] + 1e-12).mean() - np.log(case.lines / 400)
        losses.setdefault(case.kind, []).append(loss)
        p = np.convolve(p, [0.25, 0.5, 0.25], 'same')
        total = case.sizes.sum()
        here = p / np.sqrt(np.maximum(case.sizes, 12))
        rank = np.argsort(-here, kind='stable')
        spent = np.cumsum(case.sizes[rank])
        gold = np.zeros(case.lines)
        gold[case.gold] = 1 / len(case.gold)
        for share in SHARES:
            stop = np.searchsorted(spent > share * total, True)
            recall.setdefault((share, case.kind), []).append(gold[rank[:stop]].sum())
        worth.append(here * np.sqrt(total * case.lines))
        gain.append(gold)
        cost.append(case.sizes / total)
    order = np.argsort(-np.concatenate(worth))
    gained = np.cumsum(np.concatenate(gain)[order]) / len(cases)
    paid = np.cumsum(np.concatenate(cost)[order]) / len(cases)
    kinds = [k for k in KINDS if k in losses]
    row = [f'{share}: ' + ' '.join(f'{np.mean(recall[(share, k)]):.3f}' for k in kinds) for share in SHARES]
    row.append('loss: ' + ' '.join(f'{np.mean(losses[k]):.3f}' for k in kinds))
    row.append('adaptive: ' + ' '.join(f'{t}→{gained[np.searchsorted(paid, t)]:.3f}' for t in (0.25, 0.35)))
    print(name, *row, sep=' | ', flush=True)

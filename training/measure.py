"""How good a network is, before the engine's own rules: loss and recall within a budget, by kind."""
import numpy as np
import torch

SHARES = (0.25, 0.125)
POOLED = {'traj-test': 'traj-other', 'traj-list': 'traj-other', 'traj-diff': 'traj-other', 'traj-mcp': 'traj-other',
          'traj-build': 'traj-other'}


def logits_of(model, cases, batches):
    found = [None] * len(cases)
    order = sorted(range(len(cases)), key=lambda i: cases[i].lines)
    with torch.no_grad():
        for i in range(0, len(order), 8):
            group = order[i:i + 8]
            x, units, mask, _ = batches.of([cases[j] for j in group])
            logits = model(x, units, mask)
            for row, j in enumerate(group):
                found[j] = logits[row, :cases[j].lines].numpy().astype(np.float64)
    return found


def report(name, model, cases, batches):
    show(name, cases, logits_of(model, cases, batches))


def show(name, cases, logits):
    losses, binary, recall = {}, {}, {}
    for case, z in zip(cases, logits):
        if len(case.gold) == 0:
            continue
        kind = POOLED.get(case.kind, case.kind)
        p = np.exp(z - z.max())
        p /= p.sum()
        # As for a text of 400 lines, so that long ones do not count for more.
        losses.setdefault(kind, []).append(-np.log(p[case.gold] + 1e-12).mean() - np.log(case.lines / 400))
        gold = np.zeros(case.lines)
        gold[case.gold] = 1
        softplus = np.logaddexp(0, z)
        binary.setdefault(kind, []).append((softplus - gold * z).sum() / len(case.gold))
        q = 1 / (1 + np.exp(-z))
        rank = np.argsort(-q / np.maximum(case.sizes, 12), kind='stable')
        spent = np.cumsum(case.sizes[rank])
        for share in SHARES:
            stop = np.searchsorted(spent > share * case.sizes.sum(), True)
            recall.setdefault((share, kind), []).append(gold[rank[:stop]].sum() / len(case.gold))
    kinds = sorted(losses)
    row = [f'{share}: ' + ' '.join(f'{k[-6:]} {np.mean(recall[(share, k)]):.3f}' for k in kinds) for share in SHARES]
    row.append('loss: ' + ' '.join(f'{np.mean(losses[k]):.3f}' for k in kinds))
    row.append('binary: ' + ' '.join(f'{np.mean(binary[k]):.2f}' for k in kinds))
    total = np.mean([np.mean(v) for k, v in losses.items()])
    sessions = np.mean([x for k, v in losses.items() if k.startswith('traj') for x in v] or [0])
    row.append(f'mean loss {total:.4f} sessions {sessions:.4f}')
    print(name, *row, sep=' | ', flush=True)

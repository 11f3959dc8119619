"""Step 4: a small network over the sequence of lines.

    python3 training/network.py FEATURES NETWORK [--all] [--dev] [options]

Dilated convolutions with residuals, trained listwise: the softmax over a text's lines should lie on the
gold ones, which also makes it a calibrated chance. Some repositories are held out to watch; `--all` trains
on them too, `--dev` measures on the development cases at the end. Writes NETWORK for pack.py.
"""
import argparse
import glob
import time

import numpy as np
import torch
import torch.nn.functional as F

from cases import HELD_OUT, Batches, load
from measure import report

parser = argparse.ArgumentParser()
parser.add_argument('features')
parser.add_argument('network')
parser.add_argument('--passes', type=float, default=1.6)
parser.add_argument('--channels', type=int, default=64)
parser.add_argument('--width', type=int, default=3)
parser.add_argument('--dilations', default='1,2,4,8,16,32')
parser.add_argument('--rate', type=float, default=2e-3)
parser.add_argument('--crop', type=int, default=512)
parser.add_argument('--dropout', type=float, default=0.1)
parser.add_argument('--drop', default='', help='columns to leave out, for ablations: 0-7,12')
parser.add_argument('--data', default='train*', help='which files of cases: train[01] are those not thinned')
parser.add_argument('--seed', type=int, default=11)
parser.add_argument('--all', action='store_true')
parser.add_argument('--dev', action='store_true')
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)  # two that wait for each other are slower on a busy machine
rng = np.random.default_rng(args.seed)
BATCH = 16
# Questions are few and edits many; what counts is how well each kind does.
WEIGHT = {'edit': 1.0, 'needle': 1.5, 'qa': 2.5}
WATCHED = 220

train, held = [], []
for path in sorted(glob.glob(f'{args.features}/{args.data}.json')):
    cases, meta = load(path[:-5])
    train += [c for c in cases if args.all or c.repository not in HELD_OUT]
    held += [c for c in cases if c.repository in HELD_OUT and 'thin' not in path]
held = [held[i] for i in np.random.default_rng(1).permutation(len(held))]
held = [c for kind in WEIGHT for c in [h for h in held if h.kind == kind][:WATCHED]]
batches = Batches(train, args.drop, rng)
dilations = [int(d) for d in args.dilations.split(',')]


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        c, w = args.channels, args.width
        self.first = torch.nn.Conv1d(meta['columns'], c, 1)
        self.layers = torch.nn.ModuleList(
            torch.nn.Conv1d(c, c, w, dilation=d, padding=d * (w // 2)) for d in dilations)
        for layer in self.layers:
            layer.weight.data *= 0.5
        self.last = torch.nn.Conv1d(c, 1, 1)

    def drop(self, h):
        """Whole channels of a text: what one of them knows, others must know too."""
        if not self.training or not args.dropout:
            return h
        return h * (torch.rand(h.shape[0], h.shape[1], 1) > args.dropout) / (1 - args.dropout)

    def forward(self, x, mask):
        h = self.drop(F.relu(self.first(x))) * mask
        for layer in self.layers:
            h = (h + self.drop(F.relu(layer(h)))) * mask
        return self.last(h).squeeze(1)


model, average = Net(), Net()
average.load_state_dict(model.state_dict())
average.eval()
print(len(train), 'train', len(held), 'held out', sum(p.numel() for p in model.parameters()), 'parameters', flush=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=2e-2)
chance = np.array([WEIGHT[c.kind] for c in train])
chance /= chance.sum()
steps = int(args.passes * (len(train) // BATCH))
step, losses, start = 0, [], time.time()
while step < steps:
    # Texts of about one length share a batch.
    chosen = rng.choice(len(train), len(train), p=chance)
    chosen = chosen[np.argsort([min(args.crop, train[i].lines) + rng.random() * 60 for i in chosen])]
    groups = [chosen[i:i + BATCH] for i in range(0, len(chosen) - BATCH + 1, BATCH)]
    rng.shuffle(groups)
    for group in groups[:steps - step]:
        for g in optimizer.param_groups:
            g['lr'] = args.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        x, mask, target = batches.of([train[i] for i in group], args.crop, noise=True)
        logits = model(x, mask).masked_fill(mask.squeeze(1) == 0, -1e4)
        loss = -(F.log_softmax(logits, 1) * target).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        losses.append(loss.item())
        step += 1
        decay = min(0.995, step / (step + 20))
        with torch.no_grad():
            for a, b in zip(average.parameters(), model.parameters()):
                a.mul_(decay).add_(b, alpha=1 - decay)
        if step % 200 == 0:
            print(step, '/', steps, round(float(np.mean(losses[-200:])), 4), round(time.time() - start), 's', flush=True)
        if step % 800 == 0:
            report('held out', average, held, batches)
report('held out', average, held, batches)
if args.dev:
    report('dev', average, load(f'{args.features}/dev')[0], batches)
torch.save({
    'state': average.state_dict(), 'mean': batches.mean, 'spread': batches.spread, 'shown': batches.shown,
    'dilations': dilations, 'constants': meta['constants'],
}, args.network)

"""Step 4: a small network over the sequence of lines.

    python3 training/network.py FEATURES NETWORK [--all] [options]

Each layer looks at a few lines at a distance, channel by channel, and then mixes the channels; both with a
residual. It is trained listwise, so that the softmax over a text's lines lies on the gold ones, and line by
line, so that its logistic is a chance. Some repositories are held out to watch; `--all` trains on them too. Writes NETWORK for pack.py.
"""
import argparse
import glob
import os
import time
from collections import Counter

import numpy as np
import torch
import torch.nn.functional as F

from cases import HELD_OUT, Batches, load
from measure import report

parser = argparse.ArgumentParser()
parser.add_argument('features')
parser.add_argument('network')
parser.add_argument('--passes', type=float, default=2.0)
parser.add_argument('--channels', type=int, default=48)
parser.add_argument('--taps', type=int, default=5)
parser.add_argument('--dilations', default='1,2,4,8,16')
parser.add_argument('--gather', default='1,3', help='layers after which definitions and the text are seen as a whole')
parser.add_argument('--rate', type=float, default=3e-3)
parser.add_argument('--decay', type=float, default=2e-2)
parser.add_argument('--crop', type=int, default=384)
parser.add_argument('--dropout', type=float, default=0.15)
parser.add_argument('--smoothing', type=float, default=0.1, help='share of the target spread over all lines')
parser.add_argument('--binary', type=float, default=0.2, help='weight of the loss line by line')
parser.add_argument('--sessions', type=float, default=4.0, help='weight of the cases of recorded sessions')
parser.add_argument('--weigh', default='', help='how much cases of a kind count, beside the defaults: edit=1.6,how=10')
parser.add_argument('--asked', type=float, default=1.0, help='weight of the cases of direct questions')
parser.add_argument('--balance', type=float, default=0.0, help='how much less a case of a large project counts')
parser.add_argument('--noise', type=float, default=0.1, help='share of the columns that are left out of a case')
parser.add_argument('--text-noise', type=float, default=0.1, help='the same for what is said of the text as a whole')
parser.add_argument('--task-noise', type=float, default=0.4, help='share of the cases whose task is not told')
parser.add_argument('--average', type=float, default=0.0, help='share of the steps, the last ones, at an even rate and averaged')
parser.add_argument('--init', default='', help='a network to go on from')
parser.add_argument('--drop', default='', help='columns to leave out, for ablations, by name: exact;soft')
parser.add_argument('--data', default='train?,traj,trajthin', help='which files of cases')
parser.add_argument('--share', type=float, default=1.0, help='of the cases that are not of sessions')
parser.add_argument('--seed', type=int, default=11)
parser.add_argument('--all', action='store_true')
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.set_num_threads(1)  # two that wait for each other are slower on a busy machine
rng = np.random.default_rng(args.seed)
BATCH = 16
# Questions are few and edits many; what counts is how well each kind does.
WEIGHT = {'edit': 1.0, 'needle': 1.5, 'qa': 2.5, 'how': 10.0, 'traj-none': 1.0}
WEIGHT.update((kind, float(weight)) for kind, weight in (pair.split('=') for pair in args.weigh.split(',') if pair))
WATCHED = 2000

train, held = [], []
paths = [p for part in args.data.split(',') for p in sorted(glob.glob(f'{args.features}/{part}.json'))]
for path in paths:
    cases, meta = load(path[:-5])
    train += [c for c in cases if args.all or c.repository not in HELD_OUT]
    is_plain = not os.path.basename(path).startswith(('trainthin', 'trajthin', 'traintask', 'asked', 'howthin'))
    held += [c for c in cases if is_plain and c.repository in HELD_OUT and len(c.gold) > 0]
if args.share < 1:
    train = [c for c in train if c.kind.startswith('traj') or c.kind == 'qa' or rng.random() < args.share]
held = [held[i] for i in np.random.default_rng(1).permutation(len(held))]
held = [c for kind in sorted({h.kind for h in held}) for c in [h for h in held if h.kind == kind][:WATCHED]]
batches = Batches(train, meta, args.drop, rng)
dilations = [int(d) for d in args.dilations.split(',')]
gathered = [int(n) for n in args.gather.split(',') if n]


class Look(torch.autograd.Function):
    """Lines at a distance, channel by channel. Several times as fast as a grouped convolution on one core."""

    @staticmethod
    def forward(ctx, h, weight, dilation):
        taps, lines = weight.shape[0], h.shape[1]
        reach = dilation * (taps // 2)
        padded = F.pad(h, (0, 0, reach, reach))
        out = padded[:, :lines] * weight[0]
        for k in range(1, taps):
            out.addcmul_(padded[:, k * dilation:k * dilation + lines], weight[k])
        ctx.save_for_backward(padded, weight)
        ctx.dilation = dilation
        return out

    @staticmethod
    def backward(ctx, gradient):
        padded, weight = ctx.saved_tensors
        dilation, taps, lines = ctx.dilation, weight.shape[0], gradient.shape[1]
        reach = dilation * (taps // 2)
        around = F.pad(gradient, (0, 0, reach, reach))
        of_h = around[:, 2 * reach:2 * reach + lines] * weight[0]
        of_weight, product = torch.empty_like(weight), torch.empty_like(gradient)
        for k in range(taps):
            at = 2 * reach - k * dilation
            if k > 0:
                of_h.addcmul_(around[:, at:at + lines], weight[k])
            torch.mul(padded[:, k * dilation:k * dilation + lines], gradient, out=product)
            torch.sum(product.view(-1, gradient.shape[2]), 0, out=of_weight[k])
        return of_h, of_weight, None


class Net(torch.nn.Module):
    """Texts × lines × channels."""

    def __init__(self):
        super().__init__()
        c, w = args.channels, args.taps
        linear = torch.nn.Linear
        self.first = linear(len(batches.shown), c)
        self.looks = torch.nn.ParameterList(torch.nn.Parameter((torch.rand(w, c) * 2 - 1) / w ** 0.5) for _ in dilations)
        self.mixes = torch.nn.ModuleList(linear(c, c) for _ in dilations)
        self.gathers = torch.nn.ModuleDict({str(n): linear(3 * c, c) for n in gathered})
        self.last = linear(c, 1)
        self.last.bias.data.fill_(-4)

    def drop(self, h):
        """Whole channels of a text: what one of them knows, others must know too."""
        if not self.training or not args.dropout:
            return h
        return h * ((torch.rand(h.shape[0], 1, h.shape[2]) > args.dropout) / (1 - args.dropout))

    def forward(self, x, units, mask):
        h = self.drop(F.relu(self.first(x))) * mask
        for n, (look, mix) in enumerate(zip(self.looks, self.mixes)):
            h = (h + self.drop(F.relu(mix(Look.apply(h, look, dilations[n]))))) * mask
            if n in gathered:
                h = (h + self.drop(self.gather(h, units, mask, self.gathers[str(n)]))) * mask
        return self.last(h).squeeze(2)

    def gather(self, h, units, mask, mix):
        """What the lines of a definition, and those of the text, are on the whole."""
        texts, lines, c = h.shape
        # Every text's units in one row of units.
        count = int(units.max()) + 1
        of = (units + torch.arange(texts)[:, None] * count).view(-1)
        sums = torch.zeros(texts * count, c).index_add(0, of, h.view(-1, c))
        sizes = torch.zeros(texts * count, 1).index_add(0, of, mask.view(-1, 1)).clamp(min=1)
        whole = torch.cat([h.sum(1) / mask.sum(1), h.amax(1)], 1)
        told = F.linear(sums / sizes, mix.weight[:, :c]).view(texts, count, c) + F.linear(whole, mix.weight[:, c:], mix.bias)[:, None]
        return F.relu(told).view(-1, c).index_select(0, of).view(texts, lines, c)


def loss_of(logits, mask, gold):
    mask = mask.squeeze(2)
    golds = gold.sum(1, keepdim=True)
    has = (golds > 0).float()
    lines = mask.sum(1, keepdim=True)
    target = (1 - args.smoothing) * gold / golds.clamp(min=1) + args.smoothing * mask / lines
    listwise = -(F.log_softmax(logits.masked_fill(mask == 0, -1e4), 1) * target * has).sum(1)
    binary = (F.binary_cross_entropy_with_logits(logits, gold, reduction='none') * mask).sum(1, keepdim=True)
    return (listwise + args.binary * (binary / golds.clamp(min=3)).squeeze(1)).mean()


model, average = Net(), Net()
if args.init:
    known = torch.load(args.init)
    # Its first layer was made for columns of another mean and spread; one that never changed has taught nothing.
    weight = known['state']['first.weight'] * (batches.spread / known['spread'])
    weight[:, known['spread'] <= 0.021] = 0
    moved = (known['state']['first.weight'] * ((batches.mean - known['mean']) / known['spread']))
    moved[:, known['spread'] <= 0.021] = 0
    model.load_state_dict({**known['state'], 'first.weight': weight, 'first.bias': known['state']['first.bias'] + moved.sum(1)})
average.load_state_dict(model.state_dict())
average.eval()
print(vars(args), flush=True)
print(len(train), 'train', len(held), 'held out', sum(p.numel() for p in model.parameters()), 'parameters', flush=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=args.decay)
# A project with half of all sessions must not decide alone.
count = Counter(c.repository for c in train if c.kind.startswith('traj'))
share = {name: (n / 100) ** -args.balance for name, n in count.items()}


def weight_of(kind):
    return args.asked if kind.startswith('ask-') else WEIGHT.get(kind, args.sessions)


chance = np.array([weight_of(c.kind) * (share[c.repository] if c.kind.startswith('traj') else 1) for c in train])
print('sessions', round(float(chance[[c.kind.startswith('traj') for c in train]].sum() / chance.sum()), 3), 'of what is shown', flush=True)
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
            # Down to a fifth, and even from there, where weights are averaged; otherwise down to nothing.
            part = min(1, step / steps / (1 - args.average))
            least = 0.2 if args.average else 0
            g['lr'] = args.rate * min(1, (step + 1) / 100) * (least + (1 - least) * (0.5 + 0.5 * np.cos(np.pi * part))) + 1e-5
        x, units, mask, gold = batches.of([train[i] for i in group], args.crop, noise=(args.noise, args.text_noise, args.task_noise))
        loss = loss_of(model(x, units, mask), mask, gold)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        losses.append(loss.item())
        step += 1
        averaged = step - int(steps * (1 - args.average))
        decay = 1 - 1 / averaged if args.average and averaged > 0 else min(0.995, step / (step + 20))
        with torch.no_grad():
            for a, b in zip(average.parameters(), model.parameters()):
                a.mul_(decay).add_(b, alpha=1 - decay)
        if step % 200 == 0:
            print(step, '/', steps, round(float(np.mean(losses[-200:])), 4), round(time.time() - start), 's', flush=True)
        if step % 1500 == 0:
            report('held out', average, held, batches)
report('held out', average, held, batches)
torch.save({
    'state': average.state_dict(), 'mean': batches.mean, 'spread': batches.spread, 'shown': batches.shown,
    'dilations': dilations, 'gathered': gathered, 'columns': len(meta['columns']), 'constants': len(meta['constants']),
    'names': meta['columns'] + meta['constants'],
}, args.network)

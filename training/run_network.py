"""What is said of one case's lines, as the engine will say it."""
import numpy as np
import torch
import torch.nn.functional as F


def logits_of(saved, case):
    state = saved['state']
    x = np.concatenate([case.columns.T, np.repeat(case.constants[None], case.lines, 0)], 1).astype(np.float32) / 255
    x = (torch.from_numpy(x) - saved['mean']) * (saved['shown'] / saved['spread'])
    units = torch.from_numpy(case.units.astype(np.int64))
    with torch.no_grad():
        h = F.relu(F.linear(x, state['first.weight'], state['first.bias']))
        for n, dilation in enumerate(saved['dilations']):
            look = state[f'looks.{n}']
            reach = dilation * (len(look) // 2)
            padded = F.pad(h, (0, 0, reach, reach))
            around = sum(padded[k * dilation:k * dilation + case.lines] * look[k] for k in range(len(look)))
            h = h + F.relu(F.linear(around, state[f'mixes.{n}.weight'], state[f'mixes.{n}.bias']))
            if n in saved['gathered']:
                h = h + told(h, units, state[f'gathers.{n}.weight'], state[f'gathers.{n}.bias'])
        return F.linear(h, state['last.weight'], state['last.bias'])[:, 0].numpy().astype(np.float64)


def told(h, units, weight, bias):
    """What a line's definition, and the text, are like on the whole."""
    count = int(units.max()) + 1
    means = torch.zeros(count, h.shape[1]).index_add(0, units, h) / torch.bincount(units, minlength=count).clamp(min=1)[:, None]
    text = torch.cat([h.mean(0), h.amax(0)])[None].expand(count, -1)
    return F.relu(F.linear(torch.cat([means, text], 1), weight, bias))[units]

"""What is said of one case's lines, as the engine will say it."""
import numpy as np
import torch
import torch.nn.functional as F


def logits_of(saved, case):
    state = saved['state']
    x = np.concatenate([case.columns, np.repeat(case.constants[:, None], case.lines, 1)], 0).astype(np.float32) / 255
    x = (torch.from_numpy(x) - saved['mean'][:, None]) * (saved['shown'] / saved['spread'])[:, None]
    with torch.no_grad():
        h = F.relu(F.conv1d(x[None], state['first.weight'], state['first.bias']))
        for n, dilation in enumerate(saved['dilations']):
            look = state[f'looks.{n}.weight']
            around = F.conv1d(
                h, look, state[f'looks.{n}.bias'], dilation=dilation, padding=dilation * (look.shape[2] // 2),
                groups=look.shape[0])
            h = h + F.relu(F.conv1d(around, state[f'mixes.{n}.weight'], state[f'mixes.{n}.bias']))
        return F.conv1d(h, state['last.weight'], state['last.bias'])[0, 0].numpy().astype(np.float64)

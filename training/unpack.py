"""A network out of a weights file, for network.py to go on from (`--init`); pack.py's other way.

    python3 training/unpack.py WEIGHTS NETW|NETQ NETWORK
"""
import struct
import sys

import numpy as np
import torch

path, wanted, out = sys.argv[1:]
file = open(path, 'rb').read()
sections, at = {}, 16
while at < len(file):
    length, = struct.unpack_from('<I', file, at + 4)
    sections[file[at:at + 4].decode()] = file[at + 8:at + 8 + length]
    at += 8 + length + -length % 4
section = sections[wanted]
columns, constants, channels, taps, layers = struct.unpack_from('<5I', section)
shapes = struct.unpack_from(f'<{2 * layers}I', section, 20)
dilations, gathered = list(shapes[:layers]), [n for n in range(layers) if shapes[layers + n]]
values = np.frombuffer(section, '<f4', offset=20 + 8 * layers)
taken = 0


def take(*shape):
    global taken
    size = int(np.prod(shape))
    taken += size
    return torch.from_numpy(values[taken - size:taken].reshape(shape).copy())


state = {'first.weight': take(columns + constants, channels).T.contiguous(), 'first.bias': take(channels)}
for n in range(layers):
    state[f'looks.{n}'] = take(taps, channels)
    state[f'mixes.{n}.weight'] = take(channels, channels).T.contiguous()
    state[f'mixes.{n}.bias'] = take(channels)
    if n in gathered:
        state[f'gathers.{n}.weight'] = take(3 * channels, channels).T.contiguous()
        state[f'gathers.{n}.bias'] = take(channels)
state['last.weight'], state['last.bias'] = take(1, channels), take(1)
assert taken == len(values), 'the section has another size than its head says'
width = columns + constants
# The columns' standardisation is folded into the first layer.
torch.save({
    'state': state, 'mean': torch.zeros(width), 'spread': torch.ones(width), 'shown': torch.ones(width),
    'dilations': dilations, 'gathered': gathered, 'columns': columns, 'constants': constants,
    'names': sections['COLS'].decode().split('\n'),
}, out)

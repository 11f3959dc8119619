"""Writes the weights file from what was learned; its format is documented beside its reader, format.ts.

    python3 training/pack.py FOLDER WEIGHTS [CALL CALIBRATION DESCRIPTION CALIBRATION QUESTION CALIBRATION]
"""
import json
import struct
import sys

import numpy as np
import torch


def fnv1a(data):
    value = 0x811c9dc5
    for number, in struct.iter_unpack('<I', data):
        value = ((value ^ number) * 0x01000193) & 0xffffffff
    return value


def places(words):
    """Where each word begins in WORD, and its number, by its hash."""
    slots, at = [0xffffffff] * 2 ** (2 * len(words)).bit_length(), 0
    for number, word in enumerate(words):
        slot = 0
        for letter in word.encode():
            slot = (slot * 31 + letter) % len(slots)
        while slots[slot] != 0xffffffff:
            slot = (slot + 1) % len(slots)
        slots[slot] = at << 14 | number
        at += len(word.encode()) + 1
    return struct.pack(f'<{len(slots)}I', *slots)


def table(values, tops):
    scaled = np.clip(np.round(values / tops * 127), -127, 127).astype(np.int8)
    return struct.pack('<II', values.shape[1], values.shape[0]) + scaled.tobytes()


def network_section(saved):
    """The network with the columns' standardisation folded into its first layer."""
    state = {k: v.numpy().astype(np.float64) for k, v in saved['state'].items()}
    first = state['first.weight'] * (saved['shown'] / saved['spread']).numpy()  # channels × columns
    bias = state['first.bias'] - first @ saved['mean'].numpy().astype(np.float64)
    layers = len(saved['dilations'])
    taps = len(state['looks.0'])
    parts = [first.T, bias]
    for n in range(layers):
        parts += [state[f'looks.{n}'], state[f'mixes.{n}.weight'].T, state[f'mixes.{n}.bias']]
        if n in saved['gathered']:
            parts += [state[f'gathers.{n}.weight'].T, state[f'gathers.{n}.bias']]
    parts += [state['last.weight'].reshape(-1), state['last.bias']]
    sizes = (saved['columns'], saved['constants'], len(bias), taps, layers, *saved['dilations'],
             *(int(n in saved['gathered']) for n in range(layers)))
    return struct.pack(f'<{5 + 2 * layers}I', *sizes) + b''.join(part.astype('<f4').tobytes() for part in parts)


folder, path, *network = sys.argv[1:]
words = json.load(open(f'{folder}/vocabulary.json'))['words']
learned = np.load(f'{folder}/vectors.npz')
own = learned['own']
sections = [
    (b'WORD', '\n'.join(words).encode()),
    (b'FIND', places(words)),
    # A vector is brought to length 1 when it is read, so each row has a factor of its own.
    (b'VECT', table(own, np.abs(own).max(1, keepdims=True))),
    (b'TELL', np.clip(np.round(learned['tells'] / 2 * 255), 0, 255).astype(np.uint8).tobytes()),
]
if network:
    sections.append((b'COLS', '\n'.join(torch.load(network[0])['names']).encode()))
    names = (b'NETW', b'CALI'), (b'NETQ', b'CALQ'), (b'NETD', b'CALD')
    for (net, curves), path_of, calibration in zip(names, network[::2], network[1::2]):
        sections.append((net, network_section(torch.load(path_of))))
        sections.append((curves, np.array(json.load(open(calibration)), '<f4').tobytes()))
body = b''.join(name + struct.pack('<I', len(data)) + data + bytes(-len(data) % 4) for name, data in sections)
with open(path, 'wb') as file:
    file.write(struct.pack('<4sIII', b'JPRW', 4, 16 + len(body), fnv1a(body)) + body)
print(16 + len(body), 'bytes:', ', '.join(f'{name.decode()} {len(data)}' for name, data in sections))

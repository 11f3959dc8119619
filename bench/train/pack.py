"""Writes the weights file from what was learned; its format is documented beside its reader, format.ts."""
import json
import struct

import numpy as np


def fnv1a(data):
    value = 0x811c9dc5
    for byte in data:
        value = ((value ^ byte) * 0x01000193) & 0xffffffff
    return value


def table(values):
    """int8 rows; a common factor does not matter, as vectors are brought to length 1 when read."""
    scaled = np.clip(np.round(values / np.abs(values).max(1, keepdims=True) * 127), -127, 127) if values.ndim == 2 else values
    return struct.pack('<II', values.shape[1], values.shape[0]) + scaled.astype(np.int8).tobytes()


def pieces_table(values):
    """Pieces are summed, so all rows share one factor."""
    top = np.quantile(np.abs(values), 0.9999)
    scaled = np.clip(np.round(values / top * 127), -127, 127)
    return struct.pack('<II', values.shape[1], values.shape[0]) + scaled.astype(np.int8).tobytes()


def write(path, folder, network=None):
    words = json.load(open(f'{folder}/vocabulary.json'))['words']
    learned = np.load(f'{folder}/vectors.npz')
    sections = [
        (b'WORD', '\n'.join(words).encode()),
        (b'VECT', table(learned['own'])),
        (b'PIEC', pieces_table(learned['part'])),
        (b'TELL', np.clip(np.round(learned['tells'] / 2 * 255), 0, 255).astype(np.uint8).tobytes()),
    ]
    if network is not None:
        sections.append((b'NETW', network))
    body = b''.join(name + struct.pack('<I', len(data)) + data + bytes(-len(data) % 4) for name, data in sections)
    with open(path, 'wb') as file:
        file.write(struct.pack('<4sIII', b'JPRW', 1, 16 + len(body), fnv1a(body)) + body)
    return 16 + len(body)


def network_section(saved, constant_columns):
    """The network with the columns' standardisation folded into its first layer."""
    state = {k: v.numpy().astype(np.float64) for k, v in saved['state'].items()}
    shown, mean, spread = saved['shown'].astype(np.float64), saved['mean'].numpy().astype(np.float64), saved['spread'].numpy().astype(np.float64)
    first = state['first.weight'][:, :, 0] * (shown / spread)  # channels × columns
    bias = state['first.bias'] - first @ mean
    channels, columns = first.shape
    layers = len(saved['dilations'])
    taps = state['layers.0.weight'].shape[2]
    parts = [first.T, bias]
    for n in range(layers):
        parts += [state[f'layers.{n}.weight'].transpose(2, 1, 0), state[f'layers.{n}.bias']]
    parts += [state['last.weight'].reshape(-1), state['last.bias']]
    head = struct.pack(f'<{5 + layers}I', columns, constant_columns, channels, taps, layers, *saved['dilations'])
    return head + b''.join(part.astype('<f4').tobytes() for part in parts)


if __name__ == '__main__':
    import sys
    folder, path = sys.argv[1:3]
    network = None
    if len(sys.argv) > 3:
        import torch
        network = network_section(torch.load(sys.argv[3]), json.load(open(f'{sys.argv[4]}/dev.json'))['constants'])
    print(write(path, folder, network), 'bytes')

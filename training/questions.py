"""Cases from the written questions: each with its file as it was at the commit, and the lines that answer it.

    python3 training/questions.py MIRROR CASES.jsonl.gz

MIRROR holds each repository as a bare OWNER+NAME/repo. The questions, and the lines, were written by reading the
files; lines without a letter or a digit are never needed.
"""
import gzip
import json
import os
import subprocess
import sys

mirror, out = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))


def text_of(one):
    repository = os.path.join(mirror, one['repo'].replace('/', '+'), 'repo')
    show = ['git', '--git-dir', repository, 'show', f"{one['commit']}:{one['path']}"]
    return subprocess.run(show, check=True, capture_output=True).stdout.decode()


def numbers(ranges):
    for part in ranges.split(','):
        first, _, last = part.partition('-')
        yield from range(int(first), int(last or first) + 1)


with open(os.path.join(here, 'questions.jsonl')) as file, gzip.open(out, 'wt') as cases:
    for number, line in enumerate(file):
        one = json.loads(line)
        text = text_of(one)
        lines = text.split('\n')
        gold = [n for n in numbers(one['lines']) if any(letter.isalnum() for letter in lines[n - 1])]
        cases.write(json.dumps({
            'id': f'how-{number}', 'kind': 'how', 'repo': one['repo'], 'path': one['path'], 'query': one['question'],
            'text': text, 'gold': gold,
        }) + '\n')

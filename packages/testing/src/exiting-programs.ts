// Programs that print some lines of 100 bytes and end at once, with and without a flush.
export const EXITING_PROGRAMS: Readonly<Record<string, string>> = {
  'lines.mjs': `
for (let i = 0; i < Number(process.argv[2]); i++) console.log('line ' + i + ' ' + 'x'.repeat(90))
process.exit(3)
`,
  'once.mjs': `
process.stdout.write(Array.from({ length: Number(process.argv[2]) }, (_, i) => 'line ' + i + ' ' + 'x'.repeat(90) + '\\n').join(''))
process.exit(3)
`,
  'errors.mjs': `
for (let i = 0; i < Number(process.argv[2]); i++) console.error('line ' + i + ' ' + 'x'.repeat(90))
process.exit(3)
`,
  'flushed.py': `
import os, sys
for i in range(int(sys.argv[1])): print('line', i, 'x' * 90)
sys.stdout.flush()
os._exit(3)
`,
  'unflushed.py': `
import os, sys
for i in range(int(sys.argv[1])): print('line', i, 'x' * 90)
os._exit(3)
`,
  'prog.c': `
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int n, char **v) {
  for (int i = 0; i < atoi(v[1]); i++) printf("line %d %090d\\n", i, 0);
  if (n > 2) fflush(stdout);
  _exit(3);
}
`,
}

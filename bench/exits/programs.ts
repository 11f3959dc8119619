// How each of the programs that end at once is called.
/** The lines go in the place of `N`. */
export const COMMANDS: Readonly<Record<string, string>> = {
  'Node, a line at a time': 'node lines.mjs N',
  'Node, one write': 'node once.mjs N',
  'Node, stderr': 'node errors.mjs N',
  'Python, flushed': 'python3 flushed.py N',
  'Python, not flushed': 'python3 unflushed.py N',
  'C, flushed': './prog N flush',
  'C, not flushed': './prog N',
}

// `mcp-pruner recover`: prints cut lines, in any shell.

import { ARGUMENT_LIMITS } from '@jeeves/contracts'
import { optionError, UsageError } from '../errors/usage-error.js'
import { openShell } from '../shell/shell-pipeline.js'
import { ARGUMENT_FLAGS } from '../tools/argument-flags.js'
import { createRecoverTextTool } from '../tools/recover-text.js'
import { defineVerb, warn } from './verb.js'

export const recover = defineVerb({
  name: 'recover',
  does: 'Prints lines that were cut.',
  usage: ['recover [OPTIONS] ID [RANGE]...'],
  args: { ...ARGUMENT_FLAGS.prune_id, ...ARGUMENT_FLAGS.ranges },
  options: ARGUMENT_FLAGS.include_line_numbers,
  async run({ values, positionals }) {
    const [prune_id, ...given] = positionals
    if (prune_id === undefined) throw new UsageError('no id given')
    const ranges = given.flatMap((list) => list.split(',')).filter(Boolean)
    const wrong = ranges.find((range) => !/^\d+(-\d+)?$/.test(range))
    if (wrong !== undefined) {
      throw optionError('RANGE', wrong, 'lines such as 120-154')
    }
    const impossible = ranges.find(isImpossible)
    if (impossible !== undefined) {
      const allowed = 'lines such as 120-154: starting at 1, the smaller number first'
      throw optionError('RANGE', impossible, allowed)
    }
    const { max } = ARGUMENT_LIMITS.ranges
    if (ranges.length > max) {
      throw new UsageError(`${ranges.length} ranges are too many at once: use ${max} or fewer`)
    }
    const shell = openShell()
    try {
      const { content, structuredContent, isError } = await shell.call(
        createRecoverTextTool(shell.recovery),
        {
          prune_id,
          include_line_numbers: values.numbers,
          ...(ranges.length > 0 && { ranges: ranges.map(asRange) }),
        },
      )
      const [block] = content
      const text = block?.type === 'text' ? block.text : ''
      const { error, raw_text: exact } = (structuredContent ?? {}) as Recovered
      if (isError) {
        warnFailure(prune_id, error ?? { code: '', message: text })
        return 1
      }
      // A terminal gets control characters escaped; pipes and files get the exact text.
      const shown = typeof exact === 'string' && !process.stdout.isTTY ? exact : text
      process.stdout.write(shown)
      if (ranges.length > 0 && !shown.endsWith('\n')) process.stdout.write('\n')
      return 0
    } finally {
      await shell.close()
    }
  },
})

/** What the tool answers programs with. */
interface Recovered {
  readonly raw_text?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

function warnFailure(id: string, { code, message }: NonNullable<Recovered['error']>): void {
  if (code !== 'prune_id_not_found') return warn(`mcp-pruner recover: ${message}`)
  warn(`mcp-pruner recover: ${id} is unknown or expired`, 'run the pruned command again')
}

function isImpossible(range: string): boolean {
  const [from = 0, to = from] = range.split('-').map(Number)
  return from < 1 || to < from
}

/** A single number refers to a mark, which the tool parses itself. */
function asRange(range: string) {
  const [start_line, end_line] = range.split('-').map(Number)
  return end_line === undefined ? range : { start_line, end_line }
}

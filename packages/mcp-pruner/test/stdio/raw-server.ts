// The built command over stdio, in a root and with a home of its own.
import { fileURLToPath } from 'node:url'
import { makeTree, RawClient, removeTree } from '@jeeves/testing'

export const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

/** On a busy machine a store may be slow; what happens when it is too slow has tests of its own. */
export const PATIENT = { MCP_PRUNER_STORE_WAIT_MS: '60000' }

/** A login shell runs the profile in its home; the tester's own may be slow, or lock. */
const home = makeTree()
process.once('exit', () => removeTree(home))

export class RawServer extends RawClient {
  constructor(
    root: string,
    env: Record<string, string | undefined> = {},
    args: string[] = [],
    entry = ENTRY,
  ) {
    super(process.execPath, [entry, ...args], {
      PATH: process.env.PATH,
      HOME: home,
      MCP_PRUNER_CWD: root,
      MCP_PRUNER_STORE: 'memory',
      ...PATIENT,
      ...env,
    })
  }
}

/** Source code of which one function answers a question about retries. */
export function longSource(functions = 60): string {
  const bodies = Array.from({ length: functions }, (_, i) =>
    [
      `export function colour${i}(shade: number): number {`,
      `  const mixed = shade * ${i} + 7`,
      `  const brightness = mixed / 255`,
      `  const saturation = brightness * 3`,
      `  return Math.round(saturation)`,
      `}`,
      '',
    ].join('\n'),
  )
  const wanted = [
    'export function retryDelay(attempt: number): number {',
    '  // Exponential backoff between retries, with an upper bound.',
    '  const backoff = 100 * 2 ** attempt',
    '  return Math.min(backoff, 30_000)',
    '}',
    '',
  ].join('\n')
  return [...bodies.slice(0, functions / 2), wanted, ...bodies.slice(functions / 2)].join('\n')
}

// `mcp-pruner stats`: what the gateway has done on this machine so far.
import { defaultCacheDir } from '@jeeves/mcp-runtime'
import { readStore, SettingsError } from '../process/settings.js'
import { StatsFiles } from '../stats/files.js'
import { netTokens, report, tokensSaved } from '../stats/report.js'

const USAGE = `Usage: mcp-pruner stats [--json | --reset]

Prints, for each wrapped tool: calls, bytes in and out, tokens saved, answers cut and pruned, reads of
what was cut, and the net saving, which subtracts those reads.
`

export async function stats(args: readonly string[]): Promise<number> {
  const [option, ...others] = args
  if (option === '--help' || option === '-h') return print(USAGE)
  if (others.length > 0 || (option !== undefined && option !== '--json' && option !== '--reset')) {
    process.stderr.write(`mcp-pruner stats: ${args.join(' ')} is not understood\n${USAGE}`)
    return 2
  }
  try {
    const files = new StatsFiles(statsFolder())
    if (option === '--reset') {
      files.clear()
      return 0
    }
    const found = files.readAll()
    if (option !== '--json') return print(report(found))
    const tools = Object.fromEntries(
      Object.entries(found).map(([tool, counts]) => [
        tool,
        { ...counts, tokensSaved: tokensSaved(counts), netTokensSaved: netTokens(counts) },
      ]),
    )
    return print(`${JSON.stringify(tools, null, 2)}\n`)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    process.stderr.write(`mcp-pruner stats: ${error.message}\n`)
    return 1
  }
}

/** Beside the artifacts. */
export const statsFolder = (): string =>
  readStore(process.env).folder ?? defaultCacheDir('mcp-pruner')

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

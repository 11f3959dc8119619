// `mcp-pruner bench`: prunes again every cut that was marked as wrong on the page, and reports whether the needed
// lines are kept now.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptLines } from '@jeeves/pruner'
import { figure } from '../process/figures.js'
import { styleFor } from '../process/terminal-style.js'
import { textTable } from '../process/text-table.js'
import { visibleStrings } from '../process/visible-text.js'
import { pruneFor } from '../report/page/text-view.js'
import { casesFolder, WrongCase } from '../report/page/wrong-cut.js'
import { processEnv } from '../settings/environment.js'
import { readLedgerSettings } from '../settings/ledger-settings.js'
import { defineVerb, printJson, printLine, warn } from './verb.js'

export const bench = defineVerb({
  name: 'bench',
  does: 'Prunes again the texts whose cuts were marked as wrong in "mcp-pruner ui", and reports whether the needed lines are now kept.',
  usage: ['bench [OPTIONS]'],
  options: { '--json': 'Print the results for programs' },
  notes: [
    'The cases are stored in the cache folder of this machine. The exit code is 1 while a needed line is still cut.',
  ],
  run({ values: { json } }) {
    const folder = casesFolder(readLedgerSettings(processEnv).cacheFolder)
    const results = casesIn(folder).map(resultOf)
    if (json) printJson(results)
    else if (results.length === 0) {
      printLine(
        `No cases yet in ${folder}.\nhint: open a call in mcp-pruner ui and choose "This cut was wrong"`,
      )
    } else process.stdout.write(`${tableOf(visibleStrings(results))}\n`)
    return results.some(({ needed, keptNow }) => keptNow < needed) ? 1 : 0
  },
})

function casesIn(folder: string): WrongCase[] {
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  } catch {
    // No case has been saved yet.
  }
  return names.sort().flatMap((name) => {
    try {
      return WrongCase.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch {
      warn(`mcp-pruner bench: ${join(folder, name)} is not a valid case; skipped`)
      return []
    }
  })
}

function resultOf({ id, question, text, fileName, origin, needed, kept }: WrongCase) {
  const result = pruneFor({
    text,
    question,
    origin,
    ...(fileName !== undefined && { fileName }),
  })
  const now = new Set(keptLines(result))
  const keptOf = (lines: ReadonlySet<number>) => needed.filter((line) => lines.has(line)).length
  return {
    id,
    question,
    needed: needed.length,
    keptThen: kept && keptOf(new Set(kept)),
    keptNow: keptOf(now),
    lines: now.size,
  }
}

const tableOf = (results: readonly ReturnType<typeof resultOf>[]): string =>
  textTable(
    ['question', 'needed', 'kept then', 'kept now', 'lines shown'],
    results.map(({ question, needed, keptThen, keptNow, lines }) => [
      question.replace(/\s+/g, ' ').slice(0, 200),
      figure(needed),
      keptThen === undefined ? '–' : figure(keptThen),
      figure(keptNow),
      figure(lines),
    ]),
    styleFor(process.stdout),
  )

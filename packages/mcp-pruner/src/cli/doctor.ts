// `mcp-pruner doctor`: checks the whole setup, and explains how to fix what is wrong.

import { styleFor, type TerminalStyle } from '../process/terminal-style.js'
import { wrapText } from '../process/text-table.js'
import { visibleStrings } from '../process/visible-text.js'
import { processEnv } from '../settings/environment.js'
import { checkClients } from './doctor-checks/client-check.js'
import { bad, type Finding } from './doctor-checks/finding.js'
import { checkMachine } from './doctor-checks/machine-check.js'
import { checkNative } from './doctor-checks/native-check.js'
import { checkBashSandbox } from './doctor-checks/sandbox-check.js'
import { checkServer } from './doctor-checks/server-check.js'
import { checkSessions } from './doctor-checks/session-check.js'
import { checkStore } from './doctor-checks/store-check.js'
import { howToCall, installPlace, recordOr } from './install-place.js'
import { defineVerb, printJson, printLine } from './verb.js'

export const doctor = defineVerb({
  name: 'doctor',
  does: 'Checks the installation, and says how to fix what is wrong.',
  usage: ['doctor [OPTIONS]'],
  options: { '--json': 'Print the findings for programs' },
  notes: ['The exit code is 0 when everything is fine.'],
  async run({ values }) {
    const place = installPlace(undefined)
    const findings: Finding[] = []
    const found = recordOr(place.dataFolder, ({ message, hint = '' }) =>
      findings.push(bad('record', message, hint)),
    )
    const record = found === 'damaged' ? undefined : found
    findings.push(
      ...checkMachine(place, record),
      ...(await checkBashSandbox(processEnv)),
      ...checkClients(place, record),
      ...checkNative(place, record),
      ...(await checkServer(place)),
      ...(await checkStore(processEnv)),
      ...(await checkSessions(processEnv)),
    )
    const isWell = findings.every(({ state }) => state !== 'bad')
    if (values.json) printJson({ well: isWell, findings })
    else {
      const style = styleFor(process.stdout)
      for (const finding of findings) print(visibleStrings(finding), style)
      const hint = findings.some(({ fix }) => fix?.includes('mcp-pruner ')) && howToCall(place)
      if (hint) printLine(hint)
    }
    return isWell ? 0 : 1
  },
})

const SIGNS: Readonly<Record<Finding['state'], string>> = { ok: 'ok  ', note: 'note', bad: 'bad ' }

function print({ state, about, text, fix }: Finding, style: TerminalStyle): void {
  const paint = { ok: style.good, note: style.note, bad: style.bad }[state]
  const lines = [
    `${paint(SIGNS[state])}  ${wrapText(`${about}: ${text}`, style.width - 6, '      ')}`,
  ]
  if (fix !== undefined) lines.push(`      fix: ${wrapText(fix, style.width - 11, '           ')}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

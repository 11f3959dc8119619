// docs/settings.md, generated from the table. Nothing in the product loads this file: a test compares the page with it.

import { OTHER_VARIABLES } from './other-variables.js'
import type { EntryPoint } from './setting.js'
import { defaultOf, valuesOf } from './setting-help.js'
import { settingsOf } from './settings-table.js'

const SECTIONS: readonly { title: string; entry: EntryPoint; note?: string }[] = [
  { title: 'Everywhere', entry: 'all' },
  { title: '`install` and the built-in tools', entry: 'native' },
  {
    title: '`serve`',
    entry: 'serve',
    note: '`--host` and `--port` override their variables, `--trust-proxy` adds to its own; see [the service](service.md).',
  },
  { title: '`wrap`', entry: 'wrap' },
  { title: 'The runner', entry: 'runner' },
]

const HEAD = `# Settings

All settings are environment variables, and all are optional. With an invalid value the command exits with code 2 and one line: the variable, its value, what is allowed. In most clients you put them in the \`env\` of the server's entry; \`install\` writes those that a client needs.
`

export const settingsPage = (): string =>
  [HEAD, ...SECTIONS.map(section), others()].join('\n').replace(/\n*$/, '\n')

function section({ title, entry, note }: (typeof SECTIONS)[number]): string {
  const rows = settingsOf(entry).map(([name, setting]) => [
    `\`${name}\``,
    defaultOf(setting),
    valuesOf(setting),
    setting.doc,
  ])
  const table = markdownTable(['variable', 'default', 'values', 'meaning'], rows)
  return [`## ${title}`, ...(note ? [note] : []), table].map((part) => `${part}\n`).join('\n')
}

function others(): string {
  const rows = Object.entries(OTHER_VARIABLES).map(([name, doc]) => [`\`${name}\``, doc])
  return `## Variables of other programs that are read\n\n${markdownTable(['variable', 'used for'], rows)}\n`
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

// pnpm bench:page
//
// The page's home and its list of calls with 10,000 calls behind them, in Debian's chromium: time of script, of layout,
// and until each is there. The browser counts script time itself; five tabs, one after another.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { COMMAND, firstLine, start } from '../lib/processes.js'
import { printTable } from '../lib/table.js'

const CALLS = 10_000
const root = mkdtempSync(join(tmpdir(), 'bench-page-'))

/** As the ledger writes them, spread over thirty days. */
function writeCalls(): void {
  const folder = join(root, 'ledger')
  mkdirSync(folder, { recursive: true })
  const now = Date.now()
  const lines = Array.from({ length: CALLS }, (_, i) => {
    const raw = 500 + ((i * 7919) % 9000)
    return JSON.stringify({
      kind: 'call',
      at: now - i * 260_000,
      session: `s${i % 300}`,
      door: 'stdio',
      client: 'claude-code',
      project: `/home/me/project${i % 9}`,
      id: `call_${randomUUID()}`,
      tool: ['read', 'bash', 'grep'][i % 3],
      raw,
      shown: Math.round(raw * (0.2 + (i % 7) / 10)),
      question: 12,
    })
  })
  const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-') || 'host'
  writeFileSync(join(folder, `${host}.0.${randomUUID()}.calls`), lines.join('\n'))
}

async function measure(address: string) {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
  const rows = []
  for (let i = 0; i < 5; i++) {
    const page = await (await browser.newContext()).newPage()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const started = performance.now()
    await page.goto(address)
    await page.getByRole('cell', { name: 'net', exact: true }).first().waitFor()
    const home = performance.now() - started
    const left = performance.now()
    await page.getByRole('link', { name: 'Calls', exact: true }).click()
    await page.locator('.calls li').nth(99).waitFor()
    const list = performance.now() - left
    const { metrics } = await session.send('Performance.getMetrics')
    const ms = (name: string) =>
      ((metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000).toFixed(0)
    rows.push({
      tab: i + 1,
      'script, ms': ms('ScriptDuration'),
      'layout, ms': ms('LayoutDuration'),
      'until home is there, ms': home.toFixed(0),
      'until the list is there, ms': list.toFixed(0),
    })
    await page.close()
  }
  await browser.close()
  return rows
}

writeCalls()
const env = { MCP_PRUNER_CACHE_DIR: root, MCP_PRUNER_CWD: root }
const server = start([COMMAND, 'ui', '--no-open'], env)
try {
  printTable(await measure(await firstLine(server)))
} finally {
  server.kill()
  rmSync(root, { recursive: true, force: true })
}

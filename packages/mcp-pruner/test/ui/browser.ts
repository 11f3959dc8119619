// A real browser in front of the page: Debian's chromium. Without one the tests are skipped with a notice, unless
// REQUIRE_CHROMIUM=1 says that there must be one.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright-core'
import { ENTRY } from '../stdio/raw-server.js'

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export const hasBrowser = existsSync(CHROMIUM) || process.env['REQUIRE_CHROMIUM'] === '1'
if (!hasBrowser) {
  console.warn(
    `no browser at ${CHROMIUM}: the tests of the page are skipped (REQUIRE_CHROMIUM=1 fails them)`,
  )
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

export interface RunningPage {
  readonly address: string
  readonly child: ChildProcess
  stop(): Promise<void>
}

/** `mcp-pruner ui --no-open`, once it has printed its address. */
export async function startPage(
  env: Record<string, string | undefined>,
  ...args: string[]
): Promise<RunningPage> {
  const child = spawn(process.execPath, [ENTRY, 'ui', '--no-open', ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const address = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    child.once('exit', () => reject(new Error('mcp-pruner ui ended at once')))
  })
  return {
    address,
    child,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A tab that notes every problem: errors of the console, refused styles, requests to other places. */
export async function openPage(browser: Browser, address: string, options: object = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(180_000) // for a page that hangs, not for one that is slow
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) problems.push(request.url())
  })
  await page.goto(address)
  return { page, problems }
}

export const goTo = async (page: Page, view: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: view, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: view, exact: true }).waitFor()
}

// The page in a real browser, with real calls behind each view.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTRY, RawServer } from '../stdio/raw-server.js'
import { goTo, hasBrowser, openPage, type RunningPage, startBrowser, startPage } from './browser.js'
import {
  emptyFixture,
  makeCalls,
  type PageFixture,
  QUESTION,
  recordSession,
} from './page-fixture.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds serious or critical, in a few words each. */
async function seriousFindings(page: Page): Promise<string[]> {
  // As a string that the debugger runs: the page's own policy allows no script from elsewhere.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    interface Finding {
      id: string
      impact: string
      nodes: { html: string }[]
    }
    const { violations } = await axe.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

describe.skipIf(!hasBrowser)('with calls behind it', () => {
  let fixture: PageFixture
  let server: RunningPage
  let browser: Browser
  beforeAll(async () => {
    fixture = emptyFixture()
    await makeCalls(fixture)
    recordSession(fixture)
    server = await startPage(fixture.env)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    fixture?.remove()
  })

  test('calls come live, newest first; one opened shows what was cut and the exact answer', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await page.getByText('2 calls; 1–2 are shown').waitFor()
    const client = new RawServer(fixture.env['MCP_PRUNER_CWD'] as string, fixture.env)
    await client.initialize('claude-code')
    await client.call('bash', { command: 'echo once more' })
    await client.end()
    await page.getByText('3 calls; 1–3 are shown').waitFor()
    const tools = await page.locator('.tool').allTextContents()
    expect(tools).toEqual(['bash', 'bash', 'read'])
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('link', { name: QUESTION }).click()
    await page.getByRole('heading', { name: 'read' }).waitFor()
    await page.getByText('export function retryDelay(attempt: number) {').waitFor()
    expect(await page.getByText('palette[1089] = mix(1089, 228)').count()).toBe(0)
    const folds = page.getByRole('button', { name: /lines? cut/ })
    expect(await folds.first().getAttribute('aria-expanded')).toBe('false')
    // By keyboard, as any button.
    await folds.first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('palette[30] = mix(30, 210)').waitFor()
    expect(await folds.first().getAttribute('aria-expanded')).toBe('true')
    expect(
      await page
        .locator('.line .h3, .line .h4, .line .h5, .line .h6, .line .h7, .line .h8, .line .h9')
        .count(),
    ).toBeGreaterThan(0)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'The exact answer' }).click()
    const exact = (await page.locator('pre.exact').textContent()) ?? ''
    expect(exact).toContain('return Math.min(backoff, 30_000)')
    expect(exact).toMatch(/prn_[0-9A-Z]{26}/)
    expect(problems).toEqual([])
  })

  test('a question is tried on a file and on a pasted text, and fewer tokens show less', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Try')
    await page.getByText('Nothing to prune yet').waitFor()
    await page.getByLabel(/^File of/).fill('big.ts')
    await page.getByLabel('Question').fill('Where is retryDelay bounded?')
    const status = page.getByRole('status')
    await status.getByText(/of 1,200 lines/).waitFor()
    await page.getByText('return Math.min(backoff, 30_000)').waitFor()
    const linesOf = async () => Number(/, (\d+) of/.exec((await status.textContent()) ?? '')?.[1])
    const before = await linesOf()
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await expect.poll(linesOf).toBeLessThan(before)

    // The dearer a miss, the more is shown and the less is expected to be missing.
    await page.getByRole('button', { name: 'By the price of a miss' }).click()
    const missing = async () =>
      Number(/([\d.]+) needed lines missing/.exec((await status.textContent()) ?? '')?.[1] ?? 0)
    await page.getByText('A miss costs 50 tokens').waitFor()
    await expect.poll(linesOf).toBeGreaterThan(0)
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await page.getByText('A miss costs 50 tokens').waitFor()
    await expect.poll(async () => (await missing()) > 0).toBe(true)
    const [cheapLines, cheapMissing] = [await linesOf(), await missing()]
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('A miss costs 50,000 tokens').waitFor()
    await expect.poll(linesOf).toBeGreaterThan(cheapLines)
    expect(await missing()).toBeLessThan(cheapMissing)
    expect(await seriousFindings(page)).toEqual([])

    await page.getByLabel(/^File of/).fill('')
    await page.getByLabel('… or a text').fill('one line\nanother line')
    await status.getByText(/of 2 lines/).waitFor()
    expect(problems).toEqual([])
  })

  test('savings are those of stats, with a table beneath each plot', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Savings')
    const { stdout } = spawnSync(process.execPath, [ENTRY, 'stats', '--json'], {
      env: { PATH: process.env.PATH, ...fixture.env },
      encoding: 'utf8',
    })
    const { total } = JSON.parse(stdout) as { total: { net: number } }
    await page.locator('.headline strong').waitFor()
    expect(await page.locator('.headline strong').textContent()).toBe(
      total.net.toLocaleString('en-US'),
    )
    expect(await page.locator('.plot canvas').count()).toBe(3)
    expect(await page.locator('.wide table').count()).toBe(3)
    await page.getByRole('cell', { name: '(tool list)' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('the sessions of the machine are replayed on demand', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Replay')
    await page.getByRole('button', { name: 'Replay the sessions of this machine' }).click()
    await page.getByText('1 session, 1 output, 1').waitFor()
    expect(await page.locator('.plot canvas').count()).toBe(2)
    expect(await seriousFindings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('at phone width, in the dark, nothing runs out of the page', async () => {
    const phone = { colorScheme: 'dark', viewport: { width: 360, height: 700 } }
    const { page, problems } = await openPage(browser, server.address, phone)
    for (const view of ['Calls', 'Try', 'Savings', 'Replay']) {
      await goTo(page, view)
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([view, overflow]).toEqual([view, 0])
      expect(await seriousFindings(page)).toEqual([])
    }
    expect(problems).toEqual([])
  })

  test('the address without its token shows nothing and says what to do', async () => {
    const { page } = await openPage(browser, server.address.replace(/#.*/, ''))
    await page.getByRole('alert').getByText('The address lacks its token.').waitFor()
    expect(await page.locator('.calls').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('with nothing behind it', () => {
  test('each view says what to do', async () => {
    const fixture = emptyFixture()
    const server = await startPage(fixture.env)
    const browser = await startBrowser()
    try {
      const { page, problems } = await openPage(browser, server.address)
      await page.getByText('No calls yet').waitFor()
      await goTo(page, 'Savings')
      await page.getByText('Nothing to add up yet').waitFor()
      await goTo(page, 'Replay')
      await page.getByRole('button', { name: 'Replay the sessions of this machine' }).click()
      await page.getByText('No recorded sessions').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await server.stop()
      fixture.remove()
    }
  })
})

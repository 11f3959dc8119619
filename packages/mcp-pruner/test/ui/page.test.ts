// The page in a real browser, with real calls behind each view.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { RawServer } from '../stdio/raw-server.js'
import { goTo, hasBrowser, openPage, startBrowser, startPage } from './browser.js'
import { findings, recordedPage } from './page-checks.js'
import { emptyFixture, QUESTION, SESSIONS, touchSessions } from './page-fixture.js'

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.textContent')
describe.skipIf(!hasBrowser)('with recorded calls', () => {
  const { fixture, open } = recordedPage()

  test('calls appear live, newest first; an open one shows what was cut and the exact answer', async () => {
    const { page, problems } = await open()
    await goTo(page, 'Calls')
    await page.getByText('2 calls; 1–2 are shown').waitFor()
    const client = new RawServer(fixture().env['MCP_PRUNER_CWD'] as string, fixture().env)
    await client.initialize('claude-code')
    await client.call('grep', {
      pattern: 'palette.[1-9]+. = mix.[0-9]+, [0-9]+',
      path: 'big.ts',
      context_focus_question: 'Which entries of the palette are mixed with 210?',
    })
    await client.end()
    await page.getByText('3 calls; 1–3 are shown').waitFor()
    const tools = await page.locator('.tool').allTextContents()
    expect(tools).toEqual([
      'grep palette.[1-9]+. = mix.[0-9]+, [0-9]+ in big.ts',
      'bash',
      'read big.ts',
    ])
    // On one line: the file or command was once squeezed into a column of seven letters.
    const { height = 0 } = (await page.locator('.tool').first().boundingBox()) ?? {}
    expect(height).toBeLessThan(30)
    expect(await findings(page)).toEqual([])

    await page.getByRole('link', { name: QUESTION }).click()
    await page.getByRole('heading', { name: 'read big.ts' }).waitFor()
    await page.getByText('export function retryDelay(attempt: number) {').waitFor()
    expect(await page.getByText('palette[1089] = mix(1089, 228)').count()).toBe(0)
    const folds = page.getByRole('button', { name: /lines? cut/ })
    expect(await folds.first().getAttribute('aria-expanded')).toBe('false')
    // By keyboard, as any button.
    await folds.first().focus()
    await page.keyboard.press('Enter')
    await page.getByText('palette[30] = mix(30, 210)').waitFor()
    expect(await folds.first().getAttribute('aria-expanded')).toBe('true')
    // By the recording of its session: lines 2 to 9 were recovered, and line 5 was named afterwards.
    expect(await page.locator('.legend').textContent()).toBe(
      'By the recording of its session: 8 lines recovered, 1 line used later.',
    )
    expect(await page.locator('.line.recovered .number').allTextContents()).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
    ])
    expect(await page.locator('.line.used .number').allTextContents()).toEqual(['5'])
    expect(
      await page
        .locator('.line .h3, .line .h4, .line .h5, .line .h6, .line .h7, .line .h8, .line .h9')
        .count(),
    ).toBeGreaterThan(0)
    expect(await findings(page)).toEqual([])

    // A cut that was wrong becomes a case, with the lines that were chosen.
    await page.getByRole('button', { name: 'line 31 was needed' }).click()
    await page.getByText('1 chosen').waitFor()
    await page.getByRole('button', { name: 'This cut was wrong' }).click()
    await page.getByText(/^Kept as .*\/cases\/call_/).waitFor()

    await page.getByRole('button', { name: 'Two prices' }).click()
    await page
      .getByRole('status')
      .getByText(/of 1,200 lines, [\d,]+ tokens, [\d.]+ needed lines missing/)
      .first()
      .waitFor()
    await expect.poll(() => page.locator('.beside .text').count()).toBe(2)
    expect(await findings(page)).toEqual([])

    await page.getByRole('button', { name: 'The exact answer' }).click()
    const exact = (await page.locator('pre.exact').textContent()) ?? ''
    expect(exact).toContain('return Math.min(backoff, 30_000)')
    expect(exact).toMatch(/prn_[0-9A-Z]{26}/)
    expect(problems).toEqual([])
  })

  test('the week: spent and saved, where it comes from, where it goes, what is running', async () => {
    touchSessions(fixture())
    const { page, problems } = await open()
    await page.getByRole('heading', { name: 'This week' }).waitFor()
    await page.getByText('in 2 recordings').waitFor()
    await page.getByText(/% of what it would have been/).waitFor()
    expect(await page.locator('.tile strong').allTextContents()).toEqual([
      expect.stringMatching(/^\$0\.\d+$/),
      expect.stringMatching(/^\$0\.\d+$/),
      // With the engine's expected misses charged.
      expect.stringMatching(/^\$0\.\d+$/),
      expect.stringMatching(/^\d\d\.\dk$/),
    ])
    // Two cuts, one of them in a recording: what it saved, less what recovering from it cost.
    await page.getByText('Dollars are known for 1 of 2 cuts').waitFor()
    const cell = async (name: string) => {
      const row = page.getByRole('row', { name: new RegExp(`^${name} `) })
      return row.first().locator('td').last().textContent()
    }
    const money = await page.evaluate<Record<string, number>>(
      `fetch('/api/home', { headers: { authorization: 'Bearer ' + localStorage.getItem('mcp-pruner-token') } })
        .then((home) => home.json()).then(({ spending }) => spending.money)`,
    )
    const costs = ['recovered', 'again', 'question', 'list'].map(
      (name) => money[name] ?? Number.NaN,
    )
    expect(costs[0]).toBeGreaterThan(0)
    expect(await cell('recovered')).toMatch(/^−\$0\.00\d\d$/)
    const net = costs.reduce((left, cost) => left - cost, money['cut'] ?? 0)
    expect(await cell('net')).toBe(`$${net.toFixed(2)}`)
    await page.getByText(/^Cuts needed again: 1 of 2/).waitFor()
    await page.getByRole('cell', { name: 'too short to gain from a cut' }).waitFor()
    expect(await page.getByRole('link', { name: /pruned\.jsonl/ }).count()).toBe(1)
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: 'read', exact: true }).click()
    await page.getByText('1 call; 1–1 are shown').waitFor()
    expect(problems).toEqual([])
  })

  test('a session is a timeline, whose cut opens its call; a link to it opens in another tab', async () => {
    const { page, problems } = await open()
    await goTo(page, 'Sessions')
    await page.getByRole('link', { name: /pruned\.jsonl/ }).click()
    await page.getByRole('heading', { name: 'The context, request by request' }).waitFor()
    await page.getByText('4 requests').waitFor()
    expect(await page.locator('.plot').getAttribute('data-from')).toBe('0')
    expect(await page.locator('.wide tbody tr').allTextContents()).toEqual([
      expect.stringMatching(/^cutread21\d,\d{3}\d+\.\d %$/),
      expect.stringMatching(/^recoveredmcp__pruner__recover_text3\d+–$/),
    ])
    expect(await findings(page)).toEqual([])
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await tab.getByText('4 requests').waitFor()
    await tab.close()
    await page.locator('.plot .u-over').click({ position: { x: 300, y: 80 } })
    await page.getByRole('heading', { name: 'read big.ts' }).waitFor()
    expect(problems).toEqual([])
  })

  test('calls are searched and filtered, and gone through by keys', async () => {
    const { page, problems } = await open()
    await goTo(page, 'Calls')
    await page.getByText(/calls; 1–/).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('RETRYDELAY')
    await page.getByText('1 call; 1–1 are shown').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'read big.ts' }).waitFor()
    await page.keyboard.press('Escape')
    // The search is as it was, and so is the focus.
    await page.getByText('1 call; 1–1 are shown').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^read big\.ts/)
    await page.getByLabel('search').fill('nothing like that')
    await page.getByText('No calls match.').waitFor()
    await page.getByLabel('search').fill('')
    await page.getByLabel('show').selectOption('lost')
    await page.getByText('No calls match.').waitFor()
    await page.getByLabel('show').selectOption('misses')
    await page.getByText('1 call; 1–1 are shown').waitFor()
    await page.getByLabel('model').selectOption('claude-sonnet-5')
    await page.getByText('1 call; 1–1 are shown').waitFor()
    await page.getByLabel('tool').selectOption('bash')
    await page.getByText('No calls match.').waitFor()
    expect(await findings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('a session keeps the focus while it grows, and Esc leads back to it', async () => {
    const { page, problems } = await open()
    await goTo(page, 'Sessions')
    const size = () =>
      page
        .getByRole('row', { name: /pruned\.jsonl/ })
        .locator('[data-head="KB"]')
        .textContent()
    await page.getByRole('link', { name: /pruned\.jsonl/ }).focus()
    const before = await size()
    appendFileSync(
      join(fixture().env['HOME'] as string, SESSIONS, 'pruned.jsonl'),
      '\n'.repeat(9999),
    )
    await expect.poll(size).not.toBe(before)
    expect(await focused(page)).toMatch(/pruned\.jsonl$/)
    await page.keyboard.press('Enter')
    await page.getByText('4 requests').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor()
    await expect.poll(() => focused(page)).toMatch(/pruned\.jsonl$/)
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    expect(await focused(page)).toMatch(/\.jsonl$/)
    expect(problems).toEqual([])
  })

  test('the address without its token shows nothing and explains what to do', async () => {
    const { page } = await open({}, 'without token')
    await page.getByRole('alert').getByText('The address lacks its token.').waitFor()
    expect(await page.locator('.calls').count()).toBe(0)
  })
})

describe.skipIf(!hasBrowser)('without recorded calls', () => {
  test('each view explains what to do', async () => {
    const fixture = emptyFixture()
    const server = await startPage(fixture.env)
    const browser = await startBrowser()
    try {
      const { page, problems } = await openPage(browser, server.address)
      await page.getByText('Nothing yet this week').waitFor()
      await goTo(page, 'Calls')
      await page.getByText('No calls yet').waitFor()
      await goTo(page, 'Sessions')
      await page.getByText('No recorded sessions').waitFor()
      await goTo(page, 'Savings')
      await page.getByText('Nothing to add up yet').waitFor()
      await goTo(page, 'Replay')
      await page.getByRole('button', { name: 'Replay the sessions of this machine' }).click()
      await page.getByText('No recorded sessions').waitFor()
      expect(await findings(page)).toEqual([])
      expect(problems).toEqual([])
    } finally {
      await browser.close()
      await server.stop()
      fixture.remove()
    }
  })
})

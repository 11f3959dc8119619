// The page in a real browser, with real calls behind each view.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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
  SECRET,
  SESSIONS,
  touchSessions,
} from './page-fixture.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds, in a few words each. */
async function findings(page: Page): Promise<string[]> {
  // As a string that the debugger runs: the page's own policy allows no script from elsewhere.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    interface Finding {
      id: string
      nodes: { html: string }[]
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

/** Where the y axis of each plot begins. */
async function plotsBegin(page: Page): Promise<number[]> {
  const plots = await page.locator('.plot').all()
  return Promise.all(plots.map(async (plot) => Number(await plot.getAttribute('data-from'))))
}

const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement.textContent')

describe.skipIf(!hasBrowser)('with recorded calls', () => {
  let fixture: PageFixture
  let server: RunningPage
  let browser: Browser
  beforeAll(async () => {
    fixture = emptyFixture()
    recordSession(fixture, await makeCalls(fixture))
    server = await startPage(fixture.env)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    fixture?.remove()
  })

  test('calls appear live, newest first; an open one shows what was cut and the exact answer', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Calls')
    await page.getByText('2 calls; 1–2 are shown').waitFor()
    const client = new RawServer(fixture.env['MCP_PRUNER_CWD'] as string, fixture.env)
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
    touchSessions(fixture)
    const { page, problems } = await openPage(browser, server.address)
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
    const { page, problems } = await openPage(browser, server.address)
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
    const { page, problems } = await openPage(browser, server.address)
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
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Sessions')
    const size = () =>
      page
        .getByRole('row', { name: /pruned\.jsonl/ })
        .locator('[data-head="KB"]')
        .textContent()
    await page.getByRole('link', { name: /pruned\.jsonl/ }).focus()
    const before = await size()
    appendFileSync(join(fixture.env['HOME'] as string, SESSIONS, 'pruned.jsonl'), '\n'.repeat(9999))
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
    await page.getByLabel('Question').fill('Which entries of the palette are mixed with 7?')
    await expect.poll(linesOf).toBeGreaterThan(30)
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await expect.poll(linesOf).toBeLessThan(30)
    await page.getByLabel('Question').fill('Where is retryDelay bounded?')
    await page.getByText('return Math.min(backoff, 30_000)').waitFor()

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
    expect(await findings(page)).toEqual([])

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
    await page.locator('.headline strong').first().waitFor()
    expect(await page.locator('.headline strong').last().textContent()).toBe(
      total.net.toLocaleString('en-US'),
    )
    expect(await page.locator('.plot canvas').count()).toBe(3)
    // Bars begin at zero, or below it where something was lost.
    const begins = (await plotsBegin(page)).map((from) => from <= 0)
    expect(begins).toEqual([true, true, true])
    expect(await page.locator('.wide table').count()).toBe(3)
    await page.getByRole('cell', { name: '(tool list)' }).waitFor()
    expect(await findings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('the sessions of the machine are replayed on demand', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Replay')
    await page.getByRole('button', { name: 'Replay the sessions of this machine' }).click()
    await page.getByText('2 sessions, 6 outputs, 2').waitFor()
    expect(await page.locator('.plot canvas').count()).toBe(2)
    // 1.38 times as much was once drawn ten times as long: the axis began at 1.3 million.
    expect(await plotsBegin(page)).toEqual([0, 0])
    expect(await page.locator('.headline').textContent()).toMatch(
      /^\$0\.\d+ of \$0\.\d+ saved \(\d+\.\d %\), low \$0\.\d+, high \$0\.\d+$/,
    )
    expect(await findings(page)).toEqual([])
    expect(await page.locator('main').textContent()).not.toContain(SECRET)
    // A miss opens its text, with what was used later.
    await page.getByRole('link', { name: 'cat src/late.ts:1090' }).click()
    await page.getByText('edited: line 1,090').waitFor()
    await page.getByText('1 used later').waitFor()
    expect(await findings(page)).toEqual([])
    expect(problems).toEqual([])
  })

  test('the assumptions of a replay are fields: without a charge for misses, low and high are one', async () => {
    const { page, problems } = await openPage(browser, server.address)
    await goTo(page, 'Replay')
    const misses = page.getByLabel('misses for each one seen')
    await misses.fill('0')
    // The page asks for news while a number is typed: that once put the old number back.
    for (const _ of [1, 2]) await page.waitForResponse(/\/api\/replay/)
    expect(await misses.inputValue()).toBe('0')
    await page.getByRole('button', { name: /^Replay (?:again|the sessions)/ }).click()
    await expect
      .poll(
        async () =>
          new Set((await page.locator('.headline').textContent())?.match(/\$[\d.]+/g)).size,
      )
      .toBe(2)
    expect(problems).toEqual([])
  })

  test('at phone width, in the dark, nothing runs out of the page', async () => {
    const phone = { colorScheme: 'dark', viewport: { width: 360, height: 700 } }
    const { page, problems } = await openPage(browser, server.address, phone)
    const expectToFit = async (view: string) => {
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect([view, overflow]).toEqual([view, 0])
      expect(await findings(page)).toEqual([])
    }
    for (const view of ['Home', 'Calls', 'Sessions', 'Try', 'Savings', 'Replay']) {
      await goTo(page, view)
      await expectToFit(view)
    }
    // A long name without a blank ran out of the page, and a table of three columns out of its frame.
    touchSessions(fixture)
    await goTo(page, 'Home')
    const running = page.getByRole('region', { name: 'Running now' })
    await running.getByRole('link', { name: /raw_/ }).waitFor()
    expect(
      await running.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0)
    await running.getByRole('link', { name: /raw_/ }).click()
    await page.getByText('4 requests').waitFor()
    await expectToFit('a session')
    await goTo(page, 'Calls')
    await page
      .getByRole('link', { name: /read big\.ts/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'read big.ts' }).waitFor()
    await expectToFit('a call')
    await goTo(page, 'Replay')
    await page.getByRole('link', { name: 'cat src/late.ts:1090' }).click()
    await page.getByText('edited: line 1,090').waitFor()
    await expectToFit('a miss')
    expect(problems).toEqual([])
  })

  test('the address without its token shows nothing and explains what to do', async () => {
    const { page } = await openPage(browser, server.address.replace(/#.*/, ''))
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

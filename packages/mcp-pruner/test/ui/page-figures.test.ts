// The views of the page that count something: a question that is tried, savings and replays; and all views on a phone.
import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ENTRY } from '../stdio/raw-server.js'
import { goTo, hasBrowser } from './browser.js'
import { findings, recordedPage } from './page-checks.js'
import { SECRET, touchSessions } from './page-fixture.js'

/** Where the y axis of each plot begins. */
async function plotsBegin(page: Page): Promise<number[]> {
  const plots = await page.locator('.plot').all()
  return Promise.all(plots.map(async (plot) => Number(await plot.getAttribute('data-from'))))
}
describe.skipIf(!hasBrowser)('with recorded calls', () => {
  const { fixture, open } = recordedPage()

  test('a question is tried on a file and on a pasted text, and fewer tokens show less', async () => {
    const { page, problems } = await open()
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
    const { page, problems } = await open()
    await goTo(page, 'Savings')
    const { stdout } = spawnSync(process.execPath, [ENTRY, 'stats', '--json'], {
      env: { PATH: process.env.PATH, ...fixture().env },
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
    const { page, problems } = await open()
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
    const { page, problems } = await open()
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
    const { page, problems } = await open(phone)
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
    touchSessions(fixture())
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
})

// What every view of the page is held to, and a page with recorded calls behind it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openPage, type RunningPage, startBrowser, startPage } from './browser.js'
import { emptyFixture, makeCalls, type PageFixture, recordSession } from './page-fixture.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds, in a few words each. */
export async function findings(page: Page): Promise<string[]> {
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

export interface RecordedPage {
  readonly fixture: () => PageFixture
  readonly open: (
    context?: Parameters<typeof openPage>[2],
    hash?: 'without token',
  ) => ReturnType<typeof openPage>
}

/** For the tests of a `describe`. */
export function recordedPage(): RecordedPage {
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
  return {
    fixture: () => fixture,
    open: (context, hash) =>
      openPage(browser, hash ? server.address.replace(/#.*/, '') : server.address, context),
  }
}

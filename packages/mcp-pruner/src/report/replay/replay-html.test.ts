import { expect, test } from 'vitest'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import { replayHtml } from './replay-html.js'
import { ReplaySum } from './replay-report.js'

test('text of recordings is escaped in the report, in cells, labels and titles', () => {
  const script = '<script>alert("1")</script>'
  const miss = {
    session: 's',
    call: 'c',
    tool: 'read',
    what: script,
    line: 3,
    text: `a & ${script}`,
  }
  const report = {
    ...new ReplaySum(PUBLISHED_PRICES).report,
    misses: [{ ...miss, use: script, lines: 1, tokens: 10 }],
    bySaving: [{ label: script, sessions: 1 }],
  }
  const page = replayHtml(report, script)
  expect(page).not.toContain(script)
  expect(page).toContain('<td>a &#38; &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;</td>')
})

// The model's next request after a `read` with a question, for every client: it contains less than the raw file.

import { expect, test } from 'vitest'
import type { AgentProgram } from './clients/agent-program.js'
import { claude } from './clients/claude.js'
import { codex } from './clients/codex.js'
import { copilot } from './clients/copilot.js'
import { gemini } from './clients/gemini.js'
import { opencode } from './clients/opencode.js'
import { qwen } from './clients/qwen.js'
import { FILES, LARGE_SOURCE, WHERE } from './native/long-texts.js'
import { UNTIL_SERVER } from './native/native.case.js'
import { runAgent } from './native/run-agent.js'

const ANSWER = '  return Math.floor(demand - stock) // rounds down'
const QUESTION = { context_focus_question: 'How does reorderQuantity round?' }

async function readBy(program: AgentProgram) {
  const read = (file_path: string) => ({
    say: WHERE,
    ...program.prunerTool('read', { file_path, ...QUESTION }),
  })
  const { results, requests, stderr } = await runAgent({
    program,
    files: FILES,
    script: () => [
      {
        say: 'Wait.',
        ...program.shell(program.isHooked === false ? 'true' : UNTIL_SERVER, 'Wait'),
      },
      read('large.ts'),
      read('missing.ts'),
    ],
  })
  const [, shown, failed] = results
  if (shown === undefined || failed === undefined)
    throw new Error(`${results.length} results: ${results.join('\n')}\n${stderr}`)
  return { shown, failed, requests: requests.filter(({ hasTools }) => hasTools) }
}

test.each([claude, codex, copilot, gemini, opencode, qwen])(
  '$name shows its model less than the file',
  async (program) => {
    const { shown, failed, requests } = await readBy(program)
    console.log(`${program.name}: ${shown.length} of ${LARGE_SOURCE.length} characters`) // for the README's table
    expect(shown).toContain(ANSWER)
    expect(shown).toMatch(/prune_id=prn_[0-9A-Z]{26}/)
    expect(shown.length).toBeLessThan(LARGE_SOURCE.length / 4)
    // Every client passes on what a range may be.
    expect(requests.at(-1)?.body).toContain('"items":{"anyOf":[{"type":"string"},{"type":"object"')
    // It is shown once, and not a second time as JSON.
    expect(shown.split('Math.floor(demand - stock)')).toHaveLength(2)
    // Two clients show their model everything in the result of a failed call.
    expect(failed).toContain('missing.ts')
    for (const text of [shown, failed]) expect(text).not.toMatch(/_meta|raw_bytes|attempted/)
    // Codex waits for a server only a moment before its first request.
    const first = program === codex ? requests[0] : requests.at(-1)
    expect(first?.body).toContain('context_focus_question')
  },
)

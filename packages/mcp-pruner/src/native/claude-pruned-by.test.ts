import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claudeModule } from '../clients/claude/hooks.js'
import { hookKeyFor, keepHookKey } from '../clients/hook-key.js'
import { ClaudePrunedBy } from './claude-pruned-by.js'

let folder: string
let watch: ClaudePrunedBy
const at = (...path: string[]) => join(folder, ...path)
const hooksFile = () => at('claude/skills/mcp-pruner/hooks/hooks.json')
const hasHooks = () => readFileSync(hooksFile(), 'utf8').includes('native_hook')
const prunedBy = () => {
  try {
    return readFileSync(at('data/native/claude-pruned-by'), 'utf8')
  } catch {
    return undefined
  }
}

function install(hasOlderHooks: boolean): void {
  const place = { dataFolder: at('data'), hookKey: hookKeyFor(at('data')) }
  for (const edit of claudeModule(at('claude'), place, '1', hasOlderHooks)) {
    mkdirSync(dirname(edit.file), { recursive: true })
    writeFileSync(edit.file, 'text' in edit ? edit.text : '')
  }
}

const message = (id: string, name = 'Bash') =>
  `${JSON.stringify({
    type: 'assistant',
    message: { id, content: [{ type: 'tool_use', id: `${id}-1`, name, input: {} }] },
  })}\n`
const recorded = (session: string, ...lines: string[]) =>
  appendFileSync(at('claude/projects/-pump', `${session}.jsonl`), lines.join(''))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pruned-by-'))
  mkdirSync(at('claude/projects/-pump'), { recursive: true })
  mkdirSync(at('project'))
  keepHookKey(at('data'), hookKeyFor(at('data')))
  const env = { CLAUDE_CONFIG_DIR: at('claude') }
  watch = new ClaudePrunedBy({
    dataFolder: at('data'),
    env,
    project: at('project'),
    emit: () => {},
  })
})
afterEach(async () => {
  await watch.close()
  rmSync(folder, { recursive: true, force: true })
})

test('once the module is heard, the older hooks are taken out at the end of the session', async () => {
  install(true)
  await watch.watch('s')
  watch.noteHook('s', false)
  watch.noteHook('s', true)
  // A change would make Claude Code load the module anew, in the middle of a call.
  expect([prunedBy(), hasHooks()]).toEqual(['module\n', true])
  recorded('s', message('1'), message('2'))
  await watch.close()
  expect([prunedBy(), hasHooks()]).toEqual(['module\n', false])
})

test('after two messages with calls and nothing heard, they are put in', async () => {
  install(false)
  await watch.watch('s')
  recorded('s', message('1'), message('1', 'Read'), message('x', 'Edit'), '{"type":"assistant","me')
  await watch.look()
  expect([prunedBy(), hasHooks()]).toEqual([undefined, false])
  recorded('s', '\n', message('2', 'Read'))
  await watch.close()
  expect([prunedBy(), hasHooks()]).toEqual(['nothing\n', true])
})

test('calls from before the server listened say nothing', async () => {
  install(false)
  recorded('s', message('1'), message('2'))
  await watch.watch('s')
  await watch.look()
  recorded('s', message('3'))
  await watch.close()
  expect([prunedBy(), hasHooks()]).toEqual([undefined, false])
})

test('older hooks that work stay where they are', async () => {
  install(true)
  await watch.watch('s')
  watch.noteHook('s', false)
  recorded('s', message('1'), message('2'))
  await watch.close()
  expect([prunedBy(), hasHooks()]).toEqual(['hooks\n', true])
})

test('a file that somebody changed is left alone', async () => {
  install(true)
  const changed = readFileSync(hooksFile(), 'utf8').replace('Bash|Read', 'Read')
  writeFileSync(hooksFile(), changed)
  await watch.watch('s')
  watch.noteHook('s', true)
  await watch.close()
  expect(readFileSync(hooksFile(), 'utf8')).toBe(changed)
})

test('what has been decided of a session stays, and other lines of its record are no calls', async () => {
  install(false)
  await watch.watch('s')
  const other = (line: object) => `${JSON.stringify({ ...line, says: '"tool_use"' })}\n`
  recorded(
    's',
    other({ type: 'user' }),
    other({ type: 'assistant' }),
    other({ type: 'assistant', message: { id: 'q', content: 'tool_use' } }),
  )
  recorded('s', message('1'))
  await watch.look()
  expect(prunedBy()).toBeUndefined()
  recorded('s', message('2'))
  await watch.look()
  expect(prunedBy()).toBe('nothing\n')
  await watch.watch('s')
  watch.noteHook('s', true)
  await watch.close()
  expect([prunedBy(), hasHooks()]).toEqual(['nothing\n', true])
})

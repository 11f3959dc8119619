// The hooks module as Claude Code would run it: what it tells the server of a call.
import { expect, test } from 'vitest'
import { claudeModule } from './hooks.js'

type Event = Readonly<Record<string, unknown>>
type Hook = (client: unknown, event: Event, next: (event: Event) => unknown) => Promise<unknown>

async function loadModule() {
  const text = claudeModule('/c', { dataFolder: '/d', hookKey: '' }, '1', false).flatMap((edit) =>
    'text' in edit && edit.file.endsWith('.js') ? [edit.text] : [],
  )[0]
  const url = `data:text/javascript,${encodeURIComponent(text ?? '')}`
  const { register } = (await import(url)) as { register: (on: unknown) => void }
  const hooks: { name: string; door?: unknown; run: Hook }[] = []
  register((name: string, ...rest: [Event, Hook] | [Hook]) => {
    const [filter, run] = rest.length === 2 ? rest : [{}, rest[0]]
    hooks.push({ name, door: filter.door, run })
    return { catch: () => {} }
  })
  return hooks
}

test('the calls since something may have been lost are sent with each result', async () => {
  const hooks = await loadModule()
  const sent: Event[] = []
  const client = {
    session: { id: async () => 's1' },
    env: { get: async () => undefined },
    fs: { read: async () => '{"url":"http://127.0.0.1:1/","secret":"x"}' },
    clock: { sleep: () => new Promise(() => {}) },
    http: {
      fetch: async (_url: string, { body }: { body: string }) => {
        sent.push(JSON.parse(body))
        return { ok: true, text: '{}' }
      },
    },
  }
  const happens = async (name: string, door: string | undefined, content: object[], uuid = '') => {
    const event = { door, uuid, message: { content } }
    for (const hook of hooks) {
      if (hook.name === name && hook.door === door) await hook.run(client, event, (e) => e)
    }
  }
  const calls = async (id: string) => {
    const input = { command: 'ls' }
    await happens('session.append', 'response', [{ type: 'tool_use', id, name: 'Bash', input }])
    const content = 'a line\n'.repeat(400)
    await happens('session.append', 'tool-result', [
      { type: 'tool_result', tool_use_id: id, content },
    ])
    return sent.at(-1)?.chain
  }
  await happens('session.append', 'prompt', [{ type: 'text', text: 'Look.' }], 'p1')
  expect(await calls('t1')).toEqual(['p1', 't1'])
  expect(await calls('t2')).toEqual(['p1', 't1', 't2'])
  await happens('session.compact', undefined, [])
  expect(await calls('t3')).toEqual(['t3'])
  await happens('session.append', 'compaction', [])
  expect(await calls('t4')).toEqual(['t4'])
  await happens('session.append', 'prompt', [{ type: 'text', text: 'And now?' }], 'p2')
  expect(await calls('t5')).toEqual(['p2', 't5'])
})

import { memoryStore } from '@jeeves/mcp-runtime'
import { expect, test } from 'vitest'
import { type CallNote, keepNote, NOTE_DOMAIN, recallNote } from './call-note.js'

const NOTE: CallNote = {
  question: 'why?',
  pruneId: 'prn_1',
  firstLine: 1,
  lineCount: 9,
  answer: 'one\n…9:\nnine',
}

test.each([[[1, 2, 3, 5, 9]], [[4]], [[]], [undefined]])(
  'a note with the kept lines %j comes back as it was',
  async (keptLines) => {
    const store = memoryStore()
    const note = { ...NOTE, ...(keptLines && { keptLines }) }
    await keepNote(store, 'a', note)
    expect(await recallNote(store, 'a')).toEqual(note)
  },
)

test('lines that follow each other are stored as one run', async () => {
  const store = memoryStore()
  await keepNote(store, 'a', { ...NOTE, keptLines: [1, 2, 3, 5, 9] })
  const stored = JSON.parse((await store.get({ domain: NOTE_DOMAIN, id: 'a' })) ?? '')
  expect(stored).toMatchObject({
    kept: [
      [1, 3],
      [5, 5],
      [9, 9],
    ],
  })
})

test('what was never noted is unknown', async () => {
  expect(await recallNote(memoryStore(), 'a')).toBeUndefined()
})

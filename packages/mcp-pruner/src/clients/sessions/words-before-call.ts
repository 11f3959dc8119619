// What was said before a call that is being made now, from the end of the client's record of the session.
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSession, type SpeakingClient } from './read-session.js'
import { WordTracker } from './recorded-calls.js'

export interface WordsBefore {
  readonly said: string
  readonly prompt: string
}

/** From the end back, in steps: most calls follow a few lines after their words. */
const TAIL_BYTES = [65_536, 1_048_576] as const
/** The client may be about to write the line of the call; it is looked for again, this often. */
const LOOKS = 3
const BETWEEN_LOOKS_MS = 20

export async function wordsBeforeCall(
  client: SpeakingClient,
  file: string,
  callId: string,
): Promise<WordsBefore | undefined> {
  let latest: WordsBefore | undefined
  // A hook that does not say which call it is about comes after it: all is written.
  const looks = callId === '' ? 1 : LOOKS
  for (let look = 1; look <= looks; look += 1) {
    const near = await inTail(client, file, callId, TAIL_BYTES[0])
    if (near?.isFound) return near
    const subagent = await newestSubagent(file)
    const beside =
      subagent === undefined ? undefined : await inTail(client, subagent, callId, TAIL_BYTES[0])
    if (beside?.isFound) return beside
    latest = near
    if (look < looks) await sleep(BETWEEN_LOOKS_MS)
  }
  const far = await inTail(client, file, callId, TAIL_BYTES[1])
  // What was said last will do: it is at most one line behind.
  return far?.isFound ? far : latest
}

interface Found extends WordsBefore {
  readonly isFound: boolean
}

async function inTail(
  client: SpeakingClient,
  file: string,
  callId: string,
  bytes: number,
): Promise<Found | undefined> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const tracker = new WordTracker()
  const fromByte = Math.max(0, stats.size - bytes)
  try {
    for await (const event of readSession(client, file, { fromByte })) {
      tracker.note(event)
      if (event.type === 'call' && event.id === callId) {
        // The prompt may lie further back than the tail; then the rest has to do.
        return { said: tracker.wordsBefore().said, prompt: tracker.prompt, isFound: true }
      }
    }
  } catch {
    return undefined
  }
  return { said: tracker.wordsBefore().said, prompt: tracker.prompt, isFound: false }
}

/** Claude Code writes a subagent's session beside the one that started it. */
async function newestSubagent(file: string): Promise<string | undefined> {
  const folder = join(file.replace(/\.jsonl$/, ''), 'subagents')
  const names = await readdir(folder).catch(() => [])
  const dated = await Promise.all(
    names
      .filter((name) => name.endsWith('.jsonl'))
      .map(async (name) => ({
        path: join(folder, name),
        at: (await stat(join(folder, name))).mtimeMs,
      })),
  )
  return dated.sort((a, b) => b.at - a.at)[0]?.path
}

/** Whether the end of a file holds a text: how a replacement is proven. */
export async function tailHolds(file: string, wanted: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined)
  if (!handle) return false
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, 4_194_304)
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.includes(wanted)
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

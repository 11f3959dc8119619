// Which client recorded a file, told from how it begins.
import { open } from 'node:fs/promises'
import type { RecordingClient } from './read-session.js'

const BEGINNING_BYTES = 65_536

/** Looked for in this order: Codex's wrapper may hold anything inside. */
const SIGNS: readonly (readonly [RecordingClient, RegExp])[] = [
  ['codex', /^\s*\{[^\n]*"payload"\s*:/],
  ['gemini', /"projectHash"\s*:|"type"\s*:\s*"gemini"/],
  [
    'copilot',
    /"type"\s*:\s*"(?:session\.start|user\.message|assistant\.message|tool\.execution_\w+)"/,
  ],
  ['opencode', /^\s*\{\s*"info"\s*:\s*\{/],
  ['claude', /"sessionId"\s*:|"type"\s*:\s*"(?:user|assistant|summary|system)"/],
]

/** `undefined` for what no known client writes. Throws for what cannot be opened. */
export async function clientOfSession(path: string): Promise<RecordingClient | undefined> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES)
    const beginning = buffer.toString('utf8', 0, bytesRead)
    return SIGNS.find(([, sign]) => sign.test(beginning))?.[0]
  } finally {
    await file.close()
  }
}

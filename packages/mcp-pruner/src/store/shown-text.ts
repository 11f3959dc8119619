// An already pruned text, stored for a moment: a client that cannot replace an output calls `recover_text`, whose
// answer takes its place. It is an answer of ours, including its notes, and not a recovery.
import { randomBytes } from 'node:crypto'

const PREFIX = 'shown_'

export const newShownId = (): string => `${PREFIX}${randomBytes(16).toString('hex')}`

export const isShownId = (pruneId: string): boolean => pruneId.startsWith(PREFIX)

// A text that was shown already, kept for a moment: a client that cannot replace an output calls `recover_text`, whose
// answer stands in its place. It is an answer of ours, notes included, and no line of it was missed by anybody.
import { randomBytes } from 'node:crypto'

const PREFIX = 'shown_'

export const newShownId = (): string => `${PREFIX}${randomBytes(16).toString('hex')}`

export const isShownId = (pruneId: string): boolean => pruneId.startsWith(PREFIX)

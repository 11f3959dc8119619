// What a client's model is shown of a tool's result.
import { knownClient } from './known-clients.js'

/** `unknown`: not known as an agent, so a program that reads what it likes. */
export type Shown = 'structured' | 'content' | 'both' | 'unknown'

export const shownBy = (clientName: string | undefined): Shown =>
  knownClient(clientName)?.shows ?? 'unknown'

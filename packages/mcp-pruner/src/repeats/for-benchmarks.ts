// How benchmarks mark repeats: the same functions as for a client's own tools.
export type { HeldCall } from '../clients/sessions/conversation.js'
export { heldTexts } from './held-calls.js'
export { markRepeats } from './mark-repeats.js'

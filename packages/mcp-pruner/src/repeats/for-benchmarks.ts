// What benchmarks mark repeats by: the same calls as a client's own tools.
export type { HeldCall } from '../clients/sessions/conversation.js'
export { heldTexts } from './held-calls.js'
export { markRepeats } from './mark-repeats.js'

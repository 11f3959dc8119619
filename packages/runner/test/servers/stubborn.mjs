// Works, but does not leave when its input ends or when it is asked to.
import { noteStart, serve } from './serve.mjs'

noteStart()
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
setInterval(() => {}, 1_000)
serve({ onCall: () => ({ content: [{ type: 'text', text: 'still here' }] }) })

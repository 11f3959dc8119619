// Never answers, and does not leave when its input ends or when it is asked to.
import { noteStart } from './serve.mjs'

noteStart()
process.on('SIGTERM', () => {})
process.stdin.resume()
setInterval(() => {}, 1_000)

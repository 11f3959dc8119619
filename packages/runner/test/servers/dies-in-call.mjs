import { noteStart, serve } from './serve.mjs'

noteStart()
serve({ onCall: () => process.exit(5) })

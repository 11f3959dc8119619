import { noteStart, serve } from './serve.mjs'

noteStart()
serve()

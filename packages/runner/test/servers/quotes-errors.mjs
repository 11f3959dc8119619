// A tool whose own error reads like the end of the connection.
import { serve } from './serve.mjs'

serve({
  onCall: () => ({
    isError: true,
    content: [{ type: 'text', text: 'ssh: Connection closed by 10.0.0.1; Transport closed' }],
  }),
})

// Gemini's generateContent, as Gemini CLI uses it.

import type { Wire } from '../agent-api.js'
import { sendJson } from '../listen.js'

interface Content {
  readonly parts?: readonly {
    readonly functionResponse?: { readonly response?: Readonly<Record<string, unknown>> }
  }[]
}

export const gemini: Wire = {
  path: /:(?:streamG|g)enerateContent$/,
  read: ({ contents, tools }) => ({
    hasTools: Array.isArray(tools) && tools.length > 0,
    results: (contents as readonly Content[])
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) =>
        functionResponse ? [functionResponse.response ?? {}] : [],
      )
      // Either an output or, for what a hook replaced, an error; both are text.
      .map((response) => {
        const text = response['output'] ?? response['error']
        return typeof text === 'string' ? text : JSON.stringify(response)
      }),
  }),
  answer: ({ say, use, input }, turn, response, { path }) => {
    const call = { functionCall: { id: `fc_${turn}`, name: use, args: input } }
    const parts = [{ text: say }, ...(use ? [call] : [])]
    const chunk = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: 'stand-in',
    }
    if (!path.includes('stream')) {
      sendJson(response, 200, chunk)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(chunk)}\n\n`)
  },
}

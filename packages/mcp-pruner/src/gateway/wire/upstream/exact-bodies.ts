// The raw texts of HTTP answers: the SDK's transport parses them, and a number beyond 2^53 does not
// survive that. The stream is only observed here.
import { type Id, isFields, isId } from '../../../rpc/message.js'

export class ExactBodies {
  readonly #texts = new Map<Id, string>()

  /** The text of the answer to request `id`, once. */
  take(id: unknown): string | undefined {
    if (!isId(id)) return undefined
    const text = this.#texts.get(id)
    this.#texts.delete(id)
    return text
  }

  /** The same response; its answers are recorded before they are read. */
  async watch(response: Response): Promise<Response> {
    const type = response.headers.get('content-type') ?? ''
    const { status, statusText, headers, body } = response
    if (!response.ok || !body) return response
    if (type.includes('application/json')) {
      const text = await response.text()
      this.#remember(text)
      return new Response(text, { status, statusText, headers })
    }
    if (!type.includes('text/event-stream')) return response
    return new Response(body.pipeThrough(this.#events()), { status, statusText, headers })
  }

  #events(): TransformStream<Uint8Array, Uint8Array> {
    const decoder = new TextDecoder()
    let unread = ''
    let data: string[] = []
    return new TransformStream({
      transform: (chunk, controller) => {
        unread += decoder.decode(chunk, { stream: true })
        const lines = unread.split(/\r\n|\n|\r(?!$)/)
        unread = lines.pop() ?? ''
        for (const line of lines) {
          if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
          else if (line === '' && data.length > 0) {
            this.#remember(data.join('\n'))
            data = []
          }
        }
        controller.enqueue(chunk)
      },
    })
  }

  #remember(text: string): void {
    try {
      const message: unknown = JSON.parse(text)
      if (!isFields(message) || !('result' in message) || !isId(message['id'])) return
      this.#texts.set(message['id'], text)
    } catch {
      // Not a message; the transport reports it.
    }
  }
}

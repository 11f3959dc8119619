// What the gateway adds to the servers that it wraps: its way of calling tools, one tool of its own, and
// the kept answers as resources.
import type { ResponseLimits } from '@jeeves/contracts'
import { ArtifactRefError, noteStart } from '@jeeves/mcp-runtime'
import type { PruneOutput } from '../ask/prune-output.js'
import type { Guard } from '../call/guard.js'
import { callTool } from '../call/pipeline.js'
import { shownText } from '../call/record-call.js'
import { isAppError } from '../errors/app-error.js'
import type { EmitEvent } from '../process/events.js'
import { type Fields, isFields } from '../rpc/message.js'
import { readBack } from '../store/read-back.js'
import { boundError, boundText, type TextBound } from './calls/bound-text.js'
import type { Calls } from './calls/calls.js'
import { pictureIn } from './shape/images.js'
import { READ_TOOL } from './shrink/note.js'
import { parseData } from './shrink/parsed-data.js'
import { createReadTool, readToolDefinition, shortReadTool } from './stored-answers/read-tool.js'
import type { StoredAnswers } from './stored-answers/stored-answers.js'
import type { Additions } from './wire/client/additions.js'
import { QUESTION } from './wire/client/catalog.js'
import type { Upstream } from './wire/upstream/upstream.js'

export interface AdditionParts {
  readonly calls: Calls
  readonly storedAnswers: StoredAnswers
  readonly listed: Additions['listed']
  /** Called when a kept answer is read: its id, its tool, and the text. */
  readonly recovered: (ref: string, tool: string, text: string) => void
  readonly limits: ResponseLimits
  readonly listing: Additions['listing']
  readonly pruneOutput: PruneOutput
  readonly guard: Guard
  readonly emit: EmitEvent
}

export function createGatewayMethods(parts: AdditionParts): Additions {
  const { calls, storedAnswers, listed, recovered, limits, listing, pruneOutput, guard, emit } =
    parts
  const readTool = createReadTool(storedAnswers, limits)
  let reads = 0
  const boundFor = ({ label }: Upstream, name: string): TextBound => ({
    maxBytes: limits.maxBytes,
    keep: (text) => storedAnswers.keep(label, name, text),
  })
  return {
    emit,
    boundError: (error, upstream) => boundError(error, boundFor(upstream, 'error')),
    boundText: (text, upstream) => boundText(text, boundFor(upstream, 'text')),
    maxBytes: limits.maxBytes,
    instructions: instructions(limits),
    tools: [readToolDefinition(READ_TOOL)],
    shortTools: [shortReadTool(READ_TOOL)],
    listing,
    call: (tool, request, client) => calls.call(tool, request, client),
    taskResult: (taskId, answer, client) => calls.taskResult(taskId, answer, client),
    async ownCall(_, { params = {}, signal }, client) {
      const args = isFields(params['arguments']) ? params['arguments'] : {}
      const call = { requestId: `read_${++reads}`, signal, emit, output: 'text', client } as const
      const { result } = await callTool(readTool, args, call, { pruneOutput, guard })
      const ref = String(args['ref'])
      if (result['isError'] !== true) {
        recovered(ref, storedAnswers.toolOf(ref) ?? READ_TOOL, shownText(result))
      }
      return result
    },
    listed,
    resources: () => storedAnswers.recent().map(asResource),
    async readResource(uri) {
      const text = await readStored(storedAnswers, uri)
      if (text === undefined) return undefined
      const picture = pictureIn(text)
      const contents = [picture ? { uri, ...picture } : { uri, mimeType: mimeTypeOf(text), text }]
      recovered(uri, storedAnswers.toolOf(uri) ?? READ_TOOL, text)
      return { contents }
    },
  }
}

const instructions = ({ maxBytes }: ResponseLimits): string =>
  `Answers over ${Math.round(maxBytes / 1024)} KB are cut, and say so; ${READ_TOOL} reads the rest. ` +
  `Only notes that begin ${noteStart().trimEnd()} are the gateway's. ` +
  `Every tool takes ${QUESTION} (a full question: only what answers it is shown), fields (names or JSON ` +
  'pointers: only these are shown) and max_tokens.'

async function readStored(storedAnswers: StoredAnswers, uri: string): Promise<string | undefined> {
  if (!uri.startsWith('ax://')) return undefined
  try {
    return (await readBack(uri, storedAnswers, { isExact: true })).text
  } catch (error) {
    // A server may have ax:// resources of its own, which need not look like ours.
    if (error instanceof ArtifactRefError || isAppError(error, 'not_kept')) return undefined
    throw isAppError(error, 'recovery_unavailable') ? error.cause : error
  }
}

const asResource = ({
  ref,
  tool,
  characters,
}: ReturnType<StoredAnswers['recent']>[number]): Fields => ({
  uri: ref,
  name: ref.slice('ax://'.length),
  description: `The whole answer of ${tool}, ${characters} characters`,
})

const mimeTypeOf = (text: string): string => (parseData(text) ? 'application/json' : 'text/plain')

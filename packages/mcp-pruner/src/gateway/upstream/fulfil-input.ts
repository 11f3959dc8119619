// A server of 2026-07-28 requests input by its result. An older client is asked during its call instead,
// and the call is repeated with its answers.
import { Answer, type Fields, isFields } from '../../rpc/message.js'

/** How often one call may request more input before its result is returned as it is. */
const MAX_ROUNDS = 10

type Ask = (method: string, params: Fields | undefined) => Promise<unknown>

export async function askUntilComplete(
  params: Fields,
  call: (params: Fields) => Promise<Answer>,
  ask: Ask | undefined,
): Promise<Answer> {
  let answers: Fields = {}
  for (let round = 0; ; round++) {
    const answer = await call({ ...params, ...answers })
    const { value } = answer
    if (!ask || round === MAX_ROUNDS || !isFields(value)) return answer
    if (value['resultType'] !== 'input_required') return answer
    answers = await answersTo(value, ask)
  }
}

async function answersTo({ inputRequests, requestState }: Fields, ask: Ask): Promise<Fields> {
  const wanted = Object.entries(isFields(inputRequests) ? inputRequests : {})
  const answers = await Promise.all(
    wanted.map(async ([key, request]) => {
      const { method, params } = isFields(request) ? request : {}
      const answer = await ask(String(method), isFields(params) ? params : undefined)
      return [key, answer instanceof Answer ? answer.value : answer] as const
    }),
  )
  return {
    inputResponses: Object.fromEntries(answers),
    ...(requestState !== undefined && { requestState }),
  }
}

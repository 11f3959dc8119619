// The decisive check: whether the model received the pruned answer, from the newest session that the
// client recorded.

import { AGENT_CLIENTS, RECORDING_CLIENTS, type RecordingClient } from '../../clients/registry.js'
import { findSessions } from '../../clients/sessions/find-sessions.js'
import { readSession } from '../../clients/sessions/read-session.js'
import { recordedCalls } from '../../clients/sessions/recorded-calls.js'
import { counted, percent, shareInterval } from '../../process/figures.js'
import type { Env } from '../../settings/settings.js'
import { bad, type Finding, note, ok } from './finding.js'

/** The closing line of a pruned answer, whichever entry point pruned it. */
const CLOSING = /\[[^\]\n]*recover_text (?:prune_id=)?prn_[0-9A-Z]{26}[^\]\n]*\]/

/** Shorter answers are always shown whole. */
const LONG_ANSWER = 10_000

export async function checkSessions(env: Env): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const client of RECORDING_CLIENTS) findings.push(...(await checkNewest(client, env)))
  return findings
}

async function checkNewest(client: RecordingClient, env: Env): Promise<Finding[]> {
  const [newest] = await findSessions(client, env)
  if (!newest) return []
  const about = `${AGENT_CLIENTS[client].title}, newest session`
  let pruned = 0
  let recovered = 0
  let questions = 0
  let long = 0
  let calls = 0
  try {
    for await (const call of recordedCalls(readSession(client, newest.file))) {
      calls += 1
      if (call.name.endsWith('recover_text')) recovered += 1
      else if (CLOSING.test(call.output)) pruned += 1
      if (!JSON.stringify(call.input ?? null).includes('"context_focus_question"')) continue
      questions += 1
      if (call.output.length >= LONG_ANSWER) long += 1
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return [note(about, `${newest.file} cannot be read (${code ?? 'unknown'})`)]
  }
  if (pruned > 0) {
    const [low, high] = shareInterval(Math.min(recovered, pruned), pruned).map((share) =>
      percent(share),
    )
    const given = `the model was given ${counted(pruned, 'pruned answer')} in ${counted(calls, 'call')}`
    const needed = `${recovered} recovered (${low} to ${high} of the cuts needed, 95 % interval; a lower bound, since an agent that goes on without a line leaves no trace)`
    return [ok(about, `${given}, ${needed}`)]
  }
  if (questions === 0) return [note(about, `nothing was pruned in its ${counted(calls, 'call')}`)]
  if (long === 0)
    return [
      note(
        about,
        `nothing was pruned: ${counted(questions, 'call')} with a question had short answers`,
      ),
    ]
  return [
    bad(
      about,
      `${counted(questions, 'call')} with a question, ${long} with a long answer, but the model was given no pruned answer`,
      'check the reason in their metadata, and whether PRUNER_URL is empty',
    ),
  ]
}

// Whether a session is part of a replay: of the wanted project, and with something recorded since the wanted time.
import { isInside } from '@jeeves/mcp-runtime/files'
import type { DatedEvent } from '../../clients/sessions/session-event.js'

interface Wanted {
  readonly since?: number | undefined
  readonly project?: string | undefined
}

export class SessionScope {
  project: string | undefined
  /** Times of the first and the last event that have one. */
  from = ''
  to = ''
  #events = 0
  readonly #wanted: Wanted

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  /** False ends the reading: it is a session of another project. */
  accepts(event: DatedEvent): boolean {
    if (event.type === 'start') this.project ??= event.cwd
    if (!this.#isWithin()) return false
    this.#events += 1
    this.from ||= event.at ?? ''
    this.to = event.at ?? this.to
    return true
  }

  isRecent(at: string | undefined): boolean {
    const { since } = this.#wanted
    return since === undefined || at === undefined || !(Date.parse(at) < since)
  }

  /** Why it is not part of the replay, once it has been read. */
  skipReason(damagedLines: number): string | undefined {
    if (!this.#isWithin()) return 'of another project'
    if (this.#events === 0) {
      return damagedLines > 0 ? 'no line of it could be read' : 'contains no conversation'
    }
    if (this.to !== '' && !this.isRecent(this.to)) {
      return `nothing recorded since then; its last entry is from ${this.to.slice(0, 10)}`
    }
    return undefined
  }

  #isWithin(): boolean {
    const { project: wanted } = this.#wanted
    return wanted === undefined || (this.project !== undefined && isInside(wanted, this.project))
  }
}

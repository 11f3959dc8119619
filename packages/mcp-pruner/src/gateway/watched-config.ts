// The servers of a configuration file, read again when it changes. An unreadable file changes nothing.
import { unwatchFile, watchFile } from 'node:fs'
import type { EmitEvent } from '../process/events.js'
import { readConfig } from './config.js'
import type { UpstreamSpec } from './wire/upstream/spec.js'
import type { WrapOptions } from './wrap-options.js'

const LOOK_MS = 1000

type Changed = (specs: readonly UpstreamSpec[]) => void

export class WatchedConfig {
  specs: readonly UpstreamSpec[]
  readonly #file: string | undefined
  readonly #listeners = new Set<Changed>()
  readonly #look: () => void

  constructor(
    { upstreams, configFile }: Pick<WrapOptions, 'upstreams' | 'configFile'>,
    env: NodeJS.ProcessEnv,
    emit: EmitEvent,
  ) {
    this.specs = upstreams
    this.#file = configFile
    this.#look = () => {
      try {
        this.specs = readConfig(configFile ?? '', env)
      } catch (error) {
        const { message } = error as Error
        emit('error', 'config.not_reloaded', { data: { file: configFile, message } })
        return
      }
      emit('info', 'config.reloaded', { data: { file: configFile, servers: this.specs.length } })
      for (const listener of this.#listeners) listener(this.specs)
    }
    // Polled by its times, because editors replace the file.
    if (configFile !== undefined) {
      watchFile(configFile, { interval: LOOK_MS, persistent: false }, this.#look)
    }
  }

  readonly watch = (changed: Changed): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  close(): void {
    if (this.#file !== undefined) unwatchFile(this.#file, this.#look)
  }
}

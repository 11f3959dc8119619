// A file's figures if it can be found.
import { type Stats, statSync } from 'node:fs'

/** Node's own `throwIfNoEntry: false` throws where a file stands in the place of a folder. */
export function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

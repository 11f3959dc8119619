// Data from the server, refreshed from time to time while the page is visible.
import { useEffect, useState } from 'preact/hooks'
import { ask } from './ask.js'

export interface Loaded<Answer> {
  readonly answer?: Answer
  readonly problem?: string
}

/** `everyMs` 0 loads once. An answer that says `unchanged` keeps the last one. */
export function useFetched<Answer extends object>(
  path: (last: Answer | undefined) => string,
  key: string,
  everyMs: number,
): Loaded<Answer> {
  const [loaded, setLoaded] = useState<Loaded<Answer>>({})
  useEffect(() => {
    let last: Answer | undefined
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = async () => {
      try {
        const answer = await ask<Answer>(path(last))
        if (isOver) return
        if (!('unchanged' in answer)) {
          last = answer
          setLoaded({ answer })
        }
      } catch (error) {
        if (!isOver) setLoaded({ ...(last && { answer: last }), problem: (error as Error).message })
      }
      if (!isOver && everyMs > 0) timer = setTimeout(go, everyMs)
    }
    void go()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for `path`
  }, [key, everyMs])
  return loaded
}

// j and k move down and up the links of a list, as in a mail reader. Enter follows a link by itself.
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function useRowKeys(): RefObject<HTMLOListElement> {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (key !== 'j' && key !== 'k') return
      const links = [...(list.current?.querySelectorAll<HTMLElement>('li a') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLElement)
      const next =
        at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))
      links[next]?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return list
}

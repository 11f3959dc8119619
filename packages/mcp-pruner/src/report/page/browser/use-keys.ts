// Keys as in a mail reader: j and k move down and up the links of a list, Esc goes back. Enter follows a link by itself.
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

const ROWS = '.calls a, tbody a'

/** Returns what ends it. */
function onKeys(onKey: (event: KeyboardEvent) => void): () => void {
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

export function useRowKeys(within: RefObject<HTMLElement>): void {
  const move = (event: KeyboardEvent) => {
    const { key } = event
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (key !== 'j' && key !== 'k') return
    const links = [...(within.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next =
      at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))
    links[next]?.focus()
  }
  useEffect(() => onKeys(move), [within])
}

export function useEscape(href: string): void {
  useEffect(
    () =>
      onKeys((event) => {
        if (event.key === 'Escape' && !isTyping(event)) location.hash = href
      }),
    [href],
  )
}

/** Back in a list, the link to the view that was left has the focus again, as soon as the list is there. */
export function useFocusOn(within: RefObject<HTMLElement>, left: RefObject<string>): void {
  useEffect(() => {
    const element = within.current
    if (!element) return undefined
    const look = () => {
      if (!left.current || document.activeElement !== element) return
      const link = [...element.querySelectorAll<HTMLElement>(ROWS)].find(
        (one) => one.getAttribute('href') === `#${left.current}`,
      )
      if (!link) return
      left.current = ''
      link.focus()
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [within, left])
}

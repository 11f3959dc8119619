// The documents' links, headings and commands, without a parser: their Markdown is plain.
import { posix } from 'node:path'

export interface Link {
  readonly text: string
  readonly target: string
}

const withoutCode = (markdown: string) =>
  markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '`code`')

export function linksOf(markdown: string): Link[] {
  const inline = [...withoutCode(markdown).matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
  const images = [...withoutCode(markdown).matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)]
  return [
    ...inline.map(([, text = '', target = '']) => ({ text, target })),
    ...images.map(([, target = '']) => ({ text: '', target })),
  ]
}

/** As GitHub names the headings of a page. */
export function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  )
}

/** Where a link on a page leads, from the root; `undefined` for anything but a file of the repository. */
export function resolveLink(page: string, target: string) {
  if (/^[a-z]+:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  return { path: path === '' ? page : posix.join(posix.dirname(page), path), anchor }
}

// Components shared by several views.
import type { ComponentChildren } from 'preact'
import { isFigureColumn } from './format.js'

export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  )
}

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** A figure with its name, for the top of a view. */
export function Tile(props: {
  name: string
  value: string
  isLoss?: boolean
  children?: ComponentChildren
}) {
  return (
    <div class="tile">
      <span class="tile-name">{props.name}</span>
      <strong class={props.isLoss ? 'loss' : undefined}>{props.value}</strong>
      {props.children}
    </div>
  )
}

export type Cell =
  | string
  | number
  | { readonly text: string; readonly href: string; readonly title?: string }

const textOf = (cell: Cell | undefined): string =>
  typeof cell === 'object' ? cell.text : String(cell)

export function Table(props: {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Its columns are few and long. */
  isWide?: boolean
  /** Names of rows that add up those before. */
  sums?: readonly string[]
}) {
  const isMany = props.isWide === true || props.heads.length > 3
  // By column, so that a dash for an unknown value is aligned with the others.
  const isFigures = props.heads.map((_, i) =>
    isFigureColumn(props.rows.map((row) => textOf(row[i]))),
  )
  const keys = keysOf(props.rows)
  const classOf = (i: number) => (isFigures[i] ? 'figure' : undefined)
  return (
    // A wide table scrolls by itself, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      class={`wide${isMany ? ' many' : ''}${props.isWide ? ' few' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={props.caption}
    >
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.heads.map((head, i) => (
              <th key={head} scope="col" class={classOf(i)}>
                {head === '' ? <span class="unseen">name</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, at) => (
            <tr key={keys[at]} class={props.sums?.includes(textOf(row[0])) ? 'sum' : undefined}>
              {row.map((cell, i) => (
                <td key={props.heads[i]} class={classOf(i)} data-head={props.heads[i]}>
                  {typeof cell === 'object' ? (
                    <a href={cell.href} title={cell.title}>
                      {cell.text}
                    </a>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** By a row's first cell: a row whose figures change stays the same, and keeps the focus. */
function keysOf(rows: readonly (readonly Cell[])[]): string[] {
  const seen = new Map<string, number>()
  return rows.map(([cell]) => {
    const name = typeof cell === 'object' ? cell.href : textOf(cell)
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    return `${name} ${times}`
  })
}

// Components shared by several views.
import type { ComponentChildren } from 'preact'

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

export type Cell = string | number | { readonly text: string; readonly href: string }

const textOf = (cell: Cell | undefined): string =>
  typeof cell === 'object' ? cell.text : String(cell)

export function Table(props: {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Its columns are few and long. */
  isWide?: boolean
}) {
  const isMany = props.isWide === true || props.heads.length > 3
  return (
    // A wide table scrolls by itself, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      class={isMany ? 'wide many' : 'wide'}
      tabIndex={0}
      role="region"
      aria-label={props.caption}
    >
      <table>
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            {props.heads.map((head, i) => (
              <th
                key={head}
                scope="col"
                class={isFigure(props.rows[0]?.[i]) ? 'figure' : undefined}
              >
                {head === '' ? <span class="unseen">name</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.map(textOf).join()}>
              {row.map((cell, i) => (
                <td
                  key={props.heads[i]}
                  class={isFigure(cell) ? 'figure' : undefined}
                  data-head={props.heads[i]}
                >
                  {typeof cell === 'object' ? <a href={cell.href}>{cell.text}</a> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isFigure = (cell: Cell | undefined): boolean => /^[−+$–]*[\d,.]*( %)?$/.test(textOf(cell))

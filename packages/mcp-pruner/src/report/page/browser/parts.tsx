// What several views are made of.
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

export function Table(props: {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}) {
  return (
    // A wide table is scrolled by itself, so it must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="wide" tabIndex={0} role="region" aria-label={props.caption}>
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
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, i) => (
                <td key={props.heads[i]} class={isFigure(cell) ? 'figure' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isFigure = (cell: string | number | undefined): boolean =>
  /^[−+]?[\d,.]+( %)?$/.test(String(cell))

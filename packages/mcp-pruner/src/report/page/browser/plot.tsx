// A uPlot chart in the page's colours, as wide as there is room. Its y axis begins at zero, whatever the
// figures are: a bar that is drawn twice as long is twice as much.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { compact } from './format.js'

export interface Series {
  readonly label: string
  readonly values: readonly (number | null)[]
  readonly kind: 'bars' | 'line' | 'area' | 'dashed'
  /** Names of the page's colours. */
  readonly colour?: string
}

/** Drawn over the plot, at an x. */
export interface PlotMark {
  readonly x: number
  readonly colour: string
  /** Besides the colour, for those who cannot tell colours apart. */
  readonly shape: 'notch' | 'diamond'
}

export interface PlotProps {
  readonly title: string
  /** Seconds since 1970, numbers, or indexes of `names`. */
  readonly x: readonly number[]
  readonly isTime?: boolean
  readonly names?: readonly string[]
  readonly series: readonly Series[]
  readonly marks?: readonly PlotMark[]
  readonly write?: (value: number) => string
  /** The x value nearest to a click. */
  readonly onChoose?: (x: number) => void
}

const HEIGHT = 220
const DAY_S = 86_400
/** There is no hourly data. */
const DAYS = [1, 2, 7, 14, 30, 91, 365]
/** Tokens, calls and sessions are whole. */
const WHOLE = Array.from({ length: 14 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat()
/** Pixels that a label under a bar needs, and its letters. */
const NAME_ROOM = 110
const LETTER = 7
const COLOURS = ['--accent', '--second', '--third', '--quiet']

export function Plot(props: PlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const choose = useRef(props.onChoose)
  choose.current = props.onChoose
  const key = JSON.stringify([props.x, props.names, props.series, props.marks])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const plot = new uPlot(
      optionsOf(props, element),
      [[...props.x], ...props.series.map(({ values }) => [...values])],
      element,
    )
    const onClick = (event: MouseEvent) => {
      const at = plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x')
      choose.current?.(at)
    }
    plot.over.addEventListener('click', onClick)
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `key` stands for all of them
  }, [key])
  // The table below it has the same data.
  return <div class="plot" ref={place} role="img" aria-label={`Plot: ${props.title}`} />
}

function optionsOf(props: PlotProps, element: HTMLElement): uPlot.Options {
  const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
  const { names, isTime = false, write = compact } = props
  const room = names ? 0.6 : isTime ? DAY_S * 0.6 : 0.5
  const [first = 0, last = 0] = [props.x[0], props.x.at(-1)]
  const axis = {
    stroke: colour('--quiet'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  }
  const paint = ({ colour: name }: Series, i: number) => colour(name ?? COLOURS[i] ?? '--accent')
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: props.series.length > 1, live: false },
    scales: {
      // Room for half a bar at either end.
      x: { time: isTime, range: () => [first - room, last + room] },
      y: { range: (_, low, high) => fromZero(low, high) },
    },
    axes: [
      xAxis(axis, names, isTime, element.clientWidth),
      { ...axis, size: 70, incrs: WHOLE, values: (_, splits) => splits.map(write) },
    ],
    hooks: {
      draw: [
        (plot) => {
          element.dataset['from'] = String(plot.scales['y']?.min)
          drawMarks(plot, props.marks ?? [], colour)
        },
      ],
    },
    bands: stackOf(props.series),
    series: [
      {},
      ...props.series.map((series, i) => ({
        label: series.label,
        stroke: paint(series, i),
        width: series.kind === 'area' ? 1 : 2,
        points: { show: false },
        ...shapeOf(series, paint(series, i)),
      })),
    ],
  }
}

function xAxis(
  axis: uPlot.Axis,
  names: readonly string[] | undefined,
  isTime: boolean,
  width: number,
): uPlot.Axis {
  if (names) {
    const isTight = width / names.length < NAME_ROOM
    return {
      ...axis,
      ...(isTight && { rotate: -40, size: 70 }),
      splits: () => names.map((_, i) => i),
      values: () =>
        names.map((name) => cutTo(name, isTight ? 14 : Math.floor(width / names.length / LETTER))),
    }
  }
  return { ...axis, incrs: isTime ? DAYS.map((days) => days * DAY_S) : WHOLE }
}

const cutTo = (name: string, length: number): string =>
  name.length > length ? `${name.slice(0, length - 1)}…` : name

const fromZero = (low: number | null, high: number | null): [number, number] => {
  const [least, most] = [Math.min(0, low ?? 0), Math.max(0, high ?? 0)]
  const air = (most - least || 1) * 0.06
  return [least < 0 ? least - air : 0, most > 0 || least === 0 ? most + air : 0]
}

function shapeOf({ kind }: Series, stroke: string): Partial<uPlot.Series> {
  if (kind === 'bars' && uPlot.paths.bars) {
    return { paths: uPlot.paths.bars({ size: [0.6, 60] }), fill: stroke }
  }
  if (kind === 'area') return { fill: `${stroke}66` }
  return kind === 'dashed' ? { dash: [6, 4] } : {}
}

/** Areas are stacked: each is filled only down to the next, so that colours do not mix. */
const stackOf = (series: readonly Series[]): uPlot.Band[] =>
  series.flatMap(({ kind }, i) =>
    kind === 'area' && series[i + 1]?.kind === 'area' ? [{ series: [i + 1, i + 2] }] : [],
  )

/** Marks at the top edge, with a thin line down. */
function drawMarks(
  plot: uPlot,
  marks: readonly PlotMark[],
  colour: (name: string) => string,
): void {
  const { ctx, bbox } = plot
  ctx.save()
  for (const mark of marks) {
    const x = plot.valToPos(mark.x, 'x', true)
    ctx.fillStyle = colour(mark.colour)
    ctx.globalAlpha = 0.35
    ctx.fillRect(x - 0.5, bbox.top, 1, bbox.height)
    ctx.globalAlpha = 1
    ctx.beginPath()
    for (const [right, down] of SHAPES[mark.shape]) ctx.lineTo(x + right, bbox.top + down)
    ctx.fill()
  }
  ctx.restore()
}

const SHAPES = {
  notch: [
    [-5, 0],
    [5, 0],
    [0, 9],
  ],
  // Below a notch of the same request.
  diamond: [
    [0, 11],
    [5, 17],
    [0, 23],
    [-5, 17],
  ],
} as const

/** A line without axes, for a headline. */
export function Sparkline({ values, title }: { values: readonly number[]; title: string }) {
  if (values.length < 2) return null
  const width = 160
  const height = 36
  const most = Math.max(...values, 0)
  const least = Math.min(...values, 0)
  const y = (value: number) => height - 2 - ((value - least) / (most - least || 1)) * (height - 4)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, i) => `${(i * step).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={title}
    >
      <line x1="0" x2={width} y1={y(0)} y2={y(0)} class="zero" />
      <polyline points={points.join(' ')} />
    </svg>
  )
}

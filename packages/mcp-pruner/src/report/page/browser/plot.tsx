// A plot of uPlot in the page's own colours, as wide as there is room.
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { short } from './format.js'

export interface Series {
  readonly label: string
  readonly values: readonly number[]
  readonly kind: 'bars' | 'line'
}

const HEIGHT = 220
const DAY_S = 86_400
/** Nothing is known by the hour. */
const DAYS = [1, 2, 7, 14, 30, 91, 365]

export function Plot(props: {
  title: string
  /** Seconds since 1970, or places of `names`. */
  x: readonly number[]
  names?: readonly string[]
  series: readonly Series[]
}) {
  const place = useRef<HTMLDivElement>(null)
  const key = JSON.stringify([props.x, props.names, props.series])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const colour = (name: string) => getComputedStyle(element).getPropertyValue(name).trim()
    const { names } = props
    const room = names ? 0.6 : DAY_S * 0.6
    const first = props.x[0] ?? 0
    const last = props.x.at(-1) ?? 0
    const axis = {
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1 },
    }
    const colours = [colour('--accent'), colour('--second')]
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        cursor: { show: false },
        legend: { show: props.series.length > 1, live: false },
        // Room for half a bar at either end.
        scales: {
          x: { time: names === undefined, range: () => [first - room, last + room] },
        },
        axes: [
          names
            ? {
                ...axis,
                splits: () => names.map((_, i) => i),
                values: () => names.map((name) => name.slice(0, 14)),
              }
            : { ...axis, incrs: DAYS.map((days) => days * DAY_S) },
          {
            ...axis,
            size: 70,
            values: (_, splits) => splits.map(short),
          },
        ],
        series: [
          {},
          ...props.series.map(({ label, kind }, i) => ({
            label,
            stroke: colours[i] ?? colour('--accent'),
            width: 2,
            ...(kind === 'bars' &&
              uPlot.paths.bars && {
                paths: uPlot.paths.bars({ size: [0.6, 60] }),
                fill: colours[i] ?? colour('--accent'),
                points: { show: false },
              }),
          })),
        ],
      },
      [[...props.x], ...props.series.map(({ values }) => [...values])],
      element,
    )
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
  // The table beneath says the same in words.
  return <div class="plot" ref={place} role="img" aria-label={`Plot: ${props.title}`} />
}

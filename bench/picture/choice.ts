// Draws the engine's choice in one file: the probability of each line, and the runs that are shown.
import { keptLines, type PruneResult } from '@jeeves/pruner'
import { at, label, page, type Theme } from './svg.js'

const WIDTH = 640
const HEIGHT = 240
const LEFT = 64
const RIGHT = 20
const TOP = 24
const FLOOR = 150
const STRIP = 172

/** Chances are drawn by their logarithm: most lines lie under one in a hundred. */
const MIN_CHANCE = 0.001

export function drawChoice(result: PruneResult, theme: Theme): string {
  const chances = result.explanation?.chances
  if (!chances) throw new Error('the engine explained nothing: was the text pruned?')
  const kept = new Set(keptLines(result))
  const step = (WIDTH - LEFT - RIGHT) / chances.length
  const x = (line: number) => LEFT + (line - 1) * step
  const [shown, , , cut] = theme.colours as readonly [string, string, string, string]
  const parts = [1, 0.1, 0.01, MIN_CHANCE].flatMap((chance) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(height(chance))}" y2="${at(height(chance))}" stroke="${theme.faint}"/>`,
    label(LEFT - 8, height(chance) + 4, String(chance), theme.ink, 'end'),
  ])
  chances.forEach((chance, i) => {
    const top = height(chance)
    parts.push(
      `<rect x="${at(x(i + 1))}" y="${at(top)}" width="${at(step * 0.8)}" height="${at(FLOOR - top)}" fill="${kept.has(i + 1) ? shown : cut}"/>`,
    )
  })
  parts.push(
    label(LEFT, TOP - 10, 'chance of each line to be needed', theme.ink, 'start'),
    `<rect x="${LEFT}" y="${STRIP}" width="${WIDTH - LEFT - RIGHT}" height="12" fill="${shown}"/>`,
  )
  for (const { startLine, endLine } of result.blocks) {
    parts.push(
      `<rect x="${at(x(startLine))}" y="${STRIP}" width="${at(x(endLine + 1) - x(startLine))}" height="12" fill="${theme.faint}"/>`,
    )
    if (endLine < chances.length)
      parts.push(label(x(endLine + 1), STRIP + 28, String(endLine + 1), theme.ink, 'start'))
  }
  const { keptLines: lines, originalLines: all } = result.stats
  parts.push(
    label(LEFT, HEIGHT - 10, `shown: ${lines} of ${all} lines, from line …`, theme.ink, 'start'),
  )
  return page('The chance of each line, and the lines that are shown', WIDTH, HEIGHT, parts)
}

function height(chance: number): number {
  const share = 1 - Math.log(Math.max(chance, MIN_CHANCE)) / Math.log(MIN_CHANCE)
  return FLOOR - share * (FLOOR - TOP)
}

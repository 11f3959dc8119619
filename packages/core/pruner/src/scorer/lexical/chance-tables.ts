// The probabilities behind scores of the hand-written scorer on training cases, by family of text. Printed by
// bench/quality/calibrate.ts; not written by hand.
import type { CalibrationTable } from '../calibration.js'

export const LEXICAL_CHANCES: CalibrationTable = {
  code: [2.047, 1.096, -0.496, -0.606],
  search: [0.536, 0.689, -0.557, -0.354],
  diff: [1.354, 1.056, -0.392, -0.551],
  output: [0.881, 0.589, -0.624, -0.179],
  test: [1.354, 1.056, -0.392, -0.551],
  data: [1.354, 1.056, -0.392, -0.551],
  prose: [1.354, 1.056, -0.392, -0.551],
}

// What a score has meant on training cases, by scorer and family of text. Printed by
// bench/quality/calibrate.ts; not written by hand.
import type { CalibrationTable } from './calibration.js'

export const LEXICAL_CHANCES: CalibrationTable = {
  code: [2.453, 0.715, -0.596],
  search: [0.776, 0.562, -0.534],
  diff: [-2.333, 0.26, -0.066],
  output: [1.072, 0.534, -0.619],
  test: [-1.986, 0.381, 0.021],
  data: [1.824, 0.714, -0.496],
  prose: [-0.499, 0.148, -0.341],
}

/** What is not code goes to the hand-written scorer. */
export const LEARNED_CHANCES: CalibrationTable = {
  ...LEXICAL_CHANCES,
  code: [1.735, 0.92, -0.862],
}

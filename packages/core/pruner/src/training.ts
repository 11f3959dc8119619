// What training the scorer shares with running it, so that the two cannot drift apart.
export { type CalibrationTable, type Curve, logOdds, topLogOdds } from './score/calibration.js'
export { goalTerms } from './score/goal.js'
export { LINE_COLUMNS, TEXT_COLUMNS } from './score/learned/columns.js'
export { extractFeatures } from './score/learned/features.js'
export { readSections, readVectors } from './score/learned/format.js'
export { FAMILIES, type Family } from './split/family.js'
export { countFeatures, FEATURES } from './tokens/features.js'

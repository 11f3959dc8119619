// What training the scorer shares with running it, so that the two cannot drift apart.
export { type CalibrationTable, type Curve, logOdds, topLogOdds } from './score/calibration.js'
export { goalTerms } from './score/goal.js'
export { COLUMNS, CONSTANT_COLUMNS, extractFeatures } from './score/learned/features.js'
export { readSections, readVectors } from './score/learned/format.js'
export { eachPiece } from './score/learned/ngrams.js'
export { FAMILIES, type Family } from './split/family.js'
export { countFeatures, FEATURES } from './tokens/features.js'

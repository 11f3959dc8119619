// What training the scorer and fitting prices share with running them, so that they cannot drift apart.
export { choicesByPrice } from './prune.js'
export { type CalibrationTable, type Curve, logOdds, topLogOdds } from './score/calibration.js'
export { goalTerms } from './score/goal.js'
export { LINE_COLUMNS, TEXT_COLUMNS } from './score/learned/column-names.js'
export { extractFeatures } from './score/learned/features.js'
export { readSections, readVectors } from './score/learned/format.js'
export {
  PRICE_ALONE,
  PRICE_OF_CALL,
  PRICE_OF_VIEW,
  type PriceConstants,
  priceConstants,
  priceOfMiss,
} from './select/price.js'
export { FAMILIES, type Family } from './split/family.js'
export { countFeatures, FEATURES } from './tokens/features.js'

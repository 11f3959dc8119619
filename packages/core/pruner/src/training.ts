// Shared by training the scorer, fitting costs and running them, so that they cannot diverge.
export { choicesByPrice } from './measure/choices-by-price.js'
export { parseQuestion } from './question/question.js'
export { termsOf } from './question/terms.js'
export { type CalibrationTable, type Curve, logOdds, topLogOdds } from './scorer/calibration.js'
export { LINE_COLUMNS, TEXT_COLUMNS } from './scorer/columns/column-names.js'
export { extractFeatures } from './scorer/columns/features.js'
export { readSections, readVectors } from './scorer/network/format.js'
export {
  OUTPUT_MISS_COST,
  type PriceConstants,
  priceConstants,
  priceOfMiss,
  QUESTION_MISS_COST,
  VIEW_MISS_COST,
} from './select/price.js'
export { FAMILIES, type Family } from './text/family.js'
export { countFeatures, FEATURES } from './tokens/features.js'

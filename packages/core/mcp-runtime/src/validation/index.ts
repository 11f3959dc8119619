export { type ArraySizeViolation, arrayLimitFor, arraySizeViolations } from './array-limits.js'
export { RequestValidationError, validateRequest, withValidation } from './request-validator.js'

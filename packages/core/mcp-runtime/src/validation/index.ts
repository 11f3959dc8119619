export { type ArraySizeViolation, arrayLimitFor, arraySizeViolations } from './array-limits.js'
export { RequestValidationError, validateRequest } from './request-validator.js'
export { withValidation } from './with-validation.js'

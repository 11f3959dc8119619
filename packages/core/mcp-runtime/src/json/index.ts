export { type CutText, cutText, sendable } from './cut-text.js'
export { type MainList, mainList, withList } from './main-list.js'
export { formatPointer, PointerError, parsePointer, resolvePointer } from './pointer.js'
export { type Encoding, jsonStringBytes, measure, textBytes } from './sizes.js'

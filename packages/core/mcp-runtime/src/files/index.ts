export { isAlive } from './is-alive.js'
export { isInside } from './is-inside.js'
export { realPathOf } from './real-path.js'
export {
  appendBytes,
  appendSync,
  createFile,
  emptyFile,
  moveFile,
  moveFileSync,
  replaceFile,
  replaceFileSync,
} from './write-file.js'

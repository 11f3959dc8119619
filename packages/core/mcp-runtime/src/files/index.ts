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
  WriteRefusedError,
} from './write-file.js'

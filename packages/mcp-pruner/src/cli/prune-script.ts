// What the bundled script of `prune` exports.
export { keepCompiled } from '../process/keep-compiled.js'
export { prune } from './prune.js'

export {
  type ReaderCost,
  readerCost,
  type ShownAnswer,
  TURN_TOKENS,
} from './measure/reader-cost.js'

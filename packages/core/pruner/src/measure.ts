export {
  type Paid,
  type ShownAnswer,
  TURN_TOKENS,
  whatAReaderPays,
} from './measure/what-a-reader-pays.js'

import { CODEX } from './clients.js'
import { describeReading } from './reading.case.js'
import { describeStates } from './states.case.js'

describeReading(CODEX)
describeStates(CODEX)

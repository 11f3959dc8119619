import { CLAUDE } from './clients.js'
import { describeReading } from './reading.case.js'
import { describeStates } from './states.case.js'

describeReading(CLAUDE)
describeStates(CLAUDE)

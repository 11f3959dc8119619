import { copilot } from '../clients/copilot.js'
import { describeNative } from './native.case.js'

describeNative(copilot)

import { opencode } from '../clients/opencode.js'
import { describeNative } from './native.case.js'

describeNative(opencode)

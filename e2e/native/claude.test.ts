import { claude } from '../clients/claude.js'
import { describeNative } from './native.case.js'

describeNative(claude)

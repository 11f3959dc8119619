import { gemini } from '../clients/gemini.js'
import { describeNative } from './native.case.js'

describeNative(gemini)

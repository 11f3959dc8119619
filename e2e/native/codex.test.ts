import { codex } from '../clients/codex.js'
import { describeNative } from './native.case.js'

describeNative(codex)

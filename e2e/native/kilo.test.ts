import { kilo } from '../clients/kilo.js'
import { describeNative } from './native.case.js'

describeNative(kilo, { hasControl: false })

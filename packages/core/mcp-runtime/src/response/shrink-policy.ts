// How a value is made smaller, as data.
import type { ResponseLimits } from '@jeeves/contracts'
import type { Encoding } from '../json/sizes.js'
import type { LinePolicy } from './line-cut.js'
import type { Part } from './parts.js'

export interface ShrinkPolicy {
  readonly limits: ResponseLimits
  readonly encoding: Encoding
  /** The level at which the value stands in what is sent. Default 1: it is what is sent. */
  readonly level?: number
  /** Items are shown whole where at least so many fit; otherwise as many as possible in part. */
  readonly wholeItems: number
  /** Less of an item says nothing. */
  readonly minItemBytes: number
  /** Where omissions are noted: in each part, in each but the value itself, or by the caller. */
  readonly notes: 'tell' | 'plain' | 'none'
  /** Long strings are texts, which are cut by lines. */
  readonly lines?: LinePolicy
  /** The only parts to show, by their numbers; absent: any. */
  readonly chosen?: ReadonlySet<number> | undefined
  /** Which entries of a list or a map report an error. */
  readonly evidence?: (part: Part) => (entry: number) => boolean
  /** What must be shown of the value, even if it is more than there is room for. */
  readonly demands?: PartDemands
}

/** What a schema asks of one part. */
export interface PartDemands {
  /** It is shown as it is. */
  readonly isFixed: boolean
  /** No text may stand in its place. */
  readonly isTyped: boolean
  /** Of a string. */
  readonly minLength: number
  /** Of a list or an object. */
  readonly minEntries: number
  readonly required: ReadonlySet<string>
  readonly inside: (entry: Part) => PartDemands
}

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createStock } from '../src/stock.js'

const NAMES = ['apples', 'bread', 'butter', 'candles', 'coffee', 'eggs', 'flour', 'honey']

describe('stock', () => {
  for (const name of NAMES) {
    test(`counts ${name}`, () => {
      console.log(`[stock] opening the shelf of ${name}`)
      assert.equal(createStock({ [name]: 20 }).count(name), 20)
    })
    for (const count of [1, 2, 5, 20]) {
      test(`takes ${count} of ${name}`, () => {
        console.log(`[stock] taking ${count} of 20 ${name}`)
        assert.equal(createStock({ [name]: 20 }).take(name, count), 20 - count)
      })
    }
    test(`refuses 21 of 20 ${name}`, () => {
      assert.throws(() => createStock({ [name]: 20 }).take(name, 21), /only 20 of/)
    })
  }
})

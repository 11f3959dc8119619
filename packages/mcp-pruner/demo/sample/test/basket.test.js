import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { totalOf } from '../src/basket.js'
import { formatPrice } from '../src/money.js'

describe('basket', () => {
  for (const price of ['€1.20', '€0.99', '€3', '€12.50']) {
    for (const count of [1, 2, 11]) {
      test(`adds ${count} at ${price}`, () => {
        console.log(`[basket] ${count} × ${price}`)
        assert.equal(typeof totalOf([{ price, count }]), 'number')
      })
    }
  }

  test('takes a tenth off a dozen', () => {
    assert.equal(formatPrice(totalOf([{ price: '€1.00', count: 12 }])), '€10.80')
  })

  test('adds a coffee machine at €1,299.00', () => {
    assert.equal(formatPrice(totalOf([{ price: '€1,299.00', count: 1 }])), '€1299.00')
  })
})

import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { evaluatePolicy, type GateResult, type GuardGate, mcpRuntimePolicy } from './index.js'

const gate = (check: GuardGate['check'], rest: Partial<GuardGate> = {}): GuardGate => ({
  id: 'g',
  name: 'G',
  description: 'a gate',
  check,
  ...rest,
})
const verdictOf = (...gates: GuardGate[]) =>
  evaluatePolicy({ id: 'p', name: 'P', description: 'a policy', gates }, {})

afterEach(() => {
  vi.useRealTimers()
})

test.each<[string, GateResult, boolean]>([
  ['pass', { passed: true }, true],
  ['warn', { passed: true, warning: 'careful' }, true],
  ['audit', { passed: true, audit: { event: 'seen' } }, true],
  ['fail', { passed: false, reason: 'no', recommendation: 'do not' }, false],
])('a gate can %s', async (status, result, passed) => {
  expect(await verdictOf(gate(() => result))).toEqual({
    policyId: 'p',
    passed,
    outcomes: [{ gateId: 'g', status, ...result }],
  })
})

test('one failure stops the call, and every gate is heard', async () => {
  const verdict = await verdictOf(
    gate(() => ({ passed: false, reason: 'first' })),
    gate(async () => ({ passed: true })),
    gate(async () => ({ passed: false, reason: 'third' })),
  )
  expect(verdict.passed).toBe(false)
  expect(verdict.outcomes.map(({ status, reason }) => [status, reason])).toEqual([
    ['fail', 'first'],
    ['pass', undefined],
    ['fail', 'third'],
  ])
})

test('a policy without gates lets everything pass', async () => {
  expect(await verdictOf()).toEqual({ policyId: 'p', passed: true, outcomes: [] })
})

describe('a gate that fails', () => {
  const faults: [string, GuardGate['check'], string][] = [
    [
      'throws',
      () => {
        throw new Error('no figures')
      },
      'no figures',
    ],
    ['rejects', () => Promise.reject(new Error('no figures')), 'no figures'],
    ['answers nothing', () => undefined as unknown as GateResult, 'it answered without `passed`'],
    ['answers nonsense', () => ({ passed: 'yes' }) as unknown as GateResult, 'without `passed`'],
  ]

  test.each(faults)('stops the call when it %s, and is named', async (_, check, message) => {
    const verdict = await verdictOf(gate(check))
    expect(verdict.passed).toBe(false)
    expect(verdict.outcomes[0]).toMatchObject({
      status: 'fail',
      fault: expect.stringContaining(message),
      reason: expect.stringMatching(/^Gate g could not be checked: .* The call was stopped$/),
      recommendation: 'Fix gate g or take it out of the policy',
    })
  })

  test.each(faults)(
    'is passed over if it only records, and says so: %s',
    async (_, check, message) => {
      const verdict = await verdictOf(gate(check, { onFault: 'open' }))
      expect(verdict.passed).toBe(true)
      expect(verdict.outcomes[0]).toMatchObject({
        status: 'warn',
        fault: expect.stringContaining(message),
        warning: expect.stringMatching(/could not be checked: .* The call went on without it$/),
      })
    },
  )

  test('cannot delay a call', async () => {
    vi.useFakeTimers()
    const pending = verdictOf(gate(() => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(1000)
    expect((await pending).outcomes[0]?.fault).toContain('did not finish within 1000 ms')
  })
})

describe('the runtime policy', () => {
  const limits = MCPRequestLimitsSchema.parse({})

  test('has the four gates; size checks fail closed and the audit fails open', () => {
    expect(mcpRuntimePolicy.gates.map(({ id, onFault = 'closed' }) => [id, onFault])).toEqual([
      ['memory-pressure-check', 'closed'],
      ['request-size-check', 'closed'],
      ['array-size-check', 'closed'],
      ['timeout-audit', 'open'],
    ])
  })

  test('lets a call pass about which nothing is known', async () => {
    expect(await evaluatePolicy(mcpRuntimePolicy, {})).toMatchObject({ passed: true })
  })

  test('reports everything that is wrong with a call', async () => {
    const verdict = await evaluatePolicy(mcpRuntimePolicy, {
      toolName: 'scan',
      requestSizeBytes: 20_000_000,
      limits,
      arraySizeViolations: [{ path: 'ids', limit: 100, actual: 101 }],
      durationMs: 99,
      timeoutMs: 100,
    })
    expect(verdict.passed).toBe(false)
    expect(verdict.outcomes.map((outcome) => outcome.status)).toEqual([
      'pass',
      'fail',
      'fail',
      'audit',
    ])
  })

  test('a size that throws when it is read stops the call', async () => {
    const hostile = {
      get requestSizeBytes(): number {
        throw new Error('unreadable')
      },
      limits,
    }
    const verdict = await evaluatePolicy(mcpRuntimePolicy, hostile)
    expect(verdict).toMatchObject({ passed: false })
  })
})

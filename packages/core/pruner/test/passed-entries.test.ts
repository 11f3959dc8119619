// Questions about failures in many runners' output: nothing passed is shown, not even beside the failure.
import { expect, test } from 'vitest'
import { keptLines, prune } from '../src/index.js'
import { defaultScorer } from '../src/node.js'

type Rows = (i: number) => readonly string[]
const FAILING = 133

const RUNNERS: Readonly<Record<string, readonly [passed: Rows, failed: Rows, end: string]>> = {
  TAP: [
    (i) => [`# Subtest: adds ${i}`, `ok ${i} - adds ${i}`, '  ---', "  type: 'test'", '  ...'],
    (i) => [`not ok ${i} - adds ${i}`, '  ---', "  error: 'expected 3 to be 4'", '  ...'],
    '1..300',
  ],
  pytest: [
    (i) => [`tests/test_sum.py::test_${i} PASSED [ ${i % 100}%]`],
    (i) => [`tests/test_sum.py::test_${i} FAILED [ ${i % 100}%]`],
    '1 failed, 299 passed in 3.1s',
  ],
  vitest: [
    (i) => [` ✓ src/order-${i}.test.ts (4 tests) 12ms`],
    (i) => [` ❯ src/order-${i}.test.ts (4 tests | 1 failed) 22ms`, '   × order > rounds down'],
    ' Test Files  1 failed | 299 passed (300)',
  ],
  mocha: [(i) => [`    ✓ sums order ${i}`], (i) => [`    1) rounds down ${i}`], '  1 failing'],
  jest: [
    (i) => [`PASS src/order-${i}.test.ts`],
    (i) => [`FAIL src/order-${i}.test.ts`, '  ● order › rounds down'],
    'Test Suites: 1 failed, 299 passed, 300 total',
  ],
  'go test -v': [
    (i) => [`=== RUN   TestSum${i}`, `--- PASS: TestSum${i} (0.00s)`],
    (i) => ['    sum_test.go:12: want 3, got 4', `--- FAIL: TestSum${i} (0.00s)`],
    'FAIL\texample.com/sum\t0.012s',
  ],
  'go test': [
    (i) => [`ok  \texample.com/pkg${i}\t0.0${i}s`],
    (i) => [`--- FAIL: TestSum${i} (0.00s)`, `FAIL\texample.com/pkg${i}\t0.012s`],
    'FAIL',
  ],
  cargo: [
    (i) => [`test order::sum_${i} ... ok`],
    (i) => [`test order::sum_${i} ... FAILED`],
    'test result: FAILED. 299 passed; 1 failed; 0 ignored',
  ],
  nextest: [
    (i) => [`        PASS [   0.00${i % 10}s] order tests::sum_${i}`],
    (i) => [`        FAIL [   0.005s] order tests::sum_${i}`],
    '     Summary [   1.2s] 300 tests run: 299 passed, 1 failed',
  ],
  gradle: [
    (i) => [`OrderTest > sums${i}() PASSED`],
    (i) => [`OrderTest > sums${i}() FAILED`, '    java.lang.AssertionError at OrderTest.java:12'],
    '300 tests completed, 1 failed',
  ],
  maven: [
    (i) => [
      `[INFO] Running com.acme.Order${i}Test`,
      `[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0 -- in com.acme.Order${i}Test`,
    ],
    (i) => [
      `[ERROR] Tests run: 4, Failures: 1, Errors: 0 <<< FAILURE! -- in com.acme.Order${i}Test`,
    ],
    '[ERROR] Tests run: 1200, Failures: 1, Errors: 0, Skipped: 0',
  ],
  'JUnit XML': [
    (i) => [
      ...(i === 0 ? ['<testsuite name="Order" tests="300" failures="1">'] : []),
      `  <testcase name="sums ${i}" classname="Order" time="0.00${i}"/>`,
    ],
    (i) => [`  <testcase name="sums ${i}">`, '    <failure message="want 3">boom</failure>'],
    '</testsuite>',
  ],
  ctest: [
    (i) => [`${i}/300 Test #${i}: sum_${i} ..................   Passed    0.01 sec`],
    (i) => [`${i}/300 Test #${i}: sum_${i} ..................***Failed    0.01 sec`],
    '99% tests passed, 1 tests failed out of 300',
  ],
  googletest: [
    (i) => [`[ RUN      ] Sum.Order${i}`, `[       OK ] Sum.Order${i} (0 ms)`],
    (i) => ['sum_test.cc:12: Failure', `[  FAILED  ] Sum.Order${i} (0 ms)`],
    '[  FAILED  ] 1 test, listed below:',
  ],
  'dotnet test': [
    (i) => [`  Passed Acme.OrderTests.Sums${i} [3 ms]`],
    (i) => [`  Failed Acme.OrderTests.Sums${i} [3 ms]`, '   Assert.Equal() Failure'],
    'Failed!  - Failed:     1, Passed:   299, Skipped:     0, Total:   300',
  ],
  xcodebuild: [
    (i) => [`Test Case '-[OrderTests testSum${i}]' passed (0.001 seconds).`],
    (i) => [`Test Case '-[OrderTests testSum${i}]' failed (0.001 seconds).`],
    'Executed 300 tests, with 1 failure (0 unexpected) in 0.3 seconds',
  ],
  bazel: [
    (i) => [`//pkg/order:sum_${i}_test                       PASSED in 0.3s`],
    (i) => [`//pkg/order:sum_${i}_test                       FAILED in 0.3s`],
    'Executed 300 out of 300 tests: 299 tests pass and 1 fails locally.',
  ],
  deno: [
    (i) => [`sums order ${i} ... ok (1ms)`],
    (i) => [`sums order ${i} ... FAILED (1ms)`],
    'FAILED | 299 passed | 1 failed (1s)',
  ],
}

test.each(Object.entries(RUNNERS))('%s', (_, [passed, failed, end]) => {
  const entries = Array.from({ length: 300 }, (_row, i) =>
    i === FAILING ? failed(i) : passed(i),
  ).flat()
  const text = [...entries, end].join('\n')
  for (const goal of ['Which tests fail?', 'why is the order test broken']) {
    const result = prune({ text, origin: 'explicit', goal }, { scorer: defaultScorer() })
    const kept = keptLines(result).map((line) => result.lines[line - 1]!.text)
    // The summary, and a report's head, may stay with the failure; the end of a TAP block says nothing.
    const isFrame = (line: string) =>
      line === end || line === '  ...' || line.startsWith('<testsuite')
    const isDetail = (line: string) => !isFrame(line)
    expect(kept.filter(isDetail)).toEqual(failed(FAILING).filter(isDetail))
  }
})

// What counts as a failure line, tool by tool, stated by hand from each tool's output. A line that
// contains one of these texts must survive.

/** Output captured by test/capture.mjs. */
export const captured: Readonly<Record<string, readonly string[]>> = {
  vitest: [
    '× adds prices without losing a cent',
    '× keeps the order of the items',
    '× rejects a missing amount',
    'Test Files  1 failed (1)',
    'Tests  3 failed | 1 passed (4)',
    'FAIL  sum.test.ts > sum > adds prices without losing a cent',
    'AssertionError: expected 0.30000000000000004 to be 0.3',
    '- 0.3',
    '+ 0.30000000000000004',
    '❯ sum.test.ts:4:69',
    'AssertionError: expected { items: [',
    '-     "b",',
    '+     "b",',
    "TypeError: Cannot read properties of undefined (reading 'amount')",
    '❯ sum.test.ts:6:78',
  ],
  'node-test-spec': [
    '✖ a cart with two books costs their sum',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    '20 !== 21',
    'cart.test.mjs:4:60)',
    'actual: 20,',
    'expected: 21,',
    '✖ a refund needs a receipt',
    'TypeError [Error]: receipt is not a function',
    'cart.test.mjs:5:48)',
    'ℹ fail 2',
    '✖ failing tests:',
    'test at cart.test.mjs:4:1',
  ],
  'node-test-tap': [
    'not ok 2 - a cart with two books costs their sum',
    'not ok 3 - a refund needs a receipt',
    "failureType: 'testCodeFailure'",
    'error: |-',
    'Expected values to be strictly equal:',
    '20 !== 21',
    "error: 'receipt is not a function'",
    'expected: 21',
    'actual: 20',
    '# fail 2',
  ],
  'python-unittest': [
    'test_total_includes_tax (test_invoice.InvoiceTest.test_total_includes_tax) ... FAIL',
    'test_total_needs_prices (test_invoice.InvoiceTest.test_total_needs_prices) ... ERROR',
    'ERROR: test_total_needs_prices',
    'Traceback (most recent call last):',
    'line 14, in test_total_needs_prices',
    'self.assertEqual(total([{"name": "pen"}]), 0)',
    'line 4, in total',
    "KeyError: 'price'",
    'FAIL: test_total_includes_tax',
    'AssertionError: 100 != 120',
    'FAILED (failures=1, errors=1)',
  ],
  pytest: [
    'test_total_includes_tax FAILED',
    'test_total_needs_prices FAILED',
    '= FAILURES =',
    '_ InvoiceTest.test_total_includes_tax _',
    '>       self.assertEqual(total([{"price": 100}]), 120)',
    'E       AssertionError: 100 != 120',
    'test_invoice.py:11: AssertionError',
    "E   KeyError: 'price'",
    'FAILED test_invoice.py::InvoiceTest::test_total_needs_prices',
    '2 failed, 1 passed',
  ],
  tsc: ['error TS2305', 'error TS2322', 'error TS2339'],
  'tsc-pretty': ['TS2305', 'TS2322', 'TS2339', 'Found 4 errors in 2 files.'],
  eslint: [
    '/src/cart.js',
    "error    'unused' is assigned a value",
    "warning  Expected '==='",
    "error    'taxed' is not defined",
    '/src/user.js',
    "error  'nickname' is not defined",
    '✖ 5 problems (4 errors, 1 warning)',
  ],
  gcc: [
    'main.c: In function',
    'warning: format',
    'printf("%s\\n", total(prices, 3));',
    'error: ‘undeclared’ undeclared',
    'return undeclared;',
    'undefined reference to `total',
    'collect2: error: ld returned 1 exit status',
  ],
  make: [
    'make: *** [Makefile:4: link] Error 1',
    'undefined reference to `total',
    'main.c:7:10: error:',
    'make: *** [Makefile:7: main] Error 1',
    "make: Target 'all' not remade because of errors.",
  ],
  'cargo-build': [
    'error[E0425]: cannot find value',
    '--> src/main.rs:4:20',
    'println!("{}", nmae);',
    'error[E0308]: mismatched types',
    '^ expected `String`, found integer',
    'error: could not compile `broken`',
  ],
  'cargo-test': [
    'test tests::includes_tax ... FAILED',
    'test tests::finds_first ... FAILED',
    "thread 'tests::includes_tax'",
    'assertion `left == right` failed',
    'left: 100',
    'right: 120',
    'called `Option::unwrap()` on a `None` value',
    'test result: FAILED. 1 passed; 2 failed',
    'error: test failed, to rerun pass `--lib`',
  ],
  git: [
    'CONFLICT (content): Merge conflict in story.txt',
    'Automatic merge failed',
    'You have unmerged paths.',
    'both modified:   story.txt',
    "error: pathspec 'nowhere' did not match",
    "fatal: 'origin' does not appear to be a git repository",
    'fatal: Could not read from remote repository.',
  ],
  'npm-run': [
    "Error: Cannot find module '/project/npm/missing-file.js'",
    "code: 'MODULE_NOT_FOUND',",
    'npm error Missing script: "deploy"',
  ],
  shell: ['No such file or directory', 'nosuchcommand: command not found'],
}

/** Forms of tools that need more than a compiler to run, as their documentation and users show them. */
export const samples: Readonly<Record<string, { text: string; failures: readonly string[] }>> = {
  nginx: {
    text: `10.0.0.7 - - [15/Nov/2026:10:12:01 +0000] "GET /api/orders HTTP/1.1" 200 512 "-" "curl/8.1"
10.0.0.8 - - [15/Nov/2026:10:12:02 +0000] "POST /api/orders HTTP/1.1" 502 157 "-" "curl/8.1"
10.0.0.9 - - [15/Nov/2026:10:12:03 +0000] "GET /favicon.ico HTTP/2.0" 404 0 "-" "Mozilla/5.0"
2026/11/15 10:12:04 [error] 31#31: *9 connect() failed (111: Connection refused) while connecting to upstream
10.0.0.7 - - [15/Nov/2026:10:12:05 +0000] "GET /api/orders HTTP/1.1" 200 512 "-" "curl/8.1"`,
    failures: ['" 502 157', '" 404 0', 'Connection refused'],
  },
  json: {
    text: `{"level":30,"time":1763200000000,"msg":"listening","err":null}
{"level":50,"time":1763200000100,"msg":"cannot reach the ledger","host":"ledger-3"}
{"level":"warn","ts":1763200000.2,"msg":"retrying","attempt":2}
{"severity":"ERROR","message":"payment 4711 lost"}
{"time":"2026-11-15T10:00:00Z","level":"INFO","status":503,"path":"/pay"}`,
    failures: ['cannot reach the ledger', 'retrying', 'payment 4711 lost', '"status":503'],
  },
  logfmt: {
    text: `ts=2026-11-15T10:00:00Z level=info msg="ready" err=null
ts=2026-11-15T10:00:01Z level=error msg="queue full" queue=mail
ts=2026-11-15T10:00:02Z level=info msg="request" method=GET status=500`,
    failures: ['queue full', 'status=500'],
  },
  'go test': {
    text: `=== RUN   TestTotal
    cart_test.go:12: total = 100, want 120
--- FAIL: TestTotal (0.00s)
=== RUN   TestEmpty
--- PASS: TestEmpty (0.00s)
panic: runtime error: index out of range [3] with length 3

goroutine 7 [running]:
shop.first(...)
\t/project/cart.go:31 +0x1d
exit status 2
FAIL\texample.com/shop\t0.012s`,
    failures: [
      'cart_test.go:12: total = 100, want 120',
      '--- FAIL: TestTotal',
      'panic: runtime error: index out of range',
      'goroutine 7 [running]:',
      '/project/cart.go:31',
      'exit status 2',
      'FAIL\texample.com/shop',
    ],
  },
  maven: {
    text: `[INFO] Running com.example.CartTest
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.03 s <<< FAILURE! -- in com.example.CartTest
[ERROR] com.example.CartTest.includesTax -- Time elapsed: 0.005 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <120> but was: <100>
\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
\tat com.example.CartTest.includesTax(CartTest.java:21)
[INFO] BUILD FAILURE`,
    failures: [
      'Tests run: 3, Failures: 1',
      'CartTest.includesTax -- Time elapsed',
      'expected: <120> but was: <100>',
      'CartTest.java:21',
      'BUILD FAILURE',
    ],
  },
  gradle: {
    text: `> Task :compileJava
> Task :test FAILED

CartTest > includesTax() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:21

3 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':test'.`,
    failures: [
      'Task :test FAILED',
      'CartTest > includesTax() FAILED',
      'AssertionFailedError at CartTest.java:21',
      '3 tests completed, 1 failed',
      'FAILURE: Build failed with an exception.',
      "Execution failed for task ':test'.",
    ],
  },
  docker: {
    text: `#9 [4/5] RUN npm ci
#9 1.204 npm ERR! code EUSAGE
#9 1.206 npm ERR! The lock file is out of date
#9 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
------
 > [4/5] RUN npm ci:
1.204 npm ERR! code EUSAGE
------
Dockerfile:7
ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1`,
    failures: [
      'npm ERR! code EUSAGE',
      'npm ERR! The lock file is out of date',
      'did not complete successfully: exit code: 1',
      'ERROR: failed to solve',
    ],
  },
  jest: {
    text: `FAIL src/cart.test.js
  ● cart › includes tax

    expect(received).toBe(expected) // Object.is equality

    Expected: 120
    Received: 100

      at Object.toBe (src/cart.test.js:9:25)

Tests:       1 failed, 4 passed, 5 total`,
    failures: [
      'FAIL src/cart.test.js',
      '● cart › includes tax',
      'Expected: 120',
      'Received: 100',
      'src/cart.test.js:9:25',
      'Tests:       1 failed, 4 passed, 5 total',
    ],
  },
  java: {
    text: `Exception in thread "main" java.lang.IllegalStateException: ledger closed
\tat com.example.Ledger.post(Ledger.java:40)
\tat com.example.Main.main(Main.java:9)
Caused by: java.io.IOException: disk full
\t... 2 more`,
    failures: ['ledger closed', 'Ledger.java:40', 'Caused by: java.io.IOException: disk full'],
  },
}

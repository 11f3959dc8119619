// Closes a test run with one line that any log reader understands: "N passed, N failed, N skipped".

export default class PlainSummary {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) counts[test.result().state] += 1
    }
    process.on('exit', () => {
      process.stdout.write(
        `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
      )
    })
  }
}

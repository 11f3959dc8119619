// Closes a test run with lines that any log reader understands: which tests were skipped and what is missing for
// them, and then "N passed, N failed, N skipped".
import { accessSync, constants } from 'node:fs'
import { delimiter, join, relative } from 'node:path'

/** What some tests need, and are skipped without. */
const PROGRAMS = ['redis-server', 'nginx', 'bwrap', 'chromium', 'zsh', 'rg', 'git', 'prlimit']
const MAX_FILES = 20

export default class PlainSummary {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const skipped = new Map()
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1
      const file = relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state] += 1
        if (state === 'skipped') skipped.set(file, [...(skipped.get(file) ?? []), test.name])
      }
    }
    process.on('exit', () => {
      process.stdout.write(
        `\n${skippedLines(skipped)}${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
      )
    })
  }
}

function skippedLines(skipped) {
  if (skipped.size === 0) return ''
  const files = [...skipped].slice(0, MAX_FILES).map(([file, names]) => {
    const what = names.length === 1 ? `"${names[0]}"` : `${names.length} tests`
    return `skipped in ${file}: ${what}\n`
  })
  const more = skipped.size > MAX_FILES ? `and in ${skipped.size - MAX_FILES} more files\n` : ''
  return `${files.join('')}${more}${reasons()}`
}

function reasons() {
  const missing = [
    ...PROGRAMS.filter((name) => !isOnPath(name)),
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...(process.platform === 'linux' ? [] : ['Linux']),
  ]
  return missing.length > 0 ? `missing here, and needed by some tests: ${missing.join(', ')}\n` : ''
}

const isOnPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

// Gives the tests an empty home folder: a login shell that they start, and end in the middle of its work, must
// not depend on the profile of whoever runs them, nor leave that one's locks behind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function giveHome() {
  const home = mkdtempSync(join(tmpdir(), 'test-home-'))
  process.env.HOME = home
  return () => rmSync(home, { recursive: true, force: true })
}

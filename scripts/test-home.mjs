// Gives the tests an empty home folder: a login shell that they start, and end in the middle of its work, must
// not depend on the profile of whoever runs them, nor leave that one's locks behind.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function giveHome() {
  const home = mkdtempSync(join(tmpdir(), 'test-home-'))
  process.env.HOME = home
  process.env.TEST_RUN_FOLDER = home
  // Node 20 reads it at every start, 50 ms of processor time, and no test talks to another machine.
  delete process.env.NODE_EXTRA_CA_CERTS
  return () => rmSync(home, { recursive: true, force: true })
}

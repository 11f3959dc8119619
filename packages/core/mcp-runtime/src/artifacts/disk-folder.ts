// The folder of the disk store: private to its user, and not used if others could
// put their own entries there.
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orMissing } from './disk-file.js'
import { ArtifactStoreError } from './store.js'

const OTHERS_WRITE = 0o002
const GROUP_OR_OTHERS_WRITE = 0o022
/** As on /tmp: those who may create there may still not rename or delete another's files. */
const STICKY = 0o1000

/** Not `recursive`: that never returns in a file system like /proc, where no folder can be created. */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 }).catch(unless('EEXIST'))
  const made = await orMissing(make().then(() => true))
  if (made || dirname(path) === path) return
  await makeFolder(dirname(path))
  await make()
}

/** Throws if others could forge or remove entries in `folder`, which need not exist yet. */
export async function assertPrivate(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const parent = dirname(folder)
  const [own, above] = await Promise.all([folder, parent].map((path) => orMissing(stat(path))))
  if (own !== undefined && own.isDirectory()) {
    if ((own.mode & GROUP_OR_OTHERS_WRITE) !== 0) throw openToOthers(folder, own.mode)
    const user = process.getuid?.()
    if (user !== undefined && user !== 0 && own.uid !== user) {
      throw new ArtifactStoreError(
        `The artifact folder ${folder} belongs to another user; hint: set MCP_PRUNER_CACHE_DIR to a folder of your own`,
      )
    }
  }
  if (above !== undefined && (above.mode & OTHERS_WRITE) !== 0 && (above.mode & STICKY) === 0) {
    throw openToOthers(parent, above.mode)
  }
}

const openToOthers = (path: string, mode: number): ArtifactStoreError =>
  new ArtifactStoreError(
    `The artifact folder ${path} can be written by other users (mode ${(mode & 0o777).toString(8)}); hint: chmod 700 ${path}`,
  )

const unless = (code: string) => (error: unknown) => {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}
